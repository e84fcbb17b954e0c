import { matchesOf, type Range } from '../matches.ts';
import { wordlist as ENGLISH } from '@scure/bip39/wordlists/english.js';

/** The minimum number of words in a seed phrase. */
const FEWEST = 12;
const RUN =
  /(?<![A-Za-z])[a-z]{3,8}(?:(?:[ \t]+|,[ \t]*|[ \t]*\r?\n[ \t]*(?:\d+[.)][ \t]*)?|[ \t]+\d+[.)][ \t]*)[a-z]{3,8}){11,40}(?![A-Za-z])/g;
const WORDS: ReadonlySet<string> = new Set(ENGLISH);

/** Seed phrases of wallets (BIP-39): at least twelve consecutive words from its English list. */
export function* mnemonics(text: string): Generator<Range> {
  for (const { 0: run, index } of matchesOf(RUN, text)) {
    let from: number | undefined;
    let count = 0;
    let to = 0;
    for (const word of run.matchAll(/[a-z]+|$/g)) {
      if (WORDS.has(word[0])) {
        from ??= word.index;
        to = word.index + word[0].length;
        count++;
        continue;
      }
      if (count >= FEWEST && from !== undefined) yield [index + from, index + to];
      from = undefined;
      count = 0;
    }
  }
}
