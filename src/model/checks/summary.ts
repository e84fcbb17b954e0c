import { CHECK_KINDS, type CheckKind } from './kind.ts';

/** What one line of a runner's output shows; `nothing` means that no test ran. */
export type RunnerLine = 'passed' | 'failed' | 'nothing';

/** Interprets a line that matched a pattern. @param after the lines after it, at most `LINES_AFTER` */
type Reader = (match: RegExpExecArray, after: readonly string[]) => RunnerLine | undefined;
/** So many lines after a summary may belong to it. */
export const LINES_AFTER = 16;

/** A summary line of one runner. */
export interface Summary {
  readonly kinds: readonly CheckKind[];
  readonly pattern: RegExp;
  readonly says: RunnerLine | Reader;
  /** The last match counts, because it sums up all before it. Otherwise the worst match counts. */
  readonly last?: true;
  /** A form that scripts of projects use. It counts only if no known runner printed its summary. */
  readonly weak?: true;
  /** The runner prints it also if it skipped all tests. Then the lines of single tests show it, where it prints them. */
  readonly unlessSkipped?: true;
  /** The line shows nothing right after such a one. */
  readonly unlessAfter?: RegExp;
}

export const count = (text: string | undefined): number => Number(text ?? 0);
/** Reads the counts of passes and failures in a line, for example `3 failed, 12 passed`. */
export const tally =
  (passes: RegExp, failures: RegExp): Reader =>
  (match) => {
    const failed = [...match[0].matchAll(new RegExp(failures, 'gi'))].reduce((sum, one) => sum + count(one[1]), 0);
    const passed = [...match[0].matchAll(new RegExp(passes, 'gi'))].reduce((sum, one) => sum + count(one[1]), 0);
    return failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'nothing';
  };
/** Reads `5 tests, 0 failures`: the first number is the total, the others are failures. */
export const ofAll: Reader = ([, all, ...failed]) =>
  failed.some((one) => count(one) > 0) ? 'failed' : count(all) > 0 ? 'passed' : 'nothing';
/**
 * Reads `5 examples, 0 failures, 2 pending`: the first number is the total, other groups of the pattern are failures. Tests that were
 * only skipped are no pass. @param skips counts them
 */
export const ofRun =
  (skips: RegExp): Reader =>
  ([line, all, ...failed]) => {
    const skipped = [...line.matchAll(new RegExp(skips, 'gi'))].reduce((sum, one) => sum + count(one[1]), 0);
    return failed.some((one) => count(one) > 0) ? 'failed' : count(all) > skipped ? 'passed' : 'nothing';
  };
/** Reads a count of passes and then a count of failures. */
export const counts: Reader = ([, passed, failed]) =>
  count(failed) > 0 ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing';
/** Reads a count of failures. Zero failures do not prove that a test passed. */
export const failures: Reader = ([, found]) => (count(found) > 0 ? 'failed' : undefined);
export const faults: Reader = ([, found]) => (count(found) > 0 ? 'failed' : 'passed');

export const TEST: readonly CheckKind[] = ['test'];
export const TYPES: readonly CheckKind[] = ['types'];
export const LINT: readonly CheckKind[] = ['lint', 'format'];
export const BUILD: readonly CheckKind[] = ['build'];
export const FORMAT: readonly CheckKind[] = ['format', 'lint'];
export const COMPILES: readonly CheckKind[] = ['build', 'types', 'lint', 'test'];

export const test = (pattern: RegExp, says: RunnerLine | Reader, last = true): Summary => ({
  kinds: TEST,
  pattern,
  says,
  ...(last && { last: true }),
});
export const worst = (kinds: readonly CheckKind[], pattern: RegExp, says: RunnerLine | Reader): Summary => ({
  kinds,
  pattern,
  says,
});
/** The summary of a task runner or build tool, for any kind of check. It counts only if no runner printed its own. */
export const overall = (
  pattern: RegExp,
  says: RunnerLine | Reader,
  kinds: readonly CheckKind[] = CHECK_KINDS,
): Summary => ({
  kinds,
  pattern,
  says,
  weak: true,
});
/** A count or sentence that scripts of projects print. */
export const loose = (pattern: RegExp, says: RunnerLine | Reader): Summary => ({
  kinds: TEST,
  pattern,
  says,
  last: true,
  weak: true,
});

/** The worse of two results. A package without tests does not matter beside packages with tests. */
export const worse = (a: RunnerLine, b: RunnerLine): RunnerLine =>
  a === 'failed' || b === 'failed' ? 'failed' : a === 'passed' ? a : b;
