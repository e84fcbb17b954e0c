import { ProvError } from '../../errors.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { WarningCounts } from '../warning-counts.ts';
import { ForgeQuestions } from './ask-forge.ts';
import type { Forge, ForgeRequest, ReadForge } from './entry.ts';
import { EntryCollector, type RequestRecord } from './gather.ts';
import { objectsIn } from './json-objects.ts';
import { type ForgeReport, writeRequests } from './write-forge.ts';

export interface ForgeImport {
  readonly forge: Forge;
  /** The bytes of each dump with its name; undefined to ask the forge. */
  readonly dumps: readonly ForgeDump[] | undefined;
  /** Only the requests with these numbers; empty for all. */
  readonly numbers: readonly number[];
  /** Only requests that changed since this time, in milliseconds since the epoch. */
  readonly since: number | undefined;
  readonly dryRun: boolean;
  readonly tally: WarningCounts;
  readonly progress?: (what: string, done: number, all: number | undefined) => void;
}

/** What `gh api` or `glab api` printed. */
export interface ForgeDump {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Imports the requests of a forge, with their comments, verdicts and results of checks.
 * @throws ProvError `data` when a dump has no request, or the forge cannot be asked; `git` when notes cannot be written
 */
export async function importForge(repo: Repo, options: ForgeImport): Promise<ForgeReport> {
  const { forge, dumps, tally, dryRun, progress } = options;
  const collector = new EntryCollector(tally);
  const read = await readerOf(forge);
  const isWanted = wantedBy(options);
  if (dumps) for (const { name, bytes } of dumps) await take(bytes, name, read, collector, tally);
  else await ask(repo, options, read, collector, isWanted);
  const all = collector.records();
  if (all.length === 0 && collector.count === 0 && dumps)
    throw new ProvError('data', `There is no request of ${forge} in ${dumps.map(({ name }) => name).join(', ')}.`, {
      hint: HINTS[forge],
    });
  return writeRequests(repo, all.filter(isWanted), {
    forge,
    dryRun,
    tally,
    progress: (done) => progress?.('Writing requests', done, all.length),
  });
}

const HINTS: Readonly<Record<Forge, string>> = {
  github: "Write one with: gh api --paginate 'repos/{owner}/{repo}/pulls?state=all' > DUMP.json",
  gitlab: "Write one with: glab api --paginate 'projects/:id/merge_requests?state=all' > DUMP.json",
};

async function readerOf(forge: Forge): Promise<ReadForge> {
  return forge === 'github' ? (await import('./github.ts')).readGithub : (await import('./gitlab.ts')).readGitlab;
}

function wantedBy({ numbers, since }: ForgeImport): (record: Pick<RequestRecord, 'request'>) => boolean {
  const wanted = new Set(numbers);
  return ({ request: { number, updatedAt } }) =>
    (wanted.size === 0 || wanted.has(number)) && (since === undefined || updatedAt >= since);
}

async function take(
  bytes: ForgeDump['bytes'],
  name: string,
  read: ReadForge,
  collector: EntryCollector,
  tally: WarningCounts,
): Promise<void> {
  for await (const parsed of objectsIn(bytes))
    if ('fault' in parsed) tally.add({ what: parsed.fault, where: name });
    else for (const entry of read(parsed.object)) collector.take(entry);
}

async function ask(
  repo: Repo,
  { forge, numbers, tally, progress }: ForgeImport,
  read: ReadForge,
  collector: EntryCollector,
  isWanted: (record: Pick<RequestRecord, 'request'>) => boolean,
): Promise<void> {
  const questions = new ForgeQuestions(repo, forge, tally);
  await take(questions.requests(numbers), forge, read, collector, tally);
  const requests = await commitsHere(
    repo,
    collector.requests().filter((request) => isWanted({ request })),
  );
  for (const [i, request] of requests.entries()) {
    progress?.('Asking the forge', i, requests.length);
    await take(questions.details(request), forge, read, collector, tally);
  }
}

// Each request costs several questions, so those without a commit here are not asked about.
async function commitsHere(repo: Repo, requests: readonly ForgeRequest[]): Promise<ForgeRequest[]> {
  const objects = new ObjectReader(repo);
  try {
    const found = await objects.info(requests.flatMap(({ commits }) => commits));
    const here = new Set(found.flatMap((one) => (one?.type === 'commit' ? [one.oid] : [])));
    return requests.filter(({ commits }) => commits.some((one) => here.has(one)));
  } finally {
    await objects.close();
  }
}
