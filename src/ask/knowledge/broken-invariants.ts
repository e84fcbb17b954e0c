import { sessionId, shortId, type NodeId } from '../../model/ids.ts';
import { BOUND_KINDS, checkInvariants, type Violation } from '../../model/invariants.ts';
import { PERSON } from '../../model/knowledge/kinds.ts';
import { changeOf, type Status } from '../../model/knowledge/status.ts';
import { nameOfThing, type Thing, thingContent, thingId, thingOf } from '../../model/knowledge/thing.ts';
import type { Edge, Node, Session } from '../../model/model.ts';
import { withThings } from '../../model/standing/things.ts';
import { BOUND_THING } from '../index/build/rows.ts';
import type { KnownGraph, GraphSource } from '../index/graph-source.ts';
import { KnowledgeGraph } from './knowledge-graph.ts';

/** Maximum number of nodes in a chain of causes. */
const MAX_FOLLOWED_NODES = 10_000;
/** Most graphs with such edges that are compared: the newest ones. */
const MAX_COMPARED_GRAPHS = 2000;

/**
 * The structural invariants that a further edge would violate, together with the known ones, as sentences.
 * @param ends what its ends refer to, because nothing may have referred to them before
 */
export async function brokenBy(world: KnowledgeGraph, edge: Edge, ends: readonly Thing[]): Promise<string[]> {
  if (!BOUND_KINDS.has(edge.kind)) return [];
  const nodes = ends.map((thing) => ({ id: thingId(thing), at: Date.now(), ...thingContent(thing) }));
  world.add({ session: NOBODY, nodes, edges: [] });
  const [seen, edges] = await followed(world, [edge.from, edge.to]);
  const broken = await check(world, seen, [edge, ...edges]);
  return broken.filter((violation) => isAbout(violation, edge)).map((one) => wordsOf(world, one));
}

/** Things belong to no session. */
const NOBODY: Session = { id: sessionId('things'), agent: PERSON };

/** The claims that hold among the entries that a new claim contradicts, as sentences. */
export async function disputedBy(world: KnowledgeGraph, contradicted: readonly NodeId[]): Promise<string[]> {
  await world.learnStanding(contradicted);
  const claims = contradicted.filter((id) => world.node(id)?.kind === 'claim' && holds(world, id));
  return claims.map(
    (id) => `The new claim contradicts ${nameOf(world.node(id), id)}, and both hold: retract or revise one.`,
  );
}

/** The structural invariants that edges at some nodes violate, as sentences. */
export async function brokenAround(world: KnowledgeGraph, nodes: readonly NodeId[]): Promise<string[]> {
  const [seen, edges] = await followed(world, nodes);
  const shown = new Set<NodeId>(nodes);
  const broken = await check(world, seen, edges);
  return broken.filter((violation) => idsOf(violation).some((id) => shown.has(id))).map((one) => wordsOf(world, one));
}

/** The structural invariants that all known edges together violate, as sentences. */
export async function brokenIn(world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<string[]> {
  const ends = new Set<NodeId>();
  for (const source of sources)
    for (const graph of await source.touching(BOUND_THING, MAX_COMPARED_GRAPHS)) {
      world.add(graph);
      for (const { kind, from, to } of graph.edges) if (BOUND_KINDS.has(kind)) ends.add(from).add(to);
    }
  await world.learn(ends);
  return (await check(world, ends, edgesAt(world, ends))).map((one) => wordsOf(world, one));
}

/** The part of a graph that has such edges, or decides whether entries hold; undefined when it has none. */
export function boundPart(graph: KnownGraph): KnownGraph | undefined {
  // The form for readers has no other kinds of edge, and no events that the graph does not have.
  if (!graph.edges.some(isBound) && !graph.nodes.some(decides)) return undefined;
  const { session, nodes, edges, context = [] } = withThings(graph);
  const bound = edges.filter(isBound);
  if (bound.length === 0 && !nodes.some(decides)) return undefined;
  const ends = new Set(bound.flatMap(({ from, to }) => [from, to]));
  const kept = [...nodes, ...context].filter((node) => ends.has(node.id) || decides(node));
  return { session, nodes: kept, edges: bound };
}

const isBound = ({ kind }: Edge): boolean => BOUND_KINDS.has(kind) || kind === 'supersedes';

// Whether an event decides if an entry, or an edge with invariants, holds.
function decides(node: Node): boolean {
  if (node.kind !== 'event') return false;
  const change = changeOf(node);
  const { edge } = node.detail ?? {};
  if (edge !== undefined) return change !== undefined && BOUND_KINDS.has(String(edge));
  return change === 'accepted' || change === 'rejected' || change === 'retracted';
}

/** The structural invariants that such parts violate together, as sentences. */
export async function brokenAmong(parts: readonly KnownGraph[]): Promise<string[]> {
  const world = new KnowledgeGraph([]);
  const ends = new Set<NodeId>();
  for (const part of parts) {
    world.add(part);
    for (const { kind, from, to } of part.edges) if (BOUND_KINDS.has(kind)) ends.add(from).add(to);
  }
  return (await check(world, ends, edgesAt(world, ends))).map((one) => wordsOf(world, one));
}

// The nodes that such edges connect with some nodes.
async function followed(world: KnowledgeGraph, from: readonly NodeId[]): Promise<[Set<NodeId>, Edge[]]> {
  const seen = new Set<NodeId>(from);
  const edges: Edge[] = [];
  for (let level = [...seen]; level.length > 0 && seen.size < MAX_FOLLOWED_NODES;) {
    await world.learn(level);
    const found = edgesAt(world, level);
    edges.push(...found);
    level = [...new Set(found.flatMap((edge) => [edge.from, edge.to]))].filter((id) => !seen.has(id));
    for (const id of level) seen.add(id);
  }
  return [seen, edges];
}

const edgesAt = (world: KnowledgeGraph, ids: Iterable<NodeId>): Edge[] =>
  [...ids].flatMap((id) => world.links(id).filter(({ kind }) => BOUND_KINDS.has(kind)));

/** Entries that do not hold any more break nothing. */
const GONE: ReadonlySet<Status> = new Set<Status>(['rejected', 'retracted', 'superseded']);

const holds = (world: KnowledgeGraph, id: NodeId): boolean => !GONE.has(world.standing(id)?.status ?? 'accepted');

async function check(world: KnowledgeGraph, ids: ReadonlySet<NodeId>, edges: readonly Edge[]): Promise<Violation[]> {
  await world.learnStanding(ids);
  const counting = new Map<string, Edge>();
  for (const edge of edges)
    if (holds(world, edge.from) && holds(world, edge.to)) counting.set(`${edge.from} ${edge.kind} ${edge.to}`, edge);
  const nodes = [...ids].flatMap((id) => world.node(id) ?? []);
  return checkInvariants(nodes, [...counting.values()]);
}

function idsOf(violation: Violation): readonly NodeId[] {
  switch (violation.kind) {
    case 'cycle':
      return violation.nodes;
    case 'contradiction':
      return [violation.caused, violation.prevents].flatMap(({ from, to }) => [from, to]);
    case 'extends_external':
    case 'dispute':
      return [violation.edge.from, violation.edge.to];
  }
}

function isAbout(violation: Violation, { kind, from, to }: Edge): boolean {
  const ids = idsOf(violation);
  if (!ids.includes(from) || !ids.includes(to)) return false;
  if (violation.kind === 'contradiction') return kind === 'caused' || kind === 'prevents';
  return kind === KIND_OF[violation.kind];
}

const KIND_OF = { cycle: 'caused', extends_external: 'extends', dispute: 'contradicts' } as const;

function wordsOf(world: KnowledgeGraph, violation: Violation): string {
  const named = (id: NodeId): string => nameOf(world.node(id), id);
  switch (violation.kind) {
    case 'cycle':
      return `${[...violation.nodes, violation.nodes[0]!].map(named).join(' caused ')}: nothing is a cause of itself.`;
    case 'contradiction': {
      const { caused, prevents } = violation;
      return `${named(caused.from)} caused ${named(caused.to)}, and ${named(prevents.from)} prevents it, at the same time.`;
    }
    case 'extends_external': {
      const { edge, language } = violation;
      return `${named(edge.from)} extends ${named(edge.to)} from outside, but ${language} has no multiple inheritance.`;
    }
    case 'dispute':
      return `${named(violation.edge.from)} contradicts ${named(violation.edge.to)}, and both hold: retract or revise one.`;
  }
}

function nameOf(node: Node | undefined, id: NodeId): string {
  const thing = node && thingOf(node);
  if (thing && thing.kind !== 'commit') return nameOfThing(thing);
  return node ? `${node.kind}:${shortId(id)}` : shortId(id);
}
