import { MappedText, PositionMap } from '../position-map.ts';
import { SEPARATOR } from './decodings.ts';

/** What stands before a line that a program or a person copied: `+` of a difference, `>` of a quotation, `conf/app:12:`, `  12→`. */
const MARKS: readonly RegExp[] = [
  /^\+(?!\+\+ )/,
  /^-(?!-- )/,
  /^[ \t]{0,8}>[ \t]?(?=[^\s>])/,
  /^[\w.@/-]{1,120}:\d{1,6}:(?:\d{1,4}:)?(?=[^:])/,
  /^[ \t]{0,8}\$[ \t](?=[a-z])/,
  /^[ \t]{0,8}\d{1,6}(?:→|\t|[ \t]?[|│][ \t])/,
];
const MAY_HAVE_MARK = /(?:^|\n)(?:[+-]|[ \t]{0,8}[>$]|[ \t]{0,8}\d{1,6}[→\t |│]|[\w.@/-]{1,120}:\d)|`/;
/** Every line with a mark begins so. */
const BEGINS_WITH_MARK = /^(?:[+-]|[ \t]{0,8}[>$\d]|[\w.@/-]{1,120}:\d)/;
/** A command or a line of a file within a sentence. */
const CODE = /`([^`\n\u0000]{8,300})`/g;
/** Without one of these, a line has no name of a secret. */
const NAME = /pass|pw|psk|psw|secret|token|key|auth|cred|login|machine|community|cookie|sess|[^\0-\x7f]/i; // eslint-disable-line no-control-regex

/** The copied lines of all views of a text, as views of their own. */
export const ownLinesOf = (views: readonly MappedText[]): MappedText[] =>
  views.map(ownLines).filter((one) => one !== undefined);

/**
 * The lines that follow a mark, without it, and code in backquotes as lines of their own: rules about whole lines read
 * these as they read the line itself. Only lines near a name of a secret count.
 */
function ownLines(source: MappedText): MappedText | undefined {
  const { text } = source;
  if (!NAME.test(text) || !MAY_HAVE_MARK.test(text)) return undefined;
  let made: PositionMap | undefined;
  const add = (from: number, to: number): PositionMap => {
    made ??= new PositionMap(source);
    made.copy(from, to);
    return made;
  };
  for (const block of markedLines(text)) {
    if (!block.some(([from, to]) => NAME.test(text.slice(from, to)))) continue;
    for (const [from, to] of block) add(from, Math.min(to + 1, text.length));
    made?.put(SEPARATOR, 0, 0);
  }
  if (text.includes('`'))
    for (const { 1: code = '', index } of text.matchAll(CODE))
      if (code.includes(' ') && NAME.test(code)) add(index + 1, index + 1 + code.length).put(SEPARATOR, 0, 0);
  return made?.end(true);
}

// Blocks of adjacent lines with the same mark: the ranges of the lines without it.
function* markedLines(text: string): Generator<(readonly [from: number, to: number])[]> {
  let block: (readonly [number, number])[] = [];
  let last = -1;
  for (let at = 0; at <= text.length;) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, Math.min(end, at + 200));
    const kind = BEGINS_WITH_MARK.test(line) ? MARKS.findIndex((mark) => mark.test(line)) : -1;
    if (kind !== last && block.length > 0) {
      yield block;
      block = [];
    }
    last = kind;
    if (kind >= 0) block.push([at + MARKS[kind]!.exec(line)![0].length, end]);
    at = end + 1;
  }
  if (block.length > 0) yield block;
}
