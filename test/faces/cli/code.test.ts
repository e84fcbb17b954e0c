import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeListAnswer } from '../../../src/ask/code/code-list.ts';
import type { ImpactAnswer } from '../../../src/ask/code/impact-answer.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const CALC = `export function mean(xs) {
  return sum(xs) / xs.length;
}

export function sum(xs) {
  return xs.reduce((a, b) => a + b, 0);
}
`;

describe('in a repository where an agent changed a function', () => {
  let repo: TestRepo;
  const ask = (...args: string[]): string => prov(repo, ...args);
  const impact = (...args: string[]): ImpactAnswer => JSON.parse(ask('impact', '--json', ...args)) as ImpactAnswer;

  beforeAll(() => {
    repo = makeRepo({
      files: {
        'package.json':
          '{"name": "calc", "scripts": {"test": "node --check src/calc.js"}, "dependencies": {"left": "1.0.0"}}\n',
        'src/calc.js': CALC,
        'src/report.js':
          "import { mean } from './calc.js';\nimport left from 'left';\nexport const report = (xs) => left(mean(xs));\n",
        'src/main.js': "import { report } from './report.js';\nreport([1]);\n",
        'src/other.js': 'export function mean() {}\n',
        'test/calc.test.js': "import { mean } from '../src/calc.js';\nit('works', () => mean([1, 2]));\n",
      },
    });
    enable(repo);
    new TestAgent(repo, 's1')
      .start()
      .prompt('handle empty lists')
      .read('src/calc.js')
      .edit(
        'src/calc.js',
        '  return sum(xs) / xs.length;',
        '  if (xs.length === 0) return 0;\n  return sum(xs) / xs.length;',
      )
      .bash('node --test /dev/null; npm test')
      .stop();
    repo.commit('Handle empty lists');
  });
  afterAll(() => repo.cleanup());

  test('why explains a function by its name, with its file where there are several', () => {
    expect(ask('why', 'src/calc.js#mean')).toMatch(/^src\/calc\.js:1 {2}in mean\n/);
    expect(ask('why', 'src/calc.js#mean')).toContain('handle empty lists');
    expect(ask('why', 'sum')).toMatch(/^src\/calc\.js:6-8 {2}in sum\n/);
    expect(() => ask('why', 'mean')).toThrow(
      /'mean' could mean several things\.[^]*function:src\/calc\.js#mean {2}line 1\n {4}function:src\/other\.js#mean {2}line 1/,
    );
  });

  test('why at an older revision finds the function where it was', () => {
    expect(ask('why', 'src/calc.js#sum', '--rev', 'HEAD~1')).toMatch(/^src\/calc\.js:5-7 /);
    expect(ask('why', 'sum', '--rev', 'HEAD~1')).toMatch(/^src\/calc\.js:5-7 /);
  });

  test('why of a line names the function around it, also as JSON', () => {
    expect(ask('why', 'src/calc.js:2')).toMatch(/^src\/calc\.js:2 {2}in mean\n/);
    expect(JSON.parse(ask('why', 'src/calc.js:2', '--json'))).toMatchObject({
      answers: [{ symbol: 'function:src/calc.js#mean' }],
    });
    expect(JSON.parse(ask('why', 'package.json:1', '--json'))).toMatchObject({ answers: [{ symbol: null }] });
  });

  test.each([
    [
      ['why', 'absent'],
      /There is no function or type "absent" here\.\n {2}hint: See git prov list function, or use FILE:LINE\./,
    ],
    [['why', 'src/calc.js#absent'], /There is no function or type "absent" in "src\/calc\.js"\./],
    [['why', 'src/absent.js#mean'], /The functions of "src\/absent\.js" are not known\./],
    [['why', 'package.json#mean'], /The functions of "package\.json" are not known\./],
    [['why', 'type:src/calc.js#mean'], /There is no type "mean" in "src\/calc\.js"\./],
    [['why', 'sum', '--rev', 'nowhere'], /There is no revision "nowhere" here\./],
    [['why', 'src/calc.js'], /"src\/calc\.js" names no line\./],
    [['impact', 'absent'], /There is no function or type "absent" here\./],
    [['impact', '--depth', '0'], /--depth needs a number from 1 to 20\./],
    [['list', 'function', '--since', '2026-01-01'], /--since does not apply to a function/],
    [['blame', '--symbol', 'absent', 'src/calc.js'], /There is no function or type "absent"/],
    [['blame', 'src/calc.js', '--symbol'], /--symbol needs the name of a function or type\./],
  ])('%j says what is wrong, and what to do', (args, message) => {
    expect(() => ask(...args)).toThrow(message);
  });

  test('blame shows only the lines of a function, from any folder', () => {
    const lines = ask('blame', '--symbol', 'mean', 'src/calc.js').trimEnd().split('\n');
    expect(lines.map((line) => /\d+\) ?(.*?)(?: {2}<- .*)?$/.exec(line)?.[1])).toEqual(
      CALC.split('\n').slice(0, 3).toSpliced(1, 0, '  if (xs.length === 0) return 0;'),
    );
    expect(lines[1]).toContain('claude-code');
    expect(ask('blame', '--symbol=sum').split('\n')).toHaveLength(4);
    mkdirSync(join(repo.dir, 'src/deep'), { recursive: true });
    const deep = { ...repo, dir: join(repo.dir, 'src/deep') };
    expect(prov(deep, 'blame', '--symbol', 'sum').split('\n')).toHaveLength(4);
    expect(prov(deep, 'blame', '--symbol', 'mean', 'HEAD~1', '--', '../calc.js').split('\n')).toHaveLength(4);
  });

  test('list shows functions, modules and packages from outside', () => {
    expect(ask('list', 'functions', '--path', 'src/calc.js')).toBe(
      'Name  Place\nmean  src/calc.js:1\nsum   src/calc.js:6\n',
    );
    expect(ask('list', 'external')).toBe('Name      Version  Files\nnpm/left  1.0.0        1\n');
    expect(ask('list', 'module')).toBe(
      'Name  Role     Place\n.     package  .\nsrc   sources  src\ntest  tests    test\n',
    );
    expect(JSON.parse(ask('list', 'function', '--limit', '1', '--json'))).toEqual({
      schema: 'git-prov/code-list/1',
      kind: 'function',
      items: [{ id: 'function:src/calc.js#mean', name: 'mean', path: 'src/calc.js', lines: [1, 4] }],
      more: 3,
    });
  });

  test('impact of a range names what it changes, its callers, the tests, and whether they ran', () => {
    const [changed, ...others] = impact('HEAD~1..HEAD').changed;
    expect(others).toEqual([]);
    expect(changed).toMatchObject({
      symbol: { id: 'function:src/calc.js#mean', lines: [1, 4] },
      change: 'changed',
      added: { agent: 1, human: 0, unknown: 0 },
      tests: ['test/calc.test.js'],
      reached: [
        { symbol: { name: 'report' }, depth: 1, confidence: 1, line: 3 },
        { symbol: null, path: 'test/calc.test.js', depth: 1 },
        { symbol: null, path: 'src/main.js', depth: 2, line: 2 },
      ],
    });
    const text = ask('impact', 'HEAD~1..HEAD');
    expect(text).toMatch(/^HEAD~1\.\.HEAD\n {2}changed {2}1 function or type\n {2}reached {2}3 callers, 1 test file\n/);
    expect(text).toMatch(/mean {2}src\/calc\.js:1\n {2}change {6}changed: 1 line by agents\n/);
    expect(ask('impact', 'HEAD~1..HEAD', '--format', 'md')).toContain(
      '| `mean` `src/calc.js:1` | changed | 3 | `test/calc.test.js` |',
    );
  });

  test('impact of one function names its callers, and says when no test reaches it', () => {
    expect(ask('impact', 'src/other.js#mean')).toBe('mean  src/other.js:1\n  reached by  no test\n');
    expect(impact('sum', '--depth', '3').changed[0]!.reached.map(({ depth }) => depth)).toEqual([1, 2, 2, 3]);
  });

  test('list names the functions that a session wrote, or that were never checked', () => {
    const names = (...args: string[]): string[] =>
      (JSON.parse(ask('list', 'function', '--json', ...args)) as CodeListAnswer).items.map(({ id }) => id);
    expect(names('--session', 's1')).toEqual(['function:src/calc.js#mean']);
    expect(names('--unverified')).toEqual([]);
    expect(names('--session', 's1', '--path', 'test')).toEqual([]);
    expect(() => ask('list', 'module', '--unverified')).toThrow('--unverified does not apply to a module');
    expect(() => ask('list', 'claim', '--unverified')).toThrow('--unverified does not apply to a claim');
    expect(() => ask('list', 'function', '--session', 'nobody')).toThrow('nobody');
  });

  test('report shows what the changes reach when it is asked to', () => {
    expect(ask('report', 'HEAD~1..HEAD')).not.toContain('reached by');
    expect(ask('report', 'HEAD~1..HEAD', '--impact')).toMatch(/reached by +test\/calc\.test\.js/);
    const markdown = ask('report', 'HEAD~1..HEAD', '--impact', '--format', 'md');
    expect(markdown).toContain('| `mean` `src/calc.js:1` | changed | 3 | `test/calc.test.js` |');
    const answer = JSON.parse(ask('report', 'HEAD~1..HEAD', '--impact', '--json')) as { impact: ImpactAnswer };
    expect(answer.impact.changed.map(({ symbol }) => symbol.name)).toEqual(['mean']);
  });

  test('trace follows calls, and the steps that wrote the function', () => {
    expect(ask('trace', 'function:src/calc.js#sum', '--layer', 'code')).toBe(`function:src/calc.js#sum
Used by:
  mean src/calc.js:3
    report src/report.js:3
      top of the file src/main.js:2
    top of the file test/calc.test.js:2
Uses:
  nothing is known
`);
    expect(ask('trace', 'function:src/calc.js#mean')).toContain('handle empty lists');
  });
});

test('report names the functions at the lines that a reviewer should look at', () => {
  const repo = makeRepo({ files: { 'a.js': 'class Shop {\n  open() {\n    return 1;\n  }\n}\n' } });
  try {
    enable(repo);
    new TestAgent(repo, 's1').start().prompt('open later').read('a.js').edit('a.js', 'return 1', 'return 2').stop();
    repo.commit('Open later');
    expect(prov(repo, 'report', 'HEAD~1..HEAD')).toMatch(/a\.js:3 in Shop\.open \(1 line\)/);
    expect(prov(repo, 'report', 'HEAD~1..HEAD', '--format', 'md')).toContain('`a.js:3` in `Shop.open`');
    const { attention } = JSON.parse(prov(repo, 'report', 'HEAD~1..HEAD', '--json')) as {
      attention: { symbols: string[] }[];
    };
    expect(attention.map(({ symbols }) => symbols)).toEqual([['function:a.js#Shop.open']]);
    expect(prov(repo, 'list', 'function', '--unverified')).toMatch(/Shop\.open +a\.js:2/);
    expect(prov(repo, 'list', 'type', '--unverified')).toMatch(/Shop +a\.js:1/);
  } finally {
    repo.cleanup();
  }
});

test('impact names added and removed functions, renamed files, and files that are not parsed', () => {
  const repo = makeRepo({
    files: {
      'a.js': 'function stays() {\n  return 1;\n}\nfunction goes() {\n  return 2;\n}\n',
      'b.js':
        'function moved() {\n  return 3;\n}\nfunction same() {\n  return "a longer text, so that git sees a rename";\n}\n',
      'notes.txt': 'x\n',
    },
  });
  try {
    repo.write('a.js', 'function stays() {\n  return 1;\n}\nfunction comes() {\n  return 4;\n}\n');
    repo.git('mv', 'b.js', 'c.js');
    repo.write('c.js', repo.read('c.js').replace('return 3', 'return 5'));
    repo.write('notes.txt', 'y\n');
    repo.write('bin.js', Buffer.from('function no() {}\0'));
    repo.commit('Change');
    const { changed, others, unparsed } = JSON.parse(prov(repo, 'impact', 'HEAD~1..HEAD', '--json')) as ImpactAnswer;
    expect(changed.map(({ symbol, change }) => `${change} ${symbol.id}`)).toEqual([
      'added function:a.js#comes',
      'removed function:a.js#goes',
      'changed function:c.js#moved',
    ]);
    expect(others).toEqual(['bin.js', 'notes.txt']);
    expect(unparsed).toEqual([{ path: 'bin.js', why: 'not text' }]);
  } finally {
    repo.cleanup();
  }
});

test('foreign text in names and paths reaches the terminal only in a safe form', () => {
  const repo = makeRepo({ files: { 'a\u001b[31m.js': 'function f() {}\nfunction g() { f(); }\n' } });
  try {
    for (const args of [
      ['list', 'function'],
      ['impact', 'f'],
      ['trace', 'function:a\u001b[31m.js#f', '--layer', 'code'],
      ['list', 'module'],
    ])
      expect(prov(repo, ...args)).not.toContain('\u001b');
  } finally {
    repo.cleanup();
  }
});

test('a file that is not parsed stays in answers, with the reason, in the work tree and in a commit', () => {
  const repo = makeRepo({
    files: {
      'app.js': "import './long.js';\n",
      'long.js': `const a = [${'1, '.repeat(400_000)}];\nfunction far() {}\n`,
      'odd.js': Buffer.from([0x66, 0xff, 0xfe, 0x0a]),
    },
  });
  try {
    const ask = (...args: string[]): string => prov(repo, ...args);
    const check = (): void => {
      expect(ask('trace', 'file:long.js', '--layer', 'code')).toBe(`file:long.js
Not parsed: too large
Used by:
  app.js:1
Uses:
  nothing is known
`);
      expect(JSON.parse(ask('trace', 'file:odd.js', '--layer', 'code', '--json'))).toMatchObject({ fault: 'not text' });
      expect(() => ask('why', 'long.js#far')).toThrow('"long.js" is not parsed: too large.');
      expect(() => ask('why', 'odd.js#far')).toThrow('"odd.js" is not parsed: not text.');
    };
    check();
    expect(ask('list', 'function')).toBe(`There is no function here.
Not parsed: long.js (too large)
Not parsed: odd.js (not text)
`);
    for (const options of [['--path', 'app.js'], ['--unverified']])
      expect(ask('list', 'function', ...options)).toMatch(/^No function here fits these options\.\n/);
    expect(JSON.parse(ask('list', 'type', '--path', 'odd.js', '--json'))).toMatchObject({
      unparsed: [{ path: 'odd.js', why: 'not text' }],
    });
    repo.write('long.js', `// changed\n${repo.read('long.js')}`);
    check();
    expect(() => ask('why', 'long.js#far', '--rev', 'HEAD')).toThrow('"long.js" is not parsed: too large.');
    expect(JSON.parse(ask('trace', 'file:app.js', '--layer', 'code', '--json'))).not.toHaveProperty('fault');
  } finally {
    repo.cleanup();
  }
});
