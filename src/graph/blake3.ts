/*
 * BLAKE3 of bytes that are all here, without a key (https://github.com/BLAKE3-team/BLAKE3-specs, section 2). Of verifying notes the
 * hashes of graphs were a sixth with @noble/hashes, which is made for streams, keys and outputs of any length; this takes a fifth
 * of its time. The tests hold it against that one.
 */

const IV = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);
const PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const BLOCK = 64;
const CHUNK = 1024;
// Flags of a block.
const CHUNK_START = 1;
const CHUNK_END = 2;
const PARENT = 4;
const ROOT = 8;

/** Which word of the block each round takes at each place: 7 rounds of 16. */
const ORDER = new Uint8Array(7 * 16);
for (let i = 0; i < ORDER.length; i++) ORDER[i] = i < 16 ? i : ORDER[i - 16 - (i % 16) + PERMUTATION[i % 16]!]!;

/** The block that is compressed. */
const words = new Int32Array(16);

/** The 32 bytes of the hash. */
export function blake3(bytes: Uint8Array): Uint8Array {
  const hash = tree(bytes, 0, bytes.length, 0, ROOT);
  const out = new Uint8Array(32);
  for (let i = 0; i < 32; i++) out[i] = hash[i >> 2]! >>> (8 * (i & 3));
  return out;
}

// The chaining value of the chunks of `bytes` from `from` to `to`, of which the first is chunk `counter`. The left half is as
// large a power of two of whole chunks as leaves something for the right one.
function tree(bytes: Uint8Array, from: number, to: number, counter: number, root: number): Int32Array {
  const chunks = Math.ceil((to - from) / CHUNK);
  if (chunks <= 1) return chunk(bytes, from, to, counter, root);
  const half = 2 ** (31 - Math.clz32(chunks - 1));
  const middle = from + half * CHUNK;
  const left = tree(bytes, from, middle, counter, 0);
  const right = tree(bytes, middle, to, counter + half, 0);
  words.set(left, 0);
  words.set(right, 8);
  left.set(IV);
  compress(left, 0, BLOCK, PARENT | root);
  return left;
}

function chunk(bytes: Uint8Array, from: number, to: number, counter: number, root: number): Int32Array {
  const value = IV.slice();
  for (let at = from, flags = CHUNK_START; ; at += BLOCK, flags = 0) {
    const size = Math.min(BLOCK, to - at);
    load(bytes, at, size);
    if (at + BLOCK >= to) {
      compress(value, counter, size, flags | CHUNK_END | root);
      return value;
    }
    compress(value, counter, size, flags);
  }
}

// Little-endian words, zeros behind the end.
function load(bytes: Uint8Array, from: number, size: number): void {
  if (size < BLOCK) {
    words.fill(0);
    for (let i = 0; i < size; i++) words[i >> 2]! |= bytes[from + i]! << (8 * (i & 3));
    return;
  }
  for (let i = 0, at = from; i < 16; i++, at += 4)
    words[i] = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

// Compresses `words` into `value`. In local variables throughout: this is where the time goes.
function compress(value: Int32Array, counter: number, size: number, flags: number): void {
  let [v0, v1, v2, v3] = [value[0]!, value[1]!, value[2]!, value[3]!];
  let [v4, v5, v6, v7] = [value[4]!, value[5]!, value[6]!, value[7]!];
  let [v8, v9, v10, v11] = [IV[0]!, IV[1]!, IV[2]!, IV[3]!];
  let [v12, v13, v14, v15] = [counter | 0, (counter / 0x100000000) | 0, size, flags];
  for (let at = 0; at < ORDER.length; at += 16) {
    // The columns.
    v0 = (v0 + v4 + words[ORDER[at + 0]!]!) | 0;
    v12 ^= v0;
    v12 = (v12 << 16) | (v12 >>> 16);
    v8 = (v8 + v12) | 0;
    v4 ^= v8;
    v4 = (v4 << 20) | (v4 >>> 12);
    v0 = (v0 + v4 + words[ORDER[at + 1]!]!) | 0;
    v12 ^= v0;
    v12 = (v12 << 24) | (v12 >>> 8);
    v8 = (v8 + v12) | 0;
    v4 ^= v8;
    v4 = (v4 << 25) | (v4 >>> 7);
    v1 = (v1 + v5 + words[ORDER[at + 2]!]!) | 0;
    v13 ^= v1;
    v13 = (v13 << 16) | (v13 >>> 16);
    v9 = (v9 + v13) | 0;
    v5 ^= v9;
    v5 = (v5 << 20) | (v5 >>> 12);
    v1 = (v1 + v5 + words[ORDER[at + 3]!]!) | 0;
    v13 ^= v1;
    v13 = (v13 << 24) | (v13 >>> 8);
    v9 = (v9 + v13) | 0;
    v5 ^= v9;
    v5 = (v5 << 25) | (v5 >>> 7);
    v2 = (v2 + v6 + words[ORDER[at + 4]!]!) | 0;
    v14 ^= v2;
    v14 = (v14 << 16) | (v14 >>> 16);
    v10 = (v10 + v14) | 0;
    v6 ^= v10;
    v6 = (v6 << 20) | (v6 >>> 12);
    v2 = (v2 + v6 + words[ORDER[at + 5]!]!) | 0;
    v14 ^= v2;
    v14 = (v14 << 24) | (v14 >>> 8);
    v10 = (v10 + v14) | 0;
    v6 ^= v10;
    v6 = (v6 << 25) | (v6 >>> 7);
    v3 = (v3 + v7 + words[ORDER[at + 6]!]!) | 0;
    v15 ^= v3;
    v15 = (v15 << 16) | (v15 >>> 16);
    v11 = (v11 + v15) | 0;
    v7 ^= v11;
    v7 = (v7 << 20) | (v7 >>> 12);
    v3 = (v3 + v7 + words[ORDER[at + 7]!]!) | 0;
    v15 ^= v3;
    v15 = (v15 << 24) | (v15 >>> 8);
    v11 = (v11 + v15) | 0;
    v7 ^= v11;
    v7 = (v7 << 25) | (v7 >>> 7);
    // The diagonals.
    v0 = (v0 + v5 + words[ORDER[at + 8]!]!) | 0;
    v15 ^= v0;
    v15 = (v15 << 16) | (v15 >>> 16);
    v10 = (v10 + v15) | 0;
    v5 ^= v10;
    v5 = (v5 << 20) | (v5 >>> 12);
    v0 = (v0 + v5 + words[ORDER[at + 9]!]!) | 0;
    v15 ^= v0;
    v15 = (v15 << 24) | (v15 >>> 8);
    v10 = (v10 + v15) | 0;
    v5 ^= v10;
    v5 = (v5 << 25) | (v5 >>> 7);
    v1 = (v1 + v6 + words[ORDER[at + 10]!]!) | 0;
    v12 ^= v1;
    v12 = (v12 << 16) | (v12 >>> 16);
    v11 = (v11 + v12) | 0;
    v6 ^= v11;
    v6 = (v6 << 20) | (v6 >>> 12);
    v1 = (v1 + v6 + words[ORDER[at + 11]!]!) | 0;
    v12 ^= v1;
    v12 = (v12 << 24) | (v12 >>> 8);
    v11 = (v11 + v12) | 0;
    v6 ^= v11;
    v6 = (v6 << 25) | (v6 >>> 7);
    v2 = (v2 + v7 + words[ORDER[at + 12]!]!) | 0;
    v13 ^= v2;
    v13 = (v13 << 16) | (v13 >>> 16);
    v8 = (v8 + v13) | 0;
    v7 ^= v8;
    v7 = (v7 << 20) | (v7 >>> 12);
    v2 = (v2 + v7 + words[ORDER[at + 13]!]!) | 0;
    v13 ^= v2;
    v13 = (v13 << 24) | (v13 >>> 8);
    v8 = (v8 + v13) | 0;
    v7 ^= v8;
    v7 = (v7 << 25) | (v7 >>> 7);
    v3 = (v3 + v4 + words[ORDER[at + 14]!]!) | 0;
    v14 ^= v3;
    v14 = (v14 << 16) | (v14 >>> 16);
    v9 = (v9 + v14) | 0;
    v4 ^= v9;
    v4 = (v4 << 20) | (v4 >>> 12);
    v3 = (v3 + v4 + words[ORDER[at + 15]!]!) | 0;
    v14 ^= v3;
    v14 = (v14 << 24) | (v14 >>> 8);
    v9 = (v9 + v14) | 0;
    v4 ^= v9;
    v4 = (v4 << 25) | (v4 >>> 7);
  }
  value[0] = v0 ^ v8;
  value[1] = v1 ^ v9;
  value[2] = v2 ^ v10;
  value[3] = v3 ^ v11;
  value[4] = v4 ^ v12;
  value[5] = v5 ^ v13;
  value[6] = v6 ^ v14;
  value[7] = v7 ^ v15;
}
