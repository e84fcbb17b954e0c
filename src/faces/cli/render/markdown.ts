import { term } from './term.ts';

/** Maximum length of a text in columns. */
const MAX_TEXT_COLUMNS = 160;

/**
 * The only way to put foreign text into Markdown: a code span. A span contains no Markdown or HTML, and forges do not
 * search code for mentions, issues, closing keywords, addresses or emoji. The text has no line break or control character
 * (`term`), no backtick that could end the span, and no `|`, because a table is split at it first, even when it is escaped.
 * Both are replaced by similar characters.
 * @param width maximum number of columns
 */
export function code(text: string, width: number = MAX_TEXT_COLUMNS): string {
  const shown = term(text, width).replaceAll('`', "'").replaceAll('|', '¦');
  return shown.trim() === '' ? '(empty)' : `\`${shown}\``;
}

/** Rows that fit, and the number of others. */
export interface Fitting {
  readonly rows: readonly string[];
  readonly left: number;
}

/** Converts items to rows, in order, while they fit. @param budget bytes of UTF-8, each row with its newline */
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
