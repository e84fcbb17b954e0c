import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CodeListAnswer } from '../../../src/ask/code/code-list.ts';
import type { ImpactAnswer } from '../../../src/ask/code/impact-answer.ts';
import { enable, prov } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo, withRepo } from '../../helpers/repo.ts';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

const MEAN = `export function mean(xs) {
  return xs[0];
}
${'// a comment, so that git sees the rename\n'.repeat(9)}`;

let repo: TestRepo;
const ask = (...args: string[]): string => prov(repo, ...args);
const names = (...args: string[]): string[] =>
  (JSON.parse(ask('list', 'function', '--json', ...args)) as CodeListAnswer).items.map(({ id }) => id);

beforeAll(() => {
  repo = makeRepo({
    files: {
      'src/calc.js': MEAN,
      'src/main.js': "import { mean } from './calc.js';\nexport const start = () => mean([1]);\n",
    },
  });
  enable(repo);
  repo.git('mv', 'src/calc.js', 'src/ünits.js');
  repo.write('src/main.js', "import { mean } from './ünits.js';\nexport const begin = () => mean([2]);\n");
  repo.commit('Rename it');
});
afterAll(() => repo.cleanup());

test('list shows the code of a revision', () => {
  expect(names()).toEqual(['function:src/main.js#begin', 'function:src/ünits.js#mean']);
  expect(names('--rev', 'HEAD~1')).toEqual(['function:src/calc.js#mean', 'function:src/main.js#start']);
  expect(ask('list', 'module', '--rev', 'HEAD~1')).toMatch(/src +sources +src/);
  expect(() => ask('list', 'function', '--rev', 'nowhere')).toThrow('There is no revision "nowhere" here.');
  expect(() => ask('list', 'claim', '--rev', 'HEAD')).toThrow('--rev does not apply to a claim');
});

test('trace and impact follow the calls of a revision', () => {
  const traced = ask('trace', 'function:src/calc.js#mean', '--layer', 'code', '--rev', 'HEAD~1');
  expect(traced).toContain('start src/main.js:2');
  expect(ask('trace', 'file:src/calc.js', '--layer', 'code', '--rev', 'HEAD~1')).toContain('src/main.js:1');
  const [changed] = (JSON.parse(ask('impact', 'mean', '--rev', 'HEAD~1', '--json')) as ImpactAnswer).changed;
  expect(changed!.symbol.path).toBe('src/calc.js');
  expect(changed!.reached.map(({ symbol }) => symbol?.name)).toEqual(['start']);
  expect(() => ask('impact', 'HEAD~1..HEAD', '--rev', 'HEAD')).toThrow('A range has revisions of its own');
  expect(() => ask('trace', 'file:src/main.js', '--rev', 'HEAD')).toThrow('--rev needs --layer code');
});

test('the former name of a file leads to its functions', () => {
  expect(ask('why', 'src/calc.js#mean')).toMatch(/^src\/ünits\.js:1-3 {2}in mean\n/);
  expect(ask('impact', 'src/calc.js#mean')).toMatch(/^mean {2}src\/ünits\.js:1\n/);
  expect(ask('trace', 'function:src/calc.js#mean', '--layer', 'code')).toContain('begin src/main.js:2');
  expect(ask('trace', 'file:src/calc.js', '--layer', 'code')).toMatch(
    /^file:src\/ünits\.js\nUsed by:\n {2}src\/main\.js:1\n/,
  );
  expect(ask('blame', '--symbol', 'mean', 'src/calc.js').split('\n')).toHaveLength(4);
});

test('impact of a function in a bare clone looks at HEAD', () => {
  repo.git('clone', '-q', '--bare', '.', 'bare.git');
  const bare = { ...repo, dir: `${repo.dir}/bare.git` };
  expect(prov(bare, 'impact', 'mean')).toMatch(/called by +begin src\/main\.js:2/);
  expect(prov(bare, 'impact', 'mean', '--rev', 'HEAD~1')).toMatch(/called by +start src\/main\.js:2/);
});

test('a file that takes a former name is meant by it', () => {
  repo.write('src/calc.js', 'export function mean() {}\n');
  repo.commit('Take the name');
  expect(ask('why', 'src/calc.js#mean')).toMatch(/^src\/calc\.js:1 {2}in mean\n/);
});

test('functions of files with odd names, and of files that git does not have, are named', () =>
  withRepo({ files: { 'src/a#b.js': 'class A {\n  #go() {}\n}\n', '.gitignore': 'out.js\n' } }, (odd) => {
    expect(prov(odd, 'why', 'src/a#b.js#A.#go')).toContain('src/a#b.js:2  in A.#go\n');
    expect(prov(odd, 'trace', 'function:src/a#b.js#A.#go', '--layer', 'code')).toContain('Used by:');
    odd.write('out.js', 'function ignored() {}\n');
    for (const args of [
      ['impact', 'out.js#ignored'],
      ['trace', 'function:out.js#ignored', '--layer', 'code'],
    ])
      expect(prov(odd, ...args)).toContain('ignored');
    symlinkSync('a#b.js', join(odd.dir, 'src/link.js'));
    odd.commit('Link');
    expect(() => prov(odd, 'why', 'src/link.js#A')).toThrow(
      /The functions of "src\/link\.js" are not known\.[^]*a symbolic link/,
    );
  }));

test('without a commit, why says that nothing is known of the lines', () => {
  const fresh = makeRepo({ files: {} });
  try {
    fresh.git('update-ref', '-d', 'HEAD');
    fresh.write('a.js', 'function foo() {}\n');
    for (const place of ['foo', 'a.js:1']) expect(() => prov(fresh, 'why', place)).toThrow('There is no commit yet');
  } finally {
    fresh.cleanup();
  }
});
