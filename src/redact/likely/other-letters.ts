import { matchesOf } from '../matches.ts';

/** Latin letters with marks: `ç`, `ł`. */
export const isMarkedLetter = (code: number): boolean => code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7;
const MARKED: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  ı: 'i',
  ß: 's',
  æ: 'a',
  đ: 'd',
  œ: 'o',
};

/** A word with a plain letter in the place of each letter with marks. */
export const withoutMarks = (word: string): string =>
  word.replaceAll(/[\u00c0-\u024f]/g, (letter) => MARKED[letter] ?? letter.normalize('NFD')[0]!);

/** A word of another script than Latin with digits behind it, as people write passwords: `пароль068`. */
const OTHER_SCRIPT =
  /(?<![\p{L}\p{N}])[\u0370-\u1fff\u3041-\u9fff\uac00-\ud7a3]{2,14}[0-9]{2,6}[!?#$*&%@+=~-]{0,2}(?![\p{L}\p{N}])/gu;

/** Words of other scripts with digits, and each with Latin letters in the place of its own. */
export function* otherScripts(text: string): Generator<{ word: string; latin: string; from: number }> {
  for (const { 0: word, index: from } of matchesOf(OTHER_SCRIPT, text))
    yield { word, latin: word.replaceAll(/[^\x00-\x7f]/g, (letter) => 'aeinorst'[letter.charCodeAt(0) % 8]!), from };
}
