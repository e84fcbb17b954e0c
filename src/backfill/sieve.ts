/** 2^25 bits: with a million texts in it, one in five thousand others is taken to be in it too. */
const BITS = 2 ** 25;
const PROBES = 4;

/**
 * Remembers texts in four megabytes, however many they are. It never forgets one; of a text that it was never given it says
 * now and then that it was.
 */
export class Sieve {
  readonly #bits = new Uint8Array(BITS / 8);

  add(text: string): void {
    for (const bit of bitsOf(text)) this.#bits[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(text: string): boolean {
    return bitsOf(text).every((bit) => (this.#bits[bit >>> 3]! & (1 << (bit & 7))) !== 0);
  }
}

// Two hashes of 32 bits (FNV-1a, and one of Java's kind), from which the others are made (Kirsch and Mitzenmacher).
function bitsOf(text: string): number[] {
  let a = 0x811c9dc5;
  let b = 7;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 31) + code) | 0;
  }
  return Array.from({ length: PROBES }, (_, n) => ((a + Math.imul(n, b | 1)) >>> 0) % BITS);
}
