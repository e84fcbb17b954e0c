import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aboveByPs, processesAbove } from '../../src/git/process/ancestors.ts';

/** A title as an attacker would choose it: proc(5) puts it in brackets. */
const TITLE = 'a) R 1 1 (b';
const HAS_PS = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,comm=']).status === 0;

let folder: string;
let shell: ChildProcess;
/** A process below the shell. */
let pid: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'git-prov-ancestors-'));
  symlinkSync('/bin/sh', join(folder, TITLE));
  const script = `${process.execPath} --no-warnings ${join(folder, 'outer.mjs')}; exit`;
  writeFileSync(
    join(folder, 'outer.mjs'),
    `import { spawn } from 'node:child_process';
     spawn('sh', ['-c', 'echo $$; exec sleep 60'], { stdio: 'inherit' });`,
  );
  shell = spawn(join(folder, TITLE), ['-c', script], {
    env: { PATH: process.env['PATH'], MARK: 'x=1\ny' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  pid = await new Promise((resolve) => shell.stdout!.once('data', (line: Buffer) => resolve(Number(line.toString()))));
});

afterAll(() => {
  if (shell.pid) process.kill(-shell.pid);
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(process.platform === 'linux')(
  'the processes above one are found, with titles, scripts and environments',
  async () => {
    const above = await processesAbove(pid);
    const [node, sh] = above;
    expect(sh?.pid).toBe(shell.pid);
    expect(sh?.names).toEqual(expect.arrayContaining([TITLE, join(folder, TITLE)]));
    expect(sh?.env).toMatchObject({ MARK: 'x=1\ny' });
    expect(node?.names).toContain(join(folder, 'outer.mjs'));
    expect(node?.names).not.toContain('--no-warnings');
    expect(above.map((one) => one.pid)).toContain(process.pid);
    expect(above.map((one) => one.pid)).not.toContain(pid);
    expect((await processesAbove()).map((one) => one.pid)).toEqual(expect.arrayContaining([process.ppid]));
  },
);

test.runIf(HAS_PS)('ps names the same parents', async () => {
  const above = await aboveByPs(pid);
  expect(above[0]?.names).toContain(join(folder, 'outer.mjs'));
  expect(above[1]?.pid).toBe(shell.pid);
  expect(above[1]?.names.some((name) => name.includes('a) R'))).toBe(true);
  expect(above.map((one) => one.pid)).toContain(process.pid);
});

test('a process that is not there has none above it', async () => {
  const gone = spawnSync('true').pid;
  expect(await processesAbove(gone)).toEqual([]);
  expect(HAS_PS ? await aboveByPs(gone) : []).toEqual([]);
});
