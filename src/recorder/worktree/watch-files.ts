import { type FSWatcher, watch } from 'node:fs';

/** Changes within this time are reported together. */
const DEBOUNCE_MS = 100;
/** Polling interval where the file system reports no changes. */
const POLL_MS = 1000;
/** Polling interval where it should report them: a network file system misses some. */
const FALLBACK_POLL_MS = 10_000;

/** Yields each time that something may have changed in these folders, until `signal` ends it. */
export async function* changesIn(folders: readonly string[], signal: AbortSignal): AsyncGenerator<void> {
  let wake: (() => void) | undefined;
  let changed = false;
  const notice = (): void => {
    changed = true;
    wake?.();
  };
  const watchers: FSWatcher[] = [];
  let pause = FALLBACK_POLL_MS;
  for (const folder of folders)
    try {
      const watcher = watch(folder, notice);
      watcher.on('error', () => (pause = POLL_MS));
      watchers.push(watcher);
    } catch {
      pause = POLL_MS;
    }
  signal.addEventListener('abort', notice, { once: true });
  const until = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const clock = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(clock);
        resolve();
      };
      if (changed) wake();
    });
  try {
    while (!signal.aborted) {
      await until(pause);
      if (signal.aborted) return;
      if (changed) await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      changed = false;
      yield;
    }
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}
