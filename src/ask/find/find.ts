import { isNodeId, prefixesOf, type NodeId, type Oid, type SessionId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { compareStandings, type RecordStanding, standingOfGraph } from '../../model/standing/standing.ts';
import { replacedIn } from '../../model/standing/things.ts';
import type { KnownGraph, NamedSession, GraphSource } from '../index/graph-source.ts';
import { resolveCommit } from '../history/commit-info.ts';
import { isAbbreviation, isIdOf, isWholeId, parseReference } from './reference.ts';

/** One possible meaning of a reference. */
export interface Candidate {
  /** `kind:id`. */
  readonly reference: string;
  readonly summary: string;
}

/** The meaning of a reference. */
export type FoundReference =
  | { readonly kind: 'commit'; readonly commit: Oid }
  | { readonly kind: 'session'; readonly session: SessionId; readonly agent: string }
  | { readonly kind: 'node'; readonly id: NodeId; readonly node: Node; readonly session: SessionId }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'absent' };

/** Where references are searched. */
export interface SearchPlace {
  readonly repo: Repo;
  /** The known sessions and their nodes. */
  readonly sources: readonly GraphSource[];
  /** Whether to find nodes that only later graphs repeat. */
  readonly copies?: boolean;
}

const ABSENT: FoundReference = { kind: 'absent' };
/** Most candidates to list. */
const MAX_CANDIDATES = 10;

/** Finds the meaning of a reference: a commit, a session or a node, by its full id or a unique prefix. */
export async function find(where: SearchPlace, text: string): Promise<FoundReference> {
  const reference = parseReference(text);
  switch (reference.kind) {
    case 'commit': {
      const commit = await findCommit(where.repo, reference.revision);
      // An entry may name a commit, with a node of its own: the answers call it commit:ID.
      if (commit.kind !== 'absent' || !isWholeId(reference.revision)) return commit;
      return findNode(where, reference.revision, 'commit');
    }
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

async function findCommit(repo: Repo, revision: string): Promise<FoundReference> {
  const commit = await resolveCommit(repo, revision);
  return commit ? { kind: 'commit', commit } : ABSENT;
}

/**
 * Finds a session by its id, the prefix of its node ids, or a beginning of either. A prefix that a session shares only
 * with its sub-agents means the session.
 */
export async function findSession({ sources }: Pick<SearchPlace, 'sources'>, prefix: string): Promise<FoundReference> {
  if (prefix === '') return ABSENT;
  const found = new Map<SessionId, NamedSession>();
  for (const source of sources)
    for (const named of await source.sessions(prefix)) {
      const known = found.get(named.id);
      if (!known || compareStandings(named.standing, known.standing) > 0) found.set(named.id, named);
    }
  const digits = prefix.toLowerCase();
  // Of two sessions with the same digits, the higher standing counts.
  const all = [...found.values()]
    .sort((a, b) => compareStandings(b.standing, a.standing) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
  const exact = all.find((id) => id === prefix) ?? withPrefix(all, digits, found);
  const tops = exact ? [exact] : all.filter((id) => !all.some((other) => id.startsWith(`${other}/`)));
  const [id] = tops;
  if (id === undefined) return ABSENT;
  if (tops.length === 1) return { kind: 'session', session: id, agent: found.get(id)!.agent };
  return ambiguous(tops.map((one) => ({ reference: `session:${one}`, summary: found.get(one)!.agent })));
}

// The session with this whole prefix. Of several with the same eight digits, the only one of the highest standing.
function withPrefix(
  sorted: readonly SessionId[],
  digits: string,
  found: ReadonlyMap<SessionId, NamedSession>,
): SessionId | undefined {
  const [first, second] = sorted.filter((id) => prefixesOf(id).includes(digits));
  const isHigher = first && second && compareStandings(found.get(first)!.standing, found.get(second)!.standing) > 0;
  return second === undefined || isHigher ? first : undefined;
}

/** Finds a node by its id or a prefix of it. @param kind the required kind */
export async function findNode(where: SearchPlace, prefix: string, kind: string | undefined): Promise<FoundReference> {
  const isMeant = (node: Node): boolean => kind === undefined || node.kind === kind;
  const whole = isNodeId(prefix) ? await findWhole(where, prefix) : undefined;
  if (whole && isMeant(whole.node)) return whole;
  const found = new Map<NodeId, FoundNode>();
  const standings = new Map<NodeId, RecordStanding>();
  for (const source of where.sources)
    for (const graph of await source.startingWith(prefix, Number.MAX_SAFE_INTEGER)) {
      const { context = [] } = graph;
      const standing = standingOfGraph(graph);
      const named = [...(where.copies ? context.map(withId) : []), ...graph.nodes.map(withId), ...namedThings(graph)];
      for (const [id, node] of named) {
        if (!isAbbreviation(prefix, id) || compareStandings(standing, standings.get(id) ?? standing) < 0) continue;
        standings.set(id, standing);
        if (isMeant(node)) found.set(id, { kind: 'node', id: node.id, node, session: graph.session.id });
        else found.delete(id); // a lower standing called it by another kind
      }
    }
  // A whole number means this number only.
  const same = [...found].filter(([id]) => isIdOf(prefix, id)).map(([, one]) => one);
  const all = [...new Map((same.length > 0 ? same : [...found.values()]).map((one) => [one.id, one])).values()];
  const [first, ...others] = all;
  if (!first || others.length === 0) return first ?? ABSENT;
  return ambiguous(all.map(({ node }) => ({ reference: `${node.kind}:${node.id}`, summary: node.summary })));
}

type FoundNode = Extract<FoundReference, { kind: 'node' }>;

const withId = (node: Node): readonly [NodeId, Node] => [node.id, node];

// The things of a graph, under the ids that its note has for them.
function* namedThings(graph: KnownGraph): Generator<readonly [NodeId, Node]> {
  for (const [id, thing] of replacedIn(graph)) {
    const node = graph.nodes.find((one) => one.id === thing);
    if (node) yield [id, node];
  }
}

async function findWhole({ sources, copies }: SearchPlace, id: NodeId): Promise<FoundNode | undefined> {
  const among = (nodes: readonly Node[], graph: KnownGraph): FoundNode | undefined => {
    const meant = replacedIn(graph).get(id) ?? id;
    const node = nodes.find((one) => one.id === meant);
    return node && { kind: 'node', id: meant, node, session: graph.session.id };
  };
  let best: { readonly found: FoundNode; readonly standing: RecordStanding } | undefined;
  const consider = (found: FoundNode | undefined, standing: RecordStanding): void => {
    if (found && (!best || compareStandings(standing, best.standing) > 0)) best = { found, standing };
  };
  for (const source of sources)
    for (const graph of await source.holding(id)) consider(among(graph.nodes, graph), standingOfGraph(graph));
  if (best && best.standing !== 'claimed') return best.found;
  // A copy counts where no graph of its standing holds the node itself.
  for (const source of copies ? sources : [])
    for (const graph of await source.about([id])) consider(among(graph.context ?? [], graph), standingOfGraph(graph));
  return best?.found;
}

let collator: Intl.Collator | undefined;

/** Compares ids and references: numbers in them count as numbers. */
export const compareIds = (a: string, b: string): number => {
  collator ??= new Intl.Collator('en', { numeric: true }); // takes ten milliseconds
  return collator.compare(a, b);
};

/** A reference with several meanings; lists the first few. */
export const ambiguous = (candidates: readonly Candidate[]): Extract<FoundReference, { kind: 'ambiguous' }> => ({
  kind: 'ambiguous',
  candidates: [...candidates].sort((a, b) => compareIds(a.reference, b.reference)).slice(0, MAX_CANDIDATES),
});
