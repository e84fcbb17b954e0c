import type { NodeId } from '../../model/ids.ts';
import type { Edge, Node } from '../../model/model.ts';
import type { LocalGraph } from './history.ts';

/** The step that a node ends. A command that commits before its end needs one node for the commit and another for its end. */
export const beginOf = ({ detail }: Node): NodeId | undefined => detail?.['continues'] as NodeId | undefined;

/** A step with the data of its end: duration, input and output. */
export function withEnd(step: Node, end: Node | undefined): Node {
  if (!end) return step;
  const { input, output, duration } = end;
  return {
    ...step,
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(duration !== undefined && { duration }),
  };
}

// When both nodes exist and have the same kind. A failed check keeps its own kind, which says more.
function repeated(nodes: ReadonlyMap<NodeId, Node>): Map<NodeId, NodeId> {
  const same = new Map<NodeId, NodeId>();
  for (const node of nodes.values()) {
    const begin = beginOf(node);
    if (begin !== undefined && begin !== node.id && nodes.get(begin)?.kind === node.kind) same.set(node.id, begin);
  }
  return same;
}

/** Nodes and edges with each two-node step merged into one, under the id of the first. */
export function asOne(graphs: readonly LocalGraph[]): {
  readonly nodes: Map<NodeId, Node>;
  readonly edges: readonly Edge[];
  readonly idOf: (id: NodeId) => NodeId;
} {
  const nodes = new Map<NodeId, Node>();
  for (const graph of graphs) for (const node of graph.nodes) nodes.set(node.id, node);
  const all = graphs.flatMap(({ edges }) => edges);
  const same = repeated(nodes);
  if (same.size === 0) return { nodes, edges: all, idOf: (id) => id };
  const idOf = (id: NodeId): NodeId => same.get(id) ?? id;
  for (const [end, begin] of same) {
    nodes.set(begin, withEnd(nodes.get(begin)!, nodes.get(end)));
    nodes.delete(end);
  }
  return {
    nodes,
    edges: all.map(({ from, to, kind, source }) => ({ from: idOf(from), to: idOf(to), kind, source })),
    idOf,
  };
}
