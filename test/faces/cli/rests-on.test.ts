import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListAnswer } from '../../../src/ask/knowledge/statement-answer.ts';
import type { WhyAnswer } from '../../../src/ask/why/why-answer.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const HEAD = '// a\n// b\n// c\n// d\n';
const MEAN = 'export function mean(xs) {\n  return xs[0];\n}\n';
const LAST = 'export function last(xs) {\n  return xs.at(-1);\n}\n';
const CALC = `${HEAD}${MEAN}${LAST}`;

describe('what an entry rests on by content', () => {
  let repo: TestRepo;
  const ask = (...args: string[]): string => prov(repo, ...args);
  const commit = (message: string): void => {
    repo.git('add', '-A');
    repo.commit(message);
  };
  const add = (kind: string, text: string, ...from: string[]): string =>
    new RegExp(`^${kind}:[^,. ]+`).exec(ask('add', kind, text, ...from.flatMap((one) => ['--derived-from', one])))![0];

  beforeEach(() => {
    repo = makeRepo({ files: { 'src/calc.js': CALC, '.gitignore': 'private.*\n' } });
    enable(repo);
  });
  afterEach(() => repo.cleanup());

  /** What is shown as changed of claims, by their texts. */
  const changed = (at: TestRepo = repo, kind = 'claim'): Record<string, string[]> => {
    const { items } = JSON.parse(prov(at, 'list', kind, '--json')) as ListAnswer;
    return Object.fromEntries(
      items.flatMap(({ statement, changed: places }) =>
        places ? [[statement, places.map(({ place, state }) => `${place} ${state}`)]] : [],
      ),
    );
  };

  test('a function, a file and lines are compared with what they were, in the work tree and after a commit', () => {
    add('claim', 'function', 'function:src/calc.js#mean');
    add('claim', 'lines', 'file:src/calc.js:2-3');
    add('claim', 'line', 'file:src/calc.js:3');
    add('claim', 'file', 'file:src/calc.js');
    add('claim', 'nothing');
    expect(changed()).toEqual({});
    repo.write('src/calc.js', `// new\n\n${CALC}`); // everything moves down
    expect(changed()).toEqual({ file: ['file:src/calc.js changed'] });
    repo.write('src/calc.js', CALC.replace('// b', '//   b').replace('return xs[0];', '\n\treturn  xs[0];'));
    expect(changed()).toEqual({}); // only blanks
    repo.write('src/calc.js', CALC.replaceAll('\n', '\r\n'));
    expect(changed()).toEqual({});
    repo.write('src/calc.js', CALC.replace('xs[0]', 'xs[1]').replace('// b', '// B'));
    const all = {
      function: ['function:src/calc.js#mean changed'],
      lines: ['src/calc.js:2-3 changed'],
      file: ['file:src/calc.js changed'],
    };
    expect(changed()).toEqual(all);
    commit('Change it');
    expect(changed()).toEqual(all);
    repo.write('src/calc.js', CALC);
    expect(changed()).toEqual({}); // as it was
  });

  test('every command that shows the entry says so', () => {
    const claim = add('claim', 'The mean is exact', 'function:src/calc.js#mean');
    const words = 'stale: mean in src/calc.js changed';
    repo.write('x.txt', 'x\n');
    commit('Record it');
    ask('add', 'claim', 'It is fast', '--supports', claim);
    for (const args of [
      ['list', 'claim'],
      ['trace', claim],
      ['search', 'exact'],
      ['show', claim],
      ['history', claim],
    ])
      expect(ask(...args)).not.toContain('stale');
    repo.write('src/calc.js', CALC.replace('xs[0]', 'xs[1]'));
    expect(ask('list', 'claim')).toContain(`accepted, ${words}`);
    expect(ask('search', 'exact')).toContain(words);
    expect(ask('trace', claim.replace('claim:', ''))).toContain(claim.slice(6, 14));
    expect(ask('trace', 'function:src/calc.js#mean')).toContain(words);
    expect(ask('show', claim)).toContain(`           ${words}\n`);
    expect(ask('history', claim)).toContain(`accepted, ${words}`);
    expect(ask('why', 'src/calc.js#mean')).toContain('(stale: function:src/calc.js#mean changed)');
    expect(ask('impact', 'src/calc.js#mean')).toContain('stale: function:src/calc.js#mean changed');
    const places = [{ place: 'function:src/calc.js#mean', state: 'changed' }];
    expect(JSON.parse(ask('trace', claim, '--json'))).toMatchObject({ memory: { changed: places } });
    expect(JSON.parse(ask('evidence', claim, '--json'))).toMatchObject({ claim: { changed: places } });
    expect(JSON.parse(ask('search', 'exact', '--json'))).toMatchObject({ results: [{ changed: places }] });
    expect(JSON.parse(ask('show', claim, '--json'))).toMatchObject({ standing: { changed: places } });
    expect(JSON.parse(ask('history', claim, '--json'))).toMatchObject({ changed: places });
    expect(JSON.parse(ask('why', 'src/calc.js#mean', '--json'))).toMatchObject({
      linked: [{ stale: true, changed: places }],
    });
  });

  test('the context of an agent and the lines of a decision show it', () => {
    const agent = new TestAgent(repo, '11111111-2222-4333-8444-555555555555');
    agent.start().prompt('Sum it up');
    const shell = { ...repo, env: { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: agent.session } };
    prov(shell, 'decide', 'The sum uses the mean', '--derived-from', 'function:src/calc.js#mean');
    agent.write('src/sum.js', 'export const sum = (xs) => mean(xs) * xs.length;\n').stop();
    commit('Sum');
    const text = (): string => (JSON.parse(ask('context', '--json')) as { text: string }).text;
    const decision = (): WhyAnswer['answers'][number] =>
      (JSON.parse(ask('why', 'src/sum.js:1', '--json')) as WhyAnswer).answers[0]!;
    expect(text()).toContain('"The sum uses the mean" (');
    expect(text()).not.toContain('stale');
    expect(decision()).not.toHaveProperty('decision_stale');
    repo.write('src/calc.js', CALC.replace('xs[0]', 'xs[1]'));
    expect(text()).toMatch(/"The sum uses the mean" \([^)]*stale: mean in src\/calc\.js changed since/);
    expect(JSON.parse(ask('context', '--json'))).toMatchObject({
      items: [{ changed: [{ place: 'function:src/calc.js#mean', state: 'changed' }] }],
    });
    expect(decision().decision_stale).toEqual({ changed: [{ place: 'function:src/calc.js#mean', state: 'changed' }] });
    expect(ask('why', 'src/sum.js:1')).toContain('stale: function:src/calc.js#mean changed');
  });

  test('a person sees it in a review, and acceptance takes the content of now', () => {
    const agent = new TestAgent(repo, '11111111-2222-4333-8444-555555555555');
    agent.start().prompt('Say how it is');
    repo.git('config', 'prov.review', 'claim');
    const shell = { ...repo, env: { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: agent.session } };
    const proposed = prov(shell, 'add', 'claim', 'The mean is exact', '--derived-from', 'function:mean');
    agent.stop();
    const claim = /^claim:[^,. ]+/.exec(proposed)![0];
    repo.write('src/calc.js', CALC.replace('xs[0]', 'xs[1]'));
    expect(ask('review')).toContain('stale: mean in src/calc.js changed');
    expect(JSON.parse(ask('review', '--json'))).toMatchObject({
      proposals: [{ changed: [{ place: 'function:src/calc.js#mean' }] }],
    });
    ask('review', claim, '--accept', '--yes');
    expect(changed()).toEqual({});
    repo.write('src/calc.js', CALC.replace('xs[0]', 'xs[2]'));
    expect(changed()).toEqual({ 'The mean is exact': ['function:src/calc.js#mean changed'] });
  });

  test('who states the confidence again, or the entry in other words, has looked at it', () => {
    const claim = add('claim', 'old words', 'function:mean', 'file:src/calc.js:1-2', 'function:last');
    repo.write('src/calc.js', `// z\n${CALC.replace('xs[0]', 'xs[1]').replace('// b', '// B')}`);
    expect(changed()['old words']).toHaveLength(2);
    ask('revise', claim, 'new words');
    expect(changed()).toEqual({ 'old words': expect.anything() as unknown }); // superseded, and still stale
    repo.write('src/calc.js', CALC.replace('xs[0]', 'xs[2]').replace('at(-1)', 'pop()'));
    expect(changed()['new words']?.toSorted()).toEqual([
      'function:src/calc.js#last changed',
      'function:src/calc.js#mean changed',
    ]);
    const { items } = JSON.parse(ask('list', 'claim', '--json')) as ListAnswer;
    const newer = items.find(({ statement }) => statement === 'new words')!;
    ask('revise', `claim:${newer.id}`, '--confidence', '0.5');
    expect(changed()['new words']).toBeUndefined();
    repo.write('src/calc.js', `${HEAD}${LAST}`);
    expect(changed()['new words']?.toSorted()).toEqual([
      'function:src/calc.js#last changed',
      'function:src/calc.js#mean missing',
    ]);
    ask('revise', `claim:${newer.id}`, '--confidence', '0.4'); // what is missing is not compared any more
    expect(changed()['new words']).toBeUndefined();
  });

  test('a later link records the content of its time, and a removed link nothing', () => {
    const claim = add('claim', 'linked');
    ask('link', claim, 'derived_from', 'function:src/calc.js#mean');
    ask('link', claim, 'supports', 'function:src/calc.js#last');
    repo.write('src/calc.js', CALC.replace('xs[0]', 'xs[1]').replace('at(-1)', 'pop()'));
    expect(changed()).toEqual({ linked: ['function:src/calc.js#mean changed'] });
    ask('link', claim, 'derived_from', 'function:src/calc.js#mean', '--remove');
    expect(changed()).toEqual({});
  });

  test('a renamed file is followed; a removed one, and a removed function, are missing', () => {
    add('claim', 'function', 'function:src/calc.js#mean');
    add('claim', 'lines', 'file:src/calc.js:2-3');
    repo.git('mv', 'src/calc.js', 'lib.js');
    expect(changed()).toEqual({});
    commit('Move it');
    expect(changed()).toEqual({});
    repo.write('lib.js', `${HEAD}${LAST}`);
    expect(changed()).toEqual({ function: ['function:src/calc.js#mean missing'] });
    repo.git('rm', '-qf', 'lib.js');
    commit('Remove it');
    expect(changed()).toEqual({
      function: ['function:src/calc.js#mean missing'],
      lines: ['src/calc.js:2-3 missing'],
    });
    expect(ask('list', 'claim')).toContain('stale: src/calc.js:2-3 is missing');
  });

  test('a clone without a work tree compares its HEAD, and one with a sparse work tree what git keeps', () => {
    add('claim', 'function', 'function:src/calc.js#mean');
    repo.write('x.txt', 'x\n');
    commit('Record it');
    const clone = (name: string, ...how: string[]): TestRepo => {
      const dir = join(repo.dir, name);
      repo.git('clone', '-q', ...how, '.', name);
      repo.git('-C', name, 'fetch', '-q', repo.dir, 'refs/notes/*:refs/notes/*');
      return { ...repo, dir };
    };
    const bare = clone('bare.git', '--bare');
    expect(changed(bare)).toEqual({});
    const sparse = clone('sparse');
    repo.git('-C', 'sparse', 'sparse-checkout', 'set', '--no-cone', '/x.txt');
    expect(changed(sparse)).toEqual({});
    repo.write('src/calc.js', CALC.replace('xs[0]', 'xs[1]'));
    repo.git('commit', '-qam', 'Change it');
    repo.git('-C', 'bare.git', 'fetch', '-q', repo.dir, 'main:main');
    expect(changed(bare)).toEqual({ function: ['function:src/calc.js#mean changed'] });
  });

  const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

  test('no hash is kept of what git ignores, of a secret, and of what is no text', () => {
    repo.write('private.txt', 'one\ntwo\n');
    repo.write('keys.js', `const first = 1;\nconst token = '${secret}';\nexport function use() {\n  return 1;\n}\n`);
    writeFileSync(join(repo.dir, 'data.bin'), Buffer.from([1, 0, 2]));
    add('claim', 'ignored', 'file:private.txt');
    add('claim', 'file with a secret', 'file:keys.js');
    add('claim', 'function beside it', 'function:keys.js#use');
    add('claim', 'no text', 'file:data.bin');
    add('claim', 'nothing there', 'file:later.txt');
    const { items } = JSON.parse(ask('list', 'claim', '--json')) as ListAnswer;
    const recorded = items
      .filter(({ id }) => 'rests_on' in detailOf(ask('show', `claim:${id}`, '--json')))
      .map(({ statement }) => statement);
    expect(recorded).toEqual(['function beside it']);
    const line = ask('add', 'claim', 'a line', '--derived-from', 'file:keys.js:2');
    expect(line).toMatch(/^claim:/);
    repo.write('keys.js', 'x\n');
    expect(changed()).toEqual({ 'function beside it': ['function:keys.js#use missing'] });
  });

  const detailOf = (shown: string): object => (JSON.parse(shown) as { node: { detail: object } }).node.detail;

  test('what is written is small, and names nothing twice', () => {
    const claim = add('claim', 'x', 'function:src/calc.js#mean', 'file:src/calc.js:2-3');
    const { rests_on: numbers } = detailOf(ask('show', claim, '--json')) as { rests_on: number[] };
    expect(numbers).toHaveLength(12);
    expect(numbers.slice(9, 11)).toEqual([2, 3]);
  });

  test('lines that a file does not have, and lines of what is not derived from, are errors', () => {
    expect(() => add('claim', 'x', 'file:src/calc.js:9-99')).toThrow('names no lines of a text file');
    expect(() => ask('add', 'claim', 'x', '--supports', 'file:src/calc.js:1')).toThrow(
      'Only what an entry is derived from can be lines of a file.',
    );
    const claim = add('claim', 'y');
    expect(() => ask('link', 'file:src/calc.js:1', 'derived_from', claim)).toThrow(
      'Only what an entry is derived from',
    );
    repo.write('a:1', 'text\n'); // a file of that name comes first
    add('claim', 'z', 'file:a:1');
    repo.write('a:1', 'other\n');
    expect(changed()).toEqual({ z: ['file:a:1 changed'] });
  });

  test('a link that leads out of the repository is not followed', () => {
    const outside = join(repo.dir, '..', `outside-${process.pid}`);
    mkdirSync(outside, { recursive: true });
    try {
      writeFileSync(join(outside, 'calc.js'), CALC);
      add('claim', 'function', 'function:src/calc.js#mean');
      rmSync(join(repo.dir, 'src'), { recursive: true });
      symlinkSync(outside, join(repo.dir, 'src'));
      writeFileSync(join(outside, 'calc.js'), LAST);
      expect(changed()).toEqual({}); // it cannot be compared
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });
});
