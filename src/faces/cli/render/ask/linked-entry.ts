import type { LinkedEntry } from '../../../../ask/shapes/shapes.ts';
import { shortId, type NodeId } from '../../../../model/ids.ts';
import { renderFields, row, type Span, span, type TextStyle } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

/** Entries that are listed; the rest is counted. */
const MAX_SHOWN_ENTRIES = 12;

/** An entry about a function, a type or a file: its text, its reference, and what speaks against relying on it. */
export function entrySpan({ id, text, status, stale }: LinkedEntry): Span {
  const marks = [...(stale ? ['stale'] : []), ...(status === 'proposed' ? ['proposed'] : [])];
  const about = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  return span(`${term(text)} [${term(shortReference(id))}]${about}`, stale ? 'stale' : undefined);
}

/** `claim:8f3a21c0-4`, with a long id shortened. */
export const shortReference = (id: string): string =>
  `${id.slice(0, id.indexOf(':'))}:${shortId(id.slice(id.indexOf(':') + 1) as NodeId)}`;

/** The entries about a function or type, as the last part of an answer. */
export function entriesPart(linked: readonly LinkedEntry[], look: TextStyle): string {
  if (linked.length === 0) return '';
  const rows = linked.slice(0, MAX_SHOWN_ENTRIES).map((one, i) => row(i === 0 ? 'about it' : '', entrySpan(one)));
  const more = linked.length - rows.length;
  const rest = more > 0 ? [row('', span(`and ${counted(more, 'more entry', 'more entries')}`, 'quiet'))] : [];
  return `\n${renderFields([...rows, ...rest], look)}`;
}
