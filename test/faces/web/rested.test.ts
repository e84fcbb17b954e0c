import { expect, test } from 'vitest';
import { RestedAnswer } from '../../../src/faces/web/server/rested.ts';

/** An answer that takes a time of the test's clock, and counts how often it was made. */
function slow(ms: number) {
  const state = { now: 1000, made: 0 };
  const answer = new RestedAnswer<{ made: number }>(() => state.now);
  const ask = (stamp: string) =>
    answer.get(stamp, async () => {
      state.now += ms;
      return { made: ++state.made };
    });
  return { state, ask };
}

test('an answer that takes long is not made at every change, and rests for ten times as long', async () => {
  const { state, ask } = slow(3000);
  expect(await ask('a')).toEqual({ made: 1 });
  expect(await ask('a')).toEqual({ made: 1 });
  state.now += 10_000;
  expect(await ask('b')).toEqual({ made: 1, again: 20_000 });
  state.now += 20_000;
  expect(await ask('b')).toEqual({ made: 2 });
});

test('a quick answer is made again after each change', async () => {
  const { ask } = slow(100);
  expect(await ask('a')).toEqual({ made: 1 });
  expect(await ask('b')).toEqual({ made: 2 });
});

test('two questions at the same time start one verification', async () => {
  const { ask } = slow(3000);
  expect(await Promise.all([ask('a'), ask('a')])).toEqual([{ made: 1 }, { made: 1 }]);
});

test('after a failure the next question tries again', async () => {
  const answer = new RestedAnswer<object>(() => 0);
  await expect(answer.get('a', () => Promise.reject(new Error('locked')))).rejects.toThrow('locked');
  expect(await answer.get('a', async () => ({ notes: 1 }))).toEqual({ notes: 1 });
});
