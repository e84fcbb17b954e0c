/** Bits for each word: about two words in a hundred that are not in the filter seem to be. */
const BITS = 8;
const HASHES = 5;

/** A Bloom filter of words, in base64. `src/redact/likely/ordinary-words.ts` reads it. */
export function filterOf(words) {
  const bytes = new Uint8Array(Math.ceil((words.length * BITS) / 8));
  for (const word of words) {
    let [first, second] = [0x811c9dc5, 0x9747b28c];
    for (let at = 0; at < word.length; at++) {
      first = Math.imul(first ^ word.charCodeAt(at), 0x01000193);
      second = Math.imul(second ^ word.charCodeAt(at), 0x5bd1e995);
    }
    for (let i = 0; i < HASHES; i++) {
      const bit = ((first + Math.imul(i, second | 1)) >>> 0) % (bytes.length * 8);
      bytes[bit >> 3] |= 1 << (bit & 7);
    }
  }
  return Buffer.from(bytes).toString('base64');
}
