import type { NodeId } from '../../model/ids.ts';
import type { EdgeStatus } from '../../model/knowledge/edge-status.ts';
import type { SessionNode, Standing } from '../../model/knowledge/status.ts';
import type { Node, Session } from '../../model/model.ts';
import { isEntry, originOf, STATED } from '../../model/knowledge/kinds.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import type { KnowledgeGraph } from './knowledge-graph.ts';

/** A node in lists and search results. */
export interface Statement {
  readonly node: Node;
  readonly session: Pick<Session, 'id' | 'agent'>;
  readonly standing: Standing;
  readonly recordStanding: RecordStanding;
  /** `recordStanding` for the output, see `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
  /** From 0 to 1; undefined if no confidence was stated. */
  readonly confidence: number | undefined;
  /** The sources that it was derived from; only when requested. */
  readonly sources: readonly StatementSource[] | undefined;
}

/** One source of a node. */
export interface StatementSource {
  readonly id: NodeId;
  /** Undefined when no note here contains it. */
  readonly node: Node | undefined;
  /** See `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
  /** The status of the link to it; undefined for an edge that was not declared. */
  readonly linkStatus: EdgeStatus | undefined;
}

/** Whether nobody declared or accepted it: words from a conversation, a list of the work, or the goal of a turn. */
export const isUndeclared = ({ node, standing }: Pick<Statement, 'node' | 'standing'>): boolean =>
  standing.status === 'accepted' &&
  !isEntry(node) &&
  node.detail?.['source'] !== STATED &&
  !standing.events.some(({ event, counts }) => event === 'accepted' && counts);

/** The edges from a piece of knowledge to its basis. */
const RESTS_ON: ReadonlySet<string> = new Set(['derived_from', 'supports', 'supersedes']);

/** Adds the status to found nodes and, when requested, their sources. */
export async function stateAll(
  world: KnowledgeGraph,
  found: readonly SessionNode[],
  provenance: boolean,
): Promise<Statement[]> {
  const ids = found.map(({ node }) => node.id);
  await world.weigh(found);
  if (provenance) await world.learn(ids);
  const sources = new Map(provenance ? ids.map((id) => [id, sourcesOf(world, id)]) : []);
  await world.learn([...sources.values()].flatMap((all) => Array.from(all.keys())));
  return found.map(({ node, session, standing: recordStanding = 'claimed' }) => {
    const standing = world.standing(node.id) ?? LONE;
    return {
      node: world.node(node.id) ?? node,
      session: world.session(node.id) ?? session,
      standing,
      recordStanding: world.recordStanding(node.id) ?? recordStanding,
      mark: world.mark(node.id),
      confidence: standing.confidence,
      sources: statementSources(world, sources.get(node.id)),
    };
  });
}

const LONE: Standing = { status: 'accepted', confidenceHistory: [], events: [] };

const statementSources = (
  world: KnowledgeGraph,
  sources: ReadonlyMap<NodeId, EdgeStatus | undefined> | undefined,
): StatementSource[] | undefined =>
  sources && [...sources].map(([id, linkStatus]) => ({ id, node: world.node(id), mark: world.mark(id), linkStatus }));

// Where several edges lead to one source, the first counts.
function sourcesOf(world: KnowledgeGraph, id: NodeId): ReadonlyMap<NodeId, EdgeStatus | undefined> {
  const origins = new Map<NodeId, EdgeStatus | undefined>();
  for (const { kind, from, to, status } of world.links(id)) {
    if (!RESTS_ON.has(kind)) continue;
    const [origin, end] = originOf(kind) === 'to' ? [to, from] : [from, to];
    if (end === id && origin !== id && !origins.has(origin)) origins.set(origin, status);
  }
  return origins;
}
