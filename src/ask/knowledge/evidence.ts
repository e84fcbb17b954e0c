import type { NodeId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import { causesOf, changesBehind, type Ground, namedIn } from './grounds.ts';
import type { Target } from './target.ts';
import { lineage, type Lineage } from './trace.ts';
import { type KnowledgeGraph } from './knowledge-graph.ts';
import { confidenceOf, type Weighing } from '../../model/knowledge/link.ts';

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
/** The same for code: the entries that explain it. */
const GROUNDS_OF_CODE: ReadonlySet<string> = new Set([...GROUNDS, 'explains']);
const CODE: ReadonlySet<string> = new Set(['file', 'function', 'type']);
const TESTED: ReadonlySet<string> = new Set(['verified_by']);
const AGAINST: ReadonlySet<string> = new Set(['contradicts']);
/** Maximum number of edges that are followed from a node. */
const MAX_EDGES = 50;

/**
 * Follows a target back to its sources: episodes, notes, raw entries, evidence, verifications. A decision rests on what its changes
 * rest on: the prompt, the explorations that it names, a failed check before them. A commit rests on the checks and the sources of
 * its changes. A file, a function or a type also has the entries that explain it.
 */
export async function evidenceFor(world: KnowledgeGraph, target: Target, weighing: Weighing): Promise<Evidence> {
  const backward = { directions: [], depth: MAX_EDGES, kinds: CODE.has(target.type) ? GROUNDS_OF_CODE : GROUNDS };
  const roots = await lineage(world, target.nodes, 'backward', backward, weighing);
  const changes = await changesBehind(world, target.nodes);
  const behind = await lineage(world, changes, 'backward', backward, weighing);
  const both = [...target.nodes, ...changes];
  const tested = await lineage(world, both, 'forward', { directions: [], depth: 1, kinds: TESTED }, weighing);
  const against = await lineage(
    world,
    target.nodes,
    'backward',
    { directions: [], depth: 1, kinds: AGAINST },
    weighing,
  );
  const own = new Set<NodeId>(both);
  const isDecided = roots.some(({ node }) => node?.kind === 'decision');
  const text = roots.map(({ node }) => textOf(node)).join('\n');
  const causes = await linked(world, causesOf(world, changes, isDecided ? text : ''), weighing);
  const steps = distinct([...causes, ...below(behind)]);
  const explored = steps.filter(({ node }) => node?.kind === 'exploration');
  const kept = new Set(isDecided ? namedIn(explored, text) : explored);
  const derived = steps.filter((one) => one.node?.kind !== 'exploration' || kept.has(one));
  const found = distinct([...below(roots), ...derived, ...below(tested)]).filter(
    ({ repeated, id }) => !repeated && !own.has(id),
  );
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

const textOf = (node: Node | undefined): string =>
  [node?.summary, node?.detail?.['text'], node?.detail?.['because']]
    .filter((text) => typeof text === 'string')
    .join('\n');

// The first of each node.
const distinct = (all: readonly Lineage[]): Lineage[] =>
  [...new Map(all.toReversed().map((one) => [one.id, one])).values()].reverse();

async function linked(world: KnowledgeGraph, grounds: readonly Ground[], weighing: Weighing): Promise<Lineage[]> {
  const ids = grounds.map(({ id }) => id);
  const found = await lineage(world, ids, 'backward', { directions: [], depth: 0 }, weighing);
  return found.map((one, i) => {
    const { link } = grounds[i]!;
    const touched = world.touchedAt(link);
    return Object.assign({}, one, { link, touched, confidence: confidenceOf(link, touched, weighing) });
  });
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
