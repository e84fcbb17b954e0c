import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../git/process/alive.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** A lock of a process on another machine (a shared disk) is taken over after this long. */
const STALE_MS = 5 * 60_000;
/** A lock file that is empty for longer than this stays empty: the disk was full, or its process was killed. */
const UNSIGNED_MS = 1000;

/**
 * Runs `work` while no other process drains this repository. Returns undefined, and does nothing, when the lock is not free
 * within `patience` milliseconds: the process with the lock, or the next one, drains the spool.
 */
export async function withLock<T>(provDir: string, patience: number, work: () => Promise<T>): Promise<T | undefined> {
  const file = localFiles(provDir).lock;
  const end = Date.now() + patience;
  while (!take(file)) {
    if (isStale(file)) takeAway(file);
    else if (Date.now() >= end) return undefined;
    else await sleep(2 + Math.random() * 6);
  }
  try {
    return await work();
  } finally {
    if (ownerOf(file) === OWN) rmSync(file, { force: true });
  }
}

const OWN = `${process.pid} ${hostname()}`;

// Two processes may find one stale lock. The one that moves it away checks the moved file again: if it is not stale, another
// process was quicker and already owns the lock, so it is put back.
function takeAway(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (!isStale(aside)) linkSync(aside, file);
  } catch {
    // removed already, or taken again
  }
  rmSync(aside, { force: true });
}

function take(file: string): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, `${OWN}\n`);
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that made a lock has ended, or is assumed to have: no process of ours holds one for long. */
export function isStale(file: string): boolean {
  const owner = ownerOf(file);
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (owner === undefined) return false; // removed already
  const [pid = '', host] = owner.split(' ');
  if (host !== hostname()) return age > (pid === '' ? UNSIGNED_MS : STALE_MS);
  return !isAlive(Number(pid));
}

function ownerOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
