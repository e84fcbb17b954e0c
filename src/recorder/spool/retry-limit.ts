import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ProvError } from '../../errors.ts';
import { UnusableRef } from '../../git/history/ref-updates.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** Drains in a row that may fail over one event or commit before it is given up, so that the others continue. */
const MAX_DRAINS = 3;
/** Error codes for a passing fault: a resource has run out, a limit of the shell (`ulimit -f`), or a disk that has a fault or is away. */
const TEMPORARY_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'ETIMEDOUT',
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

/** Whether a fault may pass: the machine lacks a resource, or git failed, which may have any reason. */
export function isTemporary(cause: unknown): boolean {
  if (cause instanceof ProvError && cause.kind === 'git') return true;
  return cause instanceof Error && TEMPORARY_CODES.has(String((cause as NodeJS.ErrnoException).code));
}

/**
 * Counts the failures of each event and commit over successive drains. A failed drain changes nothing, and the next one repeats
 * all of it: a disk that is full for a while loses nothing acknowledged.
 */
export class RetryLimit {
  readonly #file: string;

  constructor(provDir: string) {
    this.#file = localFiles(provDir).attempts;
  }

  /** Whether the next drain should try again, so this one must fail. @param what the event or commit at hand */
  again(what: string, cause: unknown): boolean {
    // No event and no commit is at fault, so all of them wait, however long that takes.
    if (cause instanceof UnusableRef) return true;
    if (!isTemporary(cause)) return false;
    const counts = this.#read();
    const count = (counts[what] ?? 0) + 1;
    if (count >= MAX_DRAINS) return false;
    try {
      writeFileSync(this.#file, JSON.stringify({ ...counts, [what]: count }), { mode: 0o600 });
    } catch {
      // An attempt that cannot be counted is repeated: nothing else could be written either.
    }
    return true;
  }

  /** Called after a successful drain. */
  forget(): void {
    rmSync(this.#file, { force: true });
  }

  #read(): Record<string, number> {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, number>;
    } catch {
      return {}; // no failures yet, or a file that was cut off
    }
  }
}
