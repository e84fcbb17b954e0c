import { copyBytes } from '../format/graph-id.ts';
import { type NodeId, type SessionId, sessionPrefix } from '../ids.ts';
import { importedFrom } from './imported.ts';
import { edgeKey, edgeOf } from '../knowledge/edge-status.ts';
import { changeOf, subjectOf } from '../knowledge/status.ts';
import { isThing, isThingId } from '../knowledge/thing.ts';
import type { Edge, Graph, Node } from '../model.ts';
import { crossesSessions, isRepeated, OwnNodes } from './edges.ts';
import {
  compareStandings,
  higherStanding,
  type RecordStanding,
  rememberStanding,
  standingOfGraph,
} from './standing.ts';

/** The parts of graphs that count. */
export interface CountingGraphs {
  readonly graphs: readonly Graph[];
  /** Nodes and sessions that graphs of equal standing describe differently. Neither graph can be preferred. */
  readonly disputed: Disputed;
}

/** Parts of the record that graphs of equal standing describe differently. */
export interface Disputed {
  /** Prefixes that two sessions share. */
  readonly prefixes: ReadonlySet<string>;
  readonly nodes: ReadonlySet<NodeId>;
}

const NOTHING: Disputed = { prefixes: new Set(), nodes: new Set() };

/**
 * Reduces graphs to the parts that count:
 *
 * - A graph states only its own steps: no other session's nodes, and no edge between steps of others (except a declared
 *   link).
 * - Its context repeats goals and declared decisions of its own session when the original is missing, and no graph of a higher
 *   standing repeats them.
 * - An edge, a review or a revision does not change a step of a higher standing.
 * - When two sessions share a prefix, or one node has two contents, the higher standing counts. Of equals, neither
 *   counts.
 *
 * `rememberStanding` sets the standing of a graph. A graph that counts as a whole is returned unchanged.
 */
export function countingGraphs(graphs: readonly Graph[]): CountingGraphs {
  const [only] = graphs;
  if (!only) return { graphs, disputed: NOTHING };
  if (graphs.length === 1) {
    const own = ownPart(only);
    return { graphs: own === only ? graphs : [own], disputed: NOTHING };
  }
  const prefixes = new Set<string>();
  const kept = withoutTwins(graphs, prefixes).map((graph) => ownPart(graph));
  const { holders, nodes } = holdersOf(kept);
  const sessions = sessionsOf(kept);
  const isLinkAbove = trustedLinks(kept);
  const repeated = repeatedIn(kept);
  const counting = kept.map((graph) =>
    countingPart(withSession(graph, sessions), { holders, repeated, disputed: nodes, isLinkAbove }),
  );
  const isSame = counting.length === graphs.length && counting.every((graph, i) => graph === graphs[i]);
  return { graphs: isSame ? graphs : counting, disputed: { prefixes, nodes } };
}

/** A copy with changes. It keeps the standing, the id and the bytes of the original. */
export function changedGraph(graph: Graph, changes: Partial<Graph>): Graph {
  const next = { ...graph, ...changes };
  copyBytes(graph, next);
  rememberStanding(next, standingOfGraph(graph));
  return next;
}

// Of two sessions with the same step ids, keeps the one of the higher standing.
function withoutTwins(graphs: readonly Graph[], disputed: Set<string>): readonly Graph[] {
  const best = new Map<string, { graph: Graph; session: SessionId; isDisputed: boolean }>();
  let twins = false;
  for (const graph of graphs) {
    const prefix = sessionPrefix(graph.session);
    const found = best.get(prefix);
    const order = found ? compareStandings(standingOfGraph(graph), standingOfGraph(found.graph)) : 1;
    const isOther = found !== undefined && found.session !== graph.session.id;
    twins ||= isOther;
    if (!found || order > 0) best.set(prefix, { graph, session: graph.session.id, isDisputed: false });
    else if (isOther && order === 0) found.isDisputed = true;
  }
  if (!twins) return graphs;
  for (const [prefix, { isDisputed }] of best) if (isDisputed) disputed.add(prefix);
  return graphs.filter(({ session }) => {
    const found = best.get(sessionPrefix(session))!;
    return found.session === session.id && !found.isDisputed;
  });
}

/** The part of a graph that only another session or an earlier graph may state; undefined when there is no such part. */
export function overreach(graph: Graph): 'nodes' | 'context' | 'edges' | undefined {
  const part = ownPart(graph, true);
  if (part === graph) return undefined;
  if (part.nodes !== graph.nodes) return 'nodes';
  return part.context === graph.context ? 'edges' : 'context';
}

/** The nodes that a graph may state independently of other graphs. */
export function ownNodes(graph: Graph, own = new OwnNodes(graph)): Pick<Graph, 'nodes' | 'context'> {
  const single = own.hasSpareThings ? singleThings(graph.nodes) : graph.nodes;
  const nodes = filtered(single, ({ id }) => own.isInSession(id));
  const context = graph.context && filtered(graph.context, (node) => own.isEarlier(node.id) && isRepeated(node));
  return { nodes, ...(context && { context }) };
}

// Each thing once, and no other content under its id.
function singleThings(nodes: readonly Node[]): readonly Node[] {
  const seen = new Set<NodeId>();
  return nodes.filter((node) => {
    if (!isThingId(node.id)) return true;
    if (!isThing(node) || seen.has(node.id)) return false;
    seen.add(node.id);
    return true;
  });
}

/** What a graph may state independently of other graphs. */
export function ownPart(graph: Graph, isTrusted = standingOfGraph(graph) !== 'claimed'): Graph {
  const own = new OwnNodes(graph);
  const { nodes, context } = ownNodes(graph, own);
  const edges = filtered(graph.edges, (edge) => own.mayState(edge, isTrusted));
  if (nodes === graph.nodes && context === graph.context && edges === graph.edges) return graph;
  return changedGraph(graph, { nodes, edges, ...(context && { context }) });
}

// For each session a graph of the highest standing, which describes the session.
function sessionsOf(graphs: readonly Graph[]): ReadonlyMap<SessionId, Graph> {
  const best = new Map<SessionId, Graph>();
  for (const graph of graphs) {
    const found = best.get(graph.session.id);
    if (!found || compareStandings(standingOfGraph(graph), standingOfGraph(found)) > 0)
      best.set(graph.session.id, graph);
  }
  return best;
}

// A graph of a lower standing does not change the session's agent.
function withSession(graph: Graph, sessions: ReadonlyMap<SessionId, Graph>): Graph {
  const best = sessions.get(graph.session.id)!;
  const isLower = compareStandings(standingOfGraph(graph), standingOfGraph(best)) < 0;
  if (!isLower) return graph;
  const { digits: _, ...session } = best.session;
  const { digits } = graph.session; // the length of the prefix of its own ids
  return changedGraph(graph, { session: { ...session, ...(digits && { digits }) } });
}

type Holders = ReadonlyMap<NodeId, Graph>;

// The graph that contains each node. A node with two contents of equal standing gets no graph.
function holdersOf(graphs: readonly Graph[]): { holders: Holders; nodes: Set<NodeId> } {
  const holders = new Map<NodeId, Graph>();
  const contents = new Map<NodeId, Node>();
  const disputed = new Set<NodeId>();
  for (const graph of graphs)
    for (const node of graph.nodes) {
      if (isThing(node)) continue; // it is no session's, and each graph says the same about it
      const holder = holders.get(node.id);
      const order = holder ? compareStandings(standingOfGraph(graph), standingOfGraph(holder)) : 1;
      if (order > 0) {
        holders.set(node.id, graph);
        contents.set(node.id, node);
        disputed.delete(node.id);
      } else if (order === 0 && !isSame(node, contents.get(node.id)!) && !areImports(graph, holder!))
        disputed.add(node.id);
    }
  return { holders, nodes: disputed };
}

// The highest standing at which a context repeats each node.
function repeatedIn(graphs: readonly Graph[]): ReadonlyMap<NodeId, RecordStanding> {
  const highest = new Map<NodeId, RecordStanding>();
  for (const graph of graphs)
    for (const { id } of graph.context ?? []) highest.set(id, higherStanding(highest.get(id), standingOfGraph(graph)));
  return highest;
}

// Repeated nodes are compared as JSON, because details are plain data in a fixed order.
const isSame = (a: Node, b: Node): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

// A session may be imported several times with different steps (`verify` warns about that).
const areImports = (a: Graph, b: Graph): boolean => importedFrom(a) !== undefined && importedFrom(b) !== undefined;

/** What the graphs of a note state together. */
interface Others {
  readonly holders: Holders;
  /** See `repeatedIn`. */
  readonly repeated: ReadonlyMap<NodeId, RecordStanding>;
  readonly disputed: ReadonlySet<NodeId>;
  /** See `trustedLinks`. */
  readonly isLinkAbove: (event: Node) => boolean;
}

// What a graph may state next to the others: nothing about a step of a higher standing. An allowed signer may review, link
// and revise entries that were recorded here.
function countingPart(graph: Graph, { holders, repeated, disputed, isLinkAbove }: Others): Graph {
  const standing = standingOfGraph(graph);
  const isTrusted = standing !== 'claimed';
  const isAbove = (id: unknown): boolean => {
    const holder = holders.get(id as NodeId);
    return holder !== undefined && compareStandings(standingOfGraph(holder), standing) > 0;
  };
  const mayNotChange = (node: Node): boolean =>
    changeOf(node) !== undefined && !isTrusted && (isAbove(subjectOf(node)) || isLinkAbove(node));
  const weakened = (list: readonly Node[]): readonly Node[] =>
    list.some(mayNotChange) ? list.map((node) => (mayNotChange(node) ? withoutSubject(node) : node)) : list;
  const nodes = weakened(filtered(graph.nodes, ({ id }) => !isAbove(id) && !disputed.has(id)));
  const isRepeatedAbove = (id: NodeId): boolean => compareStandings(repeated.get(id) ?? 'claimed', standing) > 0;
  const context =
    graph.context && weakened(filtered(graph.context, ({ id }) => !holders.has(id) && !isRepeatedAbove(id)));
  const isStated = (edge: Edge): boolean =>
    ((isTrusted && crossesSessions(edge)) || (!isAbove(edge.from) && !isAbove(edge.to) && !isRepeatedAbove(edge.to))) &&
    !disputed.has(edge.from) &&
    !disputed.has(edge.to);
  const edges = filtered(graph.edges, isStated);
  if (nodes === graph.nodes && context === graph.context && edges === graph.edges) return graph;
  return changedGraph(graph, { nodes, edges, ...(context && { context }) });
}

// Finds claimed events about links that a trusted graph declares: what they start from may itself only be claimed.
function trustedLinks(graphs: readonly Graph[]): (event: Node) => boolean {
  let links: Set<string> | undefined;
  return (event) => {
    const edge = edgeOf(event);
    if (!edge) return false;
    links ??= new Set(
      graphs
        .filter((graph) => standingOfGraph(graph) !== 'claimed')
        .flatMap(({ edges }) => edges.filter(({ source }) => source === 'declared').map(edgeKey)),
    );
    return links.has(edgeKey(edge));
  };
}

// The event stays in its session but no longer affects the other step.
function withoutSubject(node: Node): Node {
  const { subject: _, ...detail } = node.detail!;
  return { ...node, detail };
}

// Filters a list. Returns the same list when nothing is removed.
function filtered<T>(list: readonly T[], stays: (item: T) => boolean): readonly T[] {
  return list.every(stays) ? list : list.filter(stays);
}
