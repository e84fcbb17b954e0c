import { sessionPrefix, type NodeId, type Oid, type SessionId } from '../graph/ids.ts';
import type { Node, Session } from '../graph/model.ts';
import { resolveCommit } from './commits.ts';
import { allNotes, type History, type LocalGraph } from './history.ts';
import { isWholeId, parseReference } from './reference.ts';

/** One of several things that a reference could mean. */
export interface Candidate {
  /** `kind:id`. */
  readonly reference: string;
  readonly summary: string;
}

/** What a reference means. */
export type Found =
  | { readonly kind: 'commit'; readonly commit: Oid }
  | { readonly kind: 'session'; readonly session: SessionId }
  | { readonly kind: 'node'; readonly id: NodeId; readonly session: SessionId }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'absent' };

const ABSENT: Found = { kind: 'absent' };
/** How many candidates are told. */
const TOLD = 10;

/** Finds what a reference means: a commit, a session or a node, by the whole of its id or any beginning that is unique. */
export async function find(history: History, text: string): Promise<Found> {
  const reference = parseReference(text);
  switch (reference.kind) {
    case 'commit':
      return findCommit(history, reference.revision);
    case 'session':
      return findSession(history, reference.prefix);
    case 'node':
      return findNode(history, reference.prefix, reference.nodeKind);
    default: {
      if (isWholeId(text)) {
        const node = await findNode(history, text, undefined);
        if (node.kind !== 'absent') return node;
      }
      const commit = await findCommit(history, text);
      return commit.kind === 'absent' ? findSession(history, text) : commit;
    }
  }
}

async function findCommit({ repo }: History, revision: string): Promise<Found> {
  const commit = await resolveCommit(repo, revision);
  return commit ? { kind: 'commit', commit } : ABSENT;
}

/**
 * Finds a session by its id, the eight hex digits of its nodes, or a beginning of either. A beginning of a session and of
 * sub-agents of that session means the session.
 */
export async function findSession(history: History, prefix: string): Promise<Found> {
  if (prefix === '') return ABSENT;
  const found = new Map<SessionId, Session>();
  const digits = prefix.toLowerCase();
  for await (const { session } of graphsOf(history)) {
    if (session.id === prefix || sessionPrefix(session.id) === digits) return { kind: 'session', session: session.id };
    if (session.id.startsWith(prefix) || sessionPrefix(session.id).startsWith(digits)) found.set(session.id, session);
  }
  const all = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const tops = all.filter(({ id }) => !all.some((other) => id.startsWith(`${other.id}/`)));
  if (tops.length === 1) return { kind: 'session', session: tops[0]!.id };
  if (tops.length === 0) return ABSENT;
  return ambiguous(tops.map(({ id, agent }) => ({ reference: `session:${id}`, summary: agent })));
}

async function findNode(history: History, prefix: string, kind: string | undefined): Promise<Found> {
  const found = new Map<NodeId, { node: Node; session: SessionId }>();
  for await (const { nodes, session } of graphsOf(history))
    for (const node of nodes) {
      if (!node.id.startsWith(prefix) || (kind !== undefined && node.kind !== kind)) continue;
      if (node.id === prefix) return { kind: 'node', id: node.id, session: session.id };
      found.set(node.id, { node, session: session.id });
    }
  const [first, ...others] = found.values();
  if (!first) return ABSENT;
  if (others.length === 0) return { kind: 'node', id: first.node.id, session: first.session };
  return ambiguous(
    [...found.values()].map(({ node }) => ({ reference: `${node.kind}:${node.id}`, summary: node.summary })),
  );
}

async function* graphsOf(history: History): AsyncGenerator<LocalGraph> {
  yield* (await history.localGraphs?.()) ?? [];
  for await (const { note } of allNotes(history)) yield* note.graphs;
}

const order = new Intl.Collator('en', { numeric: true });

/** A reference that could mean any of these; the first few are told. */
export const ambiguous = (candidates: readonly Candidate[]): Extract<Found, { kind: 'ambiguous' }> => ({
  kind: 'ambiguous',
  candidates: [...candidates].sort((a, b) => order.compare(a.reference, b.reference)).slice(0, TOLD),
});
