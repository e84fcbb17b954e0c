import { expect, test } from 'vitest';
import { costOf } from '../../src/trust/session-predicate.ts';

const USAGE = { input: 1_000_000, output: 200_000, cacheRead: 500_000 };
const PRICES = new Map([
  ['prov.model-1.inputprice', '3'],
  ['prov.model-1.outputprice', '15'],
  ['prov.model-1.cachereadprice', '0.3'],
]);

test('the cost is what the agent reported, before any price', () => {
  expect(costOf({ ...USAGE, cost: 42 }, 'model-1', PRICES)).toEqual({ millionths: 42, source: 'agent' });
});

test('otherwise it is tokens by the prices of the configuration, in millionths of a dollar, and says so', () => {
  expect(costOf(USAGE, 'model-1', PRICES)).toEqual({ millionths: 6_150_000, source: 'price table' });
});

test.each([
  ['another model', 'model-2', PRICES],
  ['no model', undefined, PRICES],
  ['a price that is missing', 'model-1', new Map([...PRICES].slice(0, 2))],
  ['a price that is no number', 'model-1', new Map([...PRICES, ['prov.model-1.inputprice', 'much']])],
  ['a price below zero', 'model-1', new Map([...PRICES, ['prov.model-1.inputprice', '-1']])],
])('with %s there is none', (_, model, prices) => {
  expect(costOf(USAGE, model, prices as Map<string, string>)).toBeUndefined();
});

test('without tokens it is missing', () => {
  expect(costOf(undefined, 'model-1', PRICES)).toBeUndefined();
});
