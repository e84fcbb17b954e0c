import { isOfParts, isRandom, naturalness, wordiness } from './random.ts';

/** Lengths of hexadecimal digests and object ids: MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512. */
const DIGEST_LENGTHS: ReadonlySet<number> = new Set([32, 40, 56, 64, 96, 128]);
const MIN_HEX_DIGITS = 24;
const MIN_CHARACTERS = 20;
/** Above this naturalness a word with digits may be an identifier. */
const MAX_NATURALNESS = 0.45;
/** The same for a word after the name of a key. */
const MAX_NATURALNESS_NAMED = 0.55;
/** A ULID, which identifies something. */
const ULID = /^0[0-7][0-9A-HJKMNP-TV-Z]{24}$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** How often a word changes between a letter and a digit. */
const changesOf = (word: string): number => word.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
/** How often it changes between kinds of characters, capitals included. */
const mixesOf = (word: string): number =>
  word.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])|[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;

/** Whether letters and digits of one case alternate as in a generated key. Hexadecimal words do not count. */
const isOneCase = (word: string): boolean =>
  /^(?:[a-z0-9]+|[A-Z0-9]+)$/.test(word) &&
  !/^[0-9a-f]+$/i.test(word) &&
  !ULID.test(word) &&
  (word.match(/[0-9]/g)?.length ?? 0) < 0.7 * word.length &&
  changesOf(word) >= Math.max(4, word.length / 8) &&
  new Set(word).size >= Math.min(14, word.length / 2) &&
  naturalness(word) < MAX_NATURALNESS;

/**
 * Whether a word alone shows that it is a key: no name, path or identifier looks like it. Words with the length of a digest do
 * not count, because they are mostly ids.
 */
export function isKeyShaped(word: string): boolean {
  const plain = word.replace(/=+$/, '');
  if (GROUPS.test(plain)) return plain.length > 30 || (changesOf(plain) >= 5 && naturalness(plain) < MAX_NATURALNESS);
  if (plain.length < MIN_CHARACTERS) return false;
  if (/^[0-9a-f]+$/.test(plain) || /^[0-9A-F]+$/.test(plain))
    return (
      plain.length >= MIN_HEX_DIGITS &&
      !DIGEST_LENGTHS.has(plain.length) &&
      new Set(plain).size >= 10 &&
      changesOf(plain) >= 6
    );
  return isOneCase(plain) || (isRandom(plain) && !isOfParts(plain) && naturalness(plain) < MAX_NATURALNESS);
}

/** Groups of letters and digits, as on licences and recovery sheets. */
const GROUPS = /^(?:(?:[A-Z0-9]{5}-){4}[A-Z0-9]{5}|(?:[0-9]{6}-){7}[0-9]{6})$/;
const SHORT_GROUPS = /^(?:[A-Z0-9]{4,10}-){2,9}[A-Z0-9]{4,10}$/;

/** Whether a word after the name of a key can be one: any of the shapes above, a digest's length, or a UUID. */
export const isKeyAfterName = (word: string): boolean =>
  UUID.test(word) ||
  (SHORT_GROUPS.test(word) && /[0-9]/.test(word)) ||
  (/^[0-9a-f]{16,}$/i.test(word) && new Set(word).size >= 8) ||
  isKeyShaped(word) ||
  isMixed(word);

// Shorter words, and words with signs between their parts.
const isMixed = (word: string): boolean =>
  /^[A-Za-z0-9][\w.~+/:=%*#@-]{10,}$/.test(word) &&
  /[0-9]/.test(word) &&
  /[A-Za-z]/.test(word) &&
  mixesOf(word) >= word.length / 7 &&
  changesOf(word) >= 2 &&
  (wordiness(word) < 0.5 || changesOf(word) >= 4) &&
  naturalness(word) < MAX_NATURALNESS_NAMED;
