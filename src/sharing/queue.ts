import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Notes that a remote has not got yet. Which these are is found anew each time; this only tells that there are some, and why. */
export interface Waiting {
  /** The remote that was pushed to, as `git push` was told. */
  readonly remote: string;
  /** Its name for the user. */
  readonly shown: string;
  /** When the first attempt failed, and the last one, in milliseconds since the epoch. */
  readonly since: number;
  readonly last: number;
  readonly tries: number;
  readonly why: string;
}

const MAX = 50;
/** What fails again and again is tried again after so long at first, then after twice as long each time, in milliseconds. */
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 24 * 60 * 60 * 1000;

/**
 * Whether it is time to try again. What failed once goes with the next push; a remote that never takes notes, or that
 * hangs, is not to cost every push its time.
 */
export function isDue({ last, tries }: Waiting, now: number): boolean {
  const pause = tries < 2 ? 0 : Math.min(FIRST_PAUSE * 2 ** (tries - 2), LONGEST_PAUSE);
  // A clock that was set back would make it wait for ever.
  return now - last >= pause || last > now;
}

/** The remotes that wait for notes. What cannot be read counts as none: the next push finds it again. */
export function readQueue(provDir: string): Waiting[] {
  try {
    const read: unknown = JSON.parse(readFileSync(fileOf(provDir), 'utf8'));
    return Array.isArray(read) ? read.filter(isWaiting).slice(0, MAX) : [];
  } catch {
    return [];
  }
}

/** Notes that an attempt to push left behind. */
export function enqueue(provDir: string, { remote, shown, why }: Pick<Waiting, 'remote' | 'shown' | 'why'>): void {
  const queue = readQueue(provDir);
  const now = Date.now();
  const old = queue.find((one) => one.remote === remote);
  const next = { remote, shown, why, since: old?.since ?? now, last: now, tries: (old?.tries ?? 0) + 1 };
  save(provDir, [...queue.filter((one) => one !== old), next].slice(-MAX));
}

/** The remote has all notes now. */
export function dequeue(provDir: string, remote: string): void {
  const queue = readQueue(provDir);
  if (queue.some((one) => one.remote === remote))
    save(
      provDir,
      queue.filter((one) => one.remote !== remote),
    );
}

function save(provDir: string, queue: readonly Waiting[]): void {
  const file = fileOf(provDir);
  if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(queue)}\n`, { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}

const fileOf = (provDir: string): string => join(provDir, 'waiting.json');

function isWaiting(value: unknown): value is Waiting {
  if (typeof value !== 'object' || value === null) return false;
  const { remote, shown, since, last, tries, why } = value as Record<string, unknown>;
  return (
    [remote, shown, why].every((one) => typeof one === 'string') &&
    [since, last, tries].every((one) => typeof one === 'number')
  );
}
