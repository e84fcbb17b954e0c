import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evidenceBase, faded, sourceBase } from '../../src/model/confidence.ts';
import { EDGE_SOURCES, EVIDENCE } from '../../src/model/model.ts';

const DAY = 86_400_000;

test('each source has its base', () => {
  expect(EDGE_SOURCES.map((source) => [source, sourceBase(source)])).toEqual([
    ['observed', 1],
    ['declared', 0.9],
    ['inferred', 0.6],
    ['ast', 1],
    ['imported', 0.5],
  ]);
});

test('each kind of evidence has its base', () => {
  expect(EVIDENCE.map((evidence) => [evidence, evidenceBase(evidence)])).toEqual([
    ['exact', 1],
    ['reformatted', 0.95],
    ['moved', 0.95],
    ['restored', 0.9],
    ['carried', 0.9],
    ['imported', 0.6],
    ['inferred', 0.6],
    ['likely', 0.3],
    ['unsure', 0],
  ]);
});

test('a kind known only to a newer writer is trusted no more than our lowest one', () => {
  expect([sourceBase('divined'), evidenceBase('divined')]).toEqual([0.5, 0.5]);
});

test("an edge without activity for half a year is weaker than yesterday's", () => {
  const now = 200 * DAY;
  expect(faded(sourceBase('ast'), now, now, 0.01)).toBe(1);
  expect(faded(sourceBase('inferred'), now - 100 * DAY, now, 0.01)).toBeCloseTo(0.6 / Math.E, 10);
  expect(faded(sourceBase('ast'), 0, now, 0)).toBe(1);
});

test('confidence is from 0 to the base and never grows with age', () => {
  const time = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(
      fc.constantFrom(...EDGE_SOURCES),
      time,
      time,
      time,
      fc.double({ min: 0, max: 10, noNaN: true }),
      (source, at, a, b, lambda) => {
        const [sooner, later] = [
          faded(sourceBase(source), at, Math.min(a, b), lambda),
          faded(sourceBase(source), at, Math.max(a, b), lambda),
        ];
        expect(later).toBeLessThanOrEqual(sooner);
        expect(later).toBeGreaterThanOrEqual(0);
        expect(sooner).toBeLessThanOrEqual(sourceBase(source));
      },
    ),
  );
});
