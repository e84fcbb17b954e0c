import { FREQUENT, KNOWN } from './word-table.ts';

const HASHES_PER_WORD = 5;
let tables: readonly [known: Buffer, frequent: Buffer] | undefined;

// A Bloom filter, as bench/redaction/word-filter.mjs makes it.
function has(table: Buffer, word: string): boolean {
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at) | 32;
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
  }
  for (let i = 0; i < HASHES_PER_WORD; i++) {
    const bit = ((first + Math.imul(i, second | 1)) >>> 0) % (table.length * 8);
    if ((table[bit >> 3]! & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** How ordinary a word of letters is: in most repositories, in some, two ordinary words in one, or unknown. */
export type Standing = 'frequent' | 'known' | 'double' | 'unknown';

const MIN_PART = 4;

/** @param word letters of ASCII only */
export function standingOf(word: string): Standing {
  tables ??= [Buffer.from(KNOWN, 'base64'), Buffer.from(FREQUENT, 'base64')];
  const [known, frequent] = tables;
  if (word.length < 3 || has(frequent, word)) return 'frequent';
  if (has(known, word)) return 'known';
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++)
    if (has(known, word.slice(0, at)) && has(known, word.slice(at))) return 'double';
  return 'unknown';
}
