import type { OtherWritten } from '../../../../notes/repair/foreign-notes.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

/** The result of writing notes for another tool. */
export function renderWritten(ref: string, { written, same, left }: OtherWritten): string {
  const more = [
    ...(same > 0 ? [`${same} ${same === 1 ? 'was' : 'were'} there already`] : []),
    ...(left > 0 ? [`${left} ${left === 1 ? 'was' : 'were'} left as written by another tool`] : []),
  ];
  return `${counted(written, 'note')} written to ${term(ref)}${more.length > 0 ? `; ${more.join('; ')}` : ''}.\n`;
}
