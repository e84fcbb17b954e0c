import { describe, expect, test } from 'vitest';
import { aboutOf, type Doubt } from '../../../src/model/reasons/doubts.ts';
import { namesIn, textHash } from '../../../src/model/reasons/names.ts';
import { likely, weightOf } from '../../../src/model/reasons/weigh.ts';

describe('the names in a text', () => {
  const hashes = (text: string): number[] => (text === '' ? [] : text.split(' ').map(textHash));

  test.each([
    ['getUser', 'getuser', 'user'],
    ['MAX_SIZE and v2x', 'max_size', 'size'], // words have at least four letters
    ['$scope', '', 'scope'],
    ['_private', '_private', 'privat'],
    ['zebra zebras', '', 'zebra zebras'],
    ['authenticate authentication', '', 'authen'],
    ['that string returns', '', 'return'], // common words do not count
    ['one\\ntwo three', '', 'three'],
    ['\\tgetUser\\r\\n\\tfour', 'getuser', 'user four'],
    ['a1 ab2', '', ''], // names of code have at least four letters
    ['abc2', 'abc2', 'abc2'],
    ['', '', ''],
  ])('%s', (text, code, words) => {
    expect(namesIn(text)).toEqual({ code: hashes(code), words: hashes(words) });
  });

  test('are limited, and come from the beginning of a text', () => {
    const many = namesIn(
      Array.from(
        { length: 300 },
        (_, i) => `${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}name${i}`,
      ).join(' '),
    );
    expect([many.code.length, many.words.length]).toEqual([160, 160]);
    expect(namesIn(`${' '.repeat(16_384)}getUser`)).toEqual({ code: [], words: [] });
  });

  test('are hashes of FNV-1a', () => {
    expect(['', 'a', 'foobar'].map(textHash)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });
});

test.each<[string, number, string, string]>([
  // a doubt's text, its place, the changes as `AT:TURN:PATH`, and those that it is about
  ['It is fragile.', 5, '1:1:aa.ts 3:1:bb.ts 7:1:cc.ts', '3:1:bb.ts'],
  ['It is fragile.', 5, '3:1:bb.ts 1:1:aa.ts', '3:1:bb.ts'],
  ['It is fragile.', 5, '6:1:aa.ts 7:1:bb.ts', '6:1:aa.ts'],
  ['It is fragile.', 5, '5:1:aa.ts 7:1:bb.ts', '5:1:aa.ts'],
  ['It is fragile.', 5, '4:2:aa.ts 3:1:bb.ts', '3:1:bb.ts'],
  ['It is fragile.', 5, '4:2:aa.ts', ''],
  ['token.ts is fragile.', 5, '1:1:src/token.ts 3:1:bb.ts 7:1:token.ts 8:2:token.ts', '1:1:src/token.ts 7:1:token.ts'],
])('the doubt %s at %s, of the changes %s, is about %s', (text, at, changes, about) => {
  const doubt: Doubt = { text, says: 'doubt', place: 'words', turn: 1, at };
  const list = changes.split(' ').map((word) => {
    const [place, turn, path] = word.split(':');
    return { word, at: Number(place), turn: Number(turn), paths: [path!] };
  });
  expect(
    aboutOf(doubt, list, () => undefined)
      .map(({ word }) => word)
      .join(' '),
  ).toBe(about);
});

test('weights add up to a probability', () => {
  expect(weightOf(['a', 'b', 'none'], { a: 1, b: -0.25 })).toBe(0.75);
  expect([likely(0, 0), likely(2, -2), likely(1, 0), likely(-1, 0)].map((one) => one.toFixed(3))).toEqual([
    '0.500',
    '0.500',
    '0.731',
    '0.269',
  ]);
  expect(weightOf(['cue before', 'says because', 'says nothing known'])).toBeCloseTo(
    weightOf(['cue before']) + weightOf(['says because']),
  );
  expect(weightOf(['cue before'])).not.toBe(0);
});
