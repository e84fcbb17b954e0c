import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** How much of a function runs before V8 optimises it. This is fifteen times the default of Node 20. */
const INTERRUPT_BUDGET = '--interrupt-budget=1000000';

/**
 * Makes V8 optimise later. A short command ends before optimised code pays off, and the compiler takes a core from git.
 * Only Node 20 knows the flag; later versions print an error for it. The flag affects the whole process, so a thread does
 * not set it.
 */
export function delayOptimisation(): void {
  if (isMainThread && process.version.startsWith('v20.')) setFlagsFromString(INTERRUPT_BUDGET);
}
