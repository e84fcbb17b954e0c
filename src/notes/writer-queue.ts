import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Repo } from '../git/repository/repo.ts';
import { filesOf } from '../git/repository/local-files.ts';

/** A lock older than this (ms) was left by a process that was killed. */
const STALE_MS = 2000;

/**
 * Serialises writers of the notes ref to avoid wasted compare-and-swap attempts. An optimisation only: a writer that waits too
 * long continues anyway, and the ref update decides.
 */
export class WriterQueue {
  readonly #file: string;

  constructor(repo: Repo) {
    this.#file = filesOf(repo).turn;
  }

  /** Whether a process holds the lock now. */
  taken(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false }) !== undefined;
  }

  /** Runs `work` with the lock, or without it after `patience` milliseconds. */
  async wait<T>(patience: number, work: () => Promise<T>): Promise<T> {
    const mine = await this.#take(Date.now() + patience);
    try {
      return await work();
    } finally {
      if (mine) rmSync(this.#file, { force: true });
    }
  }

  async #take(until: number): Promise<boolean> {
    for (;;) {
      try {
        closeSync(openSync(this.#file, 'wx', 0o600));
        return true;
      } catch (error) {
        // Without a folder of ours, write access or disk space: continue without the lock.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
      }
      const at = statSync(this.#file, { throwIfNoEntry: false })?.mtimeMs;
      // A clock that was set back would otherwise keep it forever.
      if (at !== undefined && Math.abs(Date.now() - at) > STALE_MS) rmSync(this.#file, { force: true });
      else if (Date.now() >= until) return false;
      else await sleep(2 + Math.random() * 10);
    }
  }
}
