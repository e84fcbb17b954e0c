import { isEnabled } from '../../../../recorder/repo-state.ts';
import { ProvError } from '../../../../errors.ts';
import { ObjectReader } from '../../../../git/objects/objects.ts';
import { binaryReader, decodeCommit } from '../../../../git/objects/port.ts';
import { openRepo, type Repo } from '../../../../git/repository/repo.ts';
import type { Oid } from '../../../../model/ids.ts';
import { removeGraphs, spareGraphs, type SpareGraph } from '../../../../install/repair/spare-graphs.ts';
import { readCommits, type CommitInfo } from '../../../../ask/history/commit-info.ts';
import { isoTime } from '../../../../ask/shapes/parts.ts';
import { findUnreachable, type NotePlace } from '../../../../notes/repair/unreachable.ts';
import { NoteStore } from '../../../../notes/notes.ts';
import { oldQuarantine, removeQuarantine } from '../../../../notes/repair/quarantine.ts';
import { define, json } from '../../command.ts';
import { type CliContext, stderrOf } from '../../context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { renderGc } from '../../render/share/gc.ts';
import { showProgress } from '../../render/progress.ts';
import { jsonText } from '../../render/json-text.ts';
import { type GcNote, type GcReport, QUARANTINE_DAYS } from '../../render/share/gc-report.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';

export interface GcArguments {
  /** Remove the notes. Without it the command only lists them. */
  readonly prune: boolean;
  /** Include notes of missing commits. */
  readonly missing: boolean;
  /** Include damaged notes that were set aside long ago. */
  readonly quarantine: boolean;
  readonly json: boolean;
}

const LOCK_TIMEOUT_MS = 5000;
const WRITABLE = 'See whether .git can be written, and run git prov doctor.';

/**
 * `git prov gc`: lists notes of deleted commits, and with `prune` removes them.
 * @returns the exit code
 * @throws ProvError `git` when the history or a ref is broken, or nothing can be written; `data` for `missing` in a partial
 * clone
 */
export async function runGc(args: GcArguments, ctx: CliContext): Promise<number> {
  const repo = await openRepo(ctx.cwd, ctx.env);
  // Waiting events may need these notes.
  if (args.prune) await recordFirst(repo);
  const objects = new ObjectReader(repo);
  const store = new NoteStore(repo, { reader: binaryReader(repo, objects) });
  try {
    const report = await collectGarbage(args, repo, store, objects, ctx);
    const { output, style } = await openUnpaged(ctx, args.json);
    await output.write(args.json ? `${jsonText(report, 2)}\n` : renderGc(report, style));
    return await output.close();
  } finally {
    await store.close();
  }
}

async function collectGarbage(
  { prune, missing, quarantine }: GcArguments,
  repo: Repo,
  store: NoteStore,
  objects: ObjectReader,
  ctx: CliContext,
): Promise<GcReport> {
  const stderr = stderrOf(ctx);
  const progress = stderr.isTTY ? showProgress(stderr, ctx.env, 'Reading notes') : undefined;
  const found = await findUnreachable(repo, store, objects, {
    missing,
    progress: (done, all) => progress?.at(done, all),
  }).finally(() => progress?.stop());
  if (missing && found.lack)
    throw new ProvError('data', `This clone is ${found.lack}: commits may be missing that were not deleted.`, {
      hint: 'Run it in a whole clone, or without --missing.',
    });
  const going = [...found.gone, ...(missing ? found.missing : [])].map(({ commit }) => commit);
  const set = new Set<string>(going);
  const now = Date.now();
  const graphs = await spareGraphs(provDirOf(repo), store, now, (commit) => set.has(commit));
  const old = await oldQuarantine(repo, QUARANTINE_DAYS);
  const infos = await infosOf(repo, found.gone);
  const tip = await store.tip();
  let [before, after] = [tip, tip];
  if (prune) {
    if (going.length > 0) after = await removeNotes(store, going).catch(explainFailure);
    // Another process may have written since.
    if (after && after !== tip) before = decodeCommit((await objects.read([after]))[0]).parents[0];
    await removeGraphs(provDirOf(repo), graphs, now).catch(explainFailure);
    if (quarantine) await removeQuarantine(repo, old).catch(explainFailure);
  }
  const withSubjects = (notes: readonly NotePlace[]): GcNote[] =>
    notes.map((note) => ({ ...note, ...words(infos, note) }));
  return {
    schema: 'git-prov/gc/1',
    pruned: prune,
    with: { missing, quarantine },
    notes: found.notes,
    gone: withSubjects(found.gone).sort(newestFirst),
    missing: withSubjects(found.missing),
    kept: found.kept,
    lack: found.lack ?? null,
    graphs: { files: graphs.length, bytes: graphs.reduce((sum: number, { bytes }: SpareGraph) => sum + bytes, 0) },
    quarantine: old,
    before: before ?? null,
    after: after ?? null,
  };
}

async function recordFirst(repo: Repo): Promise<void> {
  if (!isEnabled(repo)) return;
  try {
    await (await import('../../../../recorder/drain.ts')).drain(repo, { patience: LOCK_TIMEOUT_MS });
  } catch (cause) {
    throw new ProvError('git', 'The latest events of agents could not be recorded; nothing was removed.', {
      cause,
      hint: WRITABLE,
    });
  }
}

function removeNotes(store: NoteStore, commits: readonly Oid[]): Promise<Oid | undefined> {
  const changes = new Map(commits.map((commit) => [commit, () => undefined]));
  return store.update(changes, `git prov gc: ${commits.length} ${commits.length === 1 ? 'note' : 'notes'} removed`);
}

// Adds a hint to errors of git and the system, which explain little.
function explainFailure(cause: unknown): never {
  const isOurs = !(cause instanceof Error && 'code' in cause) && !(cause instanceof ProvError && cause.kind === 'git');
  if (isOurs) throw cause;
  throw new ProvError('git', 'The notes of deleted commits could not be removed.', { cause, hint: WRITABLE });
}

// A warning for people only: an unreadable object does not affect the rest.
async function infosOf(repo: Repo, notes: readonly NotePlace[]): Promise<ReadonlyMap<Oid, CommitInfo>> {
  const commits = notes.map(({ commit }) => commit);
  const infos = await readCommits(repo, commits).catch(() => []);
  return new Map(infos.map((info) => [info.oid, info]));
}

function words(infos: ReadonlyMap<Oid, CommitInfo>, { commit }: NotePlace): Pick<GcNote, 'subject' | 'time'> {
  const info = infos.get(commit);
  return { subject: info?.subject ?? null, time: info ? isoTime(info.time) : null };
}

const newestFirst = (a: GcNote, b: GcNote): number => (b.time ?? '').localeCompare(a.time ?? '');

export const command = define({
  usage: 'gc',
  about: 'List notes of deleted commits; --prune removes them',
  options: (c) =>
    c.options({
      prune: { type: 'boolean', default: false, describe: 'Remove them' },
      missing: {
        type: 'boolean',
        default: false,
        describe: 'Also notes of commits that are not in this clone; their branch may not be fetched yet',
      },
      quarantine: {
        type: 'boolean',
        default: false,
        describe: 'Also damaged notes that were replaced and set aside a month ago or earlier',
      },
      json,
    }),
  run: async (args, ctx) => runGc(args, ctx),
});
