import type { NodeId } from '../ids.ts';
import type { Edge, Node } from '../model.ts';
import type { RecordStanding } from '../standing/level.ts';
import { mayChangeEntry } from '../standing/standing.ts';
import { isEntry, PERSON } from './kinds.ts';
import { isLinkProposal, MARKED_ONLY, type ReviewPolicy } from './review.ts';
import { changeOf, logged, type LoggedEvent, type SessionNode, type Standing, standingOf } from './status.ts';

/** The current status of a declared edge. */
export type EdgeStatus = 'proposed' | 'accepted' | 'rejected' | 'retracted';

/** The name of an edge: its ends and its kind. */
export type EdgeName = Pick<Edge, 'from' | 'kind' | 'to'>;

/** The state of a declared edge according to the events about it. */
export interface EdgeStanding {
  readonly status: EdgeStatus;
  /** Whether an event about the edge itself decided. Otherwise it stands as the entry does that it came with. */
  readonly isOwn: boolean;
  /** Whether a person declared or accepted it: then only a person removes it. */
  readonly isSettled: boolean;
  /** All events about it, oldest first, including those without effect. */
  readonly events: readonly LoggedEvent[];
}

/** What the record has about a declared edge. */
export interface DeclaredEdge {
  readonly name: EdgeName;
  /** How far this clone can rely on the edge; `claimed` when absent. */
  readonly standing?: RecordStanding | undefined;
  /** The entry that declared it in its own step. Absent where an event declared it, or a step that is no entry. */
  readonly entry?: DeclaringEntry | undefined;
}

/** An entry that declared edges, and its state without revisions. */
export interface DeclaringEntry {
  readonly entry: SessionNode;
  readonly standing: Pick<Standing, 'status' | 'events'>;
}

/**
 * Computes the state of a declared edge from the events about the node that it starts from, given in any order. An edge that came
 * with an entry is accepted and rejected with it.
 * @param changes the events about it, see `edgeOf`
 * @param isReviewed the kinds that the reader has a person review
 */
export function edgeStandingOf(
  { name, standing, entry }: DeclaredEdge,
  changes: readonly SessionNode[],
  isReviewed: ReviewPolicy = MARKED_ONLY,
): EdgeStanding {
  const isLinked = changes.some(({ node }) => changeOf(node) === 'linked');
  let status: EdgeStatus | undefined = isLinked ? undefined : 'accepted';
  if (entry) status = statusWith(entry, name, isReviewed);
  const events: LoggedEvent[] = [];
  if (entry) events.push({ ...logged(entry.entry, 'linked', true), edge: name.kind, object: name.to, after: status! });
  let isOwn = false;
  let isSettled = entry !== undefined && (isPersons(entry.entry) || isAccepted(entry)); // a person declared or accepted it
  for (const change of [...changes].sort(byTime)) {
    const { session, node } = change;
    const isPerson = isPersons(change);
    const event = changeOf(node)!;
    const before: EdgeStatus | undefined = status;
    const next = nextStatus(event, status, isPerson, isLinkProposal(name.kind, node, session, isReviewed));
    const isAllowed = isPerson || (event === 'unlinked' ? !isSettled : event === 'linked');
    const isOutranked = !mayChangeEntry(change.standing, standing);
    const counts = isAllowed && !isOutranked && next !== undefined;
    if (counts) {
      status = next;
      isOwn = true;
      if (isPerson) isSettled = status === 'accepted';
    }
    events.push({
      ...logged(change, event, counts),
      ...(before !== undefined && { before }),
      ...(status !== undefined && { after: status }),
      ...(isOutranked && { isOutranked: true as const }),
    });
  }
  return { status: status ?? 'accepted', isOwn, isSettled, events };
}

// Only a person settles a proposal, and an agent cannot propose again what a person rejected.
function nextStatus(
  event: ReturnType<typeof changeOf>,
  now: EdgeStatus | undefined,
  isPerson: boolean,
  isProposal: boolean,
): EdgeStatus | undefined {
  switch (event) {
    case 'linked':
      if (isPerson) return 'accepted';
      if (now === 'rejected') return undefined;
      return now === 'accepted' || now === 'proposed' ? now : isProposal ? 'proposed' : 'accepted';
    case 'unlinked':
      return 'retracted';
    case 'link_accepted':
      return 'accepted';
    case 'link_rejected':
      return 'rejected';
    default:
      return undefined;
  }
}

// The status of an edge that came with its entry. That of a revision is the revision's own matter.
function statusWith(entry: DeclaringEntry, { kind }: EdgeName, isReviewed: ReviewPolicy): EdgeStatus {
  const { status } = entry.standing;
  if (status === 'proposed' || status === 'rejected' || status === 'retracted') return status;
  const waits = kind !== 'supersedes' && isLinkProposal(kind, { detail: {} }, entry.entry.session, isReviewed);
  return waits && !isAccepted(entry) ? 'proposed' : 'accepted';
}

const isPersons = ({ session }: SessionNode): boolean => session.agent === PERSON;
const isAccepted = ({ standing: { events } }: DeclaringEntry): boolean =>
  events.some(({ event, counts }) => event === 'accepted' && counts);

/** The entry that a node is for its edges; undefined for a step that is no entry. */
export const declaringEntry = (
  entry: SessionNode,
  changes: readonly SessionNode[],
  isReviewed: ReviewPolicy,
): DeclaringEntry | undefined =>
  isEntry(entry.node) ? { entry, standing: standingOf(entry, changes, [], isReviewed) } : undefined;

/** The edge that an event is about; undefined for an event about a node. */
export function edgeOf(node: Node): EdgeName | undefined {
  if (!changeOf(node)) return undefined;
  const { subject, edge, object } = node.detail ?? {};
  return typeof subject === 'string' && typeof edge === 'string' && typeof object === 'string'
    ? { from: subject as NodeId, kind: edge, to: object as NodeId }
    : undefined;
}

// At one time: first what links, last what removes the link.
const ORDER: Readonly<Record<string, number>> = { linked: 0, unlinked: 2 };
const orderOf = ({ node }: SessionNode): number => ORDER[changeOf(node) ?? ''] ?? 1;
const byTime = (a: SessionNode, b: SessionNode): number =>
  a.node.at - b.node.at || orderOf(a) - orderOf(b) || (a.node.id < b.node.id ? -1 : 1);

/** The name of an edge as a key of a map. */
export const edgeKey = ({ from, kind, to }: EdgeName): string => `${from} ${kind} ${to}`;
