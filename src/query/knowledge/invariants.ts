import type { NodeId } from '../../graph/ids.ts';
import { checkInvariants, type Violation } from '../../graph/invariants.ts';
import type { Edge } from '../../graph/model.ts';
import type { World } from './world.ts';

/** The edges that the structural invariants speak of (third seed). */
const BOUND: ReadonlySet<string> = new Set(['caused', 'prevents', 'extends']);
/** A chain of causes is followed over so many nodes. */
const FOLLOWED = 10_000;

/**
 * The invariants that a further edge would break, together with what is known: no cycle of `caused`, nothing that both causes
 * and prevents, no `extends` of an external package where types have one base.
 */
export async function brokenBy(world: World, edge: Edge): Promise<Violation[]> {
  if (!BOUND.has(edge.kind)) return [];
  const edges = new Map<string, Edge>([[keyOf(edge), edge]]);
  const seen = new Set<NodeId>([edge.from, edge.to]);
  for (let level = [...seen]; level.length > 0 && seen.size < FOLLOWED;) {
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

/** What is broken, in words for people. */
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
