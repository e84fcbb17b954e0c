const NEVER = new Int32Array(new SharedArrayBuffer(4));

/** Waits, without a process for it. */
export const pause = (ms: number): void => void Atomics.wait(NEVER, 0, 0, ms);
