import { test } from 'vitest';

/** Whether this is a run of `npm test`, which leaves out what takes long. */
export const isQuick = process.env['QUICK'] === '1';

/** Random cases that `npm test` tries for each law. */
export const QUICK_RUNS = 20;

/**
 * How many random cases a law is tried with: RUNS when it is set, few with `npm test`.
 * @param usual the number in CI
 */
export const runs = (usual: number): number =>
  Number(process.env['RUNS'] ?? (isQuick ? Math.min(usual, QUICK_RUNS) : usual));

/** A test that takes a second or more, in a file that is quick otherwise. `npm test` skips it. */
export const slowTest: typeof test | typeof test.skip = isQuick ? test.skip : test;
