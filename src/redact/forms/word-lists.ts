import { PositionMap } from '../position-map.ts';
import type { Decoding } from './decodings.ts';

/** Two or more strings with commas between them. One of them is an option: `'mysql', '-u', 'root'`. */
const LIST =
  /(?:"[^"\n\\]{0,400}"|'[^'\n\\]{0,400}')(?:[ \t]{0,8},\s{0,40}(?:"[^"\n\\]{0,400}"|'[^'\n\\]{0,400}')){1,60}/g;
const STRING = /"([^"\n\\]*)"|'([^'\n\\]*)'/g;

/** Makes one command line of the arguments that a program gives as a list of strings. */
export const argumentLists: Decoding = (source) => {
  if (!/["'](?:--?[a-zA-Z][\w-]*)(?:=[^"'\n]*)?["']/.test(source.text)) return undefined;
  let made: PositionMap | undefined;
  for (const list of source.text.matchAll(LIST)) {
    if (!/["']--?[a-zA-Z]/.test(list[0])) continue;
    made ??= new PositionMap(source);
    for (const one of list[0].matchAll(STRING)) {
      const value = one[1] ?? one[2] ?? '';
      const from = list.index + one.index;
      const isPlain = /^[^\s;|&<>()$`]*$/.test(value);
      if (!isPlain) made.put("'", from, from + 1);
      made.copy(from + 1, from + 1 + value.length);
      if (!isPlain) made.put("'", from, from + 1);
      made.put(' ', from, from + 1);
    }
    made.put('\n', list.index, list.index + 1);
  }
  return made?.end();
};

/** Quotes that are doubled within a string, as in Visual Basic and CSV: `"net use ""x"""`. */
export const doubledQuotes: Decoding = (source) => {
  if (!/""[\w@!]/.test(source.text)) return undefined;
  let made: PositionMap | undefined;
  let at = 0;
  for (const { index } of source.text.matchAll(/""(?=[\w@!])|(?<=[^\s"(,])""(?=[\s,;)])/g)) {
    made ??= new PositionMap(source);
    made.copy(at, index + 1);
    at = index + 2;
  }
  made?.copy(at, source.text.length);
  return made?.end();
};
