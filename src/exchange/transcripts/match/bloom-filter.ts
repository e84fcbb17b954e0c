/** Up to this many texts are stored exactly. */
const MAX_EXACT_TEXTS = 50_000;
/** 2^25 bits. With a million texts, one in five thousand others is found by mistake. */
const FILTER_BITS = 2 ** 25;
const PROBES_PER_TEXT = 4;
/** The second hash has 20 bits, so that both fit into one number. */
const SECOND_HASH_RANGE = 2 ** 20;

/**
 * A set of texts that needs at most four megabytes. It finds every text that was added. Now and then it also finds one that
 * was not.
 */
export class BloomFilter {
  readonly #few = new Set<number>();
  #bits: Uint8Array | undefined;

  /** Adds a text, of which white space does not count. @param before what stands before it; all of that counts */
  add(before: string, text: string): void {
    const key = keyOf(before, text);
    if (this.#bits) return put(this.#bits, key);
    this.#few.add(key);
    if (this.#few.size <= MAX_EXACT_TEXTS) return;
    this.#bits = new Uint8Array(FILTER_BITS / 8);
    for (const one of this.#few) put(this.#bits, one);
    this.#few.clear();
  }

  /** Whether the text was added, behind the same words. */
  has(before: string, text: string): boolean {
    const key = keyOf(before, text);
    const bits = this.#bits;
    return bits ? areSet(bits, key) : this.#few.has(key);
  }
}

function put(bits: Uint8Array, key: number): void {
  for (let probe = 0; probe < PROBES_PER_TEXT; probe++) {
    const bit = bitOf(key, probe);
    bits[bit >>> 3]! |= 1 << (bit & 7);
  }
}

function areSet(bits: Uint8Array, key: number): boolean {
  for (let probe = 0; probe < PROBES_PER_TEXT; probe++) {
    const bit = bitOf(key, probe);
    if ((bits[bit >>> 3]! & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

// Two hashes (FNV-1a, and one in Java's style) in a number of 52 bits. A session is shown millions of lines, so no text is made for them:
// white space is left out while hashing, as `squeeze` leaves it out.
function keyOf(before: string, text: string): number {
  let a = 0x811c9dc5;
  let b = 7;
  for (let i = 0; i < before.length; i++) {
    const code = before.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 31) + code) | 0;
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 32 || (code >= 9 && code <= 13 && code !== 10)) continue;
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 31) + code) | 0;
  }
  return (a >>> 0) * SECOND_HASH_RANGE + ((b ^ (b >>> 12)) & (SECOND_HASH_RANGE - 1));
}

// Derives more hashes from the two (Kirsch and Mitzenmacher).
function bitOf(key: number, probe: number): number {
  const [a, b] = [Math.floor(key / SECOND_HASH_RANGE), key % SECOND_HASH_RANGE];
  const step = Math.imul(b, 0x9e3779b1) | 1;
  return ((a + Math.imul(probe, step)) >>> 0) % FILTER_BITS;
}
