import { edgeKey } from '../../model/knowledge/edge-status.ts';
import { isOverruled } from '../../model/knowledge/status.ts';
import type { TreeStatuses } from '../history/tree.ts';
import type { GraphSource, KnownGraph } from '../index/graph-source.ts';
import { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';

/**
 * What became of the decisions and declared links of graphs.
 * @param sources where else events about them may be; none when the graphs are a whole note, which has the verdicts on its decisions
 */
export async function treeStatuses(
  graphs: readonly KnownGraph[],
  sources: readonly GraphSource[] = [],
): Promise<TreeStatuses> {
  const world = new KnowledgeGraph(sources);
  for (const graph of graphs) world.add(graph);
  const decisions = graphs.flatMap(({ nodes }) => nodes.filter(({ kind }) => kind === 'decision').map(({ id }) => id));
  const declared = graphs.flatMap(({ edges }) => edges.filter(({ source }) => source === 'declared'));
  await world.learnStanding(decisions);
  await world.learn(declared.flatMap(({ from, to }) => [from, to]));
  const links = new Map(declared.map((edge) => [edgeKey(edge), world.edgeStanding(edge)?.status]));
  return {
    ofNode: (id) => {
      const node = world.node(id);
      if (node?.kind !== 'decision') return undefined;
      const status = world.standing(id)?.status;
      return isOverruled(status) ? status : undefined;
    },
    ofEdge: (edge) => (edge.source === 'declared' ? links.get(edgeKey(edge)) : undefined),
  };
}
