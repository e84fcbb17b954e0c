/** A text has at most so many words for the index: what is longer is output of programs, not said. */
const WORDS_OF_TEXT = 4000;
/** A search has at most so many different words. */
export const WORDS_OF_SEARCH = 64;
/** A longer word is cut: nobody looks for all of it. */
const LETTERS = 64;

const ASCII = /^[\u0000-\u007f]*$/;
/** Scripts that put no space between words: each of their characters counts as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/**
 * The words of a text as the index knows them: letters and digits, in small letters, without accents. What is indexed and
 * what is looked for is cut alike, here and nowhere else.
 */
export function wordsOf(text: string, most = WORDS_OF_TEXT): string[] {
  const words: string[] = [];
  for (const [word] of folded(text).matchAll(ASCII.test(text) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu)) {
    if (words.length === most) break;
    words.push(
      word.length > LETTERS
        ? Array.from(word.slice(0, LETTERS + 1))
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

/** A shorter word stands for itself alone. */
const BEGINNING = 3;

/**
 * Whether a word that is looked for may be the beginning of one: the last may, which somebody may still be typing, and among
 * what was said all do ("REST" finds "RESTful"). Steps are too many for that.
 * @param at its place among `count` words
 */
export const mayBegin = (word: string, at: number, count: number, said: boolean): boolean =>
  at === count - 1 || (said && word.length >= BEGINNING);

/** Whether words are all in a text, as the index finds them. @param said whether it is of something that was said */
export function holdsWords(texts: readonly string[], wanted: readonly string[], said: boolean): boolean {
  const there = texts.flatMap((text) => wordsOf(text));
  return wanted.every((word, i) =>
    there.some((one) => one === word || (mayBegin(word, i, wanted.length, said) && one.startsWith(word))),
  );
}
