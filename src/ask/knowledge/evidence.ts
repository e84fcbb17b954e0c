import type { NodeId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import type { Target } from './target.ts';
import { lineage, type Lineage } from './trace.ts';
import type { Weighing, KnowledgeGraph } from './knowledge-graph.ts';

/** The sources of something, each once. */
export interface Evidence {
  readonly target: Target;
  readonly subject: Lineage | undefined;
  readonly episodes: readonly Lineage[];
  readonly notes: readonly Lineage[];
  readonly raws: readonly Lineage[];
  /** Claims, evidence, verifications and other sources. */
  readonly others: readonly Lineage[];
  /** Entries that contradict it. */
  readonly against: readonly Lineage[];
  /** The number of episodes among its direct sources. */
  readonly direct: number;
}

/** The edges from a node to what it is based on. */
const GROUNDS: ReadonlySet<string> = new Set([
  'derived_from',
  'supports',
  'supersedes',
  'explored_via',
  'decided_by',
  'caused',
]);
const TESTED: ReadonlySet<string> = new Set(['verified_by']);
const AGAINST: ReadonlySet<string> = new Set(['contradicts']);
/** Maximum number of edges that are followed from a node. */
const MAX_EDGES = 50;

/** Follows a target back to its sources: episodes, notes, raw entries, evidence, verifications. */
export async function evidenceFor(world: KnowledgeGraph, target: Target, weighing: Weighing): Promise<Evidence> {
  const roots = await lineage(
    world,
    target.nodes,
    'backward',
    { directions: [], depth: MAX_EDGES, kinds: GROUNDS },
    weighing,
  );
  const tested = await lineage(world, target.nodes, 'forward', { directions: [], depth: 1, kinds: TESTED }, weighing);
  const against = await lineage(
    world,
    target.nodes,
    'backward',
    { directions: [], depth: 1, kinds: AGAINST },
    weighing,
  );
  const own = new Set<NodeId>(target.nodes);
  const found = [...below(roots), ...below(tested)].filter(({ id, repeated }) => !repeated && !own.has(id));
  const of = (...kinds: string[]): Lineage[] => found.filter(({ node }) => kinds.includes(node?.kind ?? ''));
  return {
    target,
    subject: roots.length === 1 ? roots[0] : undefined,
    episodes: of('episode'),
    notes: of('note'),
    raws: of('raw'),
    others: found.filter(({ node }) => !['episode', 'note', 'raw'].includes(node?.kind ?? '')),
    against: [...below(against)],
    direct: roots
      .flatMap(({ children }) => children)
      .filter(({ node, repeated }) => node?.kind === 'episode' && !repeated).length,
  };
}

function* below(roots: readonly Lineage[]): Generator<Lineage> {
  for (const { children } of roots)
    for (const child of children) {
      yield child;
      yield* below([child]);
    }
}

/** A raw entry. */
export interface RawSource {
  readonly node: Node;
  /** See `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
}

/** The raw entries at the origin of something, over any number of steps, oldest first. */
export async function rawSources(world: KnowledgeGraph, target: Target, weighing: Weighing): Promise<RawSource[]> {
  const { raws } = await evidenceFor(world, target, weighing);
  const found = raws.flatMap(({ node, mark }) => (node ? [{ node, mark }] : []));
  return found.sort(({ node: a }, { node: b }) => a.at - b.at || (a.id < b.id ? -1 : 1));
}
