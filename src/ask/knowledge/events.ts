import { idOf } from '../../model/behaviours/behaviour.ts';
import type { NodeId } from '../../model/ids.ts';
import type { EdgeStatus } from '../../model/knowledge/edge-status.ts';
import { BEHAVIOUR } from '../../model/knowledge/kinds.ts';
import type { LoggedEvent, Standing } from '../../model/knowledge/status.ts';
import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import type { KnowledgeGraph } from './knowledge-graph.ts';

/** An event with its context. */
export interface Happened {
  readonly event: LoggedEvent;
  /** The goal of the session at the time. */
  readonly goal: Node | undefined;
  /** The run of the behaviour that did it, as `git prov behaviours --json` has it. */
  readonly run?: string;
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
  const events = standing.events.map((event) => asForEdge(world, id, event));
  return { node, standing, mark: world.mark(id), events: await withGoals(world, events) };
}

// Whether an event about a link counts depends on the link.
function asForEdge(world: KnowledgeGraph, from: NodeId, event: LoggedEvent): LoggedEvent {
  if (event.edge === undefined || event.object === undefined) return event;
  const edge = world.edgeStanding({ from, kind: event.edge, to: event.object });
  return edge?.events.find(({ node }) => node === event.node) ?? event;
}

/** All events of an edge. */
export interface EdgeHistory {
  readonly from: Node | undefined;
  readonly edge: string;
  readonly to: Node | undefined;
  /** Whether it exists now, at least as a proposal. */
  readonly holds: boolean;
  /** Undefined for an edge that was not declared. */
  readonly status: EdgeStatus | undefined;
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
  const name = { from, kind: edge, to };
  const standing = world.edgeStanding(name);
  const events = standing?.events ?? [];
  const links = world.links(from).filter((link) => link.from === from && link.kind === edge && link.to === to);
  const subject = world.node(from);
  const session = world.session(from);
  // A step that is no entry declared or implied it.
  const isFirst =
    subject &&
    session &&
    events[0]?.event !== 'linked' &&
    (links.some(({ at }) => at === subject.at) || events[0]?.event === 'unlinked');
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
    status: standing?.status,
    events: await withGoals(world, [...first, ...events]),
  };
}

async function withGoals(world: KnowledgeGraph, events: readonly LoggedEvent[]): Promise<Happened[]> {
  await world.learn(events.map(({ node }) => node)); // their graphs repeat the goal in force
  return events.map((event) => {
    const run = event.agent === BEHAVIOUR ? idOf(world.node(event.node)?.detail?.['run']) : undefined;
    return { event, goal: world.goalOf(event.node), mark: world.mark(event.node), ...(run !== undefined && { run }) };
  });
}
