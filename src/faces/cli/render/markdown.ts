import { term } from './term.ts';

/** Longer texts than this are cut. */
const WIDTH = 160;

/**
 * The one sink for foreign text in Markdown: a code span. Nothing in one is Markdown or HTML, and what forges look for in
 * the rendered text (mentions, issues and closing keywords, addresses, emoji) they do not look for in code. The text
 * has no line break and no control character (`term`), no backtick that could end the span, and no `|`, at which a
 * table is cut before spans are looked for, escaped or not; both are shown as what looks like them.
 * @param width at most so many columns
 */
export function code(text: string, width: number = WIDTH): string {
  const shown = term(text, width).replaceAll('`', "'").replaceAll('|', '¦');
  return shown.trim() === '' ? '(empty)' : `\`${shown}\``;
}

/** Rows that fit, and how many do not. */
export interface Fitting {
  readonly rows: readonly string[];
  readonly left: number;
}

/** Makes rows of items, from the first on, while they fit. @param budget in bytes of UTF-8, each row with its newline */
export function fit<T>(items: readonly T[], rowOf: (item: T) => string, budget: number): Fitting {
  const rows: string[] = [];
  let used = 0;
  for (const item of items) {
    const row = rowOf(item);
    used += Buffer.byteLength(row) + 1;
    if (used > budget) break;
    rows.push(row);
  }
  return { rows, left: items.length - rows.length };
}
