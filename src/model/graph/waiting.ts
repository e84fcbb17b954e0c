import { CHECK_KINDS, type CheckedKind, type CheckKind } from '../checks/kind.ts';
import type { Unverified } from './cursor.ts';

/** Links from one change to checks that do not pass. */
const MAX_FAILED_CHECKS = 3;

/** A change after a check, and whether the check is linked to it. */
export interface Heeded {
  readonly change: Unverified;
  readonly linked: boolean;
}

/**
 * Applies a step's checks to a change. Every kind of check is tracked separately: after a passed lint the change still
 * waits for tests. A failure after a pass counts as long as nothing else changed in between. Otherwise it belongs to the
 * later change.
 */
export function heed(change: Unverified, results: readonly CheckedKind[]): Heeded {
  const closed = change.closed ?? [];
  const passed = new Set(change.passed);
  let linked = false;
  let missed = false;
  for (const { kind, result } of results) {
    if (closed.includes(kind)) continue;
    if (result === 'passed') {
      linked ||= !passed.has(kind);
      passed.add(kind);
    } else if (passed.has(kind)) {
      linked ||= result === 'failed';
      if (result === 'failed') passed.delete(kind);
    } else {
      linked ||= change.tries < MAX_FAILED_CHECKS;
      missed = true;
    }
  }
  return { change: remember(change, closed, passed, missed), linked };
}

/** The changes that still wait after another change was made. Kinds that passed before are closed for them. */
export const settle = (waiting: readonly Unverified[]): readonly Unverified[] =>
  waiting
    .map(({ passed = [], closed = [], ...change }) => state(change, [], [...closed, ...passed]))
    .filter(({ closed = [] }) => closed.length < CHECK_KINDS.length);

/** The changes that still wait after a commit: those without a passed test. */
export const awaitTests = (waiting: readonly Unverified[]): readonly Unverified[] =>
  waiting.filter(({ passed = [], closed = [] }) => !passed.includes('test') && !closed.includes('test'));

const remember = (
  { id, tries, files }: Unverified,
  closed: readonly CheckKind[],
  passed: ReadonlySet<CheckKind>,
  missed: boolean,
): Unverified => state({ id, tries: missed ? tries + 1 : tries, ...(files && { files }) }, [...passed], closed);

const state = (
  change: Pick<Unverified, 'id' | 'tries' | 'files'>,
  passed: readonly CheckKind[],
  closed: readonly CheckKind[],
): Unverified => ({
  ...change,
  ...(passed.length > 0 && { passed }),
  ...(closed.length > 0 && { closed }),
});
