/**
 * The head of a CBOR item: its type, and a number that is its value, its length or the count of its items (RFC 8949, 3). These
 * functions check nothing; `scan` has refused malformed heads before.
 */

/** How many bytes follow the first byte of a head: 0, 1, 2, 4 or 8. */
export const argumentSize = (first: number): number => ((first & 31) < 24 ? 0 : 1 << ((first & 31) - 24));

/** The number in the head at `at`. */
export function argumentAt(bytes: Uint8Array, at: number): number {
  const info = bytes[at]! & 31;
  if (info < 24) return info;
  let value = 0;
  for (let i = at + 1, end = i + (1 << (info - 24)); i < end; i++) value = value * 256 + bytes[i]!;
  return value;
}
