import { expect, test } from 'vitest';
import { pathBelow, pathInWorkTree } from '../../src/git/paths/path-below.ts';

test.each([
  ['/top/a/b.txt', 'a/b.txt'],
  ['/top', ''],
  ['/top/..a.txt', '..a.txt'],
  ['/top/...', '...'],
  [String.raw`/top/a\b.txt`, String.raw`a\b.txt`],
  ['/', undefined],
  ['/topless/a', undefined],
  ['/other', undefined],
])('below /top, %s is %s', (path, expected) => {
  expect(pathBelow('/top', path)).toBe(expected);
});

test('a path that a person names begins at the folder of the command, or at the top where there is no work tree', () => {
  const named = (path: string): string | undefined => pathInWorkTree({ workTree: '/top' }, '/top/sub', path);
  expect([named('a'), named('../b'), named('/top/c'), named('..'), named('../..'), named('/x')]).toEqual([
    'sub/a',
    'b',
    'c',
    undefined,
    undefined,
    undefined,
  ]);
  expect(pathInWorkTree({ workTree: undefined }, '/anywhere', 'src/a')).toBe('src/a');
});
