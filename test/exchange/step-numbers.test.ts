import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionId } from '../../src/model/ids.ts';
import { StepNumbers } from '../../src/exchange/step-numbers.ts';

const [one, two] = [sessionId('one'), sessionId('two')];
const TIME = 1_767_225_600;

test('the numbers of a graph follow from the time of its commit, whatever was imported before', () => {
  const late = new StepNumbers().place({ id: one }, TIME + 100, 5);
  const numbers = new StepNumbers();
  numbers.place({ id: one }, TIME, 5);
  expect(numbers.place({ id: one }, TIME + 100, 5)).toBe(late);
});

test('a graph is numbered after an overlapping one of the same session, but not after one of another session', () => {
  const numbers = new StepNumbers();
  const first = numbers.place({ id: one }, TIME, 5);
  expect(numbers.place({ id: one }, TIME + 2, 5)).toBe(first + 5);
  expect(numbers.place({ id: two }, TIME + 2, 5)).toBe(first + 2);
});

test('commits before 2020 and beyond the range of ids are numbered too, and no two graphs share a number', () => {
  const times = fc.oneof(
    fc.integer({ min: TIME, max: TIME + 20 }),
    fc.constantFrom(-1, 0, 1_577_836_800, 3_000_000_000),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(times, fc.integer({ min: 1, max: 9 })), { maxLength: 20 }), (graphs) => {
      const numbers = new StepNumbers();
      const seen = new Set<number>();
      for (const [at, count] of graphs) {
        const start = numbers.place({ id: one }, at, count);
        for (let i = start; i < start + count; i++) {
          expect(seen.has(i)).toBe(false);
          seen.add(i);
        }
      }
      expect(Math.min(1_000_000, ...seen)).toBe(1_000_000); // below are steps that were recorded
      expect(Math.max(1, ...seen)).toBeLessThanOrEqual(999_999_999);
    }),
  );
});
