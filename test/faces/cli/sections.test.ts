import { expect, test } from 'vitest';
import type { Output } from '../../../src/faces/cli/output/output.ts';
import { Sections } from '../../../src/faces/cli/output/sections.ts';

test('sections too large for memory are printed in order, and empty ones are omitted', async () => {
  const sections = new Sections(['first', 'none', 'second']);
  const long = 'é'.repeat(300_000);
  for (let n = 0; n < 8; n++) {
    sections.add('second', `s${n}`, { long, n });
    sections.add('first', `f${n}`, { n });
  }
  const chunks: Buffer[] = [];
  const output = {
    write: async (data: string | Uint8Array) => void chunks.push(Buffer.from(data)),
  } as unknown as Output;
  await sections.write(output, { head: 'x' });
  sections.close();
  const read = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, Record<string, { n: number }>>;
  expect(Object.keys(read)).toEqual(['head', 'first', 'second']);
  expect(Object.values(read['second']!).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(read['second']!['s7']).toEqual({ long, n: 7 });
});
