import { NOTES_REF } from '../notes/refs.ts';
import { appendFileSync } from 'node:fs';
import { loadAgents } from '../recorder/agent-port.ts';
import { drainIfNeeded } from '../recorder/drain-if-needed.ts';
import { isEnabled } from '../recorder/repo-state.ts';
import { BACKGROUND } from '../git/process/background.ts';
import { openRepo, type Repo } from '../git/repository/repo.ts';
import { ProvError } from '../errors.ts';
import { isOid, isZero, type Oid } from '../model/ids.ts';
import { isAddress, plain, withoutPassword } from './address.ts';
import { type FetchOptions, type Outcome, pushTo } from './push.ts';
import { loggedSize, rememberSent } from './sent.ts';
import { dequeue, enqueue, isDue, readQueue } from './queue.ts';
import {
  destinationOf,
  destinationsOf,
  goesWithPush,
  isRemote,
  last,
  type Pushed,
  readSyncSettings,
  type SyncSettings,
} from './sync-settings.ts';
import { filesOf, provDirOf } from '../git/repository/local-files.ts';

/** How long the user's push waits for the notes, in seconds, unless `prov.pushTimeout` is set. */
const TIMEOUT_S = 10;
/** How long it waits for another process that records, in milliseconds. */
const LOCK_TIMEOUT_MS = 2000;
/** The same where the user's push does not wait (`prov.push background`). */
const BACKGROUND_TIMEOUT_S = 120;
const BACKGROUND_LOCK_TIMEOUT_MS = 20_000;
/** Notes for another remote are retried after this many milliseconds at the earliest. */
const RETRY_INTERVAL_MS = 60_000;
/** How long the user's push waits for these retries, in milliseconds. */
const RETRY_TIMEOUT_MS = 3000;

/**
 * Runs our pre-push hook: records what waits, and pushes the notes of the pushed commits to the remote. Never
 * throws; notes that could not be pushed wait for the next push, and one line reports it.
 * @param args git's arguments to the hook: the remote and its address
 * @param input git's standard input to the hook: a line for each ref
 * @param say prints a line for the user
 */
export async function prePush(
  { args, input, cwd, env }: { args: readonly string[]; input: string; cwd: string; env: NodeJS.ProcessEnv },
  say: (line: string) => void,
): Promise<void> {
  const isLater = env[BACKGROUND] !== undefined;
  // hooks/git ignores that the terminal is closed, and Node resets that when it starts.
  if (isLater) process.on('SIGHUP', goOn);
  try {
    const repo = await openRepo(cwd, env);
    if (!isEnabled(repo)) return;
    const { tips, isOurs } = readInput(input);
    if (!isOurs) return;
    try {
      await run(repo, { remote: args[0] ?? '', url: args[1] }, tips, say);
    } catch (cause) {
      appendFileSync(filesOf(repo).faults, `${new Date().toISOString()} pre-push: ${String(cause).slice(0, 500)}\n`);
      const why = plain(cause instanceof Error ? cause.message : String(cause));
      say(`the notes were not pushed: ${why} See git prov status.`);
    }
  } catch {
    // Even the repository is unusable: git has reported that itself.
  } finally {
    if (isLater) process.off('SIGHUP', goOn);
  }
}

const goOn = (): void => undefined;

async function run(repo: Repo, pushed: Pushed, tips: readonly Oid[], say: (line: string) => void): Promise<void> {
  const settings = await readSyncSettings(repo);
  const destination = destinationOf(settings, pushed);
  if (!goesWithPush(destination.mode)) return;
  const isLater = repo.env[BACKGROUND] !== undefined;
  const deadline = Date.now() + timeoutOf(settings, isLater ? BACKGROUND_TIMEOUT_S : TIMEOUT_S) * 1000;
  const logged = loggedSize(repo);
  await drainIfNeeded(repo, async () => ({
    patience: isLater ? BACKGROUND_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS,
    by: (await loadAgents()).agentOf(repo.env)?.id,
  }));
  const remote = withoutPassword(pushed.remote);
  const network = { deadline, interactive: false, settings };
  const waits = readQueue(provDirOf(repo)).find((one) => one.remote === remote);
  if (waits && !isDue(waits, Date.now())) return;
  const outcome = await attempt(() => pushTo(repo, destination, { tips, ...network }));
  note(repo, { remote, shown: destination.shown, outcome }, say);
  if (outcome.kind !== 'done' && outcome.kind !== 'fresh') return;
  await retryOthers(repo, remote, network);
  if (readQueue(provDirOf(repo)).length === 0) await rememberSent(repo, pushed, { name: destination.name, logged });
}

// The network works: retry the notes that other remotes are waiting for.
async function retryOthers(repo: Repo, remote: string, network: FetchOptions): Promise<void> {
  const { settings } = network;
  const deadline = Math.min(network.deadline ?? Number.POSITIVE_INFINITY, Date.now() + RETRY_TIMEOUT_MS);
  for (const waiting of readQueue(provDirOf(repo))) {
    const now = Date.now();
    if (waiting.remote === remote || now - waiting.last < RETRY_INTERVAL_MS || !isDue(waiting, now) || now > deadline)
      continue;
    const [destination] = destinationsOf(settings, waiting.remote);
    const isThere = isRemote(settings, waiting.remote) || isAddress(repo, waiting.remote);
    if (!isThere || destination!.mode === 'never') dequeue(provDirOf(repo), waiting.remote);
    if (!isThere || !goesWithPush(destination!.mode)) continue;
    const outcome = await attempt(() => pushTo(repo, destination!, { tips: [], ...network, deadline }));
    note(repo, { ...waiting, outcome }, () => undefined);
  }
}

// A remote's notes may be unreadable: that remote waits, like one that is unreachable.
async function attempt(push: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await push();
  } catch (error) {
    if (error instanceof ProvError && error.kind !== 'bug')
      return { kind: 'failed', why: error.message.replace(/\.$/, '') };
    throw error;
  }
}

function note(
  repo: Repo,
  { remote, shown, outcome }: { remote: string; shown: string; outcome: Outcome },
  say: (line: string) => void,
): void {
  const dir = provDirOf(repo);
  if (outcome.kind === 'done' || outcome.kind === 'fresh') {
    if (outcome.held !== undefined) say(`${staying(outcome.held)}: see git prov status.`);
    return dequeue(dir, remote);
  }
  const why = plain(outcome.why);
  enqueue(dir, { remote, shown, why });
  const does = outcome.kind === 'refused' ? `does not take the notes` : `did not get the notes`;
  say(plain(`${shown} ${does}: ${why}. They go with a later push; git prov push tries again now.`));
}

const staying = (held: number): string =>
  held === 1 ? 'a note stays here, it may hold a secret' : `${held} notes stay here, they may hold secrets`;

function timeoutOf(settings: SyncSettings, usual: number): number {
  const seconds = Number(last(settings, 'prov.pushtimeout'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : usual;
}

// `<local ref> <local id> <remote ref> <remote id>`; a deletion has the local id zero. A user who pushes the notes refs directly
// (`--mirror`, `refs/notes/*`) must not find them moved meanwhile.
function readInput(input: string): { tips: Oid[]; isOurs: boolean } {
  const rows = input.split('\n').flatMap((line) => (line ? [line.split(' ')] : []));
  const tips = rows.map(([, local = '']) => local).filter((id): id is Oid => isOid(id) && !isZero(id));
  const isOurs = rows.length === 0 || (tips.length > 0 && rows.every(([, , ref]) => ref !== NOTES_REF));
  return { tips, isOurs };
}
