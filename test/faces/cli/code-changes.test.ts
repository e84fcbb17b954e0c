import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImpactAnswer } from '../../../src/ask/code/impact-answer.ts';
import type { CodeStep, CodeTraceAnswer } from '../../../src/ask/code/code-trace.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

let repo: TestRepo;
const ask = (...args: string[]): string => prov(repo, ...args);
/** The runs of each test file after the first change of a range, and what they say together. */
const testsOf = (range: string): { runs: Record<string, string>; tested: unknown } => {
  const { changed } = JSON.parse(ask('impact', range, '--json')) as ImpactAnswer;
  const { test_runs: all = [], tested } = changed[0]!;
  return { runs: Object.fromEntries(all.map(({ path, state }) => [path, state])), tested };
};
const runsOf = (range: string): Record<string, string> => testsOf(range).runs;
const firstChange = (): string => /commitment:\S+/.exec(ask('trace', 'src/calc.js:2'))![0];

// The last change of the line after the first line of a function.
const firstChangeOf = (name: string): string => {
  const at = repo
    .read('src/calc.js')
    .split('\n')
    .findIndex((line) => line.includes(`function ${name}`));
  return /commitment:\S+/.exec(ask('trace', `src/calc.js:${at + 2}`))![0];
};
const codeUnder = (reference: string, ...args: string[]): readonly CodeStep[] => {
  const answer = JSON.parse(ask('trace', reference, '--layer', 'code', ...args, '--json')) as CodeTraceAnswer;
  expect(answer).not.toHaveProperty('backward');
  return answer.forward!;
};

const testOf = (name: string): string =>
  `import { mean } from '../src/calc.js';\nif (mean([]) === undefined) throw new Error('${name}');\nmean([1]);\n`;

beforeAll(() => {
  repo = makeRepo({
    files: {
      'package.json': '{"name": "calc", "type": "module", "scripts": {"test": "node --test test/"}}\n',
      'src/calc.js': 'export function mean(xs) {\n  return xs[0];\n}\n\nexport function other() {\n  return 1;\n}\n',
      'test/a.test.js': testOf('a'),
      'test/b.test.js': testOf('b'),
    },
  });
  enable(repo);
});
afterAll(() => repo.cleanup());

const edit = (session: string, old: string, fresh: string, ...commands: string[]): void => {
  const agent = new TestAgent(repo, session).start().prompt(`change ${old}`).read('src/calc.js');
  agent.edit('src/calc.js', old, fresh);
  for (const command of commands) agent.bash(command);
  agent.stop();
  repo.commit(`Change ${old}`);
};

test('impact says of each test file whether it ran after the change', () => {
  edit('s1', 'return xs[0]', 'return xs[0] ?? 0', 'node --test test/a.test.js');
  expect(runsOf('HEAD~1..HEAD')).toEqual({ 'test/a.test.js': 'passed', 'test/b.test.js': 'none' });
  expect(ask('impact', 'HEAD~1..HEAD')).toMatch(
    /reached by +test\/a\.test\.js \(passed after the change\)\n +test\/b\.test\.js \(not after the change\)/,
  );
  expect(ask('impact', 'HEAD~1..HEAD', '--format', 'md')).toContain(
    '`test/a.test.js`, `test/b.test.js` (not after the change)',
  );
});

test('a run of all tests counts for each test file, also when one test ran alone after it', () => {
  edit('s2', 'return xs[0] ?? 0', 'return xs[0] ?? 2', 'npm test', 'node --test test/b.test.js');
  expect(runsOf('HEAD~1..HEAD')).toEqual({ 'test/a.test.js': 'passed', 'test/b.test.js': 'passed' });
});

test('a later change makes the run of all tests stale, but not the run after it', () => {
  const agent = new TestAgent(repo, 's3').start().prompt('twice').read('src/calc.js');
  agent.edit('src/calc.js', 'xs[0] ?? 2', 'xs[0] ?? 3').bash('npm test');
  agent.edit('src/calc.js', 'return 1', 'return 2').bash('node --test test/b.test.js').stop();
  repo.commit('Twice');
  expect(runsOf('HEAD~1..HEAD')).toEqual({ 'test/a.test.js': 'stale', 'test/b.test.js': 'passed' });
});

test('a range without lines of agents has no runs of tests', () => {
  repo.write('src/calc.js', repo.read('src/calc.js').replace('?? 3', '?? 4'));
  repo.commit('By hand');
  const { changed } = JSON.parse(ask('impact', 'HEAD~1..HEAD', '--json')) as ImpactAnswer;
  expect(changed[0]).toMatchObject({ tests: ['test/a.test.js', 'test/b.test.js'], tested: null });
  expect(changed[0]).not.toHaveProperty('test_runs');
});

test("a run that was recorded for a person's lines counts for the tests that it ran", () => {
  expect(ask('verify-run', '--kind', 'test', '--', 'node', '--test', 'test/a.test.js')).toContain('passed');
  expect(testsOf('HEAD~1..HEAD')).toEqual({
    runs: { 'test/a.test.js': 'passed', 'test/b.test.js': 'none' },
    tested: 'passed',
  });
  expect(ask('impact', 'HEAD~1..HEAD')).toMatch(/tests ran +passed after the change\n/);
  repo.write('src/calc.js', `${repo.read('src/calc.js')}\n`);
  repo.commit('Another content');
  expect(testsOf('HEAD~2..HEAD')).toEqual({ runs: {}, tested: null });
});

test("a run that a person recorded counts for an agent's lines, too", () => {
  edit('s7', '?? 4', '?? 5');
  expect(testsOf('HEAD~1..HEAD').tested).toBe('none');
  ask('verify-run', '--kind', 'test', '--', 'node', '--test', 'test/b.test.js');
  expect(testsOf('HEAD~1..HEAD')).toEqual({
    runs: { 'test/a.test.js': 'none', 'test/b.test.js': 'passed' },
    tested: 'passed',
  });
  edit('s8', '?? 5', '?? 4');
});

test("a session's run counts for the lines of a person that it had", () => {
  repo.write('src/calc.js', repo.read('src/calc.js').replace('return 2;', 'return 9;'));
  edit('s9', '?? 4', '?? 6', 'npm test');
  const { changed } = JSON.parse(ask('impact', 'HEAD~1..HEAD', '--json')) as ImpactAnswer;
  const other = changed.find(({ symbol }) => symbol.name === 'other');
  expect(other).toMatchObject({ added: { agent: 0, human: 1 }, tested: 'passed' });
  repo.write('src/calc.js', repo.read('src/calc.js').replace('return 9;', 'return 2;').replace('?? 6', '?? 4'));
  repo.commit('As it was');
});

test('a step names the functions that it wrote lines of, by their names then', () => {
  edit('s4', '  return xs[0] ?? 4;', '  if (!xs) return 0;\n  return xs[0] ?? 4;');
  const change = firstChange();
  expect(ask('show', change)).toMatch(/1 line of src\/calc\.js in mean\n/);
  repo.write('src/calc.js', repo.read('src/calc.js').replace('function mean', 'function average'));
  repo.commit('Another name');
  expect(JSON.parse(ask('show', change, '--json'))).toMatchObject({
    wrote: [{ files: [{ path: 'src/calc.js', lines: 1, symbols: ['function:src/calc.js#mean'] }] }],
  });
  repo.write('src/calc.js', repo.read('src/calc.js').replace('function average', 'function mean'));
  repo.commit('The first name');
});

test('the code layer under a change has the functions that it wrote lines of, and what they use', () => {
  edit('s5', '  return 2;', '  return mean([2]);');
  const change = firstChangeOf('other');
  const [wrote] = codeUnder(change);
  expect(wrote).toMatchObject({ id: 'function:src/calc.js#other', path: 'src/calc.js', line: 6, kind: 'writes' });
  expect(wrote!.steps).toMatchObject([{ id: 'function:src/calc.js#mean', kind: 'calls' }]);
  expect(codeUnder(change)).toHaveLength(1);
  expect(ask('trace', change, '--layer', 'code')).toMatch(
    /^commitment:.*\nWrote lines of:\n {2}other src\/calc\.js:6\n {4}mean src\/calc\.js:\d+\n$/,
  );
  expect(codeUnder(change, '--depth', '1')[0]!.steps).toEqual([]);
  expect(codeUnder('src/calc.js:7')).toMatchObject([{ id: 'function:src/calc.js#other' }]);
});

test('a deleted function is still named under its change, as deleted', () => {
  const change = firstChangeOf('other');
  repo.write('src/calc.js', repo.read('src/calc.js').replace('function other', 'function another'));
  repo.commit('A name that the change did not know');
  expect(codeUnder(change)).toMatchObject([{ id: 'function:src/calc.js#other', line: 6, gone: true, steps: [] }]);
  expect(codeUnder(change, '--rev', 'HEAD~1')[0]).not.toHaveProperty('gone');
  expect(ask('trace', change, '--layer', 'code')).toContain('other src/calc.js:6 (not there any more)');
  repo.write('src/calc.js', repo.read('src/calc.js').replace('function another', 'function other'));
  repo.commit('The name that it knew');
});

test('a change keeps its functions when their file is renamed', () => {
  const change = firstChangeOf('other');
  repo.git('mv', 'src/calc.js', 'src/moved.js');
  repo.commit('Move it');
  expect(codeUnder(change)).toMatchObject([{ id: 'function:src/moved.js#other', path: 'src/moved.js' }]);
  expect(codeUnder(change, '--rev', 'HEAD~1')).toMatchObject([{ id: 'function:src/calc.js#other' }]);
  repo.git('mv', 'src/moved.js', 'src/calc.js');
  repo.commit('Move it back');
});

test('a change of a file without functions, and a goal, are left to the record', () => {
  const agent = new TestAgent(repo, 's6').start().prompt('Write the readme').write('README.md', '# Calc\n');
  agent.stop();
  repo.commit('Readme');
  const change = /commitment:\S+/.exec(ask('trace', 'README.md:1'))![0];
  const { schema } = JSON.parse(ask('trace', change, '--layer', 'code', '--json')) as { schema: string };
  expect(schema).toBe('git-prov/trace/1');
  const goal = /goal:\S+/.exec(ask('trace', 'README.md:1'))![0];
  expect(JSON.parse(ask('trace', goal, '--layer', 'code', '--json'))).toMatchObject({ schema: 'git-prov/trace/1' });
});

test('trace finds changes of a function after their lines were rewritten and the file was renamed', () => {
  expect(ask('trace', 'function:src/calc.js#mean')).toContain('change return xs[0]"');
  repo.git('mv', 'src/calc.js', 'src/stat.js');
  repo.write(
    'src/stat.js',
    repo.read('src/stat.js').replace('  if (!xs) return 0;\n', '  if (xs === null) return 0;\n'),
  );
  repo.commit('Move it');
  const traced = ask('trace', 'function:src/stat.js#mean');
  expect(traced).toContain('change return xs[0]"');
  expect(traced).toContain('change return xs[0] ?? 4;');
  expect(ask('trace', 'function:src/stat.js#other')).not.toContain('change return xs[0]"');
});

test('impact names all functions that stand on a changed line', () => {
  repo.write('src/pair.js', 'export const a = () => 1, b = () => 2;\n');
  repo.commit('Add a pair');
  repo.write('src/pair.js', 'export const a = () => 1, b = () => 3;\n');
  repo.commit('Change one of the pair');
  repo.write('src/pair.js', '');
  repo.commit('Remove the pair');
  const changedIn = (range: string): string[] =>
    (JSON.parse(ask('impact', range, '--json')) as ImpactAnswer).changed.map(
      ({ change, symbol }) => `${change} ${symbol.name}`,
    );
  expect(changedIn('HEAD~2..HEAD~1')).toEqual(['changed a', 'changed b']);
  expect(changedIn('HEAD~1..HEAD')).toEqual(['removed a', 'removed b']);
});
