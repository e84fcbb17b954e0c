import type { TextStyle } from './fields.ts';
import { term } from './term.ts';
import { counted } from './words.ts';

const TAB = '    ';

/**
 * A stored input or output, with a heading; empty when there is none stored.
 * @param most shows only this many lines, each cut to the terminal's width; everything when absent, for the pager
 */
export function renderContent(
  label: string,
  content: string,
  { paint, columns }: TextStyle,
  most = Number.POSITIVE_INFINITY,
): string {
  if (content === '') return '';
  const lines = plain(content).replace(/\n$/, '').split('\n');
  const shown = lines.length > most ? lines.slice(0, most - 1) : lines;
  const room = most === Number.POSITIVE_INFINITY || columns === undefined ? undefined : Math.max(1, columns - 2);
  const rows = shown.map((line) => `  ${term(line.replaceAll('\t', TAB).replace(/\r$/, ''), room)}`.trimEnd());
  const rest = lines.length - shown.length;
  if (rest > 0) rows.push(`  ${paint('quiet', `and ${counted(rest, 'more line')}`)}`);
  return `\n${paint('heading', label)}\n${rows.join('\n')}\n`;
}

// A tool's input and output is JSON in one line: print each field separately, with its texts unescaped.
function plain(text: string): string {
  const value = text.includes('\n') ? undefined : parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
  return Object.entries(value)
    .map(([key, one]) => {
      const words = typeof one === 'string' ? one : JSON.stringify(one);
      return words.includes('\n') ? `${key}:\n${words.replace(/\n$/, '').replace(/^/gm, TAB)}` : `${key}: ${words}`;
    })
    .join('\n');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
