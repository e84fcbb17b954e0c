import { ProvError } from '../../errors.ts';
import type { NodeId, RepoPath } from '../../model/ids.ts';
import type { EdgeName } from '../../model/knowledge/edge-status.ts';
import { isThingId, thingId } from '../../model/knowledge/thing.ts';
import { isWholeId } from '../find/reference.ts';
import type { GraphSource } from '../index/graph-source.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';
import type { Target } from '../knowledge/target.ts';

/** What the search for links needs. */
export interface LinkSources {
  readonly world: KnowledgeGraph;
  readonly sources: readonly GraphSource[];
  readonly target: (text: string) => Promise<Target>;
}

/** A declared link that was found. */
export interface FoundLink {
  readonly name: EdgeName;
  /** Whether a person declared or accepted it. */
  readonly isSettled: boolean;
}

/**
 * The declared links of a kind between two ends that were not removed. A rewritten commit has the
 * links of the commits that it was made from too, so there may be several.
 * @param from a node, `commit:REV` or `file:PATH`
 * @throws ProvError `usage` or `data` for an end that is ambiguous or means nothing, `data` when no such link was declared
 */
export async function linksBetween(sources: LinkSources, from: string, kind: string, to: string): Promise<FoundLink[]> {
  const { world } = sources;
  const [starts, ends] = [await endsOf(sources, from), await endsOf(sources, to)];
  const fewer = starts.size <= ends.size ? starts : ends;
  await world.learn(fewer);
  const found = [...fewer].flatMap((id) =>
    world
      .links(id, true)
      .filter((link) => link.source === 'declared' && link.kind === kind)
      .filter((link) => starts.has(link.from) && ends.has(link.to)),
  );
  if (found.length === 0)
    throw new ProvError('data', `'${`${from} ${kind} ${to}`.slice(0, 200)}' is not a declared link.`, {
      hint: 'git prov trace shows the links of an entry. Only links that were declared are removed or reviewed.',
    });
  return found.map(({ from: start, kind: of, to: end }) => {
    const name = { from: start, kind: of, to: end };
    return { name, isSettled: world.edgeStanding(name)?.isSettled === true };
  });
}

// The nodes that an end may be in links.
async function endsOf({ target }: LinkSources, text: string): Promise<ReadonlySet<NodeId>> {
  const { type, id, nodes } = await target(text);
  const [node] = nodes;
  switch (isWholeId(id) ? 'node' : type) {
    case 'file':
      return new Set([thingId({ kind: 'file', path: id as RepoPath }), ...nodes.filter(isThingId)]);
    case 'function':
    case 'type':
    case 'service':
    case 'tool':
    case 'commit':
      return new Set(nodes.filter(isThingId));
    default:
      if (node && nodes.length === 1) return new Set([node]);
      throw new ProvError('usage', `'${text.slice(0, 80)}' is not one node.`, { hint: 'Use kind:id for each end.' });
  }
}
