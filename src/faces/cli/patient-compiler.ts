import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** How much of a function runs before V8 optimises it: fifteen times the default of the V8 in Node 20. */
const INTERRUPT_BUDGET = '--interrupt-budget=1000000';

/**
 * Makes V8 optimise later. A short command ends before optimised code pays, and the compiler takes a core from git meanwhile.
 * Only Node 20 knows the flag; later versions print an error for it. The flag counts for the whole process, so a thread leaves it alone.
 */
export function delayOptimisation(): void {
  if (isMainThread && process.version.startsWith('v20.')) setFlagsFromString(INTERRUPT_BUDGET);
}
