import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentOf } from '../capture/adapters/registry.ts';
import { drain } from '../capture/drain.ts';
import { isEnabled, provDirOf } from '../capture/pending.ts';
import { openRepo, type Repo } from '../git/repo.ts';
import type { Settings } from '../git/settings.ts';
import { isOid, isZero, type Oid } from '../graph/ids.ts';
import { NOTES_REF } from '../store/reading.ts';
import { type Outcome, pushTo } from './push.ts';
import { dequeue, enqueue, readQueue } from './queue.ts';
import { destinationOf, type Pushed, readSyncSettings, withoutPassword } from './settings.ts';

/** The user's push waits so long for the notes, in seconds, when `prov.pushTimeout` does not say otherwise. */
const TIMEOUT_S = 10;
/** It waits so long for another process that records, in milliseconds. */
const PATIENCE_MS = 2000;
/** What waits for another remote is tried again after so many milliseconds at the soonest. */
const RETRY_MS = 60_000;

/**
 * What our pre-push hook does: records what waits, and brings the remote the notes of what is being pushed. Never
 * throws; what could not be pushed waits for the next push, which is said in one line.
 * @param args what git tells the hook: the remote and its address
 * @param input what it says on standard input: a line for each ref
 * @param say tells the user
 */
export async function prePush(
  { args, input, cwd, env }: { args: readonly string[]; input: string; cwd: string; env: NodeJS.ProcessEnv },
  say: (line: string) => void,
): Promise<void> {
  try {
    const repo = await openRepo(cwd, env);
    if (!isEnabled(repo)) return;
    const { tips, onlyNotes } = readInput(input);
    if (onlyNotes) return;
    try {
      await run(repo, { remote: args[0] ?? '', url: args[1] }, tips, say);
    } catch (cause) {
      appendFileSync(
        join(provDirOf(repo), 'faults.log'),
        `${new Date().toISOString()} pre-push: ${String(cause).slice(0, 500)}\n`,
      );
      say(`the notes were not pushed: ${cause instanceof Error ? cause.message : String(cause)} See git prov status.`);
    }
  } catch {
    // Not even the repository can be used: git has said so itself.
  }
}

async function run(repo: Repo, pushed: Pushed, tips: readonly Oid[], say: (line: string) => void): Promise<void> {
  const settings = await readSyncSettings(repo);
  const destination = destinationOf(settings, pushed);
  if (destination.mode !== 'auto') return;
  const deadline = Date.now() + timeoutOf(settings) * 1000;
  await drain(repo, { patience: PATIENCE_MS, by: agentOf(repo.env)?.id });
  const remote = withoutPassword(pushed.remote);
  const outcome = await pushTo(repo, destination, { tips, deadline, interactive: false });
  note(repo, { remote, shown: destination.shown, outcome }, say);
  if (outcome.kind === 'done' || outcome.kind === 'fresh') await retryOthers(repo, settings, { remote, deadline });
}

// The network is there: what could not be pushed elsewhere may go now.
async function retryOthers(
  repo: Repo,
  settings: Settings,
  { remote, deadline }: { remote: string; deadline: number },
): Promise<void> {
  for (const waiting of readQueue(provDirOf(repo))) {
    if (waiting.remote === remote || Date.now() - waiting.last < RETRY_MS || Date.now() > deadline) continue;
    const destination = destinationOf(settings, { remote: waiting.remote });
    const outcome = await pushTo(repo, destination, { tips: [], deadline, interactive: false });
    note(repo, { ...waiting, outcome }, () => undefined);
  }
}

function note(
  repo: Repo,
  { remote, shown, outcome }: { remote: string; shown: string; outcome: Outcome },
  say: (line: string) => void,
): void {
  const dir = provDirOf(repo);
  if (outcome.kind === 'done' || outcome.kind === 'fresh') return dequeue(dir, remote);
  enqueue(dir, { remote, shown, why: outcome.why });
  const does = outcome.kind === 'refused' ? `does not take the notes` : `did not get the notes`;
  say(`${shown} ${does}: ${outcome.why}. They go with the next push; git prov push tries again now.`);
}

function timeoutOf(settings: Settings): number {
  const seconds = Number(settings.get('prov.pushtimeout'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : TIMEOUT_S;
}

// `<local ref> <local id> <remote ref> <remote id>`; a deletion has the local id zero.
function readInput(input: string): { tips: Oid[]; onlyNotes: boolean } {
  const rows = input.split('\n').flatMap((line) => (line ? [line.split(' ')] : []));
  const tips = rows.map(([, local = '']) => local).filter((id): id is Oid => isOid(id) && !isZero(id));
  const isNotes = (row: readonly string[]): boolean => row[2] === NOTES_REF || row[1] === undefined || isZero(row[1]);
  return { tips, onlyNotes: rows.length > 0 && rows.every(isNotes) };
}
