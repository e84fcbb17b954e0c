import { rmSync } from 'node:fs';

const CLEANUP_TRIES = 60;
const CLEANUP_PAUSE_MS = 50;

/** Removes a folder while a hook may still write to it in the background. Node's own retries do not list a folder again. */
export function removeFolder(dir: string): void {
  for (let tries = 1; ; tries++) {
    try {
      return rmSync(dir, { recursive: true, force: true });
    } catch (error) {
      if (tries === CLEANUP_TRIES || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CLEANUP_PAUSE_MS);
    }
  }
}
