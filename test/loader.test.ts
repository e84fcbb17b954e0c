import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NODE } from './helpers/program/node.ts';

const PROGRAM = resolve(import.meta.dirname, '../dist/git-prov.js');

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'git-prov-code-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Where all tests keep compiled code, for what is not about that. */
const KEPT = resolve(PROGRAM, '../../node_modules/.cache');

const folder = (): string => join(base, 'git-prov/code');
const files = (): string[] => (existsSync(folder()) ? readdirSync(folder()).toSorted() : []);
const only = (): string => join(folder(), files()[0]!);

function run(args: readonly string[] = ['--version'], env: NodeJS.ProcessEnv = {}) {
  const { PATH } = process.env;
  const done = spawnSync(NODE, [PROGRAM, ...args], {
    cwd: base,
    env: { PATH, XDG_CACHE_HOME: base, ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

function makeRepository(name = 'a.txt', text = 'one\n'): void {
  const git = (...words: string[]): unknown =>
    execFileSync('git', words, { cwd: base, env: { PATH: process.env['PATH'], HOME: base } });
  git('init', '-q');
  writeFileSync(join(base, name), text);
  git('add', name);
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'one');
}

/** A note of another tool's shape is enough: `blame` then looks for owners. */
function addNote(): void {
  execFileSync(
    'git',
    ['-c', 'user.name=A', '-c', 'user.email=a@example.com', 'notes', '--ref=provenance', 'add', '-m', 'x'],
    {
      cwd: base,
      env: { PATH: process.env['PATH'], HOME: base },
    },
  );
}

const VERSION = { status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string, stderr: '' };

test('no file outside of the package changes a message', () => {
  const folderOfPackage = join(base, 'packages/git-prov');
  cpSync(resolve(PROGRAM, '../..', 'dist'), join(folderOfPackage, 'dist'), { recursive: true });
  copyFileSync(resolve(PROGRAM, '../../package.json'), join(folderOfPackage, 'package.json'));
  for (const folder of [base, join(base, 'packages'), folderOfPackage]) {
    mkdirSync(join(folder, 'locales'));
    for (const name of ['en.json', 'en_US.json']) writeFileSync(join(folder, 'locales', name), 'no JSON');
  }
  const program = join(folderOfPackage, 'dist/git-prov.js');
  const { status, stderr } = spawnSync(NODE, [program, 'status', '--nothing'], { cwd: base, encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^git prov: unknown argument: '--nothing'/)]);
});

// The loader reads the program as Latin-1, so each byte of another character would be a character of its own.
test('a rule with typographic quotation marks matches the same in the built program as in the sources', () => {
  const { stdout } = run(['redact', '--json', '--test', 'The password is “Zk83hdTT”.']);
  expect(JSON.parse(stdout)).toMatchObject({ kept: expect.stringMatching(/^The password is “\[redacted:\w+\]”\.$/) });
});

// To find a function by its name, all files are listed. Git does that while the program is loaded.
test('why NAME has git list the files first, and once', () => {
  makeRepository('a.js', 'export function mean(list) {\n  return list[0];\n}\n');
  const trace = join(base, 'trace');
  expect(run(['why', 'mean'], { HOME: base, GIT_TRACE: trace, XDG_CACHE_HOME: KEPT })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^a\.js:1-3 {2}in mean/) as string,
  });
  const started = [...readFileSync(trace, 'utf8').matchAll(/built-in: git (.*)/g)].map(([, words]) => words!);
  const listings = ['ls-files -m -d -o -t -z --exclude-standard', 'ls-files -s -z'];
  expect(started.slice(0, 5)).toEqual(expect.arrayContaining(listings));
  expect(started.filter((words) => words.startsWith('ls-files')).toSorted()).toEqual(listings);
});

describe('a Node that is too old', () => {
  /** Starts the program in a Node that reports another version. */
  const old = (version: string, args: readonly string[]) => {
    const preload = join(base, 'old.cjs');
    writeFileSync(
      preload,
      [
        `Object.defineProperty(process, 'version', { value: 'v${version}' });`,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
      ].join('\n'),
    );
    return run(args, { NODE_OPTIONS: `--require ${preload}` });
  };

  test.for([['--version'], ['status'], ['blame', 'a.js'], ['why', 'a.js:1']])(
    'gets one line that names the version it needs: %j',
    (args) => {
      const { status, stdout, stderr } = old('18.20.8', args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^git prov: needs Node 20 or later, but this is Node v18\.20\.8 \(.+\)\. .+\n$/);
    },
  );

  test('ends a hook with 0 and without a word', () => {
    expect(old('18.20.8', ['hook', 'post-commit'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('is not a Node of 20 or later', () => {
    for (const version of ['20.0.0', '22.23.3', '100.0.0']) expect(old(version, ['--version'])).toEqual(VERSION);
  });
});

describe('the compiled code of a command', () => {
  test('is kept for the user alone, and is not written again by the next run', () => {
    expect(run()).toEqual(VERSION);
    expect(files()).toEqual([expect.stringMatching(/^none-[0-9a-f]{16}$/)]);
    expect(statSync(only()).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    const before = statSync(only());
    expect(run()).toEqual(VERSION);
    expect(statSync(only()).ino).toBe(before.ino);
  });

  // V8 refuses code that was made with other flags than those it has when it reads it.
  test.for([
    ['blame', 'a.txt'],
    ['why', 'a.txt:1'],
    ['log'],
    ['status'],
    ['list', 'decision'], // compiles SQLite under another flag
    ['hook', 'context', 'claude-code'],
  ])('is taken by the next run: %j', (args) => {
    makeRepository();
    run(args);
    const first = statSync(only()).ino;
    run(args);
    expect(statSync(only()).ino).toBe(first);
  });

  test('makes the next start faster', () => {
    const time = (env?: NodeJS.ProcessEnv): number => {
      const before = performance.now();
      run(['help'], env);
      return performance.now() - before;
    };
    time();
    const rounds = Array.from({ length: 7 }, () => [time(), time({ NODE_DISABLE_COMPILE_CACHE: '1' })]);
    const median = (at: number): number => rounds.map((round) => round[at]!).toSorted((a, b) => a - b)[3]!;
    expect(median(0)).toBeLessThan(median(1));
  });

  test('has a file for each command, and none for a command that failed', () => {
    run();
    run(['help']);
    expect(run(['nonsense']).status).toBeGreaterThan(1);
    expect(files().map((name) => name.split('-')[0])).toEqual(['help', 'none']);
  });

  test('is written again after a minute, with what later runs compiled', () => {
    run();
    const [first, written] = [statSync(only()).ino, Date.now() / 1000 - 61];
    utimesSync(only(), written, written);
    run();
    expect(statSync(only()).ino).not.toBe(first);
    const second = statSync(only()).ino;
    utimesSync(only(), written, written);
    run();
    expect(statSync(only()).ino).toBe(second); // the second time after two minutes
  });

  test('of versions that were not used for a week is removed', () => {
    run();
    const [old, recent] = [join(folder(), 'blame-0123456789abcdef'), join(folder(), 'why-0123456789abcdef')];
    for (const path of [old, recent]) writeFileSync(path, '');
    const week = Date.now() / 1000 - 8 * 86_400;
    utimesSync(old, week, week);
    run(['help']);
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
  });
});

describe('a file that cannot be used changes no answer', () => {
  const damages: Record<string, (path: string) => void> = {
    'an empty one': (path) => writeFileSync(path, ''),
    'one that is cut short': (path) => writeFileSync(path, readFileSync(path).subarray(0, 5000)),
    'one with a changed byte': (path) => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(path, bytes);
    },
    'one of random bytes': (path) => writeFileSync(path, Buffer.alloc(100_000, 'no code of V8')),
    'a folder': (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    'a link': (path) => {
      const elsewhere = join(base, 'elsewhere');
      writeFileSync(elsewhere, readFileSync(path));
      rmSync(path);
      symlinkSync(elsewhere, path);
    },
    'a device': (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
      chmodSync(path, 0o600);
    },
    'one that others may write': (path) => chmodSync(path, 0o666),
  };
  test.each(Object.keys(damages))('%s', (name) => {
    run();
    const path = only();
    damages[name]!(path);
    expect(run()).toEqual(VERSION);
  });

  test.skipIf(process.getuid?.() !== 0)('one in the folder of another user, which is left alone', () => {
    run();
    chownSync(only(), 12_345, 12_345);
    chownSync(folder(), 12_345, 12_345);
    const before = statSync(only()).ino;
    expect(run()).toEqual(VERSION);
    expect(statSync(only()).ino).toBe(before);
  });

  test('without a home, a folder that can be written, or a full path', () => {
    writeFileSync(join(base, 'file'), '');
    for (const XDG_CACHE_HOME of ['', 'relative', join(base, 'file'), '/proc/nowhere'])
      expect(run(['--version'], { XDG_CACHE_HOME })).toEqual(VERSION);
    expect(existsSync(join(base, 'relative'))).toBe(false);
  });
});

test('Node’s own variable keeps code from being kept', () => {
  expect(run(['--version'], { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(VERSION);
  expect(files()).toEqual([]);
});

test('other options of Node get other code', () => {
  run();
  expect(run(['--version'], { NODE_OPTIONS: '--max-old-space-size=512' })).toEqual(VERSION);
  expect(files()).toHaveLength(2);
});

describe('what every command asks git', () => {
  /** The commands that were given to git. */
  const asked = (args: readonly string[], env: NodeJS.ProcessEnv = {}): string[] => {
    const trace = join(base, 'trace');
    run(args, { GIT_TRACE2_EVENT: trace, XDG_CACHE_HOME: KEPT, ...env });
    const events = readFileSync(trace, 'utf8').trim().split('\n');
    rmSync(trace);
    const lines = events.map((line) => JSON.parse(line) as { event: string; argv?: string[] });
    return lines.flatMap(({ event, argv = [] }) => (event === 'start' ? argv.slice(1, 3).join(' ') : []));
  };
  const FIRST = ['config -z', 'rev-parse --absolute-git-dir'];

  test.for([['why', 'a.txt:1'], ['blame', 'a.txt'], ['status'], ['hook', 'post-commit']])(
    'is asked first, and once: %j',
    (args) => {
      makeRepository();
      const all = asked(args);
      const first = all.filter((command) => FIRST.includes(command)).toSorted();
      expect(first).toEqual(FIRST);
    },
  );

  // Node takes milliseconds to start a process. So the loader lets one shell ask what these commands will ask.
  test.for([
    ['why', "it's.js:1"],
    ['blame', "it's.js"],
    ['blame', 'binary'],
  ])('about a file is asked first, too, and once: %j', (args) => {
    makeRepository("it's.js", 'one\n');
    const text = Buffer.from(`a\0\x30\0\0\x30\0end-0 0\0b\n`.repeat(30_000)); // answers end with such signs
    makeRepository('binary', text.toString('latin1'));
    addNote();
    const all = asked(args);
    expect(all).toEqual([...new Set(all)]);
    const names = all.map((command) => command.split(' ')[0]);
    expect(names).toEqual(expect.arrayContaining(['cat-file', 'hash-object', 'log']));
  });

  // Git then says more on standard error than the program expects of it.
  test('is asked again where the answer may lack a part of what git printed', () => {
    makeRepository("it's.js", 'one\n');
    addNote();
    const plain = run(['blame', "it's.js"], { XDG_CACHE_HOME: KEPT });
    expect(plain).toMatchObject({ status: 0, stdout: expect.stringMatching(/one\n$/) as string });
    const traced = run(['blame', "it's.js"], { XDG_CACHE_HOME: KEPT, GIT_TRACE: '1' });
    expect(traced).toEqual({ ...plain, stderr: expect.stringContaining('git blame --porcelain') });
  });

  test('is asked by the program itself where there is no shell, or none that can start git', () => {
    makeRepository("it's.js", 'one\n');
    addNote();
    const plain = run(['blame', "it's.js"], { XDG_CACHE_HOME: KEPT });
    const bin = join(base, 'bin');
    mkdirSync(bin);
    symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(bin, 'git'));
    expect(run(['blame', "it's.js"], { XDG_CACHE_HOME: KEPT, PATH: bin })).toEqual(plain);
    writeFileSync(
      join(bin, 'sh'),
      '#!/bin/sh\nexit 3\n'.replace(
        '/bin/sh',
        execFileSync('sh', ['-c', 'command -v sh'], { encoding: 'utf8' }).trim(),
      ),
      { mode: 0o755 },
    );
    expect(run(['blame', "it's.js"], { XDG_CACHE_HOME: KEPT, PATH: bin })).toEqual(plain);
  });

  test('is not asked for help', () => {
    makeRepository();
    expect(() => asked(['help'])).toThrow(/ENOENT/);
  });
});

test('a command without an answer does not end with 0', () => {
  makeRepository();
  const preload = join(base, 'preload.cjs');
  const silentGit = `const process = require('node:child_process');
const { EventEmitter } = require('node:events');
process.spawn = () => Object.assign(new EventEmitter(), { stdout: new EventEmitter(), stderr: new EventEmitter() });`;
  writeFileSync(preload, silentGit);
  const done = run(['verify'], { NODE_OPTIONS: `--require ${preload}` });
  expect(done).toEqual({ status: 255, stdout: '', stderr: expect.stringContaining('ended before it had its answer') });
});
