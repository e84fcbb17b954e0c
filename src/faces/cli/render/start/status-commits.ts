import type { Reason, MissingNote } from '../../../../recorder/commit/missing-notes.ts';
import type { Status } from './status-report.ts';
import { row, span, type Field } from '../fields.ts';
import { term } from '../term.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';

const WHY: Readonly<Record<Reason, string>> = {
  before: 'made while git prov did not record here',
  elsewhere: 'came from others; git prov fetch brings notes of them, if there are any',
  untraced: 'no reflog shows how it was made: too old, in a removed work tree, or by another tool',
  rewritten: 'rewritten from a commit without a note',
  outgoing: 'its note is made and could not be written yet',
  damaged: 'its note is damaged: run git prov doctor',
  stray: 'it has another commit’s note: git prov doctor --fix removes it',
  removed: 'recorded here, and its note was removed since',
  missed: 'made here, and not recorded',
};

const URGENT: ReadonlySet<Reason> = new Set(['damaged', 'stray', 'removed', 'missed']);

/** How many of the last commits have notes, and why the others have none. */
export function commitRows({ commits: { looked, unnoted }, notes }: Status): Field[] {
  if (notes !== undefined) return [row('notes', span(term(notes), 'failed'), span('Run git prov doctor --fix.'))];
  if (looked === 0) return [row('commits', span('none yet', 'quiet'))];
  const all = looked === 1 ? 'the only commit has its note' : `the last ${looked} have their notes`;
  if (unnoted.length === 0) return [row('commits', span(all))];
  const groups = new Map<Reason, MissingNote[]>();
  for (const one of unnoted) groups.set(one.reason, [...(groups.get(one.reason) ?? []), one]);
  return [
    row('commits', span(`${looked - unnoted.length} of the last ${looked} have notes`)),
    ...[...groups].map(([reason, list]) => {
      const ids = list.slice(0, 3).map(({ commit }) => shortOid(commit));
      const rest = list.length > ids.length ? ` and ${list.length - ids.length} more` : '';
      return row('', span(`${ids.join(', ')}${rest}:`), span(WHY[reason], URGENT.has(reason) ? 'stale' : 'quiet'));
    }),
  ];
}
