import { CHECK_KINDS, type CheckedKind, type CheckKind } from '../checks/kind.ts';
import type { Unverified } from './cursor.ts';

/** How often a check that does not pass is linked to one change. */
const TRIES = 3;

/** A change after a check, and whether the check tells of it. */
export interface Heeded {
  readonly change: Unverified;
  readonly linked: boolean;
}

/**
 * What a step's checks tell of a change. Each kind of check is waited for by itself: a passed lint leaves the tests awaited.
 * A failure after a pass counts as long as nothing was changed in between; after a later change it is that change's.
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
      linked ||= change.tries < TRIES;
      missed = true;
    }
  }
  return { change: remember(change, closed, passed, missed), linked };
}

/** The changes that wait on, once another one is made: what passed before is settled. */
export const settle = (waiting: readonly Unverified[]): readonly Unverified[] =>
  waiting
    .map(({ id, tries, passed = [], closed = [] }) => state(id, tries, [], [...closed, ...passed]))
    .filter(({ closed = [] }) => closed.length < CHECK_KINDS.length);

/** The changes that wait on after a commit: those that no test has passed. */
export const awaitTests = (waiting: readonly Unverified[]): readonly Unverified[] =>
  waiting.filter(({ passed = [], closed = [] }) => !passed.includes('test') && !closed.includes('test'));

const remember = (
  { id, tries }: Unverified,
  closed: readonly CheckKind[],
  passed: ReadonlySet<CheckKind>,
  missed: boolean,
): Unverified => state(id, missed ? tries + 1 : tries, [...passed], closed);

const state = (
  id: Unverified['id'],
  tries: number,
  passed: readonly CheckKind[],
  closed: readonly CheckKind[],
): Unverified => ({
  id,
  tries,
  ...(passed.length > 0 && { passed }),
  ...(closed.length > 0 && { closed }),
});
