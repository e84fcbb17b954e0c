/** Up to so many texts are remembered one by one. */
const FEW = 50_000;
/** 2^25 bits: with a million texts in it, one in five thousand others is taken to be in it too. */
const BITS = 2 ** 25;
const PROBES = 4;
/** The second hash has so many bits, so that both fit into one number. */
const SECOND = 2 ** 20;

/**
 * Remembers texts in four megabytes at most, however many they are. It never forgets one; of a text that it was never given
 * it says now and then that it was.
 */
export class Sieve {
  readonly #few = new Set<number>();
  #bits: Uint8Array | undefined;

  add(text: string): void {
    const key = keyOf(text);
    if (this.#bits) return put(this.#bits, key);
    this.#few.add(key);
    if (this.#few.size <= FEW) return;
    this.#bits = new Uint8Array(BITS / 8);
    for (const one of this.#few) put(this.#bits, one);
    this.#few.clear();
  }

  has(text: string): boolean {
    const key = keyOf(text);
    const bits = this.#bits;
    return bits ? probesOf(key).every((bit) => (bits[bit >>> 3]! & (1 << (bit & 7))) !== 0) : this.#few.has(key);
  }
}

function put(bits: Uint8Array, key: number): void {
  for (const bit of probesOf(key)) bits[bit >>> 3]! |= 1 << (bit & 7);
}

// Two hashes (FNV-1a, and one of Java's kind) in a number of 52 bits.
function keyOf(text: string): number {
  let a = 0x811c9dc5;
  let b = 7;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 31) + code) | 0;
  }
  return (a >>> 0) * SECOND + ((b ^ (b >>> 12)) & (SECOND - 1));
}

// From two hashes the others are made (Kirsch and Mitzenmacher).
function probesOf(key: number): number[] {
  const [a, b] = [Math.floor(key / SECOND), key % SECOND];
  const step = Math.imul(b, 0x9e3779b1) | 1;
  return Array.from({ length: PROBES }, (_, n) => ((a + Math.imul(n, step)) >>> 0) % BITS);
}
