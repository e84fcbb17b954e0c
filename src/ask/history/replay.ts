import { byNumber, isStep } from '../find/complete-graphs.ts';
import { asOne } from './continuations.ts';
import type { LocalGraph } from './history.ts';
import { isAbbreviation, isIdOf } from '../find/reference.ts';
import { type NodeId, numberOf, type SessionId } from '../../model/ids.ts';
import type { Edge, Node, Session } from '../../model/model.ts';

/** Greatest nesting depth of sub-agents. */
const MAX_DEPTH = 100;

/** The result of a step; undefined when it is unknown or does not apply. */
export type Outcome = 'ok' | 'passed' | 'failed' | 'refused' | 'interrupted' | undefined;

/** One step in playback order. */
export interface Played {
  readonly session: Session;
  /** The nesting depth: 0 for the session itself. */
  readonly depth: number;
  readonly node: Node;
  /** Its start in milliseconds since the epoch. */
  readonly started: number;
  readonly outcome: Outcome;
}

/** The known data of one session: from notes, from the ledger of this clone, or both. */
export interface Track {
  readonly session: Session;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** The result of a step. */
export function outcomeOf({ kind, tool, output, duration, detail = {} }: Node): Outcome {
  if (detail['refused'] === true) return 'refused';
  if (detail['interrupted'] === true) return 'interrupted';
  if (detail['passed'] === true) return 'passed';
  if (detail['passed'] === false || kind === 'error') return 'failed';
  return tool !== undefined && (output !== undefined || duration !== undefined) && kind !== 'human_gate'
    ? 'ok'
    : undefined;
}

/** A step in playback form. */
export const played = (session: Session, depth: number, node: Node): Played => ({
  session,
  depth,
  node,
  started: node.at - (node.duration ?? 0),
  outcome: outcomeOf(node),
});

/**
 * Orders a session's steps and those of its sub-agents: a sub-agent's steps follow the step that started it. If that step
 * is unknown, they come after the last step that existed when the sub-agent began.
 * @param tracks data of the session and its sub-agents, possibly several parts for one of them
 */
export function replay(root: SessionId, tracks: readonly Track[]): Played[] {
  const sessions = new Map<SessionId, Session>();
  for (const { session } of tracks) sessions.set(session.id, { ...session, ...sessions.get(session.id) });
  const owners = new Map<NodeId, SessionId>();
  for (const { session, nodes } of tracks) for (const { id } of nodes) owners.set(id, session.id);
  const { nodes, edges } = asOne(tracks as readonly LocalGraph[]);
  const steps = new Map<SessionId, Node[]>();
  for (const node of nodes.values()) {
    const owner = owners.get(node.id);
    if (owner === undefined || !isStep(node)) continue;
    const list = steps.get(owner);
    if (list) list.push(node);
    else steps.set(owner, [node]);
  }
  for (const list of steps.values()) list.sort(byNumber);
  const forks = forksOf(root, sessions, steps, owners, edges);
  const out: Played[] = [];
  const shown = new Set<SessionId>();
  const show = (id: SessionId, depth: number): void => {
    if (shown.has(id) || depth > MAX_DEPTH) return; // a hostile note may name a session as its own parent
    shown.add(id);
    const of = forks.get(id) ?? [];
    for (const fork of of) if (fork.after === undefined) show(fork.child, depth + 1);
    for (const node of steps.get(id) ?? []) {
      out.push(played(sessions.get(id)!, depth, node));
      for (const fork of of) if (fork.after === node.id) show(fork.child, depth + 1);
    }
  };
  show(root, 0);
  return out;
}

interface Fork {
  readonly child: SessionId;
  /** The parent's step before it; undefined for the beginning. */
  readonly after: NodeId | undefined;
}

function forksOf(
  root: SessionId,
  sessions: ReadonlyMap<SessionId, Session>,
  steps: ReadonlyMap<SessionId, readonly Node[]>,
  owners: ReadonlyMap<NodeId, SessionId>,
  edges: readonly Edge[],
): Map<SessionId, Fork[]> {
  const forks = new Map<SessionId, Fork[]>();
  const starts = new Map<SessionId, NodeId>();
  for (const { from, to, kind } of edges) {
    const child = owners.get(to);
    if (kind === 'spawned' && child !== undefined && !starts.has(child)) starts.set(child, from);
  }
  const children = [...sessions.keys()].filter((id) => id !== root);
  const begun = (id: SessionId): number => steps.get(id)?.[0]?.at ?? 0;
  for (const child of children.sort((a, b) => begun(a) - begun(b))) {
    const named = sessions.get(child)!.parent ?? parentIn(child);
    const parent = named !== undefined && sessions.has(named) && named !== child ? named : root;
    const own = steps.get(parent) ?? [];
    const start = starts.get(child);
    const known = own.find(({ id, detail }) => id === start || detail?.['session'] === child);
    const after = known ?? own.findLast(({ kind, at }) => kind !== 'patch' && at <= begun(child));
    forks.set(parent, [...(forks.get(parent) ?? []), { child, after: after?.id }]);
  }
  return forks;
}

// A sub-agent's id is `<parent>/<agent id>`.
const parentIn = (id: SessionId): SessionId | undefined => {
  const end = id.lastIndexOf('/');
  return end < 0 ? undefined : (id.slice(0, end) as SessionId);
};

/**
 * The steps from a given one on.
 * @param step its id (`8f3a21c0-12`, or with its kind: `goal:8f3a21c0-12`), a unique prefix of it, or its number in the
 * session itself
 * @returns the steps; or the candidates, if there is not exactly one
 */
export function fromStep(
  steps: readonly Played[],
  step: string,
):
  | { readonly kind: 'found'; readonly steps: readonly Played[] }
  | { readonly kind: 'not one'; readonly could: readonly Node[] } {
  const wanted = step.replace(/^[a-z_]+:/, '').toLowerCase();
  const exact = steps.findIndex(({ node, depth }) =>
    /^\d{1,7}$/.test(wanted) ? depth === 0 && String(numberOf(node.id)) === wanted : isIdOf(wanted, node.id),
  );
  if (exact >= 0) return { kind: 'found', steps: steps.slice(exact) };
  const could = steps.filter(({ node }) => wanted !== '' && isAbbreviation(wanted, node.id)).map(({ node }) => node);
  if (could.length !== 1) return { kind: 'not one', could };
  return { kind: 'found', steps: steps.slice(steps.findIndex(({ node }) => node === could[0])) };
}
