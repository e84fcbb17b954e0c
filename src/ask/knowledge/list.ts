import { isTurnGoal, TODO_ITEM } from '../../model/knowledge/kinds.ts';
import type { NodeId } from '../../model/ids.ts';
import type { Status } from '../../model/knowledge/status.ts';
import { FINISHED, type TaskState } from '../../model/knowledge/task-state.ts';
import type { FoundNode, GraphSource as Asked, Wanted } from '../index/graph-source.ts';
import { nodesAbout, type WantedPath } from '../find/about-path.ts';
import { isUndeclared, stateAll, type Statement } from './statements.ts';
import type { KnowledgeGraph } from './knowledge-graph.ts';

export interface ListQuery extends Wanted, WantedPath {
  readonly kind: string;
  readonly status?: Status | undefined;
  /** Of tasks and declared goals. */
  readonly state?: TaskState | undefined;
  readonly minConfidence?: number | undefined;
  readonly provenance: boolean;
  /** Leaves out what nobody declared or accepted; see `isUndeclared`. */
  readonly declaredOnly?: boolean;
  /** All, when absent. */
  readonly limit?: number | undefined;
}

/** Nodes completed per batch. */
const NODES_PER_BATCH = 100;

/**
 * All nodes of a kind, newest first. Finished items of agents' to-do lists are only listed by their state, status or session.
 * Entries that are only claimed fill what the limit leaves to them.
 */
export async function list(world: KnowledgeGraph, sources: readonly Asked[], query: ListQuery): Promise<Statement[]> {
  const { limit = Number.POSITIVE_INFINITY, status, state, minConfidence, declaredOnly } = query;
  const isAll = (state ?? status ?? query.session) !== undefined;
  const about = await nodesAbout(world, sources, query);
  const listed: Statement[] = [];
  const seen = new Set<NodeId>();
  let page: FoundNode[] = [];
  const take = async (): Promise<void> => {
    for (const one of await stateAll(world, page, query.provenance))
      if (
        (status === undefined || one.standing.status === status) &&
        (!declaredOnly || one.standing.state !== undefined || !isUndeclared(one)) &&
        (state === undefined || one.standing.state === state) &&
        (isAll || !isFinishedTodo(one)) &&
        (minConfidence === undefined || (one.confidence ?? 1) >= minConfidence)
      )
        listed.push(one);
    page = [];
  };
  for (const source of sources)
    for await (const found of source.ofKind({ ...query, mayBeProposal: status === 'proposed' })) {
      if (
        seen.has(found.node.id) ||
        about?.has(found.node.id) === false ||
        ((status ?? state) !== undefined && isTurnGoal(found.node))
      )
        continue;
      seen.add(found.node.id);
      page.push(found);
      if (page.length < NODES_PER_BATCH) continue;
      await take();
      if (listed.length >= limit) break;
    }
  await take();
  if (listed.length > limit) listed.sort((a, b) => isClaimed(a) - isClaimed(b) || byTime(a, b));
  return listed.slice(0, limit).sort(byTime);
}

const isFinishedTodo = ({ node, standing: { state, status } }: Statement): boolean =>
  node.detail?.['source'] === TODO_ITEM && (FINISHED.has(state) || status === 'superseded');

const byTime = (a: Statement, b: Statement): number => b.node.at - a.node.at || (a.node.id < b.node.id ? -1 : 1);
const isClaimed = (one: Statement): number => Number(one.recordStanding === 'claimed');
