import type { Argv } from 'yargs';
import type { Bind } from './word.ts';

/** The commands for other agents' and other tools' records: what comes in from them, and what goes out to them. */
export function records(y: Argv, _bind: Bind): Argv {
  return y;
}
