import { ProvError } from '../../errors.ts';
import { base64, type Decoding, escapes, forms, hex, percents, shellQuotes, slashes } from './decodings.ts';
import { joined, joinedWords } from './string-joins.ts';
import { Mapped } from '../position-map.ts';

const DECODINGS: readonly Decoding[] = [escapes, shellQuotes, slashes, percents, forms, base64, hex, joined];
/** To look for a text that is known. */
const ALL: readonly Decoding[] = [...DECODINGS.slice(0, -1), joinedWords];
/** A decoded text is decoded again, this often. */
const DEPTH = 3;
/** All decoded texts together are at most so many times as long as the text, and this. */
const TIMES = 16;
const BESIDE = 64 * 1024;

/**
 * A text as it is, and as it reads when its escapes, percent signs, base64 and hexadecimal words are decoded and its split
 * words are put together, also one within the other.
 * @param all also as any words read that are put together, and not only such as may be secrets
 * @throws ProvError `data` when there is no end to it
 */
export function viewsOf(text: string, all = false): Mapped[] {
  const views = [new Mapped(text)];
  const seen = new Set([text]);
  let room = text.length * TIMES + BESIDE;
  let level = views;
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    const next: Mapped[] = [];
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
