/** Random cases that `npm test` tries for each law. */
const QUICK_RUNS = 40;

/**
 * How many random cases a law is tried with: RUNS when it is set, few with `npm test`.
 * @param usual the number in CI
 */
export const runs = (usual: number): number =>
  Number(process.env['RUNS'] ?? (process.env['QUICK'] === '1' ? Math.min(usual, QUICK_RUNS) : usual));
