import { UPGRADE } from '../../../../model/format/note.ts';
import type { Status } from './status-report.ts';
import { row, span, type Field } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

const MAX_SHOWN = 3;

/** Unreadable notes, which are ignored, and copies of them that were set aside. */
export function unreadableRows({ unreadable }: Status): Field[] {
  if (!unreadable) return [];
  const { notes, setAside } = unreadable;
  const rows: Field[] = [];
  if (notes.length > 0)
    rows.push(
      row(
        'unreadable',
        span(
          `${counted(notes.length, 'note')}, ${notes.length === 1 ? 'which counts' : 'which count'} for nothing:`,
          'failed',
        ),
      ),
      ...notes.slice(0, MAX_SHOWN).map(({ why }) => row('', span(term(why, 240), 'quiet'))),
      row(
        '',
        span(
          notes.every(({ why }) => why.includes(UPGRADE))
            ? 'A newer git-prov wrote them; git prov doctor names them all.'
            : 'git fetch may bring undamaged ones; git prov doctor names them all.',
        ),
      ),
    );
  if (setAside > 0)
    rows.push(
      row(
        'quarantine',
        span(`${counted(setAside, 'unreadable note')} replaced, the bytes kept under refs/prov/quarantine`, 'quiet'),
        span('(git prov gc --prune --quarantine removes old ones)', 'quiet'),
      ),
    );
  return rows;
}
