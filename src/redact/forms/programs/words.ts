import type { Range } from '../../matches.ts';
import { isSecret } from '../../vocabulary/values.ts';

/** A word of a shell command, without its quotes. */
export interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** It is in single quotes, where no sign has a meaning. */
  readonly isLiteral?: boolean;
}

const MAX_LINE_CHARACTERS = 2000;
const MAX_WORDS = 60;

/** Yields the word when it may be a password. */
export function* value({ text, from, to, isLiteral = false }: Word): Generator<Range> {
  const read = isLiteral ? text.replace(/^\$+/, '') : text;
  if (text.length >= 4 && !/^[([{<]/.test(text) && isSecret(read, 'setting', 'password')) yield [from, to];
}

/** The words of a shell command from an offset to its end. */
export function wordsAt(text: string, from: number): Word[] {
  const words: Word[] = [];
  let at = from;
  const last = Math.min(text.length, from + MAX_LINE_CHARACTERS);
  while (at < last && words.length < MAX_WORDS) {
    while (at < last && /[ \t]|\\(?=\r?\n)/.test(text[at]!))
      at += text[at] === '\\' ? (text[at + 1] === '\r' ? 3 : 2) : 1;
    if (at >= last || /[\n\r\u0000;|)]|&(?=&)/.test(text[at]!)) break;
    const word = wordAt(text, at);
    if (!word) break;
    words.push(word);
    at = Math.max(
      at + 1,
      word.to + (/["']/.test(text[word.to] ?? '') && /["']/.test(text[word.from - 1] ?? '') ? 1 : 0),
    );
  }
  return words;
}

const BARE = /(?:\\[^\n]|[^\s"'`|;<>)\u0000\\]|&(?!&))+/y;

// The word at an offset; for a quoted word its content. `-p'x y'` starts at its option.
export function wordAt(text: string, from: number, within = ''): Word | undefined {
  const quote = within === '' && /["']/.test(text[from] ?? '') ? text[from]! : within;
  if (quote !== '') {
    const start = within === '' ? from + 1 : from;
    let end = start;
    while (
      end < text.length &&
      end - start < 400 &&
      text[end] !== quote &&
      text[end] !== '\n' &&
      text[end] !== '\u0000'
    )
      end += text[end] === '\\' && quote === '"' ? 2 : 1;
    end = Math.min(end, text.length);
    return end > start ? { text: text.slice(start, end), from: start, to: end, isLiteral: quote === "'" } : undefined;
  }
  BARE.lastIndex = from;
  const found = BARE.exec(text)?.[0];
  if (found === undefined) return undefined;
  const end = from + found.length;
  // An option with a quoted value joined to it.
  if (
    /["']/.test(text[end] ?? '') &&
    /^(?:--?[\w-]*(?:=[\w.-]{1,80})?[=:]?|[\w.-]{1,80}=|pass:|\/\w+:|[\w.@\\/-]{1,80}[%,:])$/.test(found)
  ) {
    const inner = wordAt(text, end);
    if (inner) return { ...inner, text: found + inner.text, from: inner.from - found.length };
  }
  return { text: found, from, to: end };
}
