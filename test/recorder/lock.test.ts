import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pidNumbering } from '../../src/git/process/alive.ts';
import { isStale, withLock } from '../../src/recorder/spool/lock.ts';
import { startKilled, startUnreaped, type Unreaped } from '../helpers/unreaped.ts';

let dir = '';
let parent: Unreaped | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'git-prov-lock-'));
});
afterEach(() => {
  parent?.kill();
  parent = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const lock = (): string => join(dir, 'lock');
const lockOf = (pid: number): void => writeFileSync(lock(), `${pid} ${hostname()}\n`);

test.skipIf(!existsSync('/proc/self/stat'))(
  'the lock of a killed process is taken over, even if its parent never read its exit code',
  async () => {
    parent = await startKilled();
    lockOf(parent.pid);
    expect(isStale(lock())).toBe(true);
    expect(await withLock(dir, 0, async () => 'done')).toBe('done');
    expect(existsSync(lock())).toBe(false);
  },
);

test('the lock of a process that runs is left to it', async () => {
  parent = await startUnreaped('sleep 60');
  const { pid } = parent;
  try {
    lockOf(pid);
    expect(isStale(lock())).toBe(false);
    expect(await withLock(dir, 50, async () => 'done')).toBeUndefined();
    expect(readFileSync(lock(), 'utf8')).toBe(`${pid} ${hostname()}\n`);
  } finally {
    process.kill(pid, 'SIGKILL');
  }
});

test('the lock of a process that has ended is taken over', async () => {
  const ended = spawn('true');
  await new Promise((done) => ended.once('exit', done));
  lockOf(ended.pid!);
  expect(await withLock(dir, 0, async () => 'done')).toBe('done');
});

const IN_LINUX = existsSync('/proc/self/stat');
const ageBy = (minutes: number): void => {
  const then = Date.now() / 1000 - minutes * 60;
  utimesSync(lock(), then, then);
};

test.runIf(IN_LINUX)(
  'after a power cut, the lock is taken over although another program has the number of its process now',
  async () => {
    // This process runs, and began at another time than the one that made the lock.
    writeFileSync(lock(), `${process.pid} ${hostname()} 1 ${pidNumbering()}\n`);
    expect(isStale(lock())).toBe(true);
    expect(await withLock(dir, 0, async () => readFileSync(lock(), 'utf8'))).toMatch(`${process.pid} ${hostname()} `);
    expect(existsSync(lock())).toBe(false);
  },
);

test('a lock that is held is not stale for the process that holds it', async () => {
  expect(await withLock(dir, 0, async () => isStale(lock()))).toBe(false);
});

test.runIf(IN_LINUX)(
  'the lock of a process in a sandbox, which has other numbers of processes, is left to it for five minutes',
  async () => {
    const ended = spawn('true');
    await new Promise((done) => ended.once('exit', done));
    writeFileSync(lock(), `${ended.pid} ${hostname()} 1 4711\n`);
    expect(await withLock(dir, 50, async () => 'done')).toBeUndefined();
    ageBy(6);
    expect(await withLock(dir, 50, async () => 'done')).toBe('done');
  },
);

test('a lock with no more than the number of a process that runs is taken over after an hour', () => {
  lockOf(process.pid);
  ageBy(59);
  expect(isStale(lock())).toBe(false);
  ageBy(61);
  expect(isStale(lock())).toBe(true);
});

test('after the clock was set back, an empty lock is taken over', async () => {
  writeFileSync(lock(), '');
  ageBy(-60);
  expect(await withLock(dir, 50, async () => 'done')).toBe('done');
});
