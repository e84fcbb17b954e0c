import { provDirOf } from '../../git/repository/local-files.ts';
import { readSettings } from '../../git/repository/git-settings.ts';
import { revListIfKnown } from '../../git/history/rev-list.ts';
import { runBounded, type Ended } from '../../git/process/bounded.ts';
import { type Repo, withoutLocalEnv } from '../../git/repository/repo.ts';
import { withoutAgent } from '../../agents/registry.ts';
import { resolveCommit } from '../../ask/history/commit-info.ts';
import { numbersOf } from '../../model/behaviours/behaviour.ts';
import type { Oid } from '../../model/ids.ts';
import { oneLine } from '../../model/one-line.ts';
import { behaviourSession, declareAll } from '../../recorder/declare.ts';
import { captureSetting } from '../../recorder/session/capture-mode.ts';
import { withLock } from '../../recorder/spool/lock.ts';
import { Redactor } from '../../redact/redact.ts';
import { RAN, recordedActions, type RecordedAction } from '../actions.ts';
import { loadDeclared } from '../declared/load.ts';
import { mappedCommands } from './mapped.ts';
import { rememberRun } from './past-runs.ts';
import { markStarted, queueOf, remove, type Waiting, waitingIn } from './queue.ts';

/** Bytes that a command may print, characters of them that are looked at for secrets, and characters that are recorded. */
const MAX_OUTPUT = 256 * 1024;
const MAX_CHECKED_CHARACTERS = 8192;
const MAX_RECORDED_CHARACTERS = 300;
/** The time of a command in seconds, unless `prov.runTimeout` sets another one, and the longest. */
const DEFAULT_TIMEOUT_S = 300;
const MAX_SECONDS = 3600;
const MS = 1000;
/**
 * How long to wait for another process that has the commands. It may have read them before this one's was there, and ends at once
 * if it found none. One that runs a command looks again afterwards.
 */
const LOCK_WAIT_MS = 2000;
/** Commands of one call. */
const MAX_COMMANDS = 20;
const MAX_COMMITS = 100;
/** A command that nothing recorded asks for leaves the queue after this time. */
const KEPT_MS = 24 * 3_600_000;

/** The variable with the id of the run, for the command and what it starts. */
const RUN = 'GIT_PROV_RUN';

/**
 * Runs the commands that behaviours asked for: one at a time, once each, at the lowest priority and with a time limit. What was
 * started by a process that was killed is not started again. No hook may wait for this.
 * @returns the keys of the commands that ended; undefined when another process runs them
 */
export async function runWaiting(repo: Repo): Promise<readonly string[] | undefined> {
  const dir = queueOf(repo);
  return withLock(dir, LOCK_WAIT_MS, async () => {
    const { waiting, interrupted } = waitingIn(dir);
    const requested = new Map<string, RecordedAction>();
    for (const one of recordedActions(provDirOf(repo), behaviourSession(repo).id)) {
      if (one.action === 'run') requested.set(one.key, one);
      if (one.action === RAN) requested.delete(one.key);
    }
    const ended: string[] = [];
    for (const one of interrupted) {
      const action = requested.get(one.key);
      if (action) await record(repo, one, action, 'was interrupted');
      remove(dir, one);
    }
    const now = Date.now();
    for (const one of waiting) {
      const action = requested.get(one.key);
      if (!action && now - one.input.at > KEPT_MS) remove(dir, one);
      if (!action || ended.length === MAX_COMMANDS) continue;
      await record(repo, one, action, await runOne(repo, dir, one));
      remove(dir, one);
      ended.push(one.key);
    }
    return ended;
  });
}

// Returns what to record of it, in words.
async function runOne(repo: Repo, dir: string, waiting: Waiting): Promise<string> {
  const declared = await loadDeclared(repo);
  if (declared.state !== 'accepted' || declared.content !== waiting.content)
    return 'did not run: the file that declares it has changed';
  const command = (await mappedCommands(repo)).commands.get(waiting.command);
  if (command === undefined) return `did not run: prov.run.${waiting.command} has no command any more`;
  const [seconds, from, before] = [await secondsIn(repo), Date.now(), await resolveCommit(repo, 'HEAD')];
  const { behaviour, depth } = waiting;
  rememberRun(dir, { behaviour, depth, from, to: from + seconds * MS, commits: [] });
  markStarted(dir, waiting);
  const done = await runBounded('sh', ['-c', command], {
    cwd: repo.cwd,
    env: { ...withoutAgent(withoutLocalEnv(repo.env)), [RUN]: waiting.run },
    input: Buffer.from(`${JSON.stringify(waiting.input)}\n`, 'utf8'),
    timeout: seconds * MS,
    maxOutput: MAX_OUTPUT,
    isLow: true,
  });
  rememberRun(dir, { behaviour, depth, from, to: Date.now(), commits: await commitsSince(repo, before) });
  return `${howItEnded(done, seconds, Date.now() - from)}${await printed(repo, done)}`;
}

function howItEnded({ code, fault }: Ended, seconds: number, took: number): string {
  if (fault === 'late' && took < seconds * MS) return 'was ended by a signal';
  if (fault === 'late') return `was ended after ${seconds} seconds`;
  if (fault === 'loud') return `was ended because it printed more than ${MAX_OUTPUT} bytes`;
  return code === undefined ? 'could not be started' : `ended with exit code ${code}`;
}

async function printed(repo: Repo, { stdout, stderr }: Ended): Promise<string> {
  if ((await captureSetting(repo)).mode === 'hashes') return '';
  const all = stdout.toString('utf8').trim() || stderr.trim();
  if (all === '') return '';
  const plain = await new Redactor(provDirOf(repo)).text(all, MAX_CHECKED_CHARACTERS);
  return `: ${oneLine(plain, MAX_RECORDED_CHARACTERS)}`;
}

async function record(repo: Repo, waiting: Waiting, { node }: RecordedAction, what: string): Promise<void> {
  const { behaviour, command, run, key, depth } = waiting;
  const detail = {
    by: `behaviour ${behaviour}`,
    behaviour,
    run: numbersOf(run),
    key: numbersOf(key),
    action: RAN,
    depth,
    source_type: 'inference',
    created_via: 'inference',
    promotion_context: `git prov behaviours: ${behaviour}`,
  };
  const declaration = {
    kind: 'note',
    text: `${command} ${what}`,
    because: `behaviour ${behaviour} ran it`,
    ruledOut: [],
    links: [{ edge: 'derived_from', to: { node: node.id } } as const],
    detail,
  } as const;
  await declareAll(repo, behaviourSession(repo), [
    { declaration: { type: 'knowledge', said: declaration, risks: [] }, on: [] },
  ]);
}

// What comes to HEAD while a command runs counts as its work: a behaviour must not react to its own command for ever.
async function commitsSince(repo: Repo, before: Oid | undefined): Promise<readonly Oid[]> {
  const now = await resolveCommit(repo, 'HEAD');
  if (!now || now === before) return [];
  return revListIfKnown(repo, {
    flags: ['--first-parent', `--max-count=${MAX_COMMITS}`],
    from: [now],
    not: before ? [before] : [],
  });
}

async function secondsIn(repo: Repo): Promise<number> {
  const seconds = Number((await readSettings(['prov'], repo)).get('prov.runtimeout') ?? DEFAULT_TIMEOUT_S);
  return Number.isFinite(seconds) && seconds >= 1 ? Math.min(seconds, MAX_SECONDS) : DEFAULT_TIMEOUT_S;
}
