import { charWidth, textWidth } from './width.ts';

/** Characters that control a terminal, reorder text, or are invisible. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u;
const MARK = /\p{M}/u;
/** Maximum number of marks on one letter in ordinary text. */
const MAX_MARKS_PER_LETTER = 4;
/** Joins two pictures to one, such as a person and a computer. Elsewhere it is invisible and means nothing. */
const PICTURE_JOINER =
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes foreign text safe to display: control, bidirectional and invisible characters become visible escapes (`\n`, `\x1b`,
 * `\u{202e}`), so the result is one line. Everything from notes, paths and commits passes through here.
 * @param width maximum number of columns; longer text ends in `…`
 */
export function term(text: string, width = Number.POSITIVE_INFINITY): string {
  if (text.length <= width && /^[ -~]*$/.test(text)) return text;
  const joiners = text.includes('\u200d')
    ? new Set(Array.from(text.matchAll(PICTURE_JOINER), ({ index }) => index))
    : undefined;
  let out = '';
  let columns = 0;
  let marks = 0;
  let at = 0;
  let fitting = 0; // the part of `out` that leaves room for the ellipsis
  for (const char of text) {
    if (joiners?.has(at++)) {
      out += char; // no ellipsis fits between it and the next picture
      continue;
    }
    at += char.length - 1;
    marks = MARK.test(char) ? marks + 1 : 0;
    const shown = UNSAFE.test(char) || marks > MAX_MARKS_PER_LETTER ? escape(char) : char;
    const size = shown === char ? charWidth(char) : shown.length;
    if (columns + size > width) return width < 1 ? '' : `${out.slice(0, fitting)}…`;
    out += shown;
    columns += size;
    if (columns <= width - 1) fitting = out.length;
  }
  return out;
}

/** The same for a path or another text with an important end: a longer text begins with `…`. */
export function termEnd(text: string, width: number): string {
  const shown = [...term(text)];
  let from = shown.length;
  let left = width - 1;
  if (textWidth(shown.join('')) <= width) return shown.join('');
  while (from > 0 && charWidth(shown[from - 1]!) <= left) left -= charWidth(shown[--from]!);
  return width < 1 ? '' : `…${shown.slice(from).join('')}`;
}

function escape(char: string): string {
  const code = char.codePointAt(0)!;
  if (SHORT[char]) return SHORT[char];
  if (code >= 0xdc80 && code <= 0xdcff) return hex(code - 0xdc00); // a byte of a path, see model/path.ts
  return code < 0x100 ? hex(code) : `\\u{${code.toString(16)}}`;
}

const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;
