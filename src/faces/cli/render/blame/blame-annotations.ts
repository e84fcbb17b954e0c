import { toneOf } from '../color.ts';
import type { Arguments } from '../../../../ask/blame/arguments.ts';
import type { Segment } from '../../../../ask/blame/blamed.ts';
import type { Why } from '../../../../ask/blame/rationale.ts';
import { bytesOf, utf8, type Bytes } from '../../../../ask/blame/porcelain.ts';
import { agentBytes, reason, reasonBytes, runKey } from './blame-words.ts';
import type { Style } from './blame-style.ts';
import { checkWords } from './check-words.ts';
import { term } from '../term.ts';
import { columnAfter, textWidth } from '../width.ts';

/** One line of output before it is annotated. */
export interface Row {
  readonly header: Bytes;
  /** The header's columns on a terminal. */
  readonly width: number;
  /** The line's content as bytes, with its newline. */
  readonly content: Bytes;
  readonly piece: Segment;
}

/** Precedes the reason of lines without a valid signature, where notes are signed. */
const CLAIMED = '(claimed) ';
/** Columns between the code and what we add. */
const GAP_COLUMNS = 2;
/** Columns. With less room an annotation moves to a later line of the run, if that one has more. */
const MIN_COLUMNS = 16;
/** Columns for the pointer and a beginning of the text, at least. */
const MIN_ROOM_COLUMNS = 8;
/** A blank line or a bracket alone is no place for a reason. */
const HOLDS_CODE = /[\p{L}\p{N}]/u;
/** Columns. Annotations are aligned, but only as far right as leaves this much room. */
const COMFORTABLE_COLUMNS = 48;

/**
 * Adds one annotation to every run of lines with the same decision: the kinds of its checks and its text, after the code of
 * the run's first line with code. On a terminal that line needs enough room; the annotation is aligned with the others and
 * cut at the edge, and control characters of the code are shown as escapes. It never makes a line longer than the terminal.
 * @returns the lines, one for each row
 */
export function annotate(given: readonly Row[], args: Arguments, style: Style): Bytes {
  const rows = style.columns === undefined ? given : given.map(displayable);
  const runs = runsOf(rows, args.showEvidence);
  const notes: (Bytes | undefined)[] = Array.from({ length: rows.length });
  const wordsOf = wording(args, style);
  if (style.columns === undefined)
    for (const run of runs) {
      const at = firstWithCode(rows, run);
      notes[at] = wordsOf(rows[at]!.piece)?.(Number.POSITIVE_INFINITY);
    }
  else {
    const column = alignment(rows, runs, style.columns);
    for (const run of runs) {
      const words = wordsOf(rows[run.first]!.piece);
      if (words && !place(rows, run, words, column, style.columns, notes)) style.crowded?.();
    }
  }
  const parts: Bytes[] = [];
  for (let i = 0; i < rows.length; i++) {
    const { header, content } = rows[i]!;
    const note = notes[i];
    if (note === undefined) parts.push(header, content);
    else {
      const { verification, decision } = rows[i]!.piece.why!;
      if (!args.layout.author) style.marks?.add(verification);
      if (decision?.status && !args.layout.author) style.marks?.add(decision.status);
      const code = withoutEnd(content);
      parts.push(header, code, note, content.slice(code.length));
    }
  }
  return parts.join('');
}

// Bytes of UTF-8 that move the cursor, erase, colour or reorder what is on the screen: C0 and C1 without tabs and the end of the line, and
// bidirectional controls. A line could show another owner with them.
const UNSAFE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]/;
const EACH_UNSAFE = new RegExp(UNSAFE.source, 'g');

function displayable(row: Row): Row {
  if (!UNSAFE.test(row.content)) return row;
  return { ...row, content: row.content.replace(EACH_UNSAFE, (bytes) => term(utf8(bytes))) };
}

function firstWithCode(rows: readonly Row[], { first, count }: AnnotatedRun): number {
  for (let i = first; i < first + count; i++) if (HOLDS_CODE.test(utf8(rows[i]!.content))) return i;
  return first;
}

interface AnnotatedRun {
  readonly first: number;
  readonly count: number;
}

function runsOf(rows: readonly Row[], evidence: boolean): AnnotatedRun[] {
  const runs: { first: number; count: number }[] = [];
  let last = '';
  let piece: Segment | undefined;
  for (let i = 0; i < rows.length; i++) {
    const next = rows[i]!.piece;
    const key = next === piece ? last : runKey(next, evidence);
    if (key !== '' && key === last) runs.at(-1)!.count++;
    else if (key !== '') runs.push({ first: i, count: 1 });
    last = key;
    piece = next;
  }
  return runs;
}

/** Returns an annotation in bytes for a number of columns. Without a limit the gap before it is included. */
type Annotation = (room: number) => Bytes;

// The words for a piece; undefined without any. They are cached for other lines.
function wording(args: Arguments, { signs, paint }: Style): (piece: Segment) => Annotation | undefined {
  const known = new Map<Why, Annotation | undefined>();
  const pointer = bytesOf(signs.pointer);
  const pointerWidth = textWidth(signs.pointer);
  const make = (why: Why, { evidence, standing }: Segment['owner']): Annotation | undefined => {
    // Where the author's column is shown, the agent and the mark are in it.
    const isAlone = !args.layout.author;
    const who = isAlone ? `${agentBytes(why)} ` : '';
    const kind = args.showEvidence && evidence ? ` [${term(evidence)}]` : '';
    const claimed = standing === 'claimed' ? CLAIMED : '';
    const text = `${claimed}${reason(why)}${kind}`;
    const kinds = checkWords(why.verification, why.checks);
    if (text === '' && !isAlone && kinds === '') return undefined;
    const lead = paint('quiet', `${pointer} ${who}`);
    const sign = [...(isAlone ? [signs[why.verification]] : []), ...(kinds === '' ? [] : [kinds])].join(' ');
    const mark = sign && paint(toneOf(why.verification), bytesOf(sign));
    const withMark = (rest: Bytes): Bytes =>
      `${lead}${mark}${rest && paint('quiet', `${mark && (isAlone ? ' ' : ': ')}${rest}`)}`;
    const all = ' '.repeat(GAP_COLUMNS) + withMark(kind + claimed === '' ? reasonBytes(why) : bytesOf(text));
    return (room) => {
      if (room === Number.POSITIVE_INFINITY) return all;
      const taken = pointerWidth + 1 + textWidth(utf8(who)) + textWidth(sign) + (isAlone || sign === '' ? 1 : 2);
      if (room > taken) return withMark(bytesOf(term(text, room - taken).trimEnd()));
      return paint('quiet', bytesOf(term(`${signs.pointer} ${utf8(who)}${sign}`, room).trimEnd()));
    };
  };
  return ({ why, owner }) => {
    if (!known.has(why!)) known.set(why!, make(why!, owner));
    return known.get(why!);
  };
}

const endOf = (row: Row): number => columnAfter(utf8(withoutEnd(row.content)), row.width);

// Removes the newline and the carriage return before it. On a terminal a carriage return would overwrite the annotation.
function withoutEnd(content: Bytes): Bytes {
  return content.endsWith('\r\n') ? content.slice(0, -2) : content.endsWith('\n') ? content.slice(0, -1) : content;
}

function alignment(rows: readonly Row[], runs: readonly AnnotatedRun[], columns: number): number {
  const limit = columns - COMFORTABLE_COLUMNS;
  let column = 0;
  for (const run of runs) {
    const end = endOf(rows[firstWithCode(rows, run)]!) + GAP_COLUMNS;
    if (end <= limit) column = Math.max(column, end);
  }
  return column;
}

function place(
  rows: readonly Row[],
  run: AnnotatedRun,
  words: Annotation,
  column: number,
  columns: number,
  notes: (Bytes | undefined)[],
): boolean {
  let best = { row: -1, start: 0, room: MIN_ROOM_COLUMNS };
  for (let i = run.first; i < run.first + run.count; i++) {
    if (run.count > 1 && !HOLDS_CODE.test(utf8(rows[i]!.content))) continue;
    const end = endOf(rows[i]!);
    const start = Math.max(end + GAP_COLUMNS, column);
    const room = columns - start;
    if (room > best.room) best = { row: i, start: start - end, room };
    if (best.room >= MIN_COLUMNS) break;
  }
  if (best.row < 0) return false;
  notes[best.row] = ' '.repeat(best.start) + words(best.room);
  return true;
}
