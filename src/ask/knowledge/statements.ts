import type { NodeId } from '../../model/ids.ts';
import type { SessionNode, Standing } from '../../model/knowledge/status.ts';
import type { Node, Session } from '../../model/model.ts';
import { originOf } from '../../model/knowledge/kinds.ts';
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
}

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
  await world.learn([...sources.values()].flat());
  return found.map(({ node, session, standing: recordStanding = 'claimed' }) => {
    const standing = world.standing(node.id) ?? LONE;
    return {
      node: world.node(node.id) ?? node,
      session: world.session(node.id) ?? session,
      standing,
      recordStanding: world.recordStanding(node.id) ?? recordStanding,
      mark: world.mark(node.id),
      confidence: standing.confidence,
      sources: sources.get(node.id)?.map((id) => ({ id, node: world.node(id), mark: world.mark(id) })),
    };
  });
}

const LONE: Standing = { status: 'accepted', confidenceHistory: [], events: [] };

function sourcesOf(world: KnowledgeGraph, id: NodeId): NodeId[] {
  const origins = world.links(id).flatMap(({ kind, from, to }) => {
    if (!RESTS_ON.has(kind)) return [];
    const [origin, end] = originOf(kind) === 'to' ? [to, from] : [from, to];
    return end === id && origin !== id ? [origin] : [];
  });
  return [...new Set(origins)];
}
