import { parse } from 'unbash';
import { ANYTHING_LASTS } from '../background.ts';
import type { CommandVerdict } from '../verdict.ts';
import { UNREADABLE } from '../verdict.ts';
import { readPatchText } from '../writers.ts';
import { walkScript } from './walk.ts';
import { ANYWHERE, NOWHERE, type Reach } from '../write-targets.ts';
import { UNREADABLE_WRITINGS, type Writings } from '../writing.ts';

const LIMIT = 64 * 1024;

/**
 * Reads a shell command line by its parsed words: what it is for, which files it may change, whether it commits. Never
 * throws; what is longer than 64 KiB, too deep or not parsable may have done anything (`execution`, `any`).
 * @param behind the whole of it runs in the background
 */
export function readCommand(command: string, behind = false): CommandVerdict {
  const unreadable = behind ? { ...UNREADABLE, lasting: ANYTHING_LASTS } : UNREADABLE;
  if (command.length > LIMIT) return unreadable;
  // Some agents give their patch tool's text as a command.
  if (command.startsWith('*** Begin Patch')) return { ...readPatchText(command), commits: false, decisive: false };
  try {
    return walkScript(parse(command), behind).verdict;
  } catch {
    // Too deep for the parser or for us: the same as unreadable.
    return unreadable;
  }
}

/** Where the parts of a shell command line write, each seen from where it runs. Never throws; of what cannot be read nothing is known. */
export function readReach(command: string): Reach {
  if (command.length > LIMIT) return ANYWHERE;
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

/** What the parts of a shell command line write, as far as their words explain it. Never throws; what cannot be read may have written anything. */
export function readWritings(command: string): Writings {
  if (command.length > LIMIT) return UNREADABLE_WRITINGS;
  if (command.startsWith('*** Begin Patch')) {
    const { writes } = readPatchText(command);
    return { parts: [{ paths: writes.kind === 'paths' ? writes.paths : undefined, rest: 'program' }], words: [] };
  }
  try {
    return walkScript(parse(command), false).writings;
  } catch {
    return UNREADABLE_WRITINGS;
  }
}
