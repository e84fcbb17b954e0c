/** Runs of letters as words and names have them. */
const WORDS = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
const NUMBERS = /[0-9]{4,}/g;

/** Which part of a word reads like words of a language, from 0 to 1. */
export const wordiness = (word: string): number => share(word, WORDS);

/**
 * Whether a word was made by chance, as far as can be told: all kinds of characters, none after the other for long, hardly
 * any twice. Of random words of 24 characters in base64 it knows 96 %, of longer ones more; identifiers, paths, object ids
 * and UUIDs are none.
 */
export function isRandom(word: string): boolean {
  if (!/[0-9]/.test(word) || !/[a-z]/.test(word) || !/[A-Z]/.test(word)) return false;
  // A digest with something before it; a path.
  if (/[0-9a-f]{16}/.test(word)) return false;
  if (word.split('/').filter((part) => /^(?:[a-z]{2,}|[A-Z][a-z]+)$/.test(part)).length > 1) return false;
  if (share(word, WORDS) + share(word, NUMBERS) > 0.6) return false;
  const counts = new Map<string, number>();
  let changes = 0;
  let last = '';
  for (const char of word) {
    counts.set(char, (counts.get(char) ?? 0) + 1);
    const kind = kindOf(char);
    if (kind !== last) changes++;
    last = kind;
  }
  if (changes - 1 < 0.3 * (word.length - 1)) return false;
  let bits = 0;
  for (const n of counts.values()) bits -= (n / word.length) * Math.log2(n / word.length);
  return bits >= 0.75 * Math.log2(Math.min(word.length, 64));
}

const share = (word: string, pattern: RegExp): number =>
  (word.match(pattern) ?? []).reduce((sum, run) => sum + run.length, 0) / word.length;

const kindOf = (char: string): string =>
  char >= 'a' && char <= 'z' ? 'a' : char >= 'A' && char <= 'Z' ? 'A' : char >= '0' && char <= '9' ? '0' : '+';
