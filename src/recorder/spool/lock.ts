import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { beganAt, isAlive, pidNumbering } from '../../git/process/alive.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** A lock of a process that cannot be looked at is taken over after this long: on another machine (a shared disk), or in a container. */
const STALE_MS = 5 * 60_000;
/** The same for a process of which only the number is known: another one may have that number by now. */
const UNNAMED_MS = 60 * 60_000;
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

/** In place of what the system does not say. */
const UNKNOWN = '-';

const OWN = `${process.pid} ${hostname()} ${beganAt(process.pid) ?? UNKNOWN} ${pidNumbering() ?? UNKNOWN}`;

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
  let fd: number;
  try {
    fd = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(fd, `${OWN}\n`);
    return true;
  } catch (error) {
    rmSync(file, { force: true }); // the disk is full: without its words it would only hold up the next process
    throw error;
  } finally {
    closeSync(fd);
  }
}

/**
 * Whether the process that made a lock has ended, or is assumed to have: no process of ours holds one for long. After a restart of the
 * machine or of a container, another process may have its number. In another numbering, a number says nothing.
 */
export function isStale(file: string): boolean {
  const owner = ownerOf(file);
  // A clock that was set back would otherwise keep it forever.
  const age = Math.abs(Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()));
  if (owner === undefined) return false; // removed already
  // Locks of earlier versions have no more than the first two words.
  const [pid = '', host, began = UNKNOWN, numbering = UNKNOWN] = owner.split(' ');
  if (host !== hostname()) return age > (pid === '' ? UNSIGNED_MS : STALE_MS);
  if (numbering !== UNKNOWN && numbering !== pidNumbering()) return age > STALE_MS;
  if (!isAlive(Number(pid))) return true;
  const now = began === UNKNOWN ? undefined : beganAt(Number(pid));
  return now === undefined ? age > UNNAMED_MS : now !== began;
}

function ownerOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
