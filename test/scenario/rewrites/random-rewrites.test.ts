import { expect, test } from 'vitest';
import { campaign, tooManyMissed } from './campaign.ts';
import type { Operation } from './operations.ts';

/** Histories that once had a wrong owner, shrunk as far as possible. */
const ONCE_WRONG: Operation[][] = [
  // `-x` of a cherry-pick was read as a command that may write anything.
  [
    ['cherry-pick -x', 318274],
    ['rebase --merge', 0],
  ],
];

test('whatever rewrites history, no line has a wrong owner', async () => {
  expect(tooManyMissed(await campaign('all', 24, ONCE_WRONG))).toEqual({});
}, 36_000_000);
