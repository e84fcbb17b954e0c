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

/** A text without a label, wrapped at the terminal's width. @param hang columns before its further lines */
export function renderText(
  spans: readonly Span[],
  { paint, columns }: Pick<TextStyle, 'paint' | 'columns'>,
  hang = 0,
): string {
  return wrap(spans, roomFor(columns, hang))
    .map((line, i) => `${i === 0 ? '' : ' '.repeat(hang)}${paintLine(line, paint)}\n`)
    .join('');
}

/** The heading of a block, with words beside it. A longer one is wrapped. */
export function renderHeading(title: string, aside: string, style: Pick<TextStyle, 'paint' | 'columns'>): string {
  const { paint, columns } = style;
  const gap = ' '.repeat(aside === '' ? 0 : GAP_COLUMNS);
  if (columns === undefined || textWidth(title + gap + aside) <= columns)
    return `${paint('heading', title)}${gap}${paint('quiet', aside)}\n`;
  return renderText([span(title, 'heading'), span(aside, 'quiet')], style, GAP_COLUMNS);
}

/** Wraps words into lines of at most `room` columns, separated by single spaces. */
export function wrap(spans: readonly Span[], room: number): Span[][] {
  const lines: Span[][] = [];
  let left = 0;
  for (const { text, tone } of spans)
    for (const word of text.split(' ').filter(Boolean))
      for (const [i, unit] of unitsOf(word, room).entries()) {
        const size = textWidth(unit) + (i === 0 ? 1 : 0); // with the space before it
        const line = lines.at(-1);
        if (!line || size > left) {
          lines.push([span(unit, tone)]);
          left = room - textWidth(unit);
        } else {
          if (i === 0) line.push(span(unit, tone));
          else line.push(span(`${line.pop()!.text}${unit}`, tone));
          left -= size;
        }
      }
  return lines;
}

// Chinese and Japanese have no spaces: a line may end after each of these characters.
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uff60';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
// A line neither begins with a closing character nor ends with an opening one.
const UNSPACED_UNITS = new RegExp(
  `[（［｛「『【〈《〔]*(?:[${UNSPACED}]|[^${UNSPACED}]+)[、。，．・：；？！）］｝」』】〉》〕ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*`,
  'gu',
);
const AFTER_SLASH = /(?<=[/\\])/;

// The parts of a word that stay together on a line.
function unitsOf(word: string, room: number): string[] {
  if (room === Number.POSITIVE_INFINITY) return [word];
  if (textWidth(word) <= room && !HAS_UNSPACED.test(word)) return [word];
  const parts = word.split(AFTER_SLASH);
  const units = parts.flatMap((part) =>
    HAS_UNSPACED.test(part) && (parts.length === 1 || textWidth(part) > room)
      ? (part.match(UNSPACED_UNITS) ?? [part])
      : [part],
  );
  return units.flatMap((unit) => pieces(unit, room));
}

// Breaks a unit that is longer than a line.
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
