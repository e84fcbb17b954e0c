import type { NodeId } from '../../../model/ids.ts';
import type { StatusOf } from '../../../model/knowledge/declared-edges.ts';
import { edgeKey, type EdgeStatus } from '../../../model/knowledge/edge-status.ts';
import { stands } from '../../../model/knowledge/kinds.ts';
import type { Status } from '../../../model/knowledge/status.ts';
import type { Edge, Node } from '../../../model/model.ts';
import { ask } from '../../cli/reading/with-graph.ts';
import type { ReadingContext } from '../../cli/reading/reading-context.ts';

/** The status of entries and of declared edges. */
export interface Statuses {
  readonly ofNode: (id: string) => Status | undefined;
  readonly ofEdge: StatusOf;
}

/**
 * The status of the entries and the declared edges of a page, by all notes: a person may have decided in another session.
 * Reads the index only where there is such an entry or edge.
 */
export async function statusesIn(
  read: ReadingContext,
  nodes: readonly Node[],
  edges: readonly Edge[],
): Promise<Statuses> {
  const entries = nodes.filter(stands).map(({ id }) => id);
  const declared = edges.filter(({ source }) => source === 'declared');
  const ofNodes = new Map<string, Status | undefined>();
  const ofEdges = new Map<string, EdgeStatus | undefined>();
  if (entries.length + declared.length > 0)
    await ask(read, async ({ world }) => {
      await world.learnStanding(entries);
      await world.learn(declared.flatMap(({ from, to }): NodeId[] => [from, to]));
      for (const id of entries) ofNodes.set(id, world.standing(id)?.status);
      for (const edge of declared) ofEdges.set(edgeKey(edge), world.edgeStanding(edge)?.status);
    });
  return {
    ofNode: (id) => ofNodes.get(id),
    ofEdge: (edge) => (edge.source === 'declared' ? ofEdges.get(edgeKey(edge)) : undefined),
  };
}
