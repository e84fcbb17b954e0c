import type { NodeId } from '../../model/ids.ts';
import { type ChangedSource, recordsRests, type Rest, restsOf } from '../../model/knowledge/rests-on.ts';
import { type Standing } from '../../model/knowledge/status.ts';
import type { Edge, Node } from '../../model/model.ts';
import type { Contents } from './contents.ts';

/** What is known around an entry. */
export interface Surrounding {
  node(id: NodeId): Node | undefined;
  /** The links from it that hold. */
  linksFrom(id: NodeId): readonly Pick<Edge, 'kind' | 'from' | 'to'>[];
  /** The event nodes about it. */
  eventsAbout(id: NodeId): readonly Node[];
}

/** What an entry rests on by content, in its last recorded or confirmed form. */
export function restsIn(around: Surrounding, entry: Node, standing: Pick<Standing, 'events'> | undefined): Rest[] {
  const events = around.eventsAbout(entry.id).filter(recordsRests);
  if (events.length === 0 && !recordsRests(entry)) return [];
  const targets = around
    .linksFrom(entry.id)
    .flatMap(({ kind, from, to }) => (kind === 'derived_from' && from === entry.id ? [around.node(to)] : []));
  const byId = new Map(events.map((node) => [node.id, node]));
  const counting = (standing?.events ?? []).flatMap(({ node, counts }) => (counts ? (byId.get(node) ?? []) : []));
  return restsOf(entry, targets, counting);
}

/** The changed ones. What cannot be compared is left out. */
export async function changedAmong(rests: readonly Rest[], contents: Contents): Promise<ChangedSource[]> {
  const found: ChangedSource[] = [];
  for (const { place, content } of rests) {
    const state = await contents.stateOf(place, content);
    if (state === 'changed' || state === 'missing') found.push({ place, state });
  }
  return found;
}
