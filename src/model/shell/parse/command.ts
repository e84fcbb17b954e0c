import { parse } from 'unbash';
import { ANYTHING_LASTS } from '../background.ts';
import type { CommandVerdict } from '../verdict.ts';
import { UNREADABLE } from '../verdict.ts';
import { readPatchText } from '../writers.ts';
import { walkScript } from './walk.ts';
import type { TaskKinds } from './walking.ts';
import { ANYWHERE, NOWHERE, type WriteTargets } from '../write-targets.ts';
import { UNREADABLE_WRITINGS, type Writings } from '../writing.ts';

const MAX_COMMAND_CHARACTERS = 64 * 1024;

/**
 * Reads a shell command line by its parsed words: its kind, the files that it may change, and whether it commits. Never
 * throws. A command that is longer than 64 KiB, nested too deeply or invalid may have done anything (`execution`, `any`).
 * @param behind the whole command runs in the background
 * @param tasks the kinds of check that a task of the project runs, where its manifest can be read
 */
export function readCommand(command: string, behind = false, tasks?: TaskKinds): CommandVerdict {
  const unreadable = behind ? { ...UNREADABLE, lasting: ANYTHING_LASTS } : UNREADABLE;
  if (command.length > MAX_COMMAND_CHARACTERS) return unreadable;
  // Some agents send the text of their patch tool as a command.
  if (command.startsWith('*** Begin Patch')) return { ...readPatchText(command), commits: false, decisive: false };
  try {
    return walkScript(parse(command), behind, tasks).verdict;
  } catch {
    // Nested too deeply for the parser or for the walk, so unreadable.
    return unreadable;
  }
}

/**
 * Where the parts of a command line write, each relative to its own directory. Never throws. An unreadable command may
 * write anywhere.
 */
export function readReach(command: string): WriteTargets {
  if (command.length > MAX_COMMAND_CHARACTERS) return ANYWHERE;
  if (command.startsWith('*** Begin Patch')) {
    const { writes } = readPatchText(command);
    return writes.kind === 'paths' ? { ...NOWHERE, paths: writes.paths } : ANYWHERE;
  }
  try {
    return walkScript(parse(command), false).reach;
  } catch {
    return ANYWHERE;
  }
}

/**
 * What the parts of a command line write, as far as their words show. Never throws. An unreadable command may write
 * anything.
 */
export function readWritings(command: string): Writings {
  if (command.length > MAX_COMMAND_CHARACTERS) return UNREADABLE_WRITINGS;
  if (command.startsWith('*** Begin Patch')) {
    const { writes } = readPatchText(command);
    return {
      parts: [{ paths: writes.kind === 'paths' ? writes.paths : undefined, rest: 'program' }],
      words: [],
      reads: [],
    };
  }
  try {
    return walkScript(parse(command), false).writings;
  } catch {
    return UNREADABLE_WRITINGS;
  }
}
