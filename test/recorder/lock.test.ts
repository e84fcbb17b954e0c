import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
