import { CHECK_KINDS, type CheckedKind, type CheckKind } from '../../checks/kind.ts';
import { afterPass, failedRun, type FailedRun, isOfAll, type SelectedRun } from '../../checks/selected/failures.ts';
import { textHash } from '../../reasons/names.ts';
import type { RepoPath } from '../../ids.ts';
import type { Unverified } from '../cursor.ts';

/** Links from one change to checks of one kind: to those that do not pass, and to those that pass while nothing changes. */
const MAX_FAILED_CHECKS = 3;
const MAX_PASSED_CHECKS = 3;
/** Different runs of one kind that failed. A change waits for a pass of each of them. */
const MAX_FAILED_RUNS = 6;

/** A check that covers a change, and its result. */
export interface HeededCheck extends CheckedKind, SelectedRun {
  readonly kind: CheckKind;
  /** The files of the change that it covers, where it judges each file by itself. */
  readonly each?: readonly RepoPath[];
}

/** A change after a check, and whether the check is linked to it. */
export interface Heeded {
  readonly change: Unverified;
  readonly linked: boolean;
  /** The kinds of check that passed, but did not run all that had failed. Such a pass does not replace the failure. */
  readonly beside: readonly CheckKind[];
}

/**
 * Applies a step's checks to a change. Every kind of check is tracked separately: after a passed lint the change still
 * waits for tests. A pass with other words is linked too,
 * because it may be a run of more tests. It ends the wait unless a test failed that it did not run. A failure after a pass counts as
 * long as nothing else changed in between. Otherwise it belongs to the later change.
 */
export function heed(change: Unverified, results: readonly HeededCheck[]): Heeded {
  const closed = change.closed ?? [];
  let passed = [...(change.passed ?? [])];
  let failed = change.failed ?? [];
  const ran = [...(change.ran ?? [])];
  const aside = [...(change.beside ?? [])];
  const missed = new Set<CheckKind>();
  const before = change.missed ?? [];
  let linked = false;
  for (const check of results) {
    const { kind, result, words = '' } = check;
    if (closed.includes(kind)) continue;
    if (result === 'passed') {
      const run = textHash(`${kind} ${words}`);
      const left = failed.flatMap((one) => afterCheck(one, check) ?? []);
      const helps = left.length < failed.length || left.some((one, i) => one !== failed[i]);
      const waits = left.some((one) => one.kind === kind);
      const isRepeated = ran.includes(run) && (waits || passed.includes(kind));
      if (!helps && (isRepeated || timesIn(waits ? aside : passed, kind) >= MAX_PASSED_CHECKS)) continue;
      linked = true;
      failed = left;
      if (!isRepeated) ran.push(run);
      if (!waits) passed.push(kind);
      else if (!helps) aside.push(kind);
    } else {
      const again = result === 'failed' ? failedBy(check) : undefined;
      const isNew = again !== undefined && !failed.some((one) => isSame(one, again));
      if (again && !isNew) failed = failed.map((one) => (isSame(one, again) ? again : one));
      if (passed.includes(kind)) {
        linked ||= result === 'failed';
        if (result === 'failed') passed = passed.filter((one) => one !== kind);
      } else {
        const isLate = timesIn(before, kind) >= MAX_FAILED_CHECKS;
        if (isLate && !(isNew && failed.filter((one) => one.kind === kind).length < MAX_FAILED_RUNS)) continue;
        linked = true;
        missed.add(kind);
      }
      if (again && isNew) failed = withFailure(failed, again, !check.each && isOfAll(check));
    }
  }
  const { id, files } = change;
  const after = {
    id,
    ...(files && { files }),
    ...(ran.length > 0 && { ran }),
    ...(failed.length > 0 && { failed }),
    ...(aside.length > 0 && { beside: aside }),
    missed: [...before, ...missed],
  };
  const kinds = new Set(results.flatMap(({ kind, result, each }) => (result === 'passed' && !each ? [kind] : [])));
  const beside = linked ? [...kinds].filter((kind) => failed.some((one) => one.kind === kind)) : [];
  return { change: state(after, passed, closed), linked, beside };
}

// A linter judges each file by itself, so a pass of one file says all about it.
const failedBy = (check: HeededCheck): FailedRun =>
  check.each ? { ...failedRun(check), left: check.each } : failedRun(check);

const isSame = (a: FailedRun, b: FailedRun): boolean =>
  a.kind === b.kind && a.run === b.run && a.scope?.join('\0') === b.scope?.join('\0');

function afterCheck(failed: FailedRun, check: HeededCheck): FailedRun | undefined {
  if (!check.each || failed.kind !== check.kind) return afterPass(failed, check);
  const left = failed.left.filter((path) => !check.each!.includes(path as RepoPath));
  if (left.length === 0) return undefined;
  return left.length < failed.left.length ? { ...failed, left } : failed;
}

// @param isOfAll it ran all that failed before
function withFailure(failed: readonly FailedRun[], added: FailedRun, isOfAll: boolean): readonly FailedRun[] {
  const others = isOfAll ? failed.filter(({ kind }) => kind !== added.kind) : failed;
  const same = others.filter(({ kind }) => kind === added.kind);
  const dropped = same.length >= MAX_FAILED_RUNS ? same[0] : undefined;
  return [...others.filter((one) => one !== dropped), added];
}

const timesIn = (kinds: readonly CheckKind[], kind: CheckKind): number => kinds.filter((one) => one === kind).length;

/** The changes that still wait after another change was made. Kinds that passed before are closed for them. */
export const settle = (waiting: readonly Unverified[]): readonly Unverified[] =>
  waiting
    .map(({ id, missed, failed, beside, files, passed = [], closed = [] }) =>
      state(
        {
          id,
          ...(missed && { missed }),
          ...(failed && { failed }),
          ...(beside && { beside }),
          ...(files && { files }),
        },
        [],
        [...closed, ...new Set(passed)],
      ),
    )
    .filter(({ closed = [] }) => closed.length < CHECK_KINDS.length);

/** The changes that still wait after a commit: those without a passed test. */
export const awaitTests = (waiting: readonly Unverified[]): readonly Unverified[] =>
  waiting.filter(({ passed = [], closed = [] }) => !passed.includes('test') && !closed.includes('test'));

const state = (
  { missed = [], ...change }: Omit<Unverified, 'passed' | 'closed'>,
  passed: readonly CheckKind[],
  closed: readonly CheckKind[],
): Unverified => ({
  ...change,
  ...(missed.length > 0 && { missed }),
  ...(passed.length > 0 && { passed }),
  ...(closed.length > 0 && { closed }),
});
