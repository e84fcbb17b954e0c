import { type NodeId, sessionPart } from '../ids.ts';
import { edgeKey, type EdgeStatus } from '../knowledge/edge-status.ts';
import { edgeStandings } from '../knowledge/edge-statuses.ts';
import { isTurnGoal } from '../knowledge/kinds.ts';
import { changeOf, subjectOf } from '../knowledge/status.ts';
import type { Edge, Graph, Node, Session } from '../model.ts';

/** Finds things in the graphs of one note. */
export interface GraphIndex {
  nodes(): readonly Node[];
  edges(): readonly Edge[];
  node(id: NodeId): Node | undefined;
  /** The edges that start at a node. */
  from(id: NodeId): readonly Edge[];
  /** The edges that end at a node. */
  into(id: NodeId): readonly Edge[];
  /** The events about a node. */
  changes(id: NodeId): readonly Node[];
  /** The status of a declared edge, as far as these graphs know; undefined for any other edge. */
  edgeStatus(edge: Edge): EdgeStatus | undefined;
  /** The session of a node. */
  session(id: NodeId): Session | undefined;
  /** The goals of the turns of a node's session. */
  goals(id: NodeId): readonly NodeId[];
  /** The goal right before a goal that its graph repeats from earlier graphs; undefined for any other node. */
  goalBefore(id: NodeId): NodeId | undefined;
}

/**
 * With at most this many edges and nodes a linear search is faster than an index, because few nodes of a note are
 * requested.
 */
const MAX_ENTRIES_WITHOUT_INDEX = 512;

const isOf =
  (id: NodeId) =>
  (node: Node): boolean =>
    node.id.startsWith(sessionPart(id));

/** Prepares graphs for queries. */
export function indexGraphs(graphs: readonly Graph[]): GraphIndex {
  const nodes =
    graphs.length === 1 && !graphs[0]!.context
      ? graphs[0]!.nodes
      : graphs.flatMap((graph) => [...(graph.context ?? []), ...graph.nodes]);
  const edges = graphs.length === 1 ? graphs[0]!.edges : graphs.flatMap((graph) => graph.edges);
  let standings: ReturnType<typeof edgeStandings> | undefined;
  let changes: ReadonlyMap<NodeId | undefined, readonly Node[]> | undefined;
  const common = {
    changes: (id: NodeId) => (changes ??= group(nodes.filter(changeOf), subjectOf)).get(id) ?? [],
    edgeStatus: (edge: Edge) =>
      edge.source === 'declared' ? (standings ??= edgeStandings(graphs)).get(edgeKey(edge))?.status : undefined,
    nodes: () => nodes,
    edges: () => edges,
    session: (id: NodeId) => graphs.find((graph) => graph.nodes.some(isOf(id)))?.session,
    goalBefore: (id: NodeId) => goalBeforeIn(graphs, id),
  };
  if (nodes.length + edges.length > MAX_ENTRIES_WITHOUT_INDEX) return { ...common, ...indexed(nodes, edges) };
  return {
    ...common,
    node: (id) => nodes.find((node) => node.id === id),
    from: (id) => edges.filter((edge) => edge.from === id),
    into: (id) => edges.filter((edge) => edge.to === id),
    goals: (id) => nodes.filter((node) => isTurnGoal(node) && isOf(id)(node)).map((node) => node.id),
  };
}

// Nothing where graphs disagree. What a graph of a lower standing repeats was left out before (`countingGraphs`).
function goalBeforeIn(graphs: readonly Graph[], id: NodeId): NodeId | undefined {
  const found = new Set(
    graphs.flatMap(({ context = [] }) => {
      const goals = context.filter(isTurnGoal);
      const at = goals.findIndex((goal) => goal.id === id);
      return at > 0 ? [goals[at - 1]!.id] : [];
    }),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

function indexed(nodes: readonly Node[], edges: readonly Edge[]): Pick<GraphIndex, 'node' | 'from' | 'into' | 'goals'> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const goals = group(
    nodes.filter(isTurnGoal).map((node) => node.id),
    sessionPart,
  );
  const outgoing = group(edges, (edge) => edge.from);
  const incoming = group(edges, (edge) => edge.to);
  return {
    node: (id) => byId.get(id),
    from: (id) => outgoing.get(id) ?? [],
    into: (id) => incoming.get(id) ?? [],
    goals: (id) => goals.get(sessionPart(id)) ?? [],
  };
}

function group<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const list = groups.get(keyOf(item));
    if (list) list.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
