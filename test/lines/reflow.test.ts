import { describe, expect, test } from 'vitest';
import type { Owner } from '../../src/lines/owner.ts';
import { reflow } from '../../src/lines/reflow.ts';
import { owned, ownerOf, wordsOf } from './words.ts';

/**
 * Who owns the new lines (separated by `|`) that stand where `old` was, and which old lines went on: `0` or `1` for each. Both
 * are behind one line, and before another.
 */
function reflowed(old: string, fresh: string, taken: readonly string[] = []): string {
  const { lines, owners } = owned(`above:8 ${old} below:9`);
  const used = new Uint8Array(lines.length);
  const text = ['first', ...fresh.split('|'), 'last'];
  const found = text.map((_, i): Owner | undefined => (taken[i - 1] ? ownerOf(taken[i - 1]!) : undefined));
  reflow({ lines, owners, from: 1, to: lines.length - 1, used }, text, found, 1, text.length - 1);
  expect([found[0], found.at(-1), used[0], used.at(-1)]).toEqual([undefined, undefined, 0, 0]);
  return `${wordsOf(found.slice(1, -1))}, ${used.slice(1, -1).join('')}`;
}

describe('lines with other line breaks go to the line with most of their text', () => {
  test.each([
    ['aaa:1 bb:2', 'aaa bb', '1f, 11'],
    ['aa:1 bbb:2', 'aa bbb', '2f, 11'],
    ['aa:1 bb:2', 'aa bb', '1f, 11'],
    ['aaabbb:1', 'aaa|bbb', '1f 1f, 1'],
    ['aaaa:1 bb:2 cc:3', 'aa|aa bb|cc', '1f 1f 3f, 111'],
    ['aaaa:1 bb:2 cc:3', 'aaa|abb|cc', '1f 2f 3f, 111'],
    ['aaaa:1 bb:2 cc:3', 'aaaabbc|c', '1f 3f, 111'],
    ['a:1 b:2 ccc:3 d:4', 'a b ccc|d', '3f 4f, 1111'],
    ['aa:1 bb:2', 'aa||bb', '1f 2f 2f, 11'],
    ['aa:1 :2 bb:3', 'a|a|bb', '1f 1f 3f, 111'],
    ['aa:h bb:1i', '  aa|  bb', 'h 1i, 11'],
  ])('%s → %s', (old, fresh, expected) => {
    expect(reflowed(old, fresh)).toBe(expected);
  });
});

describe('a line that joins lines of an agent with one of a person is not the agent’s', () => {
  test.each([
    ['aaa:1 b:h cc:1', 'aaab|cc', 'u 1f, 111'],
    ['aaa:1 bbbb:h cc:1', 'aaabbbb|cc', 'h 1f, 111'],
    ['aaa:1 }:h', 'aaa }', '1f, 11'],
    ["f('aaa',:1 b,:h 'cc'):1", 'f("aaa", b, "cc")', 'u, 100'],
    ["f('aaa',:1 ):h", 'f("aaa")', '1f, 10'],
  ])('%s → %s', (old, fresh, expected) => {
    expect(reflowed(old, fresh)).toBe(expected);
  });
});

describe('lines with other white space keep their owner', () => {
  test.each([
    ['a_b:1 gone:2', '  a  b|new', '1f -, 10'],
    ['gone:2 a_b:1', 'new|ab', '- 1f, 01'],
    ['a:1 :2 gone:3', 'a||new', '1f - -, 100'],
    [':1', '', '-, 0'],
  ])('%s → %s', (old, fresh, expected) => {
    expect(reflowed(old, fresh)).toBe(expected);
  });
});

describe('lines with other punctuation of the formatter keep their owner', () => {
  test.each([
    ["x_=_'a':1 gone:2", 'x = "a";|new', '1f -, 10'],
    ["gone:2 x_=_'a':1", 'new|x = "a";', '- 1f, 01'],
    ["f('a',:1 ):2 gone:3", 'f("a"|)|new', '1f 2f -, 110'],
    ["f('a'):1", 'f("a"|)', '1f -, 1'],
  ])('%s → %s', (old, fresh, expected) => {
    expect(reflowed(old, fresh)).toBe(expected);
  });
});

test('a line that has an owner keeps it', () => {
  expect(reflowed('aa:1 bb:2', '  aa|  bb', ['5'])).toBe('5 2f, 11');
  expect(reflowed('aa:1 gone:2', '  aa|new', ['5'])).toBe('5 -, 00');
  expect(reflowed("x_=_'a':1 gone:2", 'x = "a";|new', ['5'])).toBe('5 -, 00');
});
