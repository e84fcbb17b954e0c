import { existsSync, readFileSync, renameSync } from 'node:fs';
import { mendState } from './state-schema.ts';
import { type State, FILE, hasLedgers, saveState } from './state.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** Reads the state; a damaged one, or one of another version, is set aside and replaced by an empty one. */
export function loadState(provDir: string): State {
  const file = localFiles(provDir).state;
  if (!existsSync(file))
    return {
      ...mendState({ version: 1 }),
      ...(hasLedgers(provDir) ? { damaged: true as const } : { whole: true as const }),
    };
  const text = readFileSync(file, 'utf8');
  try {
    return mendState(JSON.parse(text));
  } catch (cause) {
    renameSync(file, `${file}.damaged`);
    const empty: State = { ...mendState({ version: 1 }), damaged: true };
    const why = cause instanceof Error ? cause.message : String(cause);
    empty.faults.push({ at: Date.now(), what: `The state was damaged and set aside as ${FILE}.damaged: ${why}` });
    return empty;
  }
}

/** The state, if there is a sound one. Changes nothing, so no lock is needed. */
export function peekState(provDir: string): State | undefined {
  try {
    return mendState(JSON.parse(readFileSync(localFiles(provDir).state, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Remembers for the next drain that a part of the local state was lost. */
export function markDamaged(provDir: string): void {
  saveState(provDir, { ...loadState(provDir), damaged: true });
}
