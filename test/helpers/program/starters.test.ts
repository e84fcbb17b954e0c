import childProcess, { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSideBySide } from './start-many.ts';
import { compiledStarter, SCRIPT } from './starter-command.ts';

/** Perl with a signal that never arrives: it may also be lost at the moment when Perl begins to wait. */
const DEAF = 'use POSIX; sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGCHLD)); exec "perl", @ARGV';

const ABSENT = 'no-such-program';

const compiled = compiledStarter();

describe
  .skipIf(!existsSync('/usr/bin/perl'))
  .each([
    ...(compiled === undefined ? [] : [['side by side, by a compiled program', [compiled, 'async']] as const]),
    ['side by side', ['perl', SCRIPT, 'async']],
    ['side by side, while the signal for an ended process is blocked', ['perl', '-e', DEAF, SCRIPT, 'async']],
  ] as const)('%s', (_, command) => {
  let folder: string;
  let before: typeof childProcess.spawn;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'git-prov-starter-'));
    before = childProcess.spawn;
    await startSideBySide(folder, command);
    expect(childProcess.spawn).not.toBe(before);
  });
  afterAll(() => {
    Object.assign(childProcess, { spawn: before });
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true, force: true });
  });

  test('streams, codes and signals are those of Node', async () => {
    expect(await run('cat', [], 'a\0ü\n'.repeat(50_000))).toEqual({
      out: 'a\0ü\n'.repeat(50_000),
      code: 0,
      signal: null,
    });
    expect(await run('sh', ['-c', 'exit 7'])).toEqual({ out: '', code: 7, signal: null });
    expect(await run('sh', ['-c', 'kill -9 $$'])).toEqual({ out: '', code: null, signal: 'SIGKILL' });
    expect(await run('sh', ['-c', 'printf %s "$1$X"', '-', ' ü\n'], '', { X: '=' })).toMatchObject({ out: ' ü\n=' });
  });

  test('a missing program and a missing folder are errors', async () => {
    await expect(run(ABSENT, [])).rejects.toMatchObject({ code: 'ENOENT', path: ABSENT });
    const child = childProcess.spawn('true', [], { cwd: join(folder, 'none') });
    await expect(new Promise((_, reject) => child.on('error', reject))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a process that is killed has ended', async () => {
    const child = childProcess.spawn('sleep', ['60'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.kill();
    expect(await new Promise((resolve) => child.on('close', (...end) => resolve(end)))).toEqual([null, 'SIGTERM']);
  });

  test('many at once', async () => {
    const all = Array.from({ length: 100 }, (_, i) => run('sh', ['-c', `echo ${i}; exit ${i}`]));
    expect(await Promise.all(all)).toEqual(all.map((_, i) => ({ out: `${i}\n`, code: i, signal: null })));
  });
});

test('one by one, calls return what Node returns', () => {
  const options = { encoding: 'utf8', input: 'ü\n' } as const;
  expect(spawnSync('cat', options)).toMatchObject({ status: 0, signal: null, stdout: 'ü\n', stderr: '' });
  expect(spawnSync('sh', ['-c', 'echo no >&2; exit 3'], options)).toMatchObject({
    status: 3,
    stdout: '',
    stderr: 'no\n',
  });
  expect(spawnSync('sh', ['-c', 'kill -9 $$'], options)).toMatchObject({ status: null, signal: 'SIGKILL' });
  expect(spawnSync(ABSENT, options)).toMatchObject({ status: null, error: { code: 'ENOENT' } });
  expect(spawnSync('head', ['-c', '2000', '/dev/zero'], { maxBuffer: 1000 })).toMatchObject({
    error: { code: 'ENOBUFS' },
  });
  const [program, word] = ['printf', 'a\0b'];
  expect(() => spawnSync(program, [word])).toThrow(/null bytes/);
});

function run(file: string, args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<object> {
  const child = childProcess.spawn(file, args, { env: { ...process.env, ...env } });
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ out: Buffer.concat(out).toString(), code, signal }));
  });
}
