import { expect, test } from 'vitest';
import { campaign, tooManyMissed } from './campaign.ts';
import type { Operation } from './operations.ts';

/** Histories that were wrong once, as small as they shrank. */
const ONCE_WRONG: Operation[][] = [
  // An agent's `rebase --exec` brought a person's lines.
  [
    ['agent edit', 282104],
    ['rebase --exec true', 58],
    ['agent edit', 0],
    ['rebase --merge', 0],
  ],
];

test('where git runs none of our hooks, the next read finds what was rewritten, and no line has a wrong owner', async () => {
  expect(tooManyMissed(await campaign('none', 12, ONCE_WRONG))).toEqual({});
}, 36_000_000);
