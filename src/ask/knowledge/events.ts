import type { NodeId } from '../../model/ids.ts';
import { changeOf, type LoggedEvent, type Standing } from '../../model/knowledge/status.ts';
import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import { mayChangeEntry } from '../../model/standing/standing.ts';
import type { KnowledgeGraph } from './knowledge-graph.ts';

/** An event with its context. */
export interface Happened {
  readonly event: LoggedEvent;
  /** The goal of the session at the time. */
  readonly goal: Node | undefined;
  /** The standing of the event, see `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
}

/** All events of a node. They determine its state. */
export interface NodeHistory {
  readonly node: Node;
  readonly standing: Standing;
  /** See `KnowledgeGraph.mark`. */
  readonly mark: RecordStanding | undefined;
  /** Oldest first. */
  readonly events: readonly Happened[];
}

/** The events of a node; undefined for a node that no note here contains. */
export async function historyOfNode(world: KnowledgeGraph, id: NodeId): Promise<NodeHistory | undefined> {
  await world.learnStanding([id]);
  const [node, standing] = [world.node(id), world.standing(id)];
  if (!node || !standing) return undefined;
  return { node, standing, mark: world.mark(id), events: await withGoals(world, standing.events) };
}

/** All events of an edge. */
export interface EdgeHistory {
  readonly from: Node | undefined;
  readonly edge: string;
  readonly to: Node | undefined;
  /** Whether it exists now. */
  readonly holds: boolean;
  readonly events: readonly Happened[];
}

/** The events of an edge: declared with its first node, linked, removed. */
export async function historyOfEdge(
  world: KnowledgeGraph,
  from: NodeId,
  edge: string,
  to: NodeId,
): Promise<EdgeHistory> {
  await world.learn([from, to]);
  const changes = world.changes(from).filter(({ node }) => {
    const change = changeOf(node);
    return (
      (change === 'linked' || change === 'unlinked') && node.detail?.['edge'] === edge && node.detail['object'] === to
    );
  });
  const events = changes
    .map(({ node, session, standing }): LoggedEvent => {
      const { by, because } = node.detail ?? {};
      const counts = mayChangeEntry(standing, world.recordStanding(from));
      const event: LoggedEvent = {
        at: node.at,
        event: changeOf(node)!,
        node: node.id,
        session: session.id,
        agent: session.agent,
        edge,
        object: to,
        counts,
      };
      if (!counts) Object.assign(event, { isOutranked: true });
      if (typeof by === 'string') Object.assign(event, { by });
      if (typeof because === 'string') Object.assign(event, { because });
      return event;
    })
    .sort((a, b) => a.at - b.at || (a.node < b.node ? -1 : 1));
  const links = world.links(from).filter((link) => link.from === from && link.kind === edge && link.to === to);
  const subject = world.node(from);
  const session = world.session(from);
  // If it was declared together with the node, that is its first event.
  const isFirst = subject && session && (links.some(({ at }) => at === subject.at) || events[0]?.event === 'unlinked');
  const first: LoggedEvent[] = isFirst
    ? [
        {
          at: subject.at,
          event: 'linked',
          node: from,
          session: session.id,
          agent: session.agent,
          edge,
          object: to,
          counts: true,
        },
      ]
    : [];
  return {
    from: subject,
    edge,
    to: world.node(to),
    holds: links.length > 0,
    events: await withGoals(world, [...first, ...events]),
  };
}

async function withGoals(world: KnowledgeGraph, events: readonly LoggedEvent[]): Promise<Happened[]> {
  await world.learn(events.map(({ node }) => node)); // their graphs repeat the goal in force
  return events.map((event) => ({ event, goal: world.goalOf(event.node), mark: world.mark(event.node) }));
}
