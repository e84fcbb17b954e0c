import type { NodeId, Oid } from '../../model/ids.ts';
import { sourceBase } from '../../model/confidence.ts';
import { BOUND_KINDS } from '../../model/invariants.ts';
import { originOf } from '../../model/knowledge/kinds.ts';
import type { Standing } from '../../model/knowledge/status.ts';
import type { Layer, Node, Session } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import { brokenAround } from './broken-invariants.ts';
import { layerOf } from './layers.ts';
import type { History } from '../history/history.ts';
import { presentCommitsOf } from '../history/present-commits.ts';
import type { GraphSource } from '../index/graph-source.ts';
import type { Target } from './target.ts';
import { type KnowledgeGraph } from './knowledge-graph.ts';
import { confidenceOf, isRejected, type Link, type Weighing } from '../../model/knowledge/link.ts';

export type Direction = 'backward' | 'forward';

/** A node of a lineage, with its origins or its results. */
export interface Lineage {
  readonly id: NodeId;
  /** Undefined when no note here contains it. */
  readonly node: Node | undefined;
  readonly session: Pick<Session, 'id' | 'agent'> | undefined;
  readonly standing: Standing | undefined;
  /** See `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
  /** The edge to it; undefined for the requested node. */
  readonly link: Link | undefined;
  /** When that edge or one of its ends was last touched, in milliseconds since the epoch. */
  readonly touched: number | undefined;
  /** The confidence in that edge now, from 0 to 1. */
  readonly confidence: number | undefined;
  /** It is shown elsewhere, with the nodes beyond it. */
  readonly repeated: boolean;
  readonly children: readonly Lineage[];
  /** The number of further nodes that are not shown. */
  readonly more: number;
}

export interface TraceQuery {
  readonly directions: readonly Direction[];
  /** Maximum distance in edges. */
  readonly depth: number;
  /** Only nodes of these layers, besides the requested node. */
  readonly layers?: readonly Layer[] | undefined;
  /** Only edges of at least this confidence, from 0 to 1. */
  readonly minConfidence?: number | undefined;
  /** Only edges of these kinds. */
  readonly kinds?: ReadonlySet<string> | undefined;
  /** Whether to show edges that a person rejected, marked as such. */
  readonly withRejected?: boolean | undefined;
}

/** The origins and the results of something. */
export interface TracedNode {
  readonly target: Target;
  /** One lineage for each node that represents the target. */
  readonly backward: readonly Lineage[] | undefined;
  readonly forward: readonly Lineage[] | undefined;
  /** The structural invariants that edges at the shown nodes violate, as sentences. */
  readonly warnings: readonly string[];
  /** The present commits of rewritten ones that its nodes were recorded with. */
  readonly present?: ReadonlyMap<string, Oid>;
}

/** Most edges followed per node. */
const MAX_EDGES_PER_NODE = 100;
/** Maximum number of nodes in a lineage. */
const MAX_NODES = 2000;

/** Follows the edges of a target, as a tree that shows each node once, at its shortest distance. */
export async function trace(
  world: KnowledgeGraph,
  target: Target,
  query: TraceQuery,
  weighing: Weighing,
): Promise<TracedNode> {
  const follow = async (direction: Direction): Promise<Lineage[] | undefined> =>
    query.directions.includes(direction)
      ? lineage(world, target.nodes, direction, { withRejected: true, ...query }, weighing)
      : undefined;
  const [backward, forward] = [await follow('backward'), await follow('forward')];
  const bound = [...boundEnds(backward ?? []), ...boundEnds(forward ?? [])];
  const warnings = await brokenAround(world, [...new Set([...target.nodes, ...bound])]);
  return { target, backward, forward, warnings };
}

/** Adds the present commits of those that were rewritten. */
export async function withPresent(
  traced: TracedNode,
  history: History,
  sources: readonly GraphSource[],
): Promise<TracedNode> {
  const nodes = nodesIn([...(traced.backward ?? []), ...(traced.forward ?? [])]);
  return { ...traced, present: await presentCommitsOf(history, sources, nodes) };
}

function* nodesIn(lineages: readonly Lineage[]): Generator<Node> {
  for (const { node, children } of lineages) {
    if (node) yield node;
    yield* nodesIn(children);
  }
}

function* boundEnds(roots: readonly Lineage[]): Generator<NodeId> {
  for (const { link, children } of roots) {
    if (link && BOUND_KINDS.has(link.kind)) yield* [link.from, link.to];
    yield* boundEnds(children);
  }
}

interface Reached {
  readonly id: NodeId;
  readonly link: Link | undefined;
  readonly repeated: boolean;
  children: readonly Reached[];
  more: number;
}

/** Follows the edges from some nodes in one direction. A cycle ends at the node where it started. */
export async function lineage(
  world: KnowledgeGraph,
  from: readonly NodeId[],
  direction: Direction,
  query: TraceQuery,
  weighing: Weighing,
): Promise<Lineage[]> {
  const seen = new Set<NodeId>(from);
  const rejected = new Set<NodeId>();
  const roots: Reached[] = from.map((id) => reached(id, undefined, false));
  let level = roots;
  for (let depth = 0; depth < query.depth && level.length > 0; depth++) {
    await world.learn(level.map(({ id }) => id));
    const wanted: Next[][] = [];
    for (const { id } of level) wanted.push(await trusted(world, next(world, id, direction, query), query, weighing));
    if (query.layers) await world.learn(wanted.flat().map(({ other }) => other)); // to know their kinds
    const below: Reached[] = [];
    for (const [i, parent] of level.entries()) {
      const links = wanted[i]!.filter(({ other }) => isOfLayers(world, other, query));
      parent.children = links.slice(0, MAX_EDGES_PER_NODE).map(({ other, link }) => {
        if (isRejected(link)) {
          rejected.add(other); // nothing beyond it is shown
          return reached(other, link, false);
        }
        const child = reached(other, link, seen.has(other));
        if (!child.repeated && seen.size < MAX_NODES) below.push(child);
        seen.add(other);
        return child;
      });
      parent.more = links.length - parent.children.length;
    }
    level = below;
  }
  await world.learnTouches([...seen, ...rejected]);
  const finish = (one: Reached): Lineage => ({
    ...one,
    node: world.node(one.id),
    session: world.session(one.id),
    standing: world.standing(one.id),
    mark: world.mark(one.id),
    touched: one.link && world.touchedAt(one.link),
    confidence: one.link && confidenceOf(one.link, world.touchedAt(one.link), weighing),
    children: one.children.map(finish),
  });
  return roots.map(finish);
}

const reached = (id: NodeId, link: Link | undefined, repeated: boolean): Reached => ({
  id,
  link,
  repeated,
  children: [],
  more: 0,
});

interface Next {
  readonly other: NodeId;
  readonly link: Link;
}

function next(
  world: KnowledgeGraph,
  id: NodeId,
  direction: Direction,
  { kinds, withRejected = false }: TraceQuery,
): Next[] {
  const found: Next[] = [];
  for (const link of world.links(id, withRejected)) {
    if (kinds && !kinds.has(link.kind)) continue;
    const origin = originOf(link.kind) === 'to' ? link.to : link.from;
    const end = origin === link.to ? link.from : link.to;
    if (direction === 'backward' ? end === id : origin === id)
      found.push({ other: direction === 'backward' ? origin : end, link });
  }
  return found;
}

// Touches only raise a confidence, so they are read where it is too low without them.
async function trusted(
  world: KnowledgeGraph,
  found: Next[],
  { minConfidence = 0 }: TraceQuery,
  weighing: Weighing,
): Promise<Next[]> {
  const isBelow = ({ link }: Next): boolean =>
    confidenceOf(link, world.touchedAt(link), weighing) < minConfidence && sourceBase(link.source) >= minConfidence;
  await world.learnTouches(found.filter(isBelow).flatMap(({ link }) => [link.from, link.to]));
  return found.filter(({ link }) => confidenceOf(link, world.touchedAt(link), weighing) >= minConfidence);
}

function isOfLayers(world: KnowledgeGraph, id: NodeId, { layers }: TraceQuery): boolean {
  if (!layers) return true;
  const layer = layerOf(world.node(id)?.kind ?? '');
  return layer !== undefined && layers.includes(layer);
}
