import type { TextStyle } from './fields.ts';
import { term, termEnd } from './term.ts';
import { textWidth } from './width.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => string;
  readonly right?: boolean;
  /** When lines are too long, the columns with the lowest rank are dropped first. Columns without a rank stay. */
  readonly rank?: number;
  /** When lines are too long, cells are cut before columns are dropped. The end of a path says more than its beginning. */
  readonly cut?: 'start' | 'end';
}

const GAP = '  ';
/** Cells are not cut to fewer columns than this. */
const MIN_CUT_COLUMNS = 20;

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
    if (room === undefined || widthOf(shown, leastOf) <= room) break;
    shown = shown.filter((column) => column.rank !== rank);
  }
  if (room !== undefined) shown = narrowed(shown, room);
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

interface Filled {
  readonly cells: readonly string[];
  readonly width: number;
  readonly cut?: 'start' | 'end';
}

const widthOf = (columns: readonly Filled[], of: (column: Filled) => number): number =>
  columns.reduce((sum, column) => sum + of(column) + GAP.length, -GAP.length);

const leastOf = ({ width, cut }: Filled): number => (cut ? Math.min(width, MIN_CUT_COLUMNS) : width);

// Cuts the cells of the widest column until the lines fit.
function narrowed<One extends Filled>(columns: readonly One[], room: number): One[] {
  const widths = columns.map(({ width }) => width);
  const canShrink = (i: number): boolean => columns[i]!.cut !== undefined && widths[i]! > MIN_CUT_COLUMNS;
  for (let left = widthOf(columns, ({ width }) => width) - room; left > 0; left--) {
    let widest = -1;
    for (const i of widths.keys()) if (canShrink(i) && (widest < 0 || widths[i]! > widths[widest]!)) widest = i;
    if (widest < 0) break;
    widths[widest]!--;
  }
  return columns.map((column, i) => {
    const width = widths[i]!;
    const cells = column.cells.map((cell) => (column.cut === 'start' ? termEnd(cell, width) : term(cell, width)));
    return width === column.width ? column : { ...column, width, cells };
  });
}
