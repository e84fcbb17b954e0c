import { describe, expect, test } from 'vitest';
import { claimMoves, type RemovedLines, strandOf } from '../../src/lines/moves.ts';
import type { Owner } from '../../src/lines/owner.ts';
import { owned, ownerOf, wordsOf } from './words.ts';

/** A block needs 20 letters, as with `git blame -M`; these lines have ten each. */
const [A, B, C] = ['abcdefghij', 'bcdefghijk', 'cdefghijkl'];

/** Who owns the lines of new texts, separated by `|`, after `removed` texts; `-` is a line that did not move. */
function moved(
  removed: readonly (string | RemovedLines)[],
  texts: string,
  byAgent = false,
  taken: readonly string[] = [],
): string {
  const targets = texts.split('|').map((text) => {
    const lines = text === '' ? [] : text.split(' ').map((line) => line.replaceAll('_', ' '));
    const owners = lines.map((_, i): Owner | undefined => (taken[i] ? ownerOf(taken[i]) : undefined));
    return { lines, owners };
  });
  claimMoves(
    targets,
    removed.map((one) => (typeof one === 'string' ? strandOf(owned(one)) : one)),
    20,
    byAgent,
  );
  return targets.map(({ owners }) => wordsOf(owners)).join('|');
}

describe('a removed block keeps its owners where it appears', () => {
  test.each<[string, string[], string, string]>([
    ['with at least 20 letters', [`x:1 ${A}:1 ${B}:2 y:1`], `n ${A} ${B} m`, '- 1m 2m -'],
    ['not with 19', [`x:1 ${A}:1 ${B.slice(1)}:1 y:1`], `n ${A} ${B.slice(1)} m`, '- - - -'],
    ['not in parts', [`${A}:1 x:1 ${B}:1`], `${A} ${B}`, '- -'],
    ['a whole text with few letters', ['a:1 b:2'], 'a b', '1m 2m'],
    ['not a text with few letters and more', ['a:1 b:1'], 'a b c', '- - -'],
    ['not a part of a text with few letters', ['a:1 b:1 c:1'], 'a b', '- -'],
    ['once', [`${A}:1 ${B}:1`], `${A} ${B}|${A} ${B}`, '1m 1m|- -'],
    ['as often as it was removed', [`${A}:1 ${B}:1`, `${A}:2 ${B}:2`], `${A} ${B}|${A} ${B}`, '1m 1m|2m 2m'],
    ['the longest block', [`${A}:1 ${B}:1`, `${A}:2 ${B}:2 ${C}:2`], `${A} ${B} ${C}`, '2m 2m 2m'],
    ['the first of two that are as long', [`${A}:1 ${B}:1`, `${A}:2 ${B}:2`], `${A} ${B} x`, '1m 1m -'],
    ['with another indentation', [`${A}:1 __${B}:1`], `__${A} ____${B} x`, '1m 1m -'],
    ['with other quotes and semicolons', [`('${A}'):1 ${B}:1`], `("${A}"); ${B}; x`, '1m 1m -'],
    ['not with another operator', [`${A}==${B}:1`], `${A}===${B} x`, '- -'],
    ['two blocks', [`${A}:1 ${B}:1`, `${C}:2 ${A}:2`], `${C} ${A} x ${A} ${B}`, '2m 2m - 1m 1m'],
    ['two blocks that meet', [`${A}:1 ${B}:1`, `${C}:2 ${A}:2`], `${C} ${A} ${A} ${B}`, '2m 2m 1m 1m'],
    ["a person's too", [`${A}:h ${B}:u`], `${A} ${B} x`, 'h u -'],
    ['with evidence that is no stronger', [`${A}:1i ${B}:1`], `${A} ${B} x`, '1i 1m -'],
    ['not where nothing was removed', [], 'a b', '- -'],
    ['not an empty text', [''], 'a', '-'],
  ])('%s', (_name, removed, text, owners) => {
    expect(moved(removed, text)).toBe(owners);
  });

  test('but never replace an owner', () => {
    expect(moved([`${A}:1 ${B}:1 ${C}:1`], `${A} ${B} ${C}`, false, ['2'])).toBe('2 1m 1m');
    expect(moved([`${A}:1 ${B}:1 ${C}:1`], `${A} ${B} ${C}`, false, ['', '', '2'])).toBe('1m 1m 2');
    expect(moved([`${A}:1 ${B}:1 ${C}:1`], `${A} ${B} ${C}`, false, ['', '2'])).toBe('- 2 -');
  });

  test('only of lines that were removed, and are not elsewhere already', () => {
    const text = owned(`${A}:1 ${B}:1 ${C}:1`);
    const strand = (from: number, to: number, used: readonly number[] = []): RemovedLines => ({
      ...text,
      from,
      to,
      used: Uint8Array.from(text.lines, (_, i) => (used.includes(i) ? 1 : 0)),
    });
    const lines = `${A} ${B} ${C}`;
    expect(moved([strand(0, 2)], lines)).toBe('1m 1m -');
    expect(moved([strand(1, 3)], lines)).toBe('- 1m 1m');
    expect(moved([strand(0, 3, [0])], lines)).toBe('- 1m 1m');
    expect(moved([strand(0, 3, [2])], lines)).toBe('1m 1m -');
    expect(moved([strand(0, 3, [0])], lines, true)).toBe('- 1m 1m');
    const one = strand(0, 2);
    moved([one], lines);
    expect([...one.used]).toEqual([1, 1, 0]);
  });

  test('of at most 50 places with an equal line', () => {
    const others = (count: number): string[] => Array.from({ length: count }, () => `${A}:1 z:1`);
    expect(moved([...others(49), `${A}:2 ${B}:2`], `${A} ${B}`)).toBe('2m 2m');
    expect(moved([...others(50), `${A}:2 ${B}:2`], `${A} ${B}`)).toBe('- -');
  });
});

describe('in a text of an agent', () => {
  test.each<[string, string[], string, string]>([
    [
      "a person's block comes before a longer one of a step",
      [`${A}:1 ${B}:1 ${C}:1`, `${A}:h ${B}:h`],
      `${A} ${B} ${C}`,
      'h h -',
    ],
    ["a step's block moves too", [`${A}:1 ${B}:1`], `n ${A} ${B}`, '- 1m 1m'],
    ['a line of a person with eight letters is unsure', ['x:h abcdefgh:h y:h'], 'n abcdefgh m', '- u -'],
    ['a line of a blob too', ['x:b abcdefgh:b y:b'], 'n abcdefgh m', '- u -'],
    ['a line with seven is not', ['x:h abcdefg:h y:h'], 'n abcdefg m', '- - -'],
    ['a line of a step is not', ['x:1 abcdefgh:1 y:1'], 'n abcdefgh m', '- - -'],
    ['a line that was in two places is not', ['x:h abcdefgh:h y:h abcdefgh:h'], 'n abcdefgh m', '- - -'],
    ['a line that is in two places is not', ['x:h abcdefgh:h y:h'], 'n abcdefgh m abcdefgh', '- - - -'],
  ])('%s', (_name, removed, text, owners) => {
    expect(moved(removed, text, true)).toBe(owners);
  });

  test('and not in a text of a person', () => {
    expect(moved(['x:h abcdefgh:h y:h'], 'n abcdefgh m')).toBe('- - -');
    expect(moved([`${A}:1 ${B}:1 ${C}:1`, `${A}:h ${B}:h`], `${A} ${B} ${C}`)).toBe('1m 1m 1m');
  });
});
