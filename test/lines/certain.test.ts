import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ADDED, originsOf } from '../../src/lines/certain.ts';
import { matchLines } from '../../src/lines/diff.ts';

const tell = (before: string, after: string): string => {
  const origins = originsOf([...before], [...after]);
  return [...after]
    .map((_, j) => [...origins.possible(j)].sort((x, y) => x - y).map((i) => (i === ADDED ? '+' : `${i}`)).join('|'))
    .join(' ');
};

test('a line that stands once on both sides is sure, and so is one that is new', () => {
  expect(tell('abc', 'aXbc')).toBe('0 + 1 2');
  expect(tell('abc', 'ac')).toBe('0 2');
  expect(tell('', 'ab')).toBe('+ +');
  expect(tell('ab', '')).toBe('');
});

test('of equal lines that stand together it is open which one is new', () => {
  expect(tell('ab', 'aab')).toBe('+|0 +|0 1');
  expect(tell('f}', 'f}g}')).toBe('0 +|1 + +|1');
});

test('equal lines that lines between them hold in their places are sure', () => {
  expect(tell('a}b}c', 'a}b}cX')).toBe('0 1 2 3 4 +');
  expect(tell('a}b}c', 'a}Xb}c')).toBe('0 1 + 2 3 4');
});

test('of two blocks that changed places either can be the one that moved', () => {
  expect(tell('ab', 'ba')).toBe('+|1 +|0');
});

// Every way to take equal lines out of both texts in order, by trying all.
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
    go(i, j + 1, count, [...picked, ADDED]);
    for (let from = i; from < a.length; from++)
      if (a[from] === b[j]) go(from + 1, j + 1, count + 1, [...picked, from]);
  };
  go(0, 0, 0, []);
  return sets;
}

test('exactly the answers of all shortest diffs are possible, and where git passes over common lines, more', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '}'), { maxLength: 7 }).map((chars) => chars.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const origins = originsOf([...before], [...after]);
      for (const [line, set] of shortest(before, after).entries()) {
        const possible = new Set(origins.possible(line));
        for (const one of set) expect(possible).toContain(one);
        const sure = origins.sure(line);
        if (sure !== undefined) expect([...set]).toEqual([sure]);
        // A text in which each line is new or stands once gives git nothing to pass over.
        if (new Set(before).size === before.length && new Set(after).size === after.length)
          expect([...possible].sort()).toEqual([...set].sort());
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 500) },
  );
});

test('our own diff never contradicts what is sure, in texts of any length', () => {
  const line = fc.constantFrom('}', '', 'return;', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
  const text = fc.array(line, { maxLength: 60 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const origins = originsOf(before, after);
      for (const line of after.keys())
        if (!before.includes(after[line]!)) expect(origins.sure(line)).toBe(ADDED);
        else for (const from of origins.possible(line)) expect(from === ADDED || before[from] === after[line]).toBe(true);
      const matches = matchLines(before, after);
      const kept = matches.filter((from) => from >= 0).length;
      const needed = after.filter((_, j) => (origins.sure(j) ?? ADDED) !== ADDED).length;
      expect(kept).toBeGreaterThanOrEqual(needed);
    }),
  );
});

test('texts too unlike to compare leave open all but what is new', () => {
  const before = Array.from({ length: 600 }, (_, i) => `line ${i}`);
  const origins = originsOf(before, [...before].reverse().concat('new'));
  expect(origins.sure(600)).toBe(ADDED);
  expect([...origins.possible(0)].sort((a, b) => a - b)).toEqual([ADDED, 599]);
});
