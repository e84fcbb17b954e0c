import { expect, test } from 'vitest';
import { presentOf } from '../../../src/ask/history/present-commits.ts';
import type { Oid } from '../../../src/model/ids.ts';

const id = (letter: string) => letter.repeat(40) as Oid;
const note = (commit: string, from: string, reachable: boolean) => ({
  commit: id(commit),
  reachable,
  sources: [id(from)],
});

test('a commit that was rewritten twice has the last one as its present id', () => {
  expect(presentOf([note('b', 'a', false), note('c', 'b', true)])).toEqual(
    new Map([
      [id('a'), id('c')],
      [id('b'), id('c')],
    ]),
  );
});

test('a commit that was picked to another branch and is still there was not replaced', () => {
  expect(presentOf([note('b', 'a', true), note('c', 'b', true)])).toEqual(new Map([[id('a'), id('b')]]));
});

test('rewrites in a circle end', () => {
  expect(presentOf([note('b', 'a', false), note('a', 'b', false)])).toEqual(new Map());
});
