import { expect, test } from 'vitest';
import { compare, preparePair } from './pair.ts';
import { IN_FILES, IN_PRINT } from './unavoidable.ts';

preparePair();

// Each difference occurs, and no other one. A difference that no longer occurs must leave the table.
test.each([...IN_FILES, ...IN_PRINT])('$what, because $why', async (row) => {
  await compare(row.example, { allow: [row] });
  await expect(compare(row.example, { allow: [row], without: row })).rejects.toThrow('deeply equal');
});
