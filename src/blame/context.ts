import type { NodeId } from '../graph/ids.ts';
import type { Edge, Graph, Node, Session } from '../graph/model.ts';

/** A node as it is referred to: its id, and the node itself where a graph at hand has it. */
export interface Referred {
  readonly id: NodeId;
  readonly node: Node | undefined;
}

/** Why a node did what it did. */
export interface Context {
  /** The step that wrote the line. */
  readonly step: Referred;
  /** The session of the step; undefined where no graph at hand is of it. */
  readonly session: Session | undefined;
  readonly decision: Referred | undefined;
  readonly goal: Referred | undefined;
}

/** What is looked up in some graphs again and again. */
export interface GraphIndex {
  readonly nodes: ReadonlyMap<NodeId, Node>;
  readonly edges: readonly Edge[];
  readonly outgoing: ReadonlyMap<NodeId, readonly Edge[]>;
  readonly incoming: ReadonlyMap<NodeId, readonly Edge[]>;
  /** The graph's session by the first part of its nodes' ids. */
  readonly sessions: ReadonlyMap<string, Session>;
  /** The goals of a session in the order of their numbers. */
  readonly goals: ReadonlyMap<string, readonly NodeId[]>;
}

/** The edges that lead from a goal to the steps taken for it, and from a step to the sub-agent that it started. */
const TOWARDS_GOAL: ReadonlySet<string> = new Set(['led_to', 'explored_via', 'spawned']);

/** The part of a node's id that all nodes of its session have. */
export const sessionPart = (id: NodeId): string => id.slice(0, 8);

const numberOf = (id: NodeId): number => Number(id.slice(9));

/** Makes the graphs of a note ready to be asked by `contextOf`. */
export function indexGraphs(graphs: readonly Graph[]): GraphIndex {
  const nodes = new Map<NodeId, Node>();
  const sessions = new Map<string, Session>();
  const goals = new Map<string, NodeId[]>();
  const edges = graphs.flatMap((graph) => graph.edges);
  for (const graph of graphs)
    for (const node of graph.nodes) {
      nodes.set(node.id, node);
      sessions.set(sessionPart(node.id), graph.session);
      if (node.kind === 'goal') push(goals, sessionPart(node.id), node.id);
    }
  for (const list of goals.values()) list.sort((a, b) => numberOf(a) - numberOf(b));
  const outgoing = new Map<NodeId, Edge[]>();
  const incoming = new Map<NodeId, Edge[]>();
  for (const edge of edges) {
    push(outgoing, edge.from, edge);
    push(incoming, edge.to, edge);
  }
  return { nodes, edges, outgoing, incoming, sessions, goals };
}

/**
 * The decision behind a node (over `decided_by`) and its goal: the one that leads to it over `led_to`, `explored_via`
 * and, from a sub-agent to who started it, `spawned`; otherwise the last one that its session had before it.
 */
export function contextOf(index: GraphIndex, id: NodeId): Context {
  const decided = index.outgoing.get(id)?.find((edge) => edge.kind === 'decided_by')?.to;
  const goal = goalOf(index, id);
  const referred = (to: NodeId): Referred => ({ id: to, node: index.nodes.get(to) });
  return {
    step: referred(id),
    session: index.sessions.get(sessionPart(id)),
    decision: decided ? referred(decided) : undefined,
    goal: goal ? referred(goal) : undefined,
  };
}

function goalOf(index: GraphIndex, id: NodeId): NodeId | undefined {
  const seen = new Set<NodeId>([id]);
  for (const at of seen) {
    if (index.nodes.get(at)?.kind === 'goal') return at;
    for (const edge of index.incoming.get(at) ?? []) if (TOWARDS_GOAL.has(edge.kind)) seen.add(edge.from);
  }
  for (const at of seen) {
    const before = index.goals.get(sessionPart(at))?.findLast((goal) => numberOf(goal) < numberOf(at));
    if (before) return before;
  }
  return undefined;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
