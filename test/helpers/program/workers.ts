import { availableParallelism } from 'node:os';

/** How many workers of vitest run at the same time, each with a server and a starter of its own. */
export const WORKERS = availableParallelism() + 1;
