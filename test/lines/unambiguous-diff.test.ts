import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ADDED_LINE, originsOf } from '../../src/lines/unambiguous-diff.ts';
import { matchLines } from '../../src/lines/diff.ts';
import { runs } from '../helpers/runs.ts';

const tell = (before: string, after: string): string => {
  const origins = originsOf([...before], [...after]);
  return [...after]
    .map((_, j) =>
      [...origins.possible(j)]
        .sort((x, y) => x - y)
        .map((i) => (i === ADDED_LINE ? '+' : `${i}`))
        .join('|'),
    )
    .join(' ');
};

test('a line that occurs once on both sides is certain, and so is a new one', () => {
  expect(tell('abc', 'aXbc')).toBe('0 + 1 2');
  expect(tell('abc', 'ac')).toBe('0 2');
  expect(tell('', 'ab')).toBe('+ +');
  expect(tell('ab', '')).toBe('');
});

test('among adjacent equal lines, it is open which one is new', () => {
  expect(tell('ab', 'aab')).toBe('+|0 +|0 1');
  expect(tell('f}', 'f}g}')).toBe('0 +|1 + +|1');
});

test('equal lines are certain when lines between them fix their places', () => {
  expect(tell('a}b}c', 'a}b}cX')).toBe('0 1 2 3 4 +');
  expect(tell('a}b}c', 'a}Xb}c')).toBe('0 1 + 2 3 4');
});

test('when two blocks changed places, either may be the one that moved', () => {
  expect(tell('ab', 'ba')).toBe('+|1 +|0');
});

test('git may leave out a frequent line between lines that only one side has', () => {
  expect(tell('}}x', 'p}qx')).toBe('+ +|0|1 + 2');
  expect(tell('p}q}', '}}')).toBe('+|1|3 +|3');
  // One of its sides lacks the line.
  expect(tell('x}}', 'px}q')).toBe('+ 0 1|2 +');
  expect(tell('}}x', 'p}x')).toBe('+ 0|1 2');
  expect(tell('x}}', 'x}q')).toBe('0 1|2 +');
  expect(tell('}}', 'p}')).toBe('+ 0|1');
});

// All shortest diffs of two texts, found by trying every match.
function shortest(a: string, b: string): Set<number>[] {
  const length = (i: number, j: number): number =>
    i === a.length || j === b.length
      ? 0
      : Math.max(a[i] === b[j] ? 1 + length(i + 1, j + 1) : 0, length(i + 1, j), length(i, j + 1));
  const sets = Array.from(b, () => new Set<number>());
  const most = length(0, 0);
  const go = (i: number, j: number, count: number, picked: number[]): void => {
    if (j === b.length) {
      if (count === most) picked.forEach((from, line) => sets[line]!.add(from));
      return;
    }
    go(i, j + 1, count, [...picked, ADDED_LINE]);
    for (let from = i; from < a.length; from++) if (a[from] === b[j]) go(from + 1, j + 1, count + 1, [...picked, from]);
  };
  go(0, 0, 0, []);
  return sets;
}

const possibleOf = (before: readonly string[], after: readonly string[]): number[][] => {
  const origins = originsOf(before, after);
  return [...after.keys()].map((line) => {
    const possible = [...origins.possible(line)].sort((x, y) => x - y);
    const sure = origins.sure(line);
    expect(possible).toEqual(sure === undefined ? expect.arrayContaining([expect.any(Number)]) : [sure]);
    return possible;
  });
};
const RUNS = { numRuns: runs(500) };

test('the answers of all shortest diffs are possible', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '}'), { maxLength: 7 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const found = possibleOf(before, after);
      for (const [line, all] of shortest(before.join(''), after.join('')).entries())
        expect(found[line]).toEqual(expect.arrayContaining([...all]));
    }),
    RUNS,
  );
});

test('no other answer is possible where git has no common lines to skip', () => {
  const text = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 7 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      // With unique lines on each side, a text of fewer than nine lines has no common one.
      fc.pre(before.every((line) => after.includes(line)));
      const all = shortest(before.join(''), after.join('')).map((set) => [...set].sort((x, y) => x - y));
      expect(possibleOf(before, after)).toEqual(all);
    }),
    RUNS,
  );
});

test('in texts of any length a line is new, or equal to its possible source', () => {
  const text = fc.array(fc.constantFrom('}', '', 'return;', ...'abcdefg'), { maxLength: 60 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const found = possibleOf(before, after);
      for (const [line, possible] of found.entries())
        for (const from of possible) expect(before[from] ?? after[line]).toBe(after[line]);
      const kept = matchLines(before, after).filter((from) => from >= 0).length;
      expect(kept).toBeGreaterThanOrEqual(found.filter((possible) => !possible.includes(ADDED_LINE)).length);
    }),
    RUNS,
  );
});

test('texts too different to compare leave everything open except new lines', () => {
  const before = Array.from({ length: 600 }, (_, i) => `line ${i}`);
  const origins = originsOf(before, [...before].reverse().concat('new'));
  expect(origins.sure(600)).toBe(ADDED_LINE);
  expect([...origins.possible(0)].sort((a, b) => a - b)).toEqual([ADDED_LINE, 599]);
});
