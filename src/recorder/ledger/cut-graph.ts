import { verifiesFrom } from '../../model/graph/verification.ts';
import { type GraphId, numberOf } from '../../model/ids.ts';
import type { Graph } from '../../model/model.ts';
import type { CutGraph } from '../state/state.ts';

/** The state's record of a graph that was cut. */
export function markOf(id: GraphId, graph: Graph): CutGraph {
  let [from, to] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { id: node } of graph.nodes) [from, to] = [Math.min(from, numberOf(node)), Math.max(to, numberOf(node))];
  const verifies = verifiesFrom(graph);
  return { id, from, to, ...(verifies !== undefined && { verifies }) };
}
