import { expect, test } from 'vitest';
import { campaign, tooManyMissed } from './campaign.ts';
import type { Operation } from './operations.ts';

/** Histories that were wrong once, as small as they shrank. */
const ONCE_WRONG: Operation[][] = [];

test('whatever rewrites history, no line has a wrong owner', async () => {
  expect(tooManyMissed(await campaign('all', 24, ONCE_WRONG))).toEqual({});
}, 36_000_000);
