import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImpactAnswer } from '../../../src/ask/code/impact-answer.ts';
import type { WhyAnswer } from '../../../src/ask/why/why-answer.ts';
import { enable, prov } from '../../helpers/agent.ts';
import { keep } from '../../helpers/put-back.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const MEAN = 'export function mean(xs) {\n  return xs[0];\n}\n';
const REST = '// x\n'.repeat(9);

describe('what was recorded about a function', () => {
  let repo: TestRepo;
  const ask = (...args: string[]): string => prov(repo, ...args);
  const commit = (message: string): void => {
    repo.git('add', '-A');
    repo.commit(message);
  };

  // Every test begins with the same records.
  let putBack: () => void;
  beforeEach(() => putBack());
  afterAll(() => repo.cleanup());
  beforeAll(() => {
    repo = makeRepo({
      files: { 'src/calc.js': `${MEAN}${REST}`, 'src/shop.js': 'export class Shop {\n  mean() {}\n}\n' },
    });
    enable(repo);
    const decision = /^decision:[^,. ]+/.exec(ask('decide', 'Empty lists have no mean'))![0];
    ask('link', decision, 'explains', 'function:src/calc.js#mean');
    ask('add', 'claim', 'The file is small', '--derived-from', 'file:src/calc.js');
    ask('add', 'claim', 'Another mean', '--derived-from', 'function:src/shop.js#Shop.mean');
    repo.write('other.txt', 'x\n');
    commit('Record it');
    putBack = keep(repo);
  });

  const why = (name: string, at: TestRepo = repo): readonly string[] =>
    ((JSON.parse(prov(at, 'why', name, '--json')) as WhyAnswer).linked ?? []).map(({ text }) => text);
  const impact = (name: string, at: TestRepo = repo): readonly string[] =>
    (JSON.parse(prov(at, 'impact', name, '--json')) as ImpactAnswer).changed
      .flatMap(({ linked }) => linked ?? [])
      .map(({ text }) => text)
      .toSorted();
  const evidence = (name: string, at: TestRepo = repo): string => prov(at, 'evidence', name);

  test('why, evidence and impact show it, and impact also what is about the file', () => {
    const name = 'function:src/calc.js#mean';
    expect(why(name)).toEqual(['Empty lists have no mean']);
    expect(ask('why', name)).toMatch(/\n {2}about it {2}Empty lists have no mean \[decision:[0-9a-f]{8}-1\]\n$/);
    expect(evidence(name)).toMatch(/decision:\S+ .*"Empty lists have no mean" explains/);
    expect(impact(name)).toEqual(['Empty lists have no mean', 'The file is small']);
  });

  test('functions without entries, and lines, lack this part', () => {
    repo.write('src/new.js', 'export const fresh = () => 1;\n');
    commit('Add another');
    expect(why('src/new.js#fresh')).toEqual([]);
    expect(ask('why', 'src/new.js#fresh')).not.toContain('about it');
    expect(JSON.parse(ask('why', 'src/calc.js:1', '--json'))).not.toHaveProperty('linked');
  });

  test('an entry that is in no commit yet is shown, also where nothing else is recorded', () => {
    const fresh = makeRepo({ files: { 'src/calc.js': MEAN } });
    try {
      enable(fresh);
      expect(why('mean', fresh)).toEqual([]);
      expect(existsSync(join(fresh.dir, '.git/prov/index'))).toBe(false);
      const decision = /^decision:[^,. ]+/.exec(prov(fresh, 'decide', 'Not committed'))![0];
      prov(fresh, 'link', decision, 'explains', 'function:src/calc.js#mean');
      expect(fresh.git('for-each-ref', 'refs/notes')).toBe('');
      expect(why('mean', fresh)).toEqual(['Not committed']);
    } finally {
      fresh.cleanup();
    }
  });

  test('a function is not searched in the whole tree while it is where an entry names it', () => {
    const searched = (): boolean => existsSync(join(repo.dir, '.git/prov/code/names'));
    expect(why('src/calc.js#mean')).toEqual(['Empty lists have no mean']);
    expect(searched()).toBe(false);
    repo.write('mean.js', MEAN);
    commit('Another of this name');
    expect(why('mean.js#mean')).toEqual([]);
    expect(searched()).toBe(true);
  });

  test('it stays with a file that is renamed, in the index and in a commit', () => {
    repo.git('mv', 'src/calc.js', 'lib.js');
    const check = (): void => {
      expect(why('lib.js#mean')).toEqual(['Empty lists have no mean']);
      expect(evidence('function:lib.js#mean')).toContain('Empty lists have no mean');
      expect(impact('lib.js#mean')).toEqual(['Empty lists have no mean', 'The file is small']);
    };
    check();
    commit('Move it');
    check();
    repo.git('clone', '-q', '--bare', '.', 'bare.git');
    repo.git('-C', 'bare.git', 'fetch', '-q', '..', 'refs/notes/*:refs/notes/*');
    const bare = { ...repo, dir: `${repo.dir}/bare.git` };
    expect(why('lib.js#mean', bare)).toEqual(['Empty lists have no mean']);
  });

  test('it follows a function to another file, while that is the only one of its name', () => {
    repo.write('src/calc.js', REST);
    repo.write('mean.js', MEAN);
    commit('Move the function');
    expect(why('mean.js#mean')).toEqual(['Empty lists have no mean']);
    expect(evidence('function:mean.js#mean')).toContain('Empty lists have no mean');
    expect(impact('mean.js#mean')).toEqual(['Empty lists have no mean']); // what is about the file stays with the file
    repo.write('second.js', MEAN);
    expect(why('mean.js#mean')).toEqual([]);
    expect(evidence('function:mean.js#mean')).not.toContain('Empty lists');
  });

  test('it stays with the function while its file defines it', () => {
    repo.write('mean.js', MEAN);
    commit('Add another');
    expect(why('mean.js#mean')).toEqual([]);
    expect(why('src/calc.js#mean')).toEqual(['Empty lists have no mean']);
    expect(why('src/shop.js#Shop.mean')).toEqual(['Another mean']);
  });

  test('a function is named without its file where one has the name; an unknown one is an error', () => {
    repo.write('src/shop.js', 'export class Shop {}\n');
    expect(evidence('function:mean')).toContain('Empty lists have no mean');
    expect(() => evidence('function:median')).toThrow('There is no function "median" here.');
    expect(() => evidence('function:0123456789abcdef0123-0')).toThrow('is not a known commit, session or node');
  });

  test('a report of a range gives each changed function its own, also after a rename', () => {
    const two = (xs: string): string =>
      `${MEAN.replace('xs[0]', xs)}${REST}${MEAN.replace('mean', 'last').replace('xs[0]', xs)}`;
    repo.write('src/calc.js', two('xs[0]'));
    ask('add', 'claim', 'The last is the newest', '--derived-from', 'function:src/calc.js#last');
    commit('Add another');
    repo.git('mv', 'src/calc.js', 'lib.js');
    repo.write('lib.js', two('xs[1]'));
    commit('Change and move both');
    const { impact: reached } = JSON.parse(ask('report', 'HEAD~1..', '--impact', '--json')) as { impact: ImpactAnswer };
    expect(
      reached.changed.map(({ symbol, linked = [] }) => [symbol.id, linked.map(({ text }) => text).toSorted()]),
    ).toEqual([
      ['function:lib.js#mean', ['Empty lists have no mean', 'The file is small']],
      ['function:lib.js#last', ['The file is small', 'The last is the newest']],
    ]);
    const [, listed = ''] = ask('report', 'HEAD~1..', '--impact', '--format', 'md').split(
      '\n**May be stale**, because they are about what changes:\n\n',
    );
    const [first = '', ...others] = listed.slice(0, listed.indexOf('\n\n')).split('\n').toReversed();
    expect(first).toMatch(/^- `Empty lists have no mean` `decision:[0-9a-f]{8}-1`$/);
    expect(others.toSorted()).toEqual([
      expect.stringMatching(/^- `The file is small` `claim:\S+`: \*\*stale\*\*, `src\/calc\.js changed`$/),
      expect.stringMatching(
        /^- `The last is the newest` `claim:\S+`: \*\*stale\*\*, `function:src\/calc\.js#last changed`$/,
      ),
    ]);
  });
});
