import type { EdgeStatus } from '../../model/knowledge/edge-status.ts';
import { isoTime } from '../shapes/parts.ts';
import type { LoggedEvent, Standing, Status } from '../../model/knowledge/status.ts';
import type { TaskState } from '../../model/knowledge/task-state.ts';
import { marked, type Stale, staleness, wholeText, type Marked } from './entry-parts.ts';
import type { EdgeHistory, Happened, NodeHistory } from './events.ts';

/** The name of the format of `git prov history --json`. Fields may be added, but never changed or removed. */
export const HISTORY_SCHEMA = 'git-prov/history/1';

/** A confidence of an entry at some time, with the reason for it. */
export interface ConfidenceAnswer {
  readonly at: string | null;
  readonly confidence: number;
  readonly why: string;
}

/** The answer to `git prov history NODE`. */
export interface NodeHistoryAnswer extends Marked, Stale {
  readonly schema: typeof HISTORY_SCHEMA;
  readonly node: { readonly type: string; readonly id: string; readonly statement: string };
  readonly status: Status;
  readonly state?: TaskState;
  readonly superseded_by: string | null;
  readonly confidence: number | null;
  readonly confidence_history: readonly ConfidenceAnswer[];
  readonly events: readonly EventAnswer[];
}

/** The answer to `git prov history FROM EDGE TO`. */
export interface EdgeHistoryAnswer {
  readonly schema: typeof HISTORY_SCHEMA;
  readonly edge: { readonly from: string | null; readonly kind: string; readonly to: string | null };
  /** Whether it exists now, at least as a proposal. */
  readonly holds: boolean;
  /** Null for an edge that was not declared. */
  readonly status: EdgeStatus | null;
  readonly events: readonly EventAnswer[];
}

/** An event of an entry, with the goal of the session at the time. */
export interface EventAnswer extends Marked {
  readonly at: string | null;
  readonly event: LoggedEvent['event'];
  readonly node: string;
  /** The person, when the record names one. */
  readonly by: string | null;
  readonly agent: string;
  readonly session: string;
  readonly goal: { readonly id: string; readonly summary: string } | null;
  /** Before and after: a status, the state of a task, or a confidence from 0 to 1. */
  readonly before: string | number | null;
  readonly after: string | number | null;
  readonly because: string | null;
  /** The run of the behaviour that did it. */
  readonly run?: string;
  readonly edge?: string;
  readonly object?: string;
  /** Whether it takes effect. */
  readonly counts: boolean;
}

/** `git prov history NODE --json`. */
export const nodeHistoryAnswer = ({ node, standing, mark, events }: NodeHistory): NodeHistoryAnswer => ({
  schema: HISTORY_SCHEMA,
  node: { type: node.kind, id: node.id, statement: wholeText(node) },
  status: standing.status,
  ...(standing.state && { state: standing.state }),
  ...staleness(standing),
  ...marked(mark),
  superseded_by: standing.supersededBy ?? null,
  confidence: standing.confidence ?? null,
  confidence_history: confidencesOf(standing),
  events: events.map(eventAnswer),
});

/** `git prov history FROM EDGE TO --json`. */
export const edgeHistoryAnswer = ({ from, edge, to, holds, status, events }: EdgeHistory): EdgeHistoryAnswer => ({
  schema: HISTORY_SCHEMA,
  edge: { from: from?.id ?? null, kind: edge, to: to?.id ?? null },
  holds,
  status: status ?? null,
  events: events.map(eventAnswer),
});

const eventAnswer = ({ event, goal, run, mark }: Happened): EventAnswer => ({
  at: isoTime(event.at),
  event: event.event,
  node: event.node,
  by: event.by ?? null,
  agent: event.agent,
  session: event.session,
  goal: goal ? { id: goal.id, summary: goal.summary } : null,
  before: event.before ?? null,
  after: event.after ?? null,
  because: event.because ?? null,
  ...(run !== undefined && { run }),
  ...(event.edge !== undefined && { edge: event.edge }),
  ...(event.object !== undefined && { object: event.object }),
  counts: event.counts,
  ...marked(mark),
});

/** The confidences of an entry, oldest first. */
export const confidencesOf = ({ confidenceHistory }: Standing): ConfidenceAnswer[] =>
  confidenceHistory.map(({ at, value, why }) => ({ at: isoTime(at), confidence: value, why }));
