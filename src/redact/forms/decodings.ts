import { MappedText, PositionMap } from '../position-map.ts';

/** Separates unrelated pieces. None of our patterns matches across it. */
export const SEPARATOR = '\n\u0000\n';

/** Decodes a text; undefined when it contains nothing in that encoding. */
export type Decoding = (source: MappedText) => MappedText | undefined;

const ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-3][0-7]{2})|([nrtbf])|(["'`\\/]))/gi;
const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Escapes of JSON and programming languages: `\n`, `\"`, `\u0041`, `\x41`, `\101`. */
export const escapes: Decoding = (source) => {
  if (!source.text.includes('\\')) return undefined;
  return replaced(source, ESCAPE, ([whole, long, four, two, octal, letter, itself]) => {
    if (itself !== undefined) return itself;
    if (letter !== undefined) return LETTERS[letter] ?? whole;
    const code = octal === undefined ? parseInt((long ?? four ?? two)!, 16) : parseInt(octal, 8);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
};

/** A quote within quotes in the shell's form: `'\''`, `'"'"'`. */
export const shellQuotes: Decoding = (source) =>
  source.text.includes("''") || source.text.includes(`"'"`) ? replaced(source, /'(?:\\'|"'")'/g, () => "'") : undefined;

/** Escaped quotes after a program replaced each backslash by a slash, as in paths. */
export const slashes: Decoding = (source) =>
  /[=:{,"]\/+["']/.test(source.text) ? replaced(source, /\/+(["'])/g, ([, quote]) => quote!) : undefined;

const PERCENT = /%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/gi;
const FORM = new RegExp(`${PERCENT.source}|\\+`, 'gi');
const bytes = (percents: string): string => Buffer.from(percents.replaceAll('%', ''), 'hex').toString('utf8');

/** Percent encoding. */
export const percents: Decoding = (source) =>
  source.text.includes('%') ? replaced(source, PERCENT, ([whole]) => bytes(whole)) : undefined;

/** Percent encoding in forms, where a plus sign is a blank. */
export const forms: Decoding = (source) =>
  /[\w-]\+[\w%-]/.test(source.text)
    ? replaced(source, FORM, ([whole]) => (whole === '+' ? ' ' : bytes(whole)), true)
    : undefined;

/** Words in base64 and base64url that decode to text. */
export const base64: Decoding = (source) =>
  pieces(source, /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,}={0,2}/g, fromBase64);

/** Words in hexadecimal that decode to text. */
export const hex: Decoding = (source) =>
  pieces(source, /(?<![0-9a-f])(?:[0-9a-f]{2}){8,}(?![0-9a-f])/gi, (word) => [
    [textOf(Buffer.from(word, 'hex')), 0, word.length],
  ]);

const WIDE = /(?:[^\0]\0){8,}[^\0]?|(?:\0[^\0]){8,}/g;

/** UTF-16 that was read as UTF-8, as a program prints it that Windows wrote: a NUL beside each letter. */
export const wide: Decoding = (source) => {
  if (!source.text.includes('\0')) return undefined;
  let made: PositionMap | undefined;
  for (const { 0: run, index } of source.text.matchAll(WIDE)) {
    made ??= new PositionMap(source);
    for (let i = 0; i < run.length; i++) if (run[i] !== '\0') made.copy(index + i, index + i + 1);
    made.put(SEPARATOR, 0, 0);
  }
  return made?.end();
};

/** A line of `hexdump -C`, `xxd` or `od -t x1`: the address, and the bytes, with or without the letters after them. */
const DUMPED =
  /^[ \t]{0,8}[0-9a-f]{6,8}:?[ \t]{1,2}((?:[0-9a-f]{2}){1,2}(?: {1,2}(?:[0-9a-f]{2}){1,2}){0,15})(?![^\s]).*$/gim;
const BYTES_PER_LINE = 16;

/** Dumps in hexadecimal that decode to text. The letters beside the bytes are part of each line. */
export const dumps: Decoding = (source) => {
  let made: PositionMap | undefined;
  let block: { readonly bytes: Buffer; readonly from: number; readonly to: number }[] = [];
  const end = (): void => {
    if (textOf(Buffer.concat(block.map(({ bytes }) => bytes))) !== undefined) {
      made ??= new PositionMap(source);
      for (const { bytes, from, to } of block) made.put(bytes.toString('latin1'), from, to);
      made.put(SEPARATOR, 0, 0);
    }
    block = [];
  };
  for (const { 0: line, 1: digits = '', index } of source.text.matchAll(DUMPED)) {
    if (block.length > 0 && index > block.at(-1)!.to + 2) end();
    const bytes = Buffer.from(digits.replaceAll(' ', ''), 'hex').subarray(0, BYTES_PER_LINE);
    block.push({ bytes, from: index + line.indexOf(digits), to: index + line.length });
  }
  if (block.length > 0) end();
  return made?.end();
};

type Piece = readonly [text: string | undefined, from: number, to: number];

const NOTHING: readonly Piece[] = [];

function fromBase64(word: string): readonly Piece[] {
  if (!/[/_-]/.test(word) && !beginsText(word)) return NOTHING;
  const text = textOf(Buffer.from(word, 'base64'));
  if (text !== undefined || !/[/_-]/.test(word)) return [[text, 0, word.length]];
  // Part of a path or of a name: the encoding starts after the sign.
  const found: Piece[] = [];
  for (const match of word.matchAll(/[A-Za-z0-9+]{12,}={0,2}/g))
    found.push([textOf(Buffer.from(match[0], 'base64')), match.index, match.index + match[0].length]);
  return found;
}

// Whether the first byte of base64 data can be the first byte of a text.
function beginsText(word: string): boolean {
  const byte = (sextet(word.charCodeAt(0)) << 2) | (sextet(word.charCodeAt(1)) >> 4);
  return (
    (byte >= 0x20 && byte < 0x7f) ||
    (byte >= 0xc2 && byte < 0xf5) ||
    byte === 0x0a ||
    byte === 0x0d ||
    byte === 0x09 ||
    byte === 0x1b
  );
}

const sextet = (code: number): number =>
  code >= 97 ? code - 71 : code >= 65 ? code - 65 : code >= 48 ? code + 4 : code === 43 ? 62 : 63;

function pieces(
  source: MappedText,
  pattern: RegExp,
  decode: (word: string) => readonly Piece[],
): MappedText | undefined {
  let made: PositionMap | undefined;
  for (const match of source.text.matchAll(pattern))
    for (const [text, from, to] of decode(match[0])) {
      if (text === undefined) continue;
      made ??= new PositionMap(source);
      made.put(text, match.index + from, match.index + to);
      made.put(SEPARATOR, 0, 0);
    }
  return made?.end();
}

/** Decodes bytes as UTF-8 or UTF-16; undefined when they are not text, as random bytes almost never are. */
export function textOf(bytes: Buffer): string | undefined {
  if (bytes.length < 6) return undefined;
  const wide = bytes.length > 11 && bytes[1] === 0 && bytes[3] === 0 && bytes[0] !== 0;
  const text = wide ? bytes.toString('utf16le') : bytes.toString('utf8');
  const whole = text.endsWith('\ufffd') ? text.slice(0, -1) : text; // cut off within a character
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f\ufffd]/.test(whole) ? undefined : whole;
}

function replaced(
  source: MappedText,
  pattern: RegExp,
  decode: (match: RegExpMatchArray) => string,
  torn = false,
): MappedText | undefined {
  let made: PositionMap | undefined;
  let at = 0;
  for (const match of source.text.matchAll(pattern)) {
    made ??= new PositionMap(source);
    made.copy(at, match.index);
    at = match.index + match[0].length;
    made.put(decode(match), match.index, at);
  }
  made?.copy(at, source.text.length);
  return made?.end(torn);
}
