import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import { withRepo } from '../../helpers/repo.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');
const MODULES = resolve(import.meta.dirname, '../../../node_modules/.bin');

/** The folder of a program: this project's, or one on PATH. */
function folderOf(program: string): string | undefined {
  if (existsSync(join(MODULES, program))) return MODULES;
  const found = spawnSync('sh', ['-c', `command -v ${program}`])
    .stdout.toString()
    .trim();
  return found ? dirname(found) : undefined;
}

interface Scene {
  readonly files: Record<string, string>;
  /** What the agent runs. */
  readonly command: string;
  /** Lines of a file after it that are the agent's. */
  readonly expected: Record<string, readonly (string | RegExp)[]>;
}

const wholeOf = (text: string | RegExp): RegExp =>
  typeof text === 'string' ? new RegExp(`^${text.replaceAll(/[\^$.*+?()[\]{}|\\]/g, String.raw`\$&`)}$`) : text;

/** Runs a real tool in an agent's shell, for longer than a short program, and expects that it wrote these lines. */
function story(name: string, needs: string, { files, command, expected }: Scene): void {
  const folder = folderOf(needs);
  test.skipIf(!folder)(`${name}${folder ? '' : ` (needs ${needs})`}`, () =>
    withRepo({ files }, (repo) => {
      repo.env['PATH'] = `${folder!}:${repo.env['PATH'] ?? ''}`;
      repo.env['NODE_PATH'] = resolve(realpathSync(join(folder!, needs)), '../..');
      enable(repo);
      const a = new TestAgent(repo, 'a').start().prompt('tidy up');
      a.bash(`sleep 3.1; ${command}; true`);
      repo.commit('tidy');
      const owned = Object.fromEntries(
        Object.keys(expected).map((path) => [
          path,
          judge(repo, path)
            .filter(({ owner }) => owner === 'a')
            .map(({ text }) => text),
        ]),
      );
      expect(owned).toEqual(
        Object.fromEntries(
          Object.entries(expected).map(([path, list]) => [
            path,
            list.map((one) => expect.stringMatching(wholeOf(one))),
          ]),
        ),
      );
    }),
  );
}

const LOOSE = lines('let kept = 1', 'var old = kept == 2', 'console.log(kept, old);');

story('eslint --fix of a file', 'eslint', {
  files: {
    'a.js': lines('let kept = 1;', 'console.log(kept);'),
    'eslint.config.mjs': "export default [{ rules: { 'prefer-const': 'error' } }];\n",
  },
  command: 'eslint --fix a.js',
  expected: { 'a.js': ['const kept = 1;'] },
});

story('prettier --write of a file', 'prettier', {
  files: { 'a.js': lines('const a = 0XAB;', 'foo(a);') },
  command: 'prettier --write a.js',
  expected: { 'a.js': ['const a = 0xab;'] },
});

story('biome check --write of a file', 'biome', {
  files: { 'a.js': LOOSE },
  command: 'biome check --write --unsafe a.js',
  expected: { 'a.js': [/const kept = 1;/, /old = kept === 2;/] },
});

story('ruff check --fix of a file', 'ruff', {
  files: { 'a.py': lines('import os', 'import sys', 'if not sys.argv is None:', '    print(1)') },
  command: 'ruff check -q --fix --unsafe-fixes --select F,E713,E714 a.py',
  expected: { 'a.py': ['if sys.argv is not None:'] },
});

story('ruff format of files that xargs passes on', 'ruff', {
  files: { 'a.py': lines('x = { "a":1 }'), 'b.py': lines('y = 0XAB') },
  command: "printf '%s\\n' a.py b.py | xargs ruff format -q",
  expected: { 'a.py': [], 'b.py': ['y = 0xAB'] },
});

const SUM = "import { expect, test } from 'vitest';\n";

// One run of vitest, which takes longer than all the rest.
story('vitest run -u with a snapshot in a file, and with one in the test itself', 'vitest', {
  files: {
    'sum.test.ts': lines(
      SUM.trim(),
      "test('sum', () => { expect(1 + 1).toMatchSnapshot(); });",
      "test('inline', () => {",
      '  expect(1 + 1).toMatchInlineSnapshot();',
      '});',
    ),
  },
  command: `ln -s '${resolve(MODULES, '..')}' node_modules; vitest run -u sum.test.ts; rm node_modules`,
  expected: {
    '__snapshots__/sum.test.ts.snap': [/^\/\/ Vitest Snapshot/, '', /sum 1/],
    'sum.test.ts': [/toMatchInlineSnapshot\(`2`\)/],
  },
});

story('jest -u', 'jest', {
  files: { 'sum.test.js': "test('sum', () => { expect(1 + 1).toMatchSnapshot(); });\n", 'package.json': '{}\n' },
  command: 'jest --ci=false -u sum.test.js',
  expected: { '__snapshots__/sum.test.js.snap': [/^\/\/ Jest Snapshot/, '', /sum 1/] },
});

story('tsc of a file', 'tsc', {
  files: { 'a.ts': lines('const kept: number = 1;', 'console.log(kept);') },
  command: 'tsc --target es2022 --module esnext --types "" a.ts',
  expected: { 'a.js': [/use strict/, /kept = 1;/, /console/] },
});

story('git config -f, and --file=', 'git', {
  files: { 'settings.ini': lines('[one]', '\tkey = 1'), 'others.ini': lines('[one]', '\tkey = 1') },
  command: 'git config -f settings.ini two.key 2; git config --file=others.ini one.key 3',
  expected: { 'settings.ini': ['[two]', '\tkey = 2'], 'others.ini': ['\tkey = 3'] },
});

story('xargs and sed, of files that echo names', 'sed', {
  files: { 'a.txt': lines('old one', 'kept'), 'b.txt': lines('old two', 'kept') },
  command: "echo a.txt b.txt | xargs sed -i 's/old/new/'",
  expected: { 'a.txt': ['new one'], 'b.txt': ['new two'] },
});

story('xargs -I and a script', 'sh', {
  files: { 'a.txt': lines('kept') },
  command: "echo a.txt | xargs -I{} sh -c 'echo added to {} >> {}'",
  expected: { 'a.txt': ['added to a.txt'] },
});

test('xargs -I and a script that changes files named only on disk: unknown, and not a person’s', () =>
  withRepo({ files: { 'a.txt': lines('kept') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('add');
    a.bash("ls *.txt | xargs -I{} sh -c 'echo added to {} >> {}'");
    repo.commit('added');
    expect(judge(repo, 'a.txt').map(({ owner }) => owner)).toEqual(['no note', 'unsure']);
  }));

test("a file that the formatter's command does not name is not the agent’s", () =>
  withRepo({ files: { 'a.py': 'x = { "a":1 }\n', 'b.txt': lines('kept') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('format');
    a.bash('true || ruff format -q a.py; sleep 0', () => repo.write('b.txt', lines('kept', 'typed by a person')));
    repo.commit('formatted');
    expect(judge(repo, 'b.txt').filter(({ owner }) => owner === 'a')).toEqual([]);
  }));
