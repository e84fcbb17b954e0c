import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Repo } from '../git/repository/repo.ts';

/** Nobody's turn takes longer, in milliseconds: whose does was killed. */
const STALE_MS = 2000;

/**
 * Lets one writer of notes after the other have a go, so that their attempts do not spoil each other's. It is for speed
 * only: whoever does not get a turn in time goes all the same, and the ref's compare-and-swap decides.
 */
export class Turns {
  readonly #file: string;

  constructor(repo: Repo) {
    this.#file = join(repo.commonDir, 'prov', 'turn');
  }

  /** Whether somebody has the turn now. */
  taken(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false }) !== undefined;
  }

  /** Runs `work` once it is our turn, or after `patience` milliseconds. */
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
        // No folder of ours, no right to write, a full disk: then without.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
      }
      const at = statSync(this.#file, { throwIfNoEntry: false })?.mtimeMs;
      // A clock that was set back would keep it for ever.
      if (at !== undefined && Math.abs(Date.now() - at) > STALE_MS) rmSync(this.#file, { force: true });
      else if (Date.now() >= until) return false;
      else await sleep(2 + Math.random() * 10);
    }
  }
}
