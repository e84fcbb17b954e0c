import { blake3 as reference } from '@noble/hashes/blake3.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blake3 } from '../../src/graph/blake3.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** The input of the official test vectors: 0, 1, … 250, 0, 1, … */
const counted = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i % 251);

// From test_vectors.json of BLAKE3, the first 32 bytes of each.
test.each([
  [0, 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'],
  [1, '2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213'],
  [1024, '42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7'],
])('of %i bytes is that of the official vectors', (length, hash) => {
  expect(hex(blake3(counted(length)))).toBe(hash);
});

test('is what the reference gives, for every length around the ends of blocks, chunks and halves of the tree', () => {
  const lengths = [1, 2, 3, 4, 5, 8, 9, 16, 17, 33, 64, 100].flatMap((chunks) =>
    [-65, -64, -63, -1, 0, 1, 63, 64, 65].map((more) => 1024 * chunks + more),
  );
  for (const length of [...Array.from({ length: 1100 }, (_, i) => i), ...lengths])
    expect([length, hex(blake3(counted(length)))]).toEqual([length, hex(reference(counted(length)))]);
});

test('is what the reference gives, for any bytes, also such as lie within others', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.nat(100), (bytes, from) => {
      const part = bytes.subarray(from);
      expect(hex(blake3(part))).toBe(hex(reference(part)));
    }),
  );
});
