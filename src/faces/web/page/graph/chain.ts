import type { GraphEdge, Layer } from '../../contract.ts';

/** Kinds of edge that explain a node of one layer by one of another: its goal, its decision, its commit. */
export const BRIDGES: ReadonlySet<string> = new Set(['explains', 'decided_by', 'led_to']);

/** The neighbours of each node, in one direction. */
type Neighbours = ReadonlyMap<string, readonly string[]>;

/** Both directions of the edges. */
export interface Links {
  readonly before: Neighbours;
  readonly after: Neighbours;
}

function add(map: Map<string, string[]>, from: string, to: string): void {
  const list = map.get(from);
  if (list) list.push(to);
  else map.set(from, [to]);
}

export function linksOf(edges: readonly GraphEdge[]): Links {
  const [before, after] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { from, to } of edges) {
    add(after, from, to);
    add(before, to, from);
  }
  return { before, after };
}

/** A node, what led to it back to the goal, and what came of it on to check and commit. Circles end the way. */
export function chainOf(start: string, { before, after }: Links): ReadonlySet<string> {
  const found = new Set([start]);
  for (const next of [before, after]) {
    const way = new Set([start]);
    for (const id of way) for (const one of next.get(id) ?? []) way.add(one);
    for (const id of way) found.add(id);
  }
  return found;
}

/** Whether a chosen node shows an edge: it stays in the node's layer, or it explains across layers. */
export const isShown = (edge: GraphEdge, chosen: Layer | null, layerOf: (id: string) => Layer | null): boolean =>
  BRIDGES.has(edge.kind) || (layerOf(edge.from) === chosen && layerOf(edge.to) === chosen);
