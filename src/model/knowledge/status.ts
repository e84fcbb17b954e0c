import type { NodeId, SessionId } from '../ids.ts';
import type { Node, Session } from '../model.ts';
import type { RecordStanding } from '../standing/level.ts';
import { mayChangeEntry } from '../standing/standing.ts';
import { BEHAVIOUR, CHANGES, PERSON, THOUSAND, type KnowledgeChange } from './kinds.ts';
import type { ChangedSource } from './rests-on.ts';
import { isProposal, MARKED_ONLY, type ReviewPolicy } from './review.ts';
import { hasState, statedIn, taskState, type TaskState } from './task-state.ts';

/** The current status of a piece of knowledge. */
export const STATUSES = ['proposed', 'accepted', 'rejected', 'superseded', 'retracted', 'completed'] as const;
export type Status = (typeof STATUSES)[number];

/** A node and its session. */
export interface SessionNode {
  readonly node: Node;
  readonly session: Pick<Session, 'id' | 'agent'>;
  /** How far this clone can rely on it; `claimed` when absent. */
  readonly standing?: RecordStanding | undefined;
}

/** One event in a node's log: what changed, when, and who changed it. */
export interface LoggedEvent {
  readonly at: number;
  readonly event: 'created' | 'revised' | KnowledgeChange;
  /** The node of the event. */
  readonly node: NodeId;
  readonly session: SessionId;
  readonly agent: string;
  /** The person, when the record names one. */
  readonly by?: string;
  readonly because?: string;
  /** Before and after: a status, the state of a task, or a confidence from 0 to 1. */
  readonly before?: string | number;
  readonly after?: string | number;
  /** For a link: its kind and its other end. */
  readonly edge?: string;
  readonly object?: NodeId;
  /**
   * Whether it takes effect. An agent cannot accept or reject, and cannot retract another session's entry. What is only
   * claimed cannot change an entry that was recorded here or is vouched.
   */
  readonly counts: boolean;
  /** Whether it does not count because it is only claimed. */
  readonly isOutranked?: true;
}

/** A node that supersedes another one. */
export interface Revision {
  readonly entry: SessionNode;
  /** The events about it. */
  readonly changes: readonly SessionNode[];
  /** The status of the edge `supersedes`; accepted when absent. */
  readonly link?: string | undefined;
}

/** A confidence of the node at some time. */
export interface Confident {
  readonly at: number;
  /** From 0 to 1. */
  readonly value: number;
  readonly why: string;
}

/** The state of a node according to its event log. */
export interface Standing {
  readonly status: Status;
  readonly supersededBy?: NodeId;
  /** Of a task or a declared goal that is neither rejected, superseded nor retracted. */
  readonly state?: TaskState;
  /** Since when what it is derived from has changed or no longer counts, until a person or its session confirms it. */
  readonly staleSince?: number;
  /** The places in the code that it rests on and that have changed. Absent when nothing changed, or nothing was compared. */
  readonly changed?: readonly ChangedSource[];
  /** From 0 to 1; absent when no confidence was given. */
  readonly confidence?: number;
  readonly confidenceHistory: readonly Confident[];
  /** All events, oldest first, including those without effect. */
  readonly events: readonly LoggedEvent[];
}

/** Whether a decision is no reason any more: a person rejected it, or it was taken back. */
export const isOverruled = (status: string | undefined): status is 'rejected' | 'retracted' =>
  status === 'rejected' || status === 'retracted';

const CHANGE: ReadonlySet<string> = new Set(CHANGES);
/** Who accepts an entry, or states its confidence again, has looked at it. */
export const CONFIRMS: ReadonlySet<KnowledgeChange> = new Set(['accepted', 'confidence']);

/** The change that an event node records; undefined for any other node. */
export function changeOf({ kind, detail }: Node): KnowledgeChange | undefined {
  const event = detail?.['event'];
  return kind === 'event' && typeof event === 'string' && CHANGE.has(event) ? (event as KnowledgeChange) : undefined;
}

/** The node that an event node refers to. */
export const subjectOf = (node: Node): NodeId | undefined => text(node, 'subject') as NodeId | undefined;

/**
 * Computes the state of a node from its events, given in any order (fourth seed: any node's history is rebuilt from the
 * log).
 * @param changes event nodes about this node
 * @param revisions nodes that supersede it, each with the events about it
 * @param isReviewed the kinds that the reader has a person review
 * @param dependencies the states of the entries that a task depends on, see `taskState`
 */
export function standingOf(
  entry: SessionNode,
  changes: readonly SessionNode[],
  revisions: readonly Revision[] = [],
  isReviewed: ReviewPolicy = MARKED_ONLY,
  dependencies: readonly (TaskState | undefined)[] = [],
): Standing {
  const events: LoggedEvent[] = [];
  const history: Confident[] = [];
  const { node } = entry;
  let held: Status = isProposal(node, entry.session, isReviewed) ? 'proposed' : 'accepted';
  let stated = hasState(node) ? statedIn(node) : undefined;
  let status: Status = stated === 'done' ? 'completed' : held;
  let confidence = shareOf(node, 'confidence');
  let staleSince: number | undefined;
  events.push({ ...logged(entry, 'created', true), after: status });
  if (confidence !== undefined) history.push({ at: node.at, value: confidence, why: createdBy(node) });
  for (const change of [...changes].sort(byTime)) {
    const event = changeOf(change.node);
    if (!event) continue;
    const counts = mayChange(event, change, entry);
    const base = logged(change, event, counts, entry);
    const next = statusAfter(event);
    if (counts && event === 'stale') staleSince = change.node.at;
    if (counts && CONFIRMS.has(event)) staleSince = undefined;
    if (event === 'confidence') {
      const value = shareOf(change.node, 'after');
      if (value === undefined) continue;
      events.push({ ...base, ...(confidence !== undefined && { before: confidence }), after: value });
      if (!counts) continue;
      confidence = value;
      history.push({ at: change.node.at, value, why: text(change.node, 'because') ?? 'stated anew' });
    } else if (event === 'state') {
      const to = hasState(node) ? statedIn(change.node) : undefined;
      if (!to) continue;
      const after = counts ? to : stated;
      events.push({ ...base, ...(stated && { before: stated }), ...(after && { after }) });
      if (!counts) continue;
      stated = to;
      if (to === 'done') [held, status] = [status === 'completed' ? held : status, 'completed'];
      else if (status === 'completed') status = held;
    } else if (next) {
      events.push({ ...base, before: status, after: counts ? next : status });
      if (!counts) continue;
      if (next === 'completed') {
        if (hasState(node)) stated = 'done';
        if (status !== 'completed') held = status;
      }
      status = next;
    } else events.push(base);
  }
  let supersededBy: NodeId | undefined;
  for (const { entry: revision, changes: own, link = 'accepted' } of [...revisions].sort((a, b) =>
    byTime(a.entry, b.entry),
  )) {
    const counts =
      mayChangeEntry(revision.standing, entry.standing) && link === 'accepted' && isAccepted(revision, own, isReviewed);
    const supersedes = counts && status !== 'retracted' && status !== 'rejected';
    const after = supersedes ? 'superseded' : status;
    events.push({ ...logged(revision, 'revised', counts, entry), before: status, after, object: revision.node.id });
    if (!supersedes) continue;
    status = after;
    supersededBy = revision.node.id;
  }
  events.sort(
    (a, b) => a.at - b.at || (a.event === 'created' ? -1 : b.event === 'created' ? 1 : compare(a.node, b.node)),
  );
  return {
    status,
    ...(supersededBy && { supersededBy }),
    ...(hasState(node) && CURRENT.has(status) && { state: taskState(stated, dependencies) }),
    ...(staleSince !== undefined && { staleSince }),
    ...(confidence !== undefined && { confidence }),
    confidenceHistory: history,
    events,
  };
}

// The statuses of entries that hold.
const CURRENT: ReadonlySet<Status> = new Set(['proposed', 'accepted', 'completed']);

/** A confidence in a node's detail, from 0 to 1. */
export function shareOf({ detail }: Node, name: 'confidence' | 'before' | 'after'): number | undefined {
  const value = detail?.[name];
  return typeof value === 'number' && value >= 0 && value <= THOUSAND ? value / THOUSAND : undefined;
}

const VERDICTS: ReadonlySet<string> = new Set<KnowledgeChange>(['accepted', 'rejected', 'retracted']);

// Whether an entry holds, also after it was completed.
function isAccepted(entry: SessionNode, changes: readonly SessionNode[], isReviewed: ReviewPolicy): boolean {
  const verdicts = changes.filter((change) => {
    const event = changeOf(change.node);
    return event && VERDICTS.has(event) && mayChange(event, change, entry);
  });
  const last = verdicts.sort(byTime).at(-1);
  return last ? changeOf(last.node) === 'accepted' : !isProposal(entry.node, entry.session, isReviewed);
}

function statusAfter(event: KnowledgeChange): Status | undefined {
  switch (event) {
    case 'accepted':
    case 'rejected':
    case 'retracted':
    case 'completed':
      return event;
    default:
      return undefined;
  }
}

const isVerdict = (event: KnowledgeChange): boolean =>
  event === 'accepted' || event === 'rejected' || event === 'link_accepted' || event === 'link_rejected';

// Only a person reviews. A session may retract its own entries.
function mayChange(event: KnowledgeChange, { session, standing }: SessionNode, about: SessionNode): boolean {
  if (!mayChangeEntry(standing, about.standing)) return false;
  if (isVerdict(event)) return session.agent === PERSON;
  if (event === 'retracted' || event === 'confidence')
    return session.agent === PERSON || session.id === about.session.id;
  return true;
}

/** An event in the log of what it is about. */
export function logged(
  { node, session, standing }: SessionNode,
  event: LoggedEvent['event'],
  counts: boolean,
  about?: SessionNode,
): LoggedEvent {
  const [by, because, edge, object] = (['by', 'because', 'edge', 'object'] as const).map((name) => text(node, name));
  return {
    at: node.at,
    event,
    node: node.id,
    session: session.id,
    agent: session.agent,
    ...(by !== undefined && { by }),
    // The reason of an entry is part of the entry; that of a behaviour says what it reacted to.
    ...(because !== undefined && (event !== 'created' || session.agent === BEHAVIOUR) && { because }),
    ...(edge !== undefined && { edge }),
    ...(object !== undefined && { object: object as NodeId }),
    counts,
    ...(about && !mayChangeEntry(standing, about.standing) && { isOutranked: true }),
  };
}

const createdBy = (node: Node): string => {
  const via = text(node, 'created_via');
  return via === undefined ? 'created' : `created, ${via}`;
};

function text({ detail }: Node, name: string): string | undefined {
  const value = detail?.[name];
  return typeof value === 'string' ? value : undefined;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byTime = (a: SessionNode, b: SessionNode): number => a.node.at - b.node.at || compare(a.node.id, b.node.id);
