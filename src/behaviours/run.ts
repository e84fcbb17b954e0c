import type { Repo } from '../git/repository/repo.ts';
import { BUILT_IN } from './built-in/all.ts';
import { type Declared, inForce, loadDeclared } from './declared/load.ts';
import { dispatch, type Dispatched, type DispatchOptions } from './dispatch.ts';
import { queueOf, waitingIn } from './commands/queue.ts';
import { canReact } from './settings.ts';

/** Commands that ask for commands, at most. The limits end it earlier. */
const MAX_ROUNDS = 5;

/**
 * Lets the behaviours react.
 * @param patience how long to wait for another process that does it (ms)
 * @returns undefined where nothing is recorded, or another process does it
 */
export async function react(repo: Repo, patience = 0): Promise<Dispatched | undefined> {
  if (!canReact(repo)) return undefined;
  return dispatch(repo, { ...allOf(await loadDeclared(repo)), patience });
}

/**
 * Runs the commands that behaviours asked for, and then lets the behaviours react to what these did.
 * @returns the keys of the actions with a command that ended
 */
export async function runCommands(repo: Repo): Promise<readonly string[]> {
  if (!canReact(repo)) return [];
  const { waiting, interrupted } = waitingIn(queueOf(repo));
  if (waiting.length + interrupted.length === 0) return [];
  const { runWaiting } = await import('./commands/run-waiting.ts');
  const all: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const ended = await runWaiting(repo);
    if (!ended || ended.length === 0) break;
    all.push(...ended);
    await react(repo);
  }
  return all;
}

/** The built-in behaviours, and those that the repository declares and a person here accepted. Without their command, some wait. */
export function allOf(declared: Declared): Required<Pick<DispatchOptions, 'behaviours' | 'later'>> {
  const ready = inForce(declared);
  const accepted = declared.state === 'accepted' ? declared.behaviours : [];
  return {
    behaviours: [...BUILT_IN, ...ready],
    later: accepted.map(({ name }) => name).filter((name) => !ready.some((one) => one.name === name)),
  };
}
