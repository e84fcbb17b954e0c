import type { Stale } from '../../../../ask/knowledge/entry-parts.ts';
import type { ChangedPlace, LinkedEntry } from '../../../../ask/shapes/shapes.ts';
import { shortId, type NodeId } from '../../../../model/ids.ts';
import { enumerate } from '../../../../model/one-line.ts';
import { type Field, renderFields, row, type Span, span, type TextStyle } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

/** Changed places that are named. */
const MAX_SHOWN_PLACES = 2;
const MAX_PLACE_CHARACTERS = 120;
/** Entries that are listed; the rest is counted. */
const MAX_SHOWN_ENTRIES = 12;

/** What speaks against relying on an entry, as a row after it. */
export const staleFields = (stale: Stale | undefined): Field[] =>
  stale ? [row('', span(staleAnswerWords(stale.changed), 'stale'))] : [];

// `stale: function:src/calc.js#mean changed`.
const staleAnswerWords = (changed: readonly ChangedPlace[] = []): string =>
  changed.length === 0 ? 'stale' : `stale: ${placesWords(changed)}`;

/** Says what changed of what an entry rests on: `function:src/calc.js#mean changed`. */
export const placesWords = (changed: readonly ChangedPlace[]): string =>
  enumerate(changed.map(changedWords), MAX_SHOWN_PLACES);

const changedWords = ({ place, state }: ChangedPlace): string =>
  `${term(place.replace(/^file:/, ''), MAX_PLACE_CHARACTERS)} ${state === 'missing' ? 'is missing' : 'changed'}`;

/** An entry about a function, a type or a file: its text, its reference, and what speaks against relying on it. */
export function entrySpan({ id, text, status, stale, changed }: LinkedEntry): Span {
  const marks = [...(stale ? [staleAnswerWords(changed)] : []), ...(status === 'proposed' ? ['proposed'] : [])];
  const about = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  return span(`${term(text)} [${term(shortReference(id))}]${about}`, stale ? 'stale' : undefined);
}

/** `claim:8f3a21c0-4`, with a long id shortened. */
export const shortReference = (id: string): string =>
  `${id.slice(0, id.indexOf(':'))}:${shortId(id.slice(id.indexOf(':') + 1) as NodeId)}`;

/** The entries about a function or type, as the last part of an answer. */
export function entriesPart(linked: readonly LinkedEntry[], style: TextStyle): string {
  if (linked.length === 0) return '';
  const rows = linked.slice(0, MAX_SHOWN_ENTRIES).map((one, i) => row(i === 0 ? 'about it' : '', entrySpan(one)));
  const more = linked.length - rows.length;
  const rest = more > 0 ? [row('', span(`and ${counted(more, 'more entry', 'more entries')}`, 'quiet'))] : [];
  return `\n${renderFields([...rows, ...rest], style)}`;
}
