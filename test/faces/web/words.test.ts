import { expect, test } from 'vitest';
import { isReason, statedWords } from '../../../src/faces/web/page/parts/words.ts';

const summary = 'Write a.js';

test('a list of steps is not shown as a reason', () => {
  expect(statedWords({ summary, detail: { source: 'consolidated' } })).toBeUndefined();
  expect(statedWords({ summary, status: 'rejected', detail: { source: 'consolidated' } })).toBeUndefined();
  for (const source of ['declared', 'narrated']) expect(statedWords({ summary, detail: { source } })).toBe(summary);
  expect([{}, { detail: {} }, { detail: { source: 'consolidated' } }].map(isReason)).toEqual([true, true, false]);
});

test('a decision that was rejected is marked', () => {
  expect(statedWords({ summary, status: 'rejected' })).toBe('rejected: Write a.js');
  expect(statedWords({ status: 'rejected' })).toBeUndefined();
});
