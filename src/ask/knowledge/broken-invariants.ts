import type { NodeId } from '../../model/ids.ts';
import { checkInvariants, type Violation } from '../../model/invariants.ts';
import type { Edge, Node } from '../../model/model.ts';
import type { KnownGraph, GraphSource } from '../index/graph-source.ts';
import { KnowledgeGraph } from './knowledge-graph.ts';

/** The kinds of edge with structural invariants (third seed). */
const BOUND: ReadonlySet<string> = new Set(['caused', 'prevents', 'extends']);
/** Maximum number of nodes in a chain of causes. */
const MAX_FOLLOWED_NODES = 10_000;

/**
 * The invariants that a further edge would violate, together with the known ones: no cycle of `caused`, nothing that both
 * causes and prevents, no `extends` of an external package where types have one base.
 */
export async function brokenBy(world: KnowledgeGraph, edge: Edge): Promise<Violation[]> {
  if (!BOUND.has(edge.kind)) return [];
  const edges = new Map<string, Edge>([[keyOf(edge), edge]]);
  const seen = new Set<NodeId>([edge.from, edge.to]);
  for (let level = [...seen]; level.length > 0 && seen.size < MAX_FOLLOWED_NODES;) {
    await world.learn(level);
    const next: NodeId[] = [];
    for (const id of level)
      for (const link of world.links(id)) {
        if (!BOUND.has(link.kind)) continue;
        edges.set(keyOf(link), link);
        for (const end of [link.from, link.to]) {
          if (seen.has(end)) continue;
          seen.add(end);
          next.push(end);
        }
      }
    level = next;
  }
  const nodes = [...seen].flatMap((id) => world.node(id) ?? []);
  return checkInvariants(nodes, [...edges.values()]).filter((violation) => isAbout(violation, edge));
}

/** The invariants that all declarations together violate. */
export async function brokenIn(world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<Violation[]> {
  const ends = new Set<NodeId>();
  for (const source of sources)
    for await (const { node } of source.ofKind({ kind: 'event' })) {
      const { edge, subject, object } = node.detail ?? {};
      if (BOUND.has(String(edge))) for (const id of [subject, object]) ends.add(String(id) as NodeId);
    }
  await world.learn(ends);
  return check(world, ends);
}

/** The part of a graph with such edges; undefined when it has none. */
export function boundPart({ session, nodes, edges, context = [] }: KnownGraph): KnownGraph | undefined {
  const bound = edges.filter(binds);
  if (bound.length === 0 && !nodes.some(isBound)) return undefined;
  const ends = new Set(bound.flatMap(({ from, to }) => [from, to]));
  const kept = [...nodes, ...context].filter((node) => ends.has(node.id) || isBound(node));
  return { session, nodes: kept, edges: bound };
}

/** The invariants that such parts violate together. */
export function brokenAmong(parts: readonly KnownGraph[]): Violation[] {
  const world = new KnowledgeGraph([]);
  const ends = new Set<NodeId>();
  for (const part of parts) {
    world.add(part);
    for (const { from, to } of part.edges) ends.add(from).add(to);
  }
  return check(world, ends);
}

const binds = ({ kind }: Edge): boolean => BOUND.has(kind);

const isBound = ({ kind, detail }: Node): boolean => kind === 'event' && BOUND.has(String(detail?.['edge']));

function check(world: KnowledgeGraph, ends: ReadonlySet<NodeId>): Violation[] {
  const edges = new Map<string, Edge>();
  for (const id of ends) for (const link of world.links(id)) if (BOUND.has(link.kind)) edges.set(keyOf(link), link);
  const nodes = [...ends].flatMap((id) => world.node(id) ?? []);
  return checkInvariants(nodes, [...edges.values()]);
}

const keyOf = ({ from, kind, to }: Edge): string => `${from} ${kind} ${to}`;

function isAbout(violation: Violation, { from, to }: Edge): boolean {
  switch (violation.kind) {
    case 'cycle':
      return violation.nodes.includes(from) && violation.nodes.includes(to);
    case 'contradiction':
      return [violation.caused, violation.prevents].some((edge) => edge.from === from && edge.to === to);
    case 'extends_external':
      return violation.edge.from === from && violation.edge.to === to;
  }
}

/** A violation in words. */
export function wordsOf(violation: Violation): string {
  switch (violation.kind) {
    case 'cycle':
      return `${[...violation.nodes, violation.nodes[0]].join(' caused ')}: nothing is a cause of itself.`;
    case 'contradiction':
      return `${violation.caused.from} caused ${violation.caused.to}, and ${violation.prevents.from} prevents it, at the same time.`;
    case 'extends_external':
      return `${violation.edge.from} extends the external ${violation.edge.to}, which ${violation.language} has no way to say.`;
  }
}
