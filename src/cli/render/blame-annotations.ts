import type { Arguments } from '../../blame/arguments.ts';
import type { Piece } from '../../blame/lines.ts';
import { bytesOf, utf8, type Bytes } from '../../blame/porcelain.ts';
import { agentName, reason, runKey } from './blame-words.ts';
import type { Style } from './blame.ts';
import { term } from './term.ts';
import { columnAfter, textWidth } from './width.ts';

/** One line of output before it is annotated. */
export interface Row {
  readonly header: Bytes;
  /** The header's columns on a terminal. */
  readonly width: number;
  /** The line's content as bytes, with its newline. */
  readonly content: Bytes;
  readonly piece: Piece;
}

/** Columns between the code and what we add. */
const GAP = 2;
/** On a terminal, less room than this is not worth an annotation while a later line of the run may have more. */
const ENOUGH = 24;
/** Annotations are lined up, but no further right than leaves this much for them. */
const COMFORTABLE = 48;

/**
 * Adds one annotation to every run of lines with one decision: its verification sign and its text, after the code of the
 * run's first line. On a terminal it is on the first line of the run that has room for it, lined up with the others and
 * cut at the edge; a line of git's is never made longer than the terminal is wide.
 * @returns the lines, one for each row
 */
export function annotate(rows: readonly Row[], args: Arguments, style: Style): Bytes {
  const runs = runsOf(rows, args.showEvidence);
  const notes = new Map<number, Bytes>();
  const column = style.columns === undefined ? 0 : alignment(rows, runs, style.columns);
  for (const run of runs) {
    const words = wordsOf(rows[run.first]!.piece, args, style);
    if (!words) continue;
    if (style.columns === undefined)
      notes.set(run.first, bytesOf(`${' '.repeat(GAP)}${words(Number.POSITIVE_INFINITY)}`));
    else place(rows, run, words, column, style.columns, notes);
  }
  let out = '';
  for (const [i, { header, content }] of rows.entries()) {
    const note = notes.get(i);
    if (note === undefined) out += header + content;
    else out += `${header}${withoutEnd(content)}${note}${content.slice(withoutEnd(content).length)}`;
  }
  return out;
}

interface Run {
  readonly first: number;
  readonly count: number;
}

function runsOf(rows: readonly Row[], evidence: boolean): Run[] {
  const runs: { first: number; count: number }[] = [];
  let last = '';
  let piece: Piece | undefined;
  for (const [i, row] of rows.entries()) {
    const key = row.piece === piece ? last : runKey(row.piece, evidence);
    if (key !== '' && key === last) runs.at(-1)!.count++;
    else if (key !== '') runs.push({ first: i, count: 1 });
    last = key;
    piece = row.piece;
  }
  return runs;
}

// The text of an annotation, by the columns that it may take; undefined when there is nothing to tell.
function wordsOf(piece: Piece, args: Arguments, { signs, paint }: Style): ((room: number) => string) | undefined {
  const why = piece.why!;
  const who = args.look.author ? '' : `${agentName(why)} `;
  const kind = args.showEvidence && piece.owner.evidence ? ` [${term(piece.owner.evidence)}]` : '';
  const text = `${reason(why)}${kind}`;
  if (text === '' && who === '' && why.verification === 'none') return undefined;
  const sign = signs[why.verification];
  const tone = why.verification === 'none' ? 'quiet' : why.verification;
  const lead = `${signs.pointer} ${who}`;
  return (room) => {
    const left = room - textWidth(lead) - textWidth(sign) - 1;
    const rest = left >= 1 ? term(text, left).trimEnd() : '';
    return `${paint('quiet', lead)}${paint(tone, sign)}${rest && paint('quiet', ` ${rest}`)}`;
  };
}

const endOf = (row: Row): number => columnAfter(utf8(withoutEnd(row.content)), row.width);

// A line's end is its newline, with the carriage return before it: a terminal would go back over what we add.
function withoutEnd(content: Bytes): Bytes {
  return content.endsWith('\r\n') ? content.slice(0, -2) : content.endsWith('\n') ? content.slice(0, -1) : content;
}

function alignment(rows: readonly Row[], runs: readonly Run[], columns: number): number {
  const limit = columns - COMFORTABLE;
  let column = 0;
  for (const { first } of runs) {
    const end = endOf(rows[first]!) + GAP;
    if (end <= limit) column = Math.max(column, end);
  }
  return column;
}

function place(
  rows: readonly Row[],
  run: Run,
  words: (room: number) => string,
  column: number,
  columns: number,
  notes: Map<number, Bytes>,
): void {
  let best = { row: -1, start: 0, room: 3 }; // room for the pointer and the sign, at least
  for (let i = run.first; i < run.first + run.count; i++) {
    const end = endOf(rows[i]!);
    const start = Math.max(end + GAP, column);
    const room = columns - start;
    if (room > best.room) best = { row: i, start: start - end, room };
    if (best.room >= ENOUGH) break;
  }
  if (best.row >= 0) notes.set(best.row, bytesOf(`${' '.repeat(best.start)}${words(best.room)}`));
}
