import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../src/ask/blame/arguments.ts';

const layoutOf = (...argv: string[]): unknown => parseArguments(argv).layout;

describe("git's arguments", () => {
  test.for<readonly string[]>([
    ['-L', '1,5', '-w', 'HEAD', '--', 'file'],
    ['-L1,5', '-S', 'revs', '-C', '-M5', 'file'],
    ['--since', '2 weeks', 'file'],
    ['--no-such-option', '-Q', 'file'],
    ['--', '--json', '-s'],
    ['--ignore-rev', 'HEAD', '--contents', '-', 'file'],
  ])('is everything but our own options: %j', (argv) => {
    expect(parseArguments(argv).git).toEqual(argv);
    expect(parseArguments(argv).query).toEqual(argv);
  });

  test('exclude --json, --only and --evidence', () => {
    const args = parseArguments(['--json', '--only', 'agent', '--evidence=exact,moved', '-w', 'file']);
    expect(args.git).toEqual(['-w', 'file']);
    expect(args).toMatchObject({ format: 'json', only: 'agent', evidence: ['exact', 'moved'], showEvidence: true });
  });

  test('omit layout options when git is asked for the commit of each line', () => {
    const args = parseArguments([
      '-slnwL',
      '1,2',
      '-C5',
      '--abbrev=5',
      '--date',
      'short',
      '--porc',
      '--show-email',
      'f',
    ]);
    expect(args.query).toEqual(['-w', '-L', '1,2', '-C5', 'f']);
    expect(args.git).toEqual([
      '-s',
      '-l',
      '-n',
      '-w',
      '-L',
      '1,2',
      '-C5',
      '--abbrev=5',
      '--date',
      'short',
      '--porc',
      '--show-email',
      'f',
    ]);
  });

  test('options after a single dash are read as git reads them', () => {
    expect(layoutOf('-sfn', 'x')).toMatchObject({ author: false, path: true, origLine: true });
    expect(layoutOf('-Lsfn', 'x')).toMatchObject({ author: true, path: false });
    expect(layoutOf('-Csfn', 'x')).toMatchObject({ author: true, path: false });
    expect(layoutOf('-L', '-s', 'x')).toMatchObject({ author: true });
    expect(layoutOf('--', '-s')).toMatchObject({ author: true });
  });
});

test.for<readonly [string[], string]>([
  [[], 'default'],
  [['-p'], 'porcelain'],
  [['--porcelain'], 'porcelain'],
  [['--po'], 'porcelain'],
  [['--line-porcelain', '-p'], 'line-porcelain'],
  [['--porcelain', '--incremental'], 'incremental'],
  [['--porcelain', '--no-porcelain'], 'default'],
  [['--json'], 'json'],
])('the format of %j is %s', ([argv, format]) => expect(parseArguments([...argv, 'f']).format).toBe(format));

test('later options override earlier ones', () => {
  expect(layoutOf('-e', '--no-show-email', 'f')).toMatchObject({ email: false });
  expect(layoutOf('--abbrev=9', '--no-abbrev', 'f')).toMatchObject({ abbrev: 0 });
  expect(layoutOf('-f', '--no-show-name', 'f')).toMatchObject({ path: false });
});

test.for<readonly string[]>([
  ['-c'],
  ['--date=short'],
  ['--date', 'raw'],
  ['--show-stats'],
  ['--color-by-age'],
  ['--score-debug'],
])('git itself has to lay out %j', (argv) => expect(parseArguments([...argv, 'f']).exotic).toBe(true));

test('standard input, foreign content and ignored revisions are recognised', () => {
  expect(parseArguments(['--contents', '-', 'f'])).toMatchObject({ contents: true, stdin: true });
  expect(parseArguments(['--contents=x', 'f'])).toMatchObject({ contents: true, stdin: false });
  expect(parseArguments(['--ignore-revs-file', 'x', 'f'])).toMatchObject({ ignores: true, contents: false });
  expect(parseArguments(['-h'])).toMatchObject({ plain: true });
});

test.for<readonly string[]>([
  ['--only', 'robot', 'f'],
  ['--only'],
  ['--evidence=hearsay', 'f'],
  ['--json', '--porcelain', 'f'],
  ['--only=agent', '--line-porcelain', 'f'],
])('%j is a wrong use', (argv) =>
  expect(() => parseArguments(argv)).toThrow(expect.objectContaining({ kind: 'usage' })),
);
