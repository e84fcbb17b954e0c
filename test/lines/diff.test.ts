import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchLines } from '../../src/lines/diff.ts';
import { runs } from '../helpers/runs.ts';

const RUNS = { numRuns: runs(500) };
const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), { maxLength: 30 });

test('matches equal lines only, in order', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      let last = -1;
      matchLines(before, after).forEach((at, i) => {
        if (at < 0) return;
        expect(before[at]).toBe(after[i]);
        expect(at).toBeGreaterThan(last);
        last = at;
      });
    }),
    RUNS,
  );
});

test('matches as many lines as possible (a longest common subsequence)', () => {
  const longest = (a: readonly string[], b: readonly string[]): number => {
    const row = Array.from({ length: b.length + 1 }, () => 0);
    for (const x of a) {
      let corner = 0;
      b.forEach((y, j) => {
        const up = row[j + 1]!;
        row[j + 1] = x === y ? corner + 1 : Math.max(up, row[j]!);
        corner = up;
      });
    }
    return row[b.length]!;
  };
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(matchLines(before, after).filter((at) => at >= 0)).toHaveLength(longest(before, after));
    }),
    RUNS,
  );
});

test('texts too different for an edit-by-edit comparison are still anchored at their unique lines', () => {
  const noise = (seed: number): string[] => Array.from({ length: 12_000 }, (_, i) => `n${(i * seed) % 11}`);
  const before = [...noise(3), 'anchor one', ...noise(5), 'anchor two'];
  const after = [...noise(7), 'anchor one', ...noise(2), 'anchor two', 'end'];
  const matches = matchLines(before, after);
  expect(matches[after.indexOf('anchor one')]).toBe(before.indexOf('anchor one'));
  const found = [...matches.entries()].filter(([, at]) => at >= 0);
  expect(found.every(([line, at]) => before[at] === after[line])).toBe(true);
  expect(found.every(([, at], i) => i === 0 || at > found[i - 1]![1])).toBe(true);
});
