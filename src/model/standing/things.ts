import { copyBytes } from '../format/graph-id.ts';
import { isSifted, sift } from '../format/note.ts';
import type { NodeId } from '../ids.ts';
import { isThing, thingContent, thingId, thingOf } from '../knowledge/thing.ts';
import type { Edge, Graph, Node, Note } from '../model.ts';
import { copyStanding } from './standing.ts';

/** The part of a graph that refers to things. */
type Referring = Pick<Graph, 'nodes' | 'edges'>;

const NONE: ReadonlyMap<NodeId, NodeId> = new Map();
const joined = new WeakMap<Referring, Referring>();
const references = new WeakMap<Referring, ReadonlyMap<NodeId, NodeId>>();

/** The nodes of a graph that `withThings` replaced, with the ids of the things that they refer to. */
export const replacedIn = (graph: Referring): ReadonlyMap<NodeId, NodeId> => references.get(graph) ?? NONE;

/** Whether a graph for readers has a node, under the id of its thing or the one that the note gives it. */
export const hasNode = (graph: Referring, id: NodeId): boolean =>
  graph.nodes.some((node) => node.id === id) || replacedIn(graph).has(id);

/** A node under the id of the thing that it refers to. Other nodes are returned unchanged. */
export function asThing(node: Node): Node {
  const thing = thingOf(node);
  if (!thing || isThing(node)) return node;
  return { id: thingId(thing), at: node.at, ...thingContent(thing) };
}

/**
 * A graph for readers. Each file or commit that its steps refer to is one node, with the id of the thing. A note holds a
 * node of the session for each reference. Its name alone is taken from it, so nothing that a stranger writes changes a thing.
 * A graph without references is returned unchanged, and a graph gets the same result each time.
 */
export function withThings<T extends Referring>(graph: T): T {
  let next = joined.get(graph) as T | undefined;
  if (!next) {
    next = join(graph);
    joined.set(graph, next);
  }
  if (next !== graph) copyStanding(graph, next); // it may have changed since
  return next;
}

/** A note for readers; see `withThings`. */
export function noteWithThings(note: Note): Note {
  const graphs = note.graphs.map((graph) => withThings(graph));
  if (graphs.every((graph, i) => graph === note.graphs[i])) return note;
  return isSifted(note) ? sift({ ...note, graphs }) : { ...note, graphs };
}

function join<T extends Referring>(graph: T): T {
  const found = new Map<NodeId, NodeId>();
  const things = new Map<NodeId, Node>();
  for (const node of graph.nodes) {
    const thing = asThing(node);
    if (thing === node) continue;
    found.set(node.id, thing.id);
    if (!things.has(thing.id)) things.set(thing.id, thing);
  }
  if (found.size === 0) return graph;
  const idOf = (id: NodeId): NodeId => found.get(id) ?? id;
  const nodes: Node[] = [];
  const named = new Set(things.keys());
  for (const node of graph.nodes) {
    const id = found.get(node.id);
    const thing = id && things.get(id);
    if (thing) {
      nodes.push(thing);
      things.delete(thing.id); // once
    } else if (id === undefined && !named.has(node.id)) nodes.push(asRead(node, found));
  }
  const edges = distinct(graph.edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) })));
  const next: T = { ...graph, nodes, edges };
  copyBytes(graph as unknown as Graph, next as unknown as Graph);
  references.set(next, found);
  return next;
}

/**
 * A node of a graph for readers: an event about a link names the things that it joins.
 * @param found see `replacedIn`
 */
export function asRead(node: Node, found: ReadonlyMap<NodeId, NodeId>): Node {
  if (node.kind !== 'event' || !node.detail) return asThing(node);
  const { subject, object } = node.detail;
  const [from, to] = [found.get(subject as NodeId), found.get(object as NodeId)];
  if (from === undefined && to === undefined) return node;
  return { ...node, detail: { ...node.detail, ...(from && { subject: from }), ...(to && { object: to }) } };
}

function distinct(edges: readonly Edge[]): Edge[] {
  const seen = new Map<string, Edge>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.kind} ${edge.to} ${edge.source}`;
    if (!seen.has(key)) seen.set(key, edge);
  }
  return [...seen.values()];
}
