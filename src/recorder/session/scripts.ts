import { basename } from 'node:path';
import type { ScriptRecord } from '../spool/event.ts';
import { table } from '../state/state-schema.ts';
import type { OpenStep, SessionState } from '../state/state.ts';

/** Scripts kept for each session. */
const MAX_SCRIPTS = 16;

/**
 * Keeps what a session's transcript contains on its scripts.
 * @param redact removes secrets from a text, and may shorten it
 */
export async function keepScripts(
  state: SessionState,
  scripts: Readonly<Record<string, ScriptRecord>>,
  redact: (text: string) => Promise<string>,
): Promise<void> {
  for (const [call, part] of Object.entries(scripts)) {
    const all = (state.scripts ??= table());
    const texts = {
      ...(part.words && { words: await redact(part.words) }),
      ...(part.code && { code: await redact(part.code) }),
    };
    all[call] = { ...all[call], ...part, ...texts };
    const { waits, over } = all[call];
    if (waits === undefined || over === undefined) continue;
    // The script that it waited for is over; drop both.
    delete all[call];
    const waited = Object.keys(all).findLast((other) => all[other]?.cell === waits);
    if (waited !== undefined) all[waited] = { ...all[waited], over };
  }
  for (const call of Object.keys(state.scripts ?? {}).slice(0, -MAX_SCRIPTS)) delete state.scripts![call];
}

/**
 * The agent's words before the script that made a call: the one that ran when the call began. Where several ran, the one
 * with the call in its code; undefined when more than one fits.
 */
export function scriptWords(state: SessionState, step: OpenStep): string | undefined {
  const running = Object.values(state.scripts ?? {}).filter(
    ({ at, over = Infinity }) => at !== undefined && at <= step.at && step.at <= over,
  );
  if (running.length < 2) return running[0]?.words;
  const parts = partsOf(step);
  const holding = running.filter(({ code = '' }) => parts.every((part) => plain(code).includes(part)));
  return holding.length === 1 ? holding[0]!.words : undefined;
}

// Parts that appear in the code in any quotes: the words of a command, the names of the files of a patch.
const partsOf = ({ command, paths }: OpenStep): string[] =>
  (command === undefined ? paths.map((path) => basename(path)) : command.split('\n')).map(plain);

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '');
