import { existsSync, readFileSync, renameSync } from 'node:fs';
import { emptyState, type MendedState, mendState, nameLost } from './state-schema.ts';
import { type State, addFault, FILE, hasLedgers, saveState } from './state.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import { withoutSum } from './state-text.ts';

/** The state in the text of its file. @throws SyntaxError, ProvError `data` for a damaged text */
export const readState = (text: string): MendedState => mendState(JSON.parse(withoutSum(text)));

/**
 * Reads the state. A damaged one, or one of another version, is set aside and replaced by an empty one; damaged parts are left out.
 * Either is a fault for `git prov status`.
 */
export function loadState(provDir: string): State {
  const file = localFiles(provDir).state;
  if (!existsSync(file))
    return { ...emptyState(), ...(hasLedgers(provDir) ? { damaged: true as const } : { whole: true as const }) };
  const text = readFileSync(file, 'utf8');
  try {
    const { state, lost } = readState(text);
    if (lost.length > 0)
      addFault(state, `Parts of ${FILE} were damaged or missing, and are left out: ${nameLost(lost)}.`);
    return state;
  } catch (cause) {
    renameSync(file, `${file}.damaged`);
    const empty: State = { ...emptyState(), damaged: true };
    const why = cause instanceof Error ? cause.message : String(cause);
    addFault(empty, `The state was damaged and set aside as ${FILE}.damaged: ${why}`);
    return empty;
  }
}

/** The state, if there is a sound one. Changes nothing, so no lock is needed. */
export function peekState(provDir: string): State | undefined {
  try {
    return readState(readFileSync(localFiles(provDir).state, 'utf8')).state;
  } catch {
    return undefined;
  }
}

/** Remembers for the next drain that a part of the local state was lost. */
export function markDamaged(provDir: string): void {
  saveState(provDir, { ...loadState(provDir), damaged: true });
}
