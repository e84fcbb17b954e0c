import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';

/** So many drains in a row may fail over one event or commit; then it is given up, so that the others go on. */
const MOST = 3;
/** What the machine says when it cannot do something now: too little of it, or a fault of a disk. */
const PASSING = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EAGAIN',
  'EROFS',
  'EBUSY',
  'EPIPE',
  'EACCES',
  'EPERM',
]);

/** Whether this may pass: the machine is short of something, or git ended, which says so of anything. */
export function mayPass(cause: unknown): boolean {
  if (cause instanceof ProvError && cause.kind === 'git') return true;
  return cause instanceof Error && PASSING.has(String((cause as NodeJS.ErrnoException).code));
}

/**
 * Counts, from one drain to the next, over what they failed. A drain that fails changes nothing, and the next one does all
 * of it: nothing that was acknowledged is lost to a disk that is full for a while.
 */
export class Attempts {
  readonly #file: string;

  constructor(provDir: string) {
    this.#file = join(provDir, 'attempts.json');
  }

  /** Whether the next drain is to try again, for which this one has to fail. @param what the event or commit at hand */
  again(what: string, cause: unknown): boolean {
    if (!mayPass(cause)) return false;
    const counts = this.#read();
    const count = (counts[what] ?? 0) + 1;
    if (count >= MOST) return false;
    try {
      writeFileSync(this.#file, JSON.stringify({ ...counts, [what]: count }), { mode: 0o600 });
    } catch {
      // What cannot be counted is tried again: nothing else could be written either.
    }
    return true;
  }

  /** A drain has got through. */
  forget(): void {
    rmSync(this.#file, { force: true });
  }

  #read(): Record<string, number> {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, number>;
    } catch {
      return {}; // nothing has failed, or it was cut off
    }
  }
}
