import type { NodeId, RepoPath } from '../../model/ids.ts';
import { isEntry } from '../../model/knowledge/kinds.ts';
import { thingId } from '../../model/knowledge/thing.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';
import type { ChangedSymbol, ImpactAnswer, LinkedEntry } from './impact-answer.ts';

/** Limit of entries that are listed for one symbol. */
const MAX_ENTRIES = 20;

/** Adds the entries that people and agents linked to the changed symbols, or to their files. */
export async function withLinked(world: KnowledgeGraph, answer: ImpactAnswer): Promise<ImpactAnswer> {
  const things = answer.changed.map(thingsOf);
  await world.learn(things.flat());
  const linked = things.map((ids) => othersOf(world, ids));
  await world.learnStanding(linked.flat());
  const changed = answer.changed.map((one, i) =>
    Object.assign({}, one, { linked: linked[i]!.flatMap((id) => entryOf(world, id) ?? []).slice(0, MAX_ENTRIES) }),
  );
  return { ...answer, changed };
}

function othersOf(world: KnowledgeGraph, ids: readonly NodeId[]): NodeId[] {
  const others = new Set<NodeId>();
  for (const id of ids) for (const { from, to } of world.links(id)) others.add(from === id ? to : from);
  return [...others];
}

function thingsOf({ symbol: { kind, path, name } }: ChangedSymbol): NodeId[] {
  const file = path as RepoPath;
  return [thingId({ kind, path: file, name }), thingId({ kind: 'file', path: file })];
}

// What a person took back or rejected says nothing any more.
function entryOf(world: KnowledgeGraph, id: NodeId): LinkedEntry | undefined {
  const [node, standing] = [world.node(id), world.standing(id)];
  if (!node || !isEntry(node) || !standing) return undefined;
  if (standing.status === 'rejected' || standing.status === 'retracted' || standing.status === 'superseded')
    return undefined;
  return {
    id: `${node.kind}:${id}`,
    text: node.summary,
    status: standing.status,
    stale: standing.staleSince !== undefined,
  };
}
