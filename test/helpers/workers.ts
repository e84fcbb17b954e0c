import { availableParallelism } from 'node:os';

/**
 * How many files run at once. A worker mostly waits for a git or a hook that it has started, so vitest itself needs no core of its own.
 * Where all files run, a test that sleeps must not leave a core idle. Workers of `npm test` load many files each, and a third one would load
 * more than it wins.
 */
export const WORKERS = Math.ceil(availableParallelism() * (process.env['QUICK'] === '1' ? 1 : 1.5));
