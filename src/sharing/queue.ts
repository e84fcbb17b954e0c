import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { localFiles } from '../git/repository/local-files.ts';
import { replaceFile } from '../git/repository/replace-file.ts';

/** Records that a remote lacks notes, and why. Each push determines the notes themselves again. */
export interface WaitingRemote {
  /** The remote of the push, as given to `git push`. */
  readonly remote: string;
  /** Its name for the user. */
  readonly shown: string;
  /** When the first attempt failed, and the last one, in milliseconds since the epoch. */
  readonly since: number;
  readonly last: number;
  readonly tries: number;
  readonly why: string;
}

const MAX_REMOTES = 50;
/** After repeated failures, the first pause before a retry; it doubles with each failure. In milliseconds. */
const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 24 * 60 * 60 * 1000;

/**
 * Whether it is time to retry. After one failure the next push retries; but a remote that never takes notes, or that
 * hangs, must not delay every push.
 */
export function isDue({ last, tries }: WaitingRemote, now: number): boolean {
  const pause = tries < 2 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 2), MAX_PAUSE_MS);
  // After a clock was set back, it would otherwise wait forever.
  return now - last >= pause || last > now;
}

/** The remotes that wait for notes. An unreadable file counts as empty: the next push finds them again. */
export function readQueue(provDir: string): WaitingRemote[] {
  try {
    const read: unknown = JSON.parse(readFileSync(fileOf(provDir), 'utf8'));
    return Array.isArray(read) ? read.filter(isWaiting).slice(0, MAX_REMOTES) : [];
  } catch {
    return [];
  }
}

/** Records that a push attempt left notes behind. */
export function enqueue(
  provDir: string,
  { remote, shown, why }: Pick<WaitingRemote, 'remote' | 'shown' | 'why'>,
): void {
  const queue = readQueue(provDir);
  const now = Date.now();
  const old = queue.find((one) => one.remote === remote);
  const next = { remote, shown, why, since: old?.since ?? now, last: now, tries: (old?.tries ?? 0) + 1 };
  save(provDir, [...queue.filter((one) => one !== old), next].slice(-MAX_REMOTES));
}

/** Records that the remote has all notes now. */
export function dequeue(provDir: string, remote: string): void {
  const queue = readQueue(provDir);
  if (queue.some((one) => one.remote === remote))
    save(
      provDir,
      queue.filter((one) => one.remote !== remote),
    );
}

function save(provDir: string, queue: readonly WaitingRemote[]): void {
  const file = fileOf(provDir);
  if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, `${JSON.stringify(queue)}\n`);
}

const fileOf = (provDir: string): string => localFiles(provDir).waiting;

function isWaiting(value: unknown): value is WaitingRemote {
  if (typeof value !== 'object' || value === null) return false;
  const { remote, shown, since, last, tries, why } = value as Record<string, unknown>;
  return (
    [remote, shown, why].every((one) => typeof one === 'string') &&
    [since, last, tries].every((one) => typeof one === 'number')
  );
}
