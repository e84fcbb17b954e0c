import type { NodeId } from '../../model/ids.ts';
import { isThing } from '../../model/knowledge/thing.ts';
import type { Node } from '../../model/model.ts';
import { filesOf } from '../index/build/rows.ts';
import type { GraphSource } from '../index/graph-source.ts';
import { isAboutPath } from '../index/in-memory-source.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';

/** The filter of lists and searches for entries about a file or a folder. */
export interface WantedPath {
  /** From the top of the repository. The top itself, an empty path, leaves nothing out. */
  readonly path?: string | undefined;
}

/**
 * The nodes about a file, or about files in a folder: those that changed or mention one, and the decisions, checks and goals
 * that a link joins to a change or to the file itself.
 * @returns undefined for all nodes
 */
export async function nodesAbout(
  world: KnowledgeGraph,
  sources: readonly GraphSource[],
  { path }: WantedPath,
): Promise<ReadonlySet<NodeId> | undefined> {
  if (path === undefined || path === '') return undefined;
  const named = new Map<NodeId, Node>();
  for (const source of sources)
    for (const graph of await source.below(path))
      for (const node of graph.nodes) if (isAboutPath(node, path)) named.set(node.id, node);
  await world.learn(named.keys());
  const about = new Set<NodeId>(named.keys());
  const add = (end: NodeId): void => {
    if (filesIn(world.node(end)).length === 0) about.add(end);
  };
  const changed = [...named.values()].filter((node) => node.kind === 'commitment' || isThing(node)); // not what was only read
  for (const { id } of changed) for (const end of endsOf(world, id)) add(end);
  const decisions = [...about].filter((id) => world.node(id)?.kind === 'decision');
  await world.learn(decisions);
  for (const id of decisions) for (const end of endsOf(world, id)) if (world.node(end)?.kind === 'goal') add(end);
  return about;
}

const endsOf = (world: KnowledgeGraph, id: NodeId): NodeId[] => world.links(id).flatMap(({ from, to }) => [from, to]);

const filesIn = (node: Node | undefined): readonly string[] => (node ? filesOf(node) : []);
