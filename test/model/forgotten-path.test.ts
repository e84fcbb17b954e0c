import { expect, test } from 'vitest';
import { FORGOTTEN, hidesPath, isForgottenPath, isPathRevived } from '../../src/model/format/forgotten-path.ts';
import { nodeId, type RepoPath } from '../../src/model/ids.ts';
import type { Attribution, Note } from '../../src/model/model.ts';

// In paths, `_` is a forgotten part. Files are words `PATH=STEP`.
const path = (text: string) => text.replaceAll('_', FORGOTTEN) as RepoPath;
const lines = (text: string): Note['lines'] =>
  new Map(
    text.split(' ').map((word): [RepoPath, Attribution[]] => {
      const [name, step] = word.split('=');
      return [path(name!), [{ start: 1, count: 1, node: nodeId(`00000000-${step}`), evidence: 'exact' }]];
    }),
  );

test.each([
  // the names in a note, a file, whether its lines may be under a forgotten name
  ['src/_=1', 'src/a.ts', true],
  ['src/_=1', 'src/', true],
  ['src/_=1', 'lib/a.ts', false],
  ['src/_.ts=1', 'src/a.ts', true],
  ['src/_.ts=1', 'src/a.js', false],
  ['src/_.ts=1', 'src/.ts', true],
  ['src/a_a.ts=1', 'src/a.ts', false], // the two ends may not overlap
  ['src/a_a.ts=1', 'src/aa.ts', true],
  ['_/b/_=1', 'a/b/c', true],
  ['_/b/_=1', 'a/c/b', false],
  ['_/b/_/c/_=1', 'x/b/y/c/z', true],
  ['_/b/_/c/_=1', 'x/c/y/b/z', false],
  ['_/b/_/b/_=1', 'x/b/y', false],
  ['_ab_b=1', 'xab', false], // the middle may not overlap the end
  ['_ab_b=1', 'xabb', true],
  ['a_ab_=1', 'ab', false],
  ['_=1', 'any/file', true],
  ['src/a.ts=1', 'src/a.ts', false],
  ['src/_=1 src/a.ts=1', 'src/a.ts', false], // it has lines of its own
  ['src/b.ts=1 src/_=1', 'src/a.ts', true],
])('a note with %s hides %s: %s', (names, file, hides) => {
  expect(hidesPath(lines(names), path(file))).toBe(hides);
});

test.each([
  ['src/_=1 src/a.ts=1', true],
  ['src/_=1 src/a.ts=2', false],
  ['src/_=1 lib/a.ts=1', false],
  ['src/_=1 src/_.ts=1', false], // both are forgotten
  ['src/_=1 src/b.ts=2 src/a.ts=1', true],
  ['src/_=2 src/x_=1 src/xa.ts=1', true],
  ['src/b.ts=1 src/a.ts=1', false],
  ['src/_=1', false],
])('%s has the lines of a file twice: %s', (names, isRevived) => {
  expect(isPathRevived(lines(names))).toBe(isRevived);
});

test('a name is forgotten in part', () => {
  expect([isForgottenPath(path('src/_.ts')), isForgottenPath('src/a.ts')]).toEqual([true, false]);
});
