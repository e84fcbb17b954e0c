import { ProvError } from '../../errors.ts';
import {
  base64,
  type Decoding,
  dumps,
  escapes,
  forms,
  hex,
  percents,
  shellQuotes,
  slashes,
  wide,
} from './decodings.ts';
import { joined, joinedWords } from './string-joins.ts';
import { argumentLists, doubledQuotes } from './word-lists.ts';
import { MappedText } from '../position-map.ts';

const DECODINGS: readonly Decoding[] = [
  escapes,
  shellQuotes,
  slashes,
  percents,
  forms,
  base64,
  hex,
  wide,
  dumps,
  argumentLists,
  doubledQuotes,
  joined,
];
/** All decodings, for a search for known texts. */
const ALL: readonly Decoding[] = [...DECODINGS.slice(0, -1), joinedWords];
/** How often a decoded text is decoded again. */
const MAX_DECODINGS = 3;
/** Limits for all decoded texts together: a multiple of the original length, plus a number of characters. */
const MAX_DECODED_MULTIPLE = 16;
const MAX_DECODED_EXTRA_CHARACTERS = 64 * 1024;

/**
 * A text and its decoded versions: with escapes, percent encoding, base64 and hexadecimal words decoded and split words
 * joined, also nested.
 * @param all join any split words, not only those that may be secrets
 * @throws ProvError `data` when the decoded texts exceed the limit
 */
export function viewsOf(text: string, all = false): MappedText[] {
  const views = [new MappedText(text)];
  const seen = new Set([text]);
  let room = text.length * MAX_DECODED_MULTIPLE + MAX_DECODED_EXTRA_CHARACTERS;
  let level = views;
  for (let depth = 0; depth < MAX_DECODINGS && level.length > 0; depth++) {
    const next: MappedText[] = [];
    for (const view of level)
      for (const decode of all ? ALL : DECODINGS) {
        const made = decode(view);
        if (!made || seen.has(made.text)) continue;
        room -= made.text.length;
        if (room < 0) throw new ProvError('data', 'A text has too many encodings within each other.');
        seen.add(made.text);
        next.push(made);
      }
    views.push(...next);
    level = next;
  }
  return views;
}
