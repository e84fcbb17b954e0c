import { sessionPrefix, type NodeId, type Oid, type SessionId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { KnownGraph, Source } from '../index/source.ts';
import { resolveCommit } from '../history/commits.ts';
import { isWholeId, parseReference } from './reference.ts';

/** One possible meaning of a reference. */
export interface Candidate {
  /** `kind:id`. */
  readonly reference: string;
  readonly summary: string;
}

/** The meaning of a reference. */
export type Found =
  | { readonly kind: 'commit'; readonly commit: Oid }
  | { readonly kind: 'session'; readonly session: SessionId; readonly agent: string }
  | { readonly kind: 'node'; readonly id: NodeId; readonly node: Node; readonly session: SessionId }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'absent' };

/** Where references are searched. */
export interface Where {
  readonly repo: Repo;
  /** The known sessions and their nodes. */
  readonly sources: readonly Source[];
  /** Whether to find nodes that only later graphs repeat. */
  readonly copies?: boolean;
}

const ABSENT: Found = { kind: 'absent' };
/** Most candidates to list. */
const TOLD = 10;

/** Finds the meaning of a reference: a commit, a session or a node, by its full id or a unique prefix. */
export async function find(where: Where, text: string): Promise<Found> {
  const reference = parseReference(text);
  switch (reference.kind) {
    case 'commit':
      return findCommit(where.repo, reference.revision);
    case 'session':
      return findSession(where, reference.prefix);
    case 'node':
      return findNode(where, reference.prefix, reference.nodeKind);
    default: {
      if (isWholeId(text)) {
        const node = await findNode(where, text, undefined);
        if (node.kind !== 'absent') return node;
      }
      const commit = await findCommit(where.repo, text);
      return commit.kind === 'absent' ? findSession(where, text) : commit;
    }
  }
}

/**
 * The commit that a reference means regardless of sessions and nodes; undefined when those decide, or for other references.
 */
export async function findRevision(repo: Repo, text: string): Promise<Oid | undefined> {
  const reference = parseReference(text);
  if (reference.kind === 'commit') return resolveCommit(repo, reference.revision);
  return reference.kind === 'any' && !isWholeId(text) ? resolveCommit(repo, text) : undefined;
}

async function findCommit(repo: Repo, revision: string): Promise<Found> {
  const commit = await resolveCommit(repo, revision);
  return commit ? { kind: 'commit', commit } : ABSENT;
}

/**
 * Finds a session by its id, the eight hex digits of its nodes, or a prefix of either. A prefix that a session shares only
 * with its sub-agents means the session.
 */
export async function findSession({ sources }: Pick<Where, 'sources'>, prefix: string): Promise<Found> {
  if (prefix === '') return ABSENT;
  const found = new Map<SessionId, string>();
  for (const source of sources) for (const { id, agent } of await source.sessions(prefix)) found.set(id, agent);
  const digits = prefix.toLowerCase();
  const all = [...found.keys()].sort();
  const exact = all.find((id) => id === prefix) ?? all.find((id) => sessionPrefix(id) === digits);
  const tops = exact ? [exact] : all.filter((id) => !all.some((other) => id.startsWith(`${other}/`)));
  const [id] = tops;
  if (id === undefined) return ABSENT;
  if (tops.length === 1) return { kind: 'session', session: id, agent: found.get(id)! };
  return ambiguous(tops.map((one) => ({ reference: `session:${one}`, summary: found.get(one)! })));
}

/** Finds a node by its id or a prefix of it. @param kind the required kind */
export async function findNode(where: Where, prefix: string, kind: string | undefined): Promise<Found> {
  const isMeant = (node: Node): boolean => node.id.startsWith(prefix) && (kind === undefined || node.kind === kind);
  const whole = isWholeId(prefix) ? await findWhole(where, prefix as NodeId) : undefined;
  if (whole && isMeant(whole.node)) return whole;
  const found = new Map<NodeId, FoundNode>();
  for (const source of where.sources)
    for (const { session, nodes, context = [] } of await source.startingWith(prefix, Number.MAX_SAFE_INTEGER))
      for (const node of where.copies ? [...context, ...nodes] : nodes)
        if (isMeant(node)) found.set(node.id, { kind: 'node', id: node.id, node, session: session.id });
  const [first, ...others] = found.values();
  if (!first || others.length === 0) return first ?? ABSENT;
  return ambiguous(
    [...found.values()].map(({ node }) => ({ reference: `${node.kind}:${node.id}`, summary: node.summary })),
  );
}

type FoundNode = Extract<Found, { kind: 'node' }>;

async function findWhole({ sources, copies }: Where, id: NodeId): Promise<FoundNode | undefined> {
  const among = (nodes: readonly Node[], { session }: KnownGraph): FoundNode | undefined => {
    const node = nodes.find((one) => one.id === id);
    return node && { kind: 'node', id, node, session: session.id };
  };
  for (const source of sources)
    for (const graph of await source.holding(id)) {
      const found = among(graph.nodes, graph);
      if (found) return found;
    }
  for (const source of copies ? sources : [])
    for (const graph of await source.about([id])) {
      const found = among(graph.context ?? [], graph);
      if (found) return found;
    }
  return undefined;
}

const order = new Intl.Collator('en', { numeric: true });

/** A reference with several meanings; lists the first few. */
export const ambiguous = (candidates: readonly Candidate[]): Extract<Found, { kind: 'ambiguous' }> => ({
  kind: 'ambiguous',
  candidates: [...candidates].sort((a, b) => order.compare(a.reference, b.reference)).slice(0, TOLD),
});
