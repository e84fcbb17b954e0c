import type { TextStyle } from './fields.ts';
import { textWidth } from './width.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => string;
  readonly right?: boolean;
  /** When lines are too long, the columns with the lowest rank are dropped first. Columns without a rank stay. */
  readonly rank?: number;
}

const GAP = '  ';

/** A table with a heading. Empty columns and columns without room are left out. Cells must be safe for a terminal already. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { paint, columns: room }: Pick<TextStyle, 'paint' | 'columns'>,
): string {
  const filled = columns.flatMap((column) => {
    const cells = rows.map(column.cell);
    const width = cells.reduce((most, cell) => Math.max(most, textWidth(cell)), textWidth(column.heading));
    return cells.some((cell) => cell !== '') ? [Object.assign({ cells, width }, column)] : [];
  });
  const ranks = filled.flatMap(({ rank }) => rank ?? []).sort((a, b) => a - b);
  let shown = filled;
  for (const rank of ranks) {
    const width = shown.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length);
    if (room === undefined || width <= room) break;
    shown = shown.filter((column) => column.rank !== rank);
  }
  const line = (cellOf: (column: (typeof shown)[number]) => string): string =>
    shown
      .map((column) => {
        const gap = ' '.repeat(column.width - textWidth(cellOf(column)));
        return column.right ? gap + cellOf(column) : cellOf(column) + gap;
      })
      .join(GAP)
      .trimEnd();
  const heading = paint(
    'quiet',
    line((column) => column.heading),
  );
  return [heading, ...rows.map((_, n) => line(({ cells }) => cells[n]!))].map((text) => `${text}\n`).join('');
}
