// Characters that take two columns: East Asian Wide and Fullwidth (UAX #11), as pairs of first and last. Emoji pictures are
// all wide; the engine's own tables identify them.
const WIDE = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x2e80, 0x2e99, 0x2e9b, 0x2ef3, 0x2f00, 0x2fd5, 0x2ff0, 0x303e,
  0x3041, 0x3096, 0x3099, 0x30ff, 0x3105, 0x312f, 0x3131, 0x318e, 0x3190, 0x31e5, 0x31ef, 0x321e, 0x3220, 0x3247,
  0x3250, 0xa48c, 0xa490, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe52,
  0xfe54, 0xfe66, 0xfe68, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x16fe4, 0x16ff0, 0x16ff1, 0x17000, 0x187f7,
  0x18800, 0x18cd5, 0x18d00, 0x18d08, 0x1aff0, 0x1aff3, 0x1aff5, 0x1affb, 0x1affd, 0x1affe, 0x1b000, 0x1b122, 0x1b132,
  0x1b132, 0x1b150, 0x1b152, 0x1b155, 0x1b155, 0x1b164, 0x1b167, 0x1b170, 0x1b2fb, 0x1f200, 0x1f202, 0x1f210, 0x1f23b,
  0x1f240, 0x1f248, 0x1f250, 0x1f251, 0x1f260, 0x1f265, 0x20000, 0x2fffd, 0x30000, 0x3fffd,
];

const NONE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff]$/u;
// The two letters of a flag take one column each, as in git.
const PICTURE = /^(?!\p{Regional_Indicator})\p{Emoji_Presentation}$/u;
const TAB_COLUMNS = 8;

/** The columns of one character (a code point as a string): 0, 1 or 2. Controls take none. */
export function charWidth(char: string): 0 | 1 | 2 {
  const code = char.codePointAt(0)!;
  if (code < 0x300) return code < 0x20 || (code >= 0x7f && code < 0xa0) ? 0 : 1; // the soft hyphen takes one column, as in git
  if (NONE.test(char)) return 0;
  return isWide(code) || (code >= 0x231a && PICTURE.test(char)) ? 2 : 1;
}

/** The columns of a text. */
export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** The column after a text that starts in column `from`. A TAB moves to the next multiple of eight. */
export function columnAfter(text: string, from: number): number {
  let column = from;
  for (const char of text) column += char === '\t' ? TAB_COLUMNS - (column % TAB_COLUMNS) : charWidth(char);
  return column;
}

/**
 * The width that `git blame` assumes for these bytes (latin1) when it pads: columns when they are UTF-8, otherwise their
 * number.
 */
export function gitWidth(bytes: string): number {
  if (/^[ -~]*$/.test(bytes)) return bytes.length;
  try {
    return textWidth(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1')));
  } catch {
    return bytes.length;
  }
}

function isWide(code: number): boolean {
  let low = 0;
  let high = WIDE.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code > WIDE[2 * middle + 1]!) low = middle + 1;
    else high = middle;
  }
  return low < WIDE.length / 2 && code >= WIDE[2 * low]!;
}
