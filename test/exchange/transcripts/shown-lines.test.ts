import { assert, constantFrom, property, string, array, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { BloomFilter } from '../../../src/exchange/transcripts/match/bloom-filter.ts';
import { NovelLineTracker } from '../../../src/exchange/transcripts/match/novel-lines.ts';
import { squeeze } from '../../../src/lines/text.ts';

const line = array(constantFrom('a', 'b', 'Ü', '\u00a0', '\n', ' ', '\t', '\r', '\v', '\f', '0'), {
  maxLength: 12,
}).map((letters) => letters.join(''));

test('a set of shown lines finds a line with any white space, and no other line', () => {
  assert(
    property(array(tuple(string(), line), { maxLength: 20 }), string(), line, (added, before, text) => {
      const set = new BloomFilter();
      for (const [from, one] of added) set.add(from, one);
      for (const [from, one] of added) expect(set.has(from, squeeze(one))).toBe(true);
      const isIn = added.some(([from, one]) => from + squeeze(one) === before + squeeze(text));
      expect(set.has(before, text)).toBe(isIn);
    }),
  );
});

test.each([
  ['a plain line', '\tconst value = compute();', 'const value = compute();'],
  ['a line in another script', '  const größe = "größer";', 'const größe="größer";'],
  ['a numbered line', '  12→\tconst value = compute();', 'const value = compute();'],
  ['a line of a search', 'src/a.js:12:const value = compute();', 'const value = compute();'],
  ['a line of a diff', '+const value = compute();\r', 'const value = compute();'],
])('%s that a session was shown is not new when it writes the line', (_, shown, written) => {
  const told = new NovelLineTracker();
  told.show(`first line of it\n${shown}\nlast line of it`, 'src/a.js');
  const edit = { path: 'src/a.js', written: [`${written}\n`], byUser: false };
  expect(told.write(edit).blocks.map((block) => block.shown)).toEqual([[true]]);
  expect(new NovelLineTracker().write(edit).blocks.map((block) => block.shown)).toEqual([[false]]);
});
