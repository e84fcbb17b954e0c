import { expect, test } from 'vitest';
import { comparePair, playPair, preparePair } from './pair.ts';
import { IN_FILES, IN_PRINT } from './unavoidable.ts';

preparePair();

// Each difference occurs, and no other one. A difference that no longer occurs must leave the table.
test.each([...IN_FILES, ...IN_PRINT])('$what, because $why', async (row) => {
  const played = await playPair(row.example);
  comparePair(played, { allow: [row] });
  expect(() => comparePair(played, { allow: [row], without: row })).toThrow('deeply equal');
});
