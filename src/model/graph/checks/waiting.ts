import { CHECK_KINDS, type CheckedKind, type CheckKind } from '../../checks/kind.ts';
import { textHash } from '../../reasons/names.ts';
import type { Unverified } from '../cursor.ts';

/** Links from one change to checks of one kind: to those that do not pass, and to those that pass while nothing changes. */
const MAX_FAILED_CHECKS = 3;
const MAX_PASSED_CHECKS = 3;

/** A change after a check, and whether the check is linked to it. */
export interface Heeded {
  readonly change: Unverified;
  readonly linked: boolean;
}

/**
 * Applies a step's checks to a change. Every kind of check is tracked separately: after a passed lint the change still
 * waits for tests. A pass with other words is linked too,
 * because it may be a run of more tests. A failure after a pass counts as long as nothing else changed in between. Otherwise it belongs to the
 * later change.
 */
export function heed(change: Unverified, results: readonly (CheckedKind & { readonly words?: string })[]): Heeded {
  const closed = change.closed ?? [];
  let passed = [...(change.passed ?? [])];
  const ran = [...(change.ran ?? [])];
  const missed = new Set<CheckKind>();
  const before = change.missed ?? [];
  let linked = false;
  for (const { kind, result, words = '' } of results) {
    if (closed.includes(kind)) continue;
    if (result === 'passed') {
      const run = textHash(`${kind} ${words}`);
      if (timesIn(passed, kind) >= MAX_PASSED_CHECKS || (passed.includes(kind) && ran.includes(run))) continue;
      linked = true;
      passed.push(kind);
      ran.push(run);
    } else if (passed.includes(kind)) {
      linked ||= result === 'failed';
      if (result === 'failed') passed = passed.filter((one) => one !== kind);
    } else {
      if (timesIn(before, kind) >= MAX_FAILED_CHECKS) continue;
      linked = true;
      missed.add(kind);
    }
  }
  const { id, files } = change;
  const after = { id, ...(files && { files }), ...(ran.length > 0 && { ran }), missed: [...before, ...missed] };
  return { change: state(after, passed, closed), linked };
}

const timesIn = (kinds: readonly CheckKind[], kind: CheckKind): number => kinds.filter((one) => one === kind).length;

/** The changes that still wait after another change was made. Kinds that passed before are closed for them. */
export const settle = (waiting: readonly Unverified[]): readonly Unverified[] =>
  waiting
    .map(({ id, missed, files, passed = [], closed = [] }) =>
      state({ id, ...(missed && { missed }), ...(files && { files }) }, [], [...closed, ...new Set(passed)]),
    )
    .filter(({ closed = [] }) => closed.length < CHECK_KINDS.length);

/** The changes that still wait after a commit: those without a passed test. */
export const awaitTests = (waiting: readonly Unverified[]): readonly Unverified[] =>
  waiting.filter(({ passed = [], closed = [] }) => !passed.includes('test') && !closed.includes('test'));

const state = (
  { missed = [], ...change }: Pick<Unverified, 'id' | 'missed' | 'ran' | 'files'>,
  passed: readonly CheckKind[],
  closed: readonly CheckKind[],
): Unverified => ({
  ...change,
  ...(missed.length > 0 && { missed }),
  ...(passed.length > 0 && { passed }),
  ...(closed.length > 0 && { closed }),
});
