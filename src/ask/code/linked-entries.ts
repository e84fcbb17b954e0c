import type { CodeSymbol } from '../../code/symbols.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { NodeId } from '../../model/ids.ts';
import { isEntry } from '../../model/knowledge/kinds.ts';
import type { GraphSource } from '../index/graph-source.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';
import { staleness } from '../knowledge/entry-parts.ts';
import type { LinkedEntry } from '../shapes/shapes.ts';
import type { ImpactAnswer } from './impact-answer.ts';
import { thingsAbout } from './things-about.ts';

/** Limit of entries that are listed for one symbol. */
const MAX_ENTRIES = 20;

/** Adds the entries that people and agents linked to the changed symbols or to their files, under all names of the files. */
export async function withLinked(search: LinkedSearch, answer: ImpactAnswer): Promise<ImpactAnswer> {
  const symbols = answer.changed.map(({ symbol }) => symbol);
  const linked = await linkedTo(search, symbols, true);
  return { ...answer, changed: answer.changed.map((one, i) => Object.assign({}, one, { linked: linked[i]! })) };
}

/** Where entries are looked for. */
export interface LinkedSearch {
  readonly repo: Repo;
  readonly sources: readonly GraphSource[];
  readonly world: KnowledgeGraph;
}

/**
 * The entries that are linked to functions and types.
 * @param withFiles whether to include those that are linked to their files
 * @returns the entries for each symbol, in the same order
 */
export async function linkedTo(
  { repo, sources, world }: LinkedSearch,
  symbols: readonly Pick<CodeSymbol, 'kind' | 'path' | 'name'>[],
  withFiles: boolean,
): Promise<readonly (readonly LinkedEntry[])[]> {
  return linkedToThings(world, await thingsAbout({ repo, sources }, symbols, withFiles));
}

/**
 * The entries that are linked to things.
 * @param things the ids of each thing
 * @returns the entries for each thing, in the same order
 */
export async function linkedToThings(
  world: KnowledgeGraph,
  things: readonly (readonly NodeId[])[],
): Promise<readonly (readonly LinkedEntry[])[]> {
  await world.learn(things.flat());
  const linked = things.map((ids) => othersOf(world, ids));
  await world.learnStanding(linked.flat());
  return linked.map((ids) => ids.flatMap((id) => entryOf(world, id) ?? []).slice(0, MAX_ENTRIES));
}

function othersOf(world: KnowledgeGraph, ids: readonly NodeId[]): NodeId[] {
  const others = new Set<NodeId>();
  for (const id of ids) for (const { from, to } of world.links(id)) others.add(from === id ? to : from);
  return [...others];
}

// What a person took back or rejected says nothing any more.
function entryOf(world: KnowledgeGraph, id: NodeId): LinkedEntry | undefined {
  const [node, standing] = [world.node(id), world.standing(id)];
  if (!node || !isEntry(node) || !standing) return undefined;
  if (standing.status === 'rejected' || standing.status === 'retracted' || standing.status === 'superseded')
    return undefined;
  const { changed } = staleness(standing);
  return {
    id: `${node.kind}:${id}`,
    text: node.summary,
    status: standing.status,
    stale: standing.staleSince !== undefined || changed !== undefined,
    ...(changed && { changed }),
  };
}
