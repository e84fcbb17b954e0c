import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock of a process on another machine (a shared disk) is taken over after this long. */
const STALE_MS = 5 * 60_000;

/**
 * Runs `work` while no other process drains this repository. Gives undefined, and does nothing, when the lock could not
 * be had within `patience` milliseconds: what waits in the spool is drained by the process that has the lock, or the next.
 */
export async function withLock<T>(provDir: string, patience: number, work: () => Promise<T>): Promise<T | undefined> {
  const file = join(provDir, 'lock');
  const end = Date.now() + patience;
  while (!take(file)) {
    if (isStale(file)) rmSync(file, { force: true });
    else if (Date.now() >= end) return undefined;
    else await sleep(5 + Math.random() * 20);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, `${process.pid} ${hostname()}\n`);
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(file: string): boolean {
  try {
    const [pid = '', host] = readFileSync(file, 'utf8').trim().split(' ');
    const age = Date.now() - statSync(file).mtimeMs;
    if (host !== hostname()) return pid === '' ? age > 1000 : age > STALE_MS;
    return !isAlive(Number(pid));
  } catch {
    return false; // gone already
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
