import type { GraphIndex } from '../../model/graph/graph-index.ts';
import type { NodeId } from '../../model/ids.ts';
import { isOverruled, type SessionNode, type Standing, standingOf } from '../../model/knowledge/status.ts';
import type { Node } from '../../model/model.ts';
import type { Overruled } from '../shapes/shapes.ts';

/**
 * The status of a statement according to the available graphs: a person's review or a revision is stored in the note of the node.
 * `trace` and `history` read all notes.
 */
export function standingIn(lookup: GraphIndex, id: NodeId): Standing | undefined {
  const node = lookup.node(id);
  const entry = node && entryOf(lookup, node);
  if (!entry) return undefined;
  const changesOf = (of: NodeId): SessionNode[] => lookup.changes(of).flatMap((one) => entryOf(lookup, one) ?? []);
  const revisions = lookup
    .into(id)
    .filter(({ kind }) => kind === 'supersedes')
    .flatMap((edge) => {
      const by = lookup.node(edge.from);
      const revision = by && entryOf(lookup, by);
      return revision ? [{ entry: revision, changes: changesOf(edge.from), link: lookup.edgeStatus(edge) }] : [];
    });
  return standingOf(entry, changesOf(id), revisions);
}

/** The verdict that makes an entry no reason any more; undefined for any other status. */
export function overruledIn(lookup: GraphIndex, id: NodeId): Overruled | undefined {
  if (lookup.changes(id).length === 0) return undefined;
  const status = standingIn(lookup, id)?.status;
  return isOverruled(status) ? status : undefined;
}

function entryOf(lookup: GraphIndex, node: Node): SessionNode | undefined {
  const session = lookup.session(node.id);
  return session && { node, session };
}
