import { expect, test } from 'vitest';
import { compare, preparePair } from './pair.ts';
import { IN_FILES, IN_PRINT } from './unavoidable.ts';

preparePair();

// Each is there, and nothing else: a difference that is gone is to leave the table.
test.each([...IN_FILES, ...IN_PRINT])('$what, because $why', async (row) => {
  await compare(row.example, { allow: [row] });
  await expect(compare(row.example, { allow: [row], without: row })).rejects.toThrow('deeply equal');
});
