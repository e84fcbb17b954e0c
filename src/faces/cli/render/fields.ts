import type { Signs } from './signs.ts';
import type { Paint, Tone } from './color.ts';
import { charWidth, textWidth } from './width.ts';

/** The style of text for people. */
export interface TextStyle {
  readonly signs: Signs;
  readonly paint: Paint;
  /** The terminal's width; undefined when nothing is cut. */
  readonly columns: number | undefined;
  /** Whether more than ASCII can be shown. */
  readonly unicode: boolean;
}

/** A piece of text that `term` made safe. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** One labelled row. Without a label it continues the previous row. */
export interface Field {
  readonly label: string;
  readonly spans: readonly Span[];
}

/** A piece of text. */
export const span = (text: string, tone?: Tone): Span => ({ text, tone });

/** A row, label first. */
export const row = (label: string, ...spans: readonly Span[]): Field => ({ label, spans });

const GAP_COLUMNS = 2;
/** Columns. A narrower text is not wrapped, because the terminal breaks it better. */
const MIN_WRAPPED_COLUMNS = 20;

/**
 * Aligns labelled rows and wraps them at the terminal's width. The column of the labels stays free.
 * @param indent columns before the labels
 */
export function renderFields(rows: readonly Field[], { paint, columns }: TextStyle, indent = 2): string {
  const width = Math.max(0, ...rows.map(({ label }) => textWidth(label)));
  const start = indent + width + GAP_COLUMNS;
  const room = roomFor(columns, start);
  let out = '';
  for (const { label, spans } of rows) {
    const lines = wrap(spans, room);
    for (const [i, line] of lines.entries()) {
      const head = i === 0 ? label : '';
      const gap = ' '.repeat(start - indent - textWidth(head));
      out += `${' '.repeat(indent)}${paint('quiet', head)}${gap}${paintLine(line, paint)}\n`;
    }
  }
  return out;
}

/** Columns for a text that begins after `start` columns; infinite where the terminal breaks the lines. */
export const roomFor = (columns: number | undefined, start: number): number =>
  columns !== undefined && columns - start >= MIN_WRAPPED_COLUMNS ? columns - start : Number.POSITIVE_INFINITY;

/** Wraps words into lines of at most `room` columns, separated by single spaces. */
export function wrap(spans: readonly Span[], room: number): Span[][] {
  const words = spans.flatMap(({ text, tone }) =>
    text
      .split(' ')
      .filter(Boolean)
      .flatMap((word) => pieces(word, room))
      .map((word) => span(word, tone)),
  );
  const lines: Span[][] = [];
  let left = 0;
  for (const word of words) {
    const size = textWidth(word.text);
    if (lines.length === 0 || size + 1 > left) {
      lines.push([word]);
      left = room - size;
    } else {
      lines.at(-1)!.push(word);
      left -= size + 1;
    }
  }
  return lines;
}

// Breaks a word that is longer than a line.
function pieces(word: string, room: number): string[] {
  if (textWidth(word) <= room) return [word];
  const out = [''];
  let left = room;
  for (const char of word) {
    if (charWidth(char) > left) {
      out.push('');
      left = room;
    }
    out[out.length - 1] += char;
    left -= charWidth(char);
  }
  return out;
}

/** A line of words, with its colours. */
export function paintLine(words: readonly Span[], paint: Paint): string {
  const groups: { text: string; tone: Tone | undefined }[] = [];
  for (const { text, tone } of words) {
    const last = groups.at(-1);
    if (last && last.tone === tone) last.text += ` ${text}`;
    else groups.push({ text, tone });
  }
  return groups.map(({ text, tone }) => (tone ? paint(tone, text) : text)).join(' ');
}
