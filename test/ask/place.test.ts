import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlace } from '../../src/ask/find/location.ts';

const first = (text: string): unknown[] => {
  const [place] = parsePlace(text);
  return [place!.path, ...place!.ranges.map(({ start, count }) => `${start}+${count}`)];
};

const read = (text: string): string[] =>
  parsePlace(text).map(({ revision, path, ranges }) =>
    [revision, path, ...ranges.map((r) => `${r.start}+${r.count}`)].join(' '),
  );

describe('a place in a file', () => {
  test.for([
    ['src/a.ts:12', ['src/a.ts', '12+1']],
    ['src/a.ts:12-20', ['src/a.ts', '12+9']],
    ['src/a.ts:20-12', ['src/a.ts', '12+9']],
    ['src/a.ts:12,20', ['src/a.ts', '12+9']],
    ['a:b.ts:3', ['a:b.ts', '3+1']],
    ['src/a.ts#L12', ['src/a.ts', '12+1']],
    ['src/a.ts#L12-L20', ['src/a.ts', '12+9']],
    ['src/a.ts#L12C3-L20C1', ['src/a.ts', '12+9']],
    [':3:4', [':3', '4+1']],
  ] as const)('%s', ([text, wanted]) => {
    expect(first(text)).toEqual(wanted);
  });

  test('a line with a column has two readings, the whole path first', () => {
    expect(parsePlace('a.c:12:5').map(({ path, ranges }) => [path, ranges[0]!.start])).toEqual([
      ['a.c:12', 5],
      ['a.c', 12],
    ]);
  });

  test.for(['a.ts', 'a.ts:', 'a.ts:0', 'a.ts:x', 'a.ts:-3', 'a.ts:99999999999', ''])('%s has no valid line', (text) => {
    expect(() => parsePlace(text)).toThrow(/names no line/);
  });

  test('for any path, the last number is the line', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 1_000_000 }), (path, line) => {
        fc.pre(!/^https?:/i.test(path));
        expect(first(`${path}:${line}`)).toEqual([path, `${line}+1`]);
      }),
    );
  });
});

describe('an address on a forge', () => {
  test('every split into revision and path is returned', () => {
    expect(read('https://github.com/o/r/blob/feature/x/src/a.ts#L12-L20')).toEqual([
      'feature x/src/a.ts 12+9',
      'feature/x src/a.ts 12+9',
      'feature/x/src a.ts 12+9',
    ]);
  });

  test.for([
    ['https://gitlab.com/g/sub/r/-/blob/main/a.ts?ref_type=heads#L12-20', 'main a.ts 12+9'],
    ['https://gitlab.example/g/r/-/blame/main/a.ts#L3', 'main a.ts 3+1'],
    ['https://bitbucket.org/o/r/src/3fa2c1d/a.ts#lines-12:20', '3fa2c1d a.ts 12+9'],
    ['https://bitbucket.org/o/r/src/3fa2c1d/a.ts#lines-1,3:5', '3fa2c1d a.ts 1+1 3+3'],
    ['https://codeberg.org/o/r/src/branch/main/a.ts#L7', 'main a.ts 7+1'],
    ['https://codeberg.org/o/r/src/commit/3fa2c1d/a.ts#L7-L8', '3fa2c1d a.ts 7+2'],
    ['https://github.com/o/r/blame/main/a%20b%23.ts#L1', 'main a b#.ts 1+1'],
    ['HTTPS://GitHub.com/o/r/blob/main/src/blob/a.ts?plain=1#L1C4', 'main src/blob/a.ts 1+1'],
  ] as const)('%s', ([url, wanted]) => {
    expect(read(url)[0]).toBe(wanted);
  });

  test.for(['https://github.com/o/r', 'https://github.com/o/r/pull/3#L4', 'https://x/#L1'])(
    '%s names no file',
    (url) => {
      expect(() => parsePlace(url)).toThrow(/not of a file/);
    },
  );

  test('an address without a line is refused', () => {
    expect(() => parsePlace('https://github.com/o/r/blob/main/a.ts')).toThrow(/names no line/);
  });
});
