import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LineRange } from '../../src/git/history/commit-changes.ts';
import { clip, WHOLE } from '../../src/exchange/clamp-ranges.ts';
import type { ForeignAuthor, ForeignRange } from '../../src/exchange/foreign.ts';

const added: readonly LineRange[] = [
  [2, 3],
  [8, 2],
];

test('ranges are cut to the lines that the commit added, and the others are counted', () => {
  expect(clip(added, [{ start: 1, end: 9, by: 0 }])).toEqual({
    lines: [
      { start: 2, count: 3, by: 0 },
      { start: 8, count: 2, by: 0 },
    ],
    outside: 1,
  });
});

test('the later of overlapping ranges wins, and lines without an author are marked', () => {
  const ranges: ForeignRange[] = [
    { start: 2, end: 4, by: 0 },
    { start: 3, end: 3, by: 'person' },
  ];
  expect(clip(added, ranges).lines).toEqual([
    { start: 2, count: 1, by: 0 },
    { start: 3, count: 1, by: 'person' },
    { start: 4, count: 1, by: 0 },
    { start: 8, count: 2, by: undefined },
  ]);
});

test('a range over the whole file covers no extra line', () => {
  expect(clip(added, [{ start: 1, end: WHOLE, by: 1 }]).outside).toBe(0);
  expect(clip(added, [{ start: 2, end: 4, by: 1 }]).outside).toBe(0);
});

test('a hundred thousand ranges over a hundred thousand lines take no quadratic time', () => {
  const size = 100_000;
  const ranges = Array.from({ length: size }, (_, i): ForeignRange => ({ start: 1, end: size + i, by: i % 2 }));
  expect(clip([[1, size]], ranges).lines).toEqual([{ start: 1, count: size, by: 1 }]);
});

const range = fc.record({
  start: fc.integer({ min: 1, max: 30 }),
  end: fc.integer({ min: 1, max: 30 }),
  by: fc.constantFrom<ForeignAuthor>(0, 1, 'person', 'unsure'),
});
const ascending = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), { maxLength: 5 })
  .map((gaps) => {
    let line = 0;
    return gaps.map(([gap, count]): LineRange => {
      const start = line + gap;
      line = start + count;
      return [start, count];
    });
  });

test('every added line has the author named by the last range that covers it', () => {
  fc.assert(
    fc.property(ascending, fc.array(range, { maxLength: 8 }), (lines, ranges) => {
      const sound = ranges.filter(({ start, end }) => end >= start);
      const all = lines.flatMap(([start, count]) => Array.from({ length: count }, (_, i) => start + i));
      const expected = all.map((line) => [line, sound.findLast((one) => one.start <= line && line <= one.end)?.by]);
      const got = clip(lines, ranges);
      expect(got.lines.flatMap((run) => Array.from({ length: run.count }, (_, i) => [run.start + i, run.by]))).toEqual(
        expected,
      );
      const inside = ({ start, end }: ForeignRange): number =>
        all.filter((line) => start <= line && line <= end).length;
      expect(got.outside).toBe(sound.filter((one) => inside(one) < one.end - one.start + 1).length);
    }),
  );
});
