import { questionOutput, readEvent } from '../../agents/registry.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import { openRepo } from '../../git/repository/repo.ts';
import { ANSWER, OPENING, undeclared } from '../../model/graph/question.ts';
import { drain } from '../../recorder/drain.ts';
import { isEnabled } from '../../recorder/repo-state.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { questionPayload } from '../../recorder/spool/own-events.ts';
import { Spool } from '../../recorder/spool/spool.ts';
import { loadState } from '../../recorder/state/load-state.ts';
import type { Injection } from './injection.ts';
import { isPlainPath } from './sanitize.ts';
import { readContextSettings } from './settings.ts';

const MAX_FILES = 5;
/** How long to wait for another recording process, in milliseconds. */
const LOCK_TIMEOUT_MS = 500;

/** The question at the end of a turn. The names of files are shown only where they are nothing but names. */
export function questionText(files: readonly string[]): string {
  const plain = files.filter(isPlainPath);
  const more = files.length - Math.min(plain.length, MAX_FILES);
  const named = [...plain.slice(0, MAX_FILES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return [
    `${OPENING} (${named}).`,
    `If you had one, record it now, one command for each decision: ${ANSWER}.`,
    'Name the file in it if it is about one file only. Then end your turn; change nothing else.',
  ].join('\n');
}

/**
 * The question for an agent that ends its turn: once a turn, as long as the budget of the session lasts, and only if the turn
 * has changes without a declared reason.
 * @param input the agent's event, from its hook
 * @returns undefined when there is nothing to ask
 */
export async function questionFor(input: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Injection | undefined> {
  const payload = JSON.parse(input) as Payload;
  const event = readEvent(payload);
  if (event?.body.type !== 'turn_end' || event.body.failed || event.parent || isAgain(payload)) return undefined;
  const repo = await openRepo(cwd, env);
  if (!isEnabled(repo) || !repo.workTree) return undefined;
  const { asks, questions } = await readContextSettings(repo);
  if (!asks) return undefined;
  await drain(repo, { patience: LOCK_TIMEOUT_MS, notePatience: LOCK_TIMEOUT_MS });
  const { cursor } = loadState(provDirOf(repo)).sessions[event.session] ?? {};
  if (!cursor || cursor.asked || (cursor.questions ?? 0) >= questions) return undefined;
  const changes = undeclared(cursor);
  if (changes.length === 0) return undefined;
  const text = questionText([...new Set(changes.flatMap(({ paths }) => paths))]);
  const output = questionOutput(event.agent, text);
  if (output === undefined) return undefined;
  const { agent, vendor, session: id } = event;
  const message = questionPayload({ agent, vendor, id }, Buffer.byteLength(text), changes.length);
  const spool = new Spool(provDirOf(repo));
  return { output, printed: () => spool.add(message, repo.gitDir, repo.workTree!) };
}

// The agent ends a turn that a hook made it continue.
const isAgain = (payload: Payload): boolean =>
  payload['stop_hook_active'] === true || payload['stopHookActive'] === true;
