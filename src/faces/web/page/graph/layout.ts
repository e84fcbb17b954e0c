import { Graph, layout as dagre } from '@dagrejs/dagre';
import type { GraphEdge } from '../../contract.ts';
import type { DrawnNode, Drawing } from './fold.ts';

/** Units of the drawing. */
export const NODE_WIDTH = 190;
export const NODE_HEIGHT = 34;
const GAP = 34;
/** A larger connected part is laid out by causes alone: dagre takes half a second for 300 nodes, and nothing moves meanwhile. */
const MAX_DAGRE = 120;
const COLUMN = NODE_WIDTH + 60;
const ROW = NODE_HEIGHT + 12;
/** How long to work before the page may draw, in milliseconds. */
const SLICE_MS = 24;

export interface PlacedNode {
  readonly node: DrawnNode;
  /** The middle. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge {
  readonly edge: GraphEdge;
  /** The path of an SVG. */
  readonly path: string;
  readonly from: PlacedNode;
  readonly to: PlacedNode;
}

export interface Layout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly byId: ReadonlyMap<string, PlacedNode>;
  readonly width: number;
  readonly height: number;
  /** False while parts are still missing. */
  readonly whole: boolean;
}

/**
 * Places nodes in causal order: causes left, effects right; parts that nothing connects below each other, the oldest first.
 * @param isWanted ends the work early
 * @param show called with the first parts, while the others are placed
 */
export async function layOut(
  { nodes, edges }: Drawing,
  isWanted: () => boolean,
  show: (part: Layout) => void,
): Promise<Layout | undefined> {
  const byId = new Map<string, PlacedNode>();
  let [width, height] = [0, 0];
  let since = performance.now();
  for (const part of partsOf(nodes, edges)) {
    if (performance.now() - since > SLICE_MS) {
      show(layoutOf(byId, edges, [width, height], false));
      await new Promise((resolve) => setTimeout(resolve));
      if (!isWanted()) return undefined;
      since = performance.now();
    }
    const placed = part.nodes.length > MAX_DAGRE ? byCauses(part) : byDagre(part);
    const bottom = Math.max(...placed.map(({ y }) => y)) + NODE_HEIGHT / 2;
    for (const one of placed) {
      byId.set(one.node.id, { ...one, y: one.y + height });
      width = Math.max(width, one.x + NODE_WIDTH / 2);
    }
    height += bottom + GAP;
  }
  return layoutOf(byId, edges, [width, height], true);
}

function layoutOf(
  placed: ReadonlyMap<string, PlacedNode>,
  edges: readonly GraphEdge[],
  [width, height]: readonly [number, number],
  whole: boolean,
): Layout {
  const drawn = edges.flatMap((edge): PlacedEdge[] => {
    const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
    return from && to ? [{ edge, from, to, path: curve(from, to) }] : [];
  });
  const byId = whole ? placed : new Map(placed);
  return { nodes: [...byId.values()], edges: drawn, byId, width, height: Math.max(0, height - GAP), whole };
}

// Effects that a circle puts before their cause get a curve backwards.
function curve(from: PlacedNode, to: PlacedNode): string {
  const [x1, x2] = [from.x + NODE_WIDTH / 2, to.x - NODE_WIDTH / 2];
  const bend = Math.max(24, Math.abs(x2 - x1) / 2);
  return `M${x1} ${from.y}C${x1 + bend} ${from.y} ${x2 - bend} ${to.y} ${x2} ${to.y}`;
}

// Many steps write the same file, so files connect nothing: each is placed with its first step.
function partsOf(nodes: readonly DrawnNode[], edges: readonly GraphEdge[]): Drawing[] {
  const parents = new Map(nodes.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    let at = id;
    while (parents.get(at) !== at) {
      const above = parents.get(parents.get(at)!)!;
      parents.set(at, above);
      at = above;
    }
    return at;
  };
  const placedFiles = new Set<string>();
  const inside: GraphEdge[] = [];
  for (const edge of edges) {
    if (edge.kind === 'writes' && placedFiles.has(edge.to)) continue;
    if (edge.kind === 'writes') placedFiles.add(edge.to);
    if (!parents.has(edge.from) || !parents.has(edge.to)) continue;
    inside.push(edge);
    parents.set(rootOf(edge.from), rootOf(edge.to));
  }
  const parts = new Map<string, { nodes: DrawnNode[]; edges: GraphEdge[] }>();
  for (const node of nodes) {
    const root = rootOf(node.id);
    const part = parts.get(root) ?? { nodes: [], edges: [] };
    part.nodes.push(node);
    parts.set(root, part);
  }
  for (const edge of inside) parts.get(rootOf(edge.from))!.edges.push(edge);
  return [...parts.values()];
}

function byDagre({ nodes, edges }: Drawing): PlacedNode[] {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 12, ranksep: 60 });
  for (const { id } of nodes) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const { from, to } of edges) graph.setEdge(from, to, {});
  dagre(graph);
  return nodes.map((node) => {
    const { x, y } = graph.node(node.id) as { x: number; y: number };
    return { node, x, y };
  });
}

// The column is the longest way from a cause, the row the order in time.
function byCauses({ nodes, edges }: Drawing): PlacedNode[] {
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  const order = new Map(nodes.map(({ id }, at) => [id, at]));
  const forward = edges
    .filter(({ from, to }) => order.get(from)! < order.get(to)!)
    .toSorted((a, b) => order.get(a.from)! - order.get(b.from)!);
  for (const { from, to } of forward) columns.set(to, Math.max(columns.get(to)!, Math.min(12, columns.get(from)! + 1)));
  const rows = new Map<number, number>();
  let [last, row] = [0, 0];
  return nodes.map((node) => {
    const column = columns.get(node.id)!;
    // A goal begins below everything before it.
    if (column === 0 && last > 0) row = Math.max(...rows.values());
    const y = Math.max(rows.get(column) ?? 0, column === 0 ? row : 0);
    rows.set(column, y + 1);
    last = column;
    return { node, x: column * COLUMN + NODE_WIDTH / 2, y: y * ROW + NODE_HEIGHT / 2 };
  });
}
