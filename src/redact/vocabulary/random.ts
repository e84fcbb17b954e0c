/** Runs of letters that are typical of words and names. */
const WORDS = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
const NUMBERS = /[0-9]{4,}/g;

/** The share of a word that reads like natural language, from 0 to 1. */
export const wordiness = (word: string): number => share(word, WORDS);

/**
 * Whether a word seems random: it has all kinds of characters, no long runs, and hardly any repetition. It recognises 96 %
 * of random base64 words of 24 characters, and more of longer ones. Identifiers, paths, object ids and UUIDs do not count.
 */
export function isRandom(word: string): boolean {
  if (!/[0-9]/.test(word) || !/[a-z]/.test(word) || !/[A-Z]/.test(word)) return false;
  // A digest with a prefix, or a path.
  if (/[0-9a-f]{16}/.test(word)) return false;
  if (word.split('/').filter((part) => /^(?:[a-z]{2,}|[A-Z][a-z]+)$/.test(part)).length > 1) return false;
  if (share(word, WORDS) + share(word, NUMBERS) > 0.6 || isOfParts(word) || isIdentifier(word)) return false;
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

// `DRV_TMR_Alarm32BitRegister`, `src/GUI/GUI_Preview`: only words and abbreviations, separated by signs or capitals.
const isIdentifier = (word: string): boolean =>
  /[_/.]/.test(word) &&
  share(word.replaceAll(/[^A-Za-z0-9]/g, ''), /[A-Z]?[a-z]{2,}|[A-Z]{3,}|[0-9]{2}(?=[A-Z][a-z]{2})/g) >= 0.84;

/** The most frequent pairs of letters in European languages. */
const PAIRS: ReadonlySet<string> = new Set(
  (
    'th he in er an re nd on en at ou ed ha to or it is hi es ng st nt ar se te al as ti le ve of me ea co ro ne de ic io ri li ra ce ch ' +
    'll ma ta el om us ho la ec lo di si ca ur un no sh et il na ol ot rs ac pe po tr ss ie em ee ul id ex ut am be so do mo ge ct ns ' +
    'im pr pl sp op ad ap ig ir rt fo pa vi ag ab oo ck mp ty ey ke da sa mi su bl cl'
  ).split(' '),
);
/** The share of such pairs above which letters form a natural word. */
const MIN_NATURAL_SHARE = 0.34;

/** The share of the most frequent pairs among all pairs of letters in a word. Random letters have 17 % on average, words 65 %. */
export function naturalness(word: string): number {
  let pairs = 0;
  let usual = 0;
  for (const run of word.toLowerCase().match(/[a-z]{2,}/g) ?? [])
    for (let i = 1; i < run.length; i++) {
      pairs++;
      if (PAIRS.has(run.slice(i - 1, i + 1))) usual++;
    }
  return pairs === 0 ? 0 : usual / pairs;
}

/** Whether the letters of a word follow each other as in random text, and not as in words or abbreviations. */
export const isGibberish = (word: string): boolean => naturalness(word) < MIN_NATURAL_SHARE;

/** Whether a word consists mostly of words, abbreviations or numbers separated by signs: `X509_NAME_get_text`. */
export function isOfParts(word: string): boolean {
  const parts = word.split(/[-_/.+=]+/).filter((part) => part !== '');
  if (parts.length < 3) return false;
  const plain = parts.filter(
    (part) =>
      /^(?:[0-9]+|[A-Za-z]{1,6}[0-9]{0,4}|v?[0-9]{1,4}[a-z]{0,2})$/.test(part) ||
      (/^(?:[A-Z]?[a-z]+|[A-Z]+|(?:[A-Z][a-z]+){2,})[0-9]{0,2}$/.test(part) && !isGibberish(part)),
  );
  return plain.join('').length >= 0.75 * parts.join('').length && parts.join('').length / parts.length < 12;
}

/**
 * Whether a long word of digits and letters of one case is random, as in base 32 and base 36. Hexadecimal words do not
 * count.
 */
export function isRandomBase32(word: string): boolean {
  if (!/^(?:[a-z0-9]{26,}|[A-Z0-9]{26,})$/.test(word) || /^[0-9a-f]+$/i.test(word)) return false;
  // A ULID, which identifies something.
  if (/^0[0-7][0-9A-HJKMNP-TV-Z]{24}$/i.test(word)) return false;
  const digits = word.match(/[0-9]/g)?.length ?? 0;
  const changes = word.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
  return digits >= 2 && digits < 0.6 * word.length && changes >= 4 && new Set(word).size >= 13 && isGibberish(word);
}

const share = (word: string, pattern: RegExp): number =>
  (word.match(pattern) ?? []).reduce((sum, run) => sum + run.length, 0) / word.length;

const kindOf = (char: string): string =>
  char >= 'a' && char <= 'z' ? 'a' : char >= 'A' && char <= 'Z' ? 'A' : char >= '0' && char <= '9' ? '0' : '+';
