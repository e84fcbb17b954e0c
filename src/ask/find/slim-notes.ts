import { checkedBy } from '../../model/graph/checks/node-checks.ts';
import type { NodeId } from '../../model/ids.ts';
import type { Edge, Graph, Node } from '../../model/model.ts';
import { push } from '../../model/multimap.ts';
import { copyStanding } from '../../model/standing/standing.ts';
import { BACKWARDS } from './complete-graphs.ts';

/** Kinds of steps that are left out where no line, reason or check needs them. */
const STEPS: ReadonlySet<string> = new Set(['exploration', 'commitment', 'execution', 'error']);

/**
 * Leaves the steps out of graphs that no answer about some nodes depends on: they changed none of the files, checked nothing,
 * and led to none of these nodes. Notes are given in turn, those of newer commits first.
 */
export class NoteSlimmer {
  readonly #paths: ReadonlySet<string> | undefined;
  /** Steps that edges of earlier notes name. */
  readonly #wanted = new Set<NodeId>();

  /** @param paths the files that the answer is about, by every name that they had; any file when absent */
  constructor(paths?: ReadonlySet<string>) {
    this.#paths = paths;
  }

  /** The graphs of one note, without the steps that are not needed. @param named the nodes that the answer is about */
  slim(graphs: readonly Graph[], named: ReadonlySet<NodeId>): Graph[] {
    const needed = neededIn(graphs, named, this.#wanted);
    const dropped = new Set<NodeId>();
    const held = new Set<NodeId>();
    for (const { nodes } of graphs)
      for (const node of nodes) (needed.has(node.id) || !this.#isSilent(node) ? held : dropped).add(node.id);
    for (const id of held) dropped.delete(id);
    const slim = graphs.map((graph) => without(graph, ({ id }) => !dropped.has(id)));
    for (const { edges } of slim)
      for (const { from, to } of edges) for (const id of [from, to]) if (!held.has(id)) this.#wanted.add(id);
    return slim;
  }

  #isSilent(node: Node): boolean {
    if (!STEPS.has(node.kind) || checkedBy(node).length > 0) return false;
    const { told, imported, files } = node.detail ?? {};
    if (told !== undefined || imported !== undefined) return false;
    return !Array.isArray(files) || !files.some((file) => !this.#paths || this.#paths.has(file as string));
  }
}

// The named nodes, those that an edge joins to them, and what led to them. The same for nodes of other notes, which may be named there. All
// ends of declared links, because their status depends on others.
function neededIn(graphs: readonly Graph[], named: ReadonlySet<NodeId>, wanted: ReadonlySet<NodeId>): Set<NodeId> {
  const needed = new Set<NodeId>([...named, ...wanted]);
  const own = new Set(graphs.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  const before = new Map<NodeId, NodeId[]>();
  for (const { edges } of graphs)
    for (const { from, to, kind, source } of edges) {
      if (BACKWARDS.has(kind)) push(before, to, from);
      if (kind === 'spawned' || source === 'declared') needed.add(from).add(to);
      else if (kind === 'decided_by' || named.has(from)) needed.add(to);
      if (named.has(to)) needed.add(from);
      if (BACKWARDS.has(kind) && !own.has(to)) needed.add(from);
    }
  for (const id of needed) for (const from of before.get(id) ?? []) needed.add(from);
  return needed;
}

/** A graph with only some of its nodes, and without the edges of the others. It keeps its standing. */
export function without(graph: Graph, isKept: (node: Node) => boolean, maxEdges = Number.POSITIVE_INFINITY): Graph {
  const nodes = graph.nodes.filter(isKept);
  if (nodes.length === graph.nodes.length && graph.edges.length <= maxEdges) return graph;
  const kept = new Set(nodes.map(({ id }) => id));
  const left = new Set(graph.nodes.flatMap(({ id }) => (kept.has(id) ? [] : [id])));
  const edges: Edge[] = [];
  for (const edge of graph.edges)
    if (edges.length < maxEdges && !left.has(edge.from) && !left.has(edge.to)) edges.push(edge);
  const slim = { ...graph, nodes, edges };
  copyStanding(graph, slim);
  return slim;
}
