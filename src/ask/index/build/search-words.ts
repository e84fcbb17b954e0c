/** Most words indexed per text: a longer text is program output, not a statement. */
const MAX_WORDS_PER_TEXT = 4000;
/** Maximum number of different words in a search. */
export const MAX_WORDS_PER_SEARCH = 64;
/** Characters kept of a word. No search needs more. */
const MAX_WORD_CHARACTERS = 64;

/** Signs that are parts of no word, and that summaries often have: they need no Unicode tables. */
const SIGNS = /[\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2192]/g;

/** A text with a space for each of these signs. It has the same words. */
export const withoutSigns = (text: string): string => text.replace(SIGNS, ' ');

const ASCII = /^[\u0000-\u007f]*$/;
/** Scripts without spaces between words. Each of their characters counts as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/**
 * Splits a text into index words: letters and digits in lower case, without accents. Indexing and searching both use this
 * function.
 */
export function wordsOf(whole: string, most = MAX_WORDS_PER_TEXT): string[] {
  const words: string[] = [];
  const text = withoutSigns(whole);
  for (const [word] of folded(text).matchAll(ASCII.test(text) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu)) {
    if (words.length === most) break;
    words.push(
      word.length > MAX_WORD_CHARACTERS
        ? Array.from(word.slice(0, MAX_WORD_CHARACTERS + 1))
            .slice(0, -1)
            .join('')
        : word,
    );
  }
  return words;
}

function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKC')
    .replace(UNSPACED, ' $& ');
}

/** Shortest prefix in characters: a shorter word matches only itself. */
const MIN_PREFIX_CHARACTERS = 3;

/**
 * Whether a search word may be a prefix. The last word may, because the user may still be typing. In statements all words
 * may ("REST" finds "RESTful"). There are too many steps for that.
 * @param at its position among `count` words
 */
export const mayBegin = (word: string, at: number, count: number, said: boolean): boolean =>
  at === count - 1 || (said && word.length >= MIN_PREFIX_CHARACTERS);

/** Whether a text contains all words, by the rules of the index. @param said true for statements */
export function holdsWords(texts: readonly string[], wanted: readonly string[], said: boolean): boolean {
  const there = texts.flatMap((text) => wordsOf(text));
  return wanted.every((word, i) =>
    there.some((one) => one === word || (mayBegin(word, i, wanted.length, said) && one.startsWith(word))),
  );
}
