import { isDoubt } from '../why/doubts.ts';
import { sourceBase } from '../../model/confidence.ts';
import type { NodeId, Oid, SessionId } from '../../model/ids.ts';
import { PERSON } from '../../model/knowledge/kinds.ts';
import { type Standing, standingOf, type Status } from '../../model/knowledge/status.ts';
import type { Node, Session } from '../../model/model.ts';
import { type Verification, verifications } from '../../model/graph/verification.ts';
import type { HeldNode, HistoryKnowledge } from './history-knowledge.ts';
import type { ContextSettings } from './settings.ts';

/** The kinds of items that an agent receives, in output order. */
export const TOLD = ['constraint', 'task', 'decision', 'failure', 'risk', 'memory', 'belief'] as const;
export type RankedItem = (typeof TOLD)[number];

/** One item of an agent's context. */
export interface Item {
  readonly id: NodeId;
  readonly kind: RankedItem;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly session: SessionId;
  readonly agent: string;
  /** It belongs to the receiving session, or to a sub-agent of it. */
  readonly own: boolean;
  /** For the receiving session this includes proposed and rejected entries. */
  readonly status: Status;
  /** `declared`, `narrated`, `consolidated`. */
  readonly source: string;
  /** Absent when the text must not be quoted. Then only verifiable facts are shown. */
  readonly words?: { readonly text: string; readonly because?: string; readonly rejected: readonly string[] };
  /** From 0 to 1, if stated. */
  readonly confidence?: number;
  readonly files: readonly string[];
  /** For a decision that changed files. */
  readonly verification?: Verification;
  readonly commit?: Oid;
}

/** The receiver of the items. */
export interface Audience {
  /** The session that receives the context. */
  readonly session?: SessionId | undefined;
  /** The requested files and folders; empty for all. */
  readonly paths: readonly string[];
}

/** Statuses of an agent's own statements that are shown although they do not count. */
const OWN: ReadonlySet<Status> = new Set(['proposed', 'rejected']);
/** Most items without words if no files were requested. */
const MAX_BARE_ITEMS = 10;
const DAY_MS = 86_400_000;

/**
 * Chooses what an agent should know, most relevant first: items about the paths, then items that may be quoted, then by faded
 * confidence (third seed), which puts the newest first where no confidence was stated. Leaves out what no longer holds and what others
 * proposed. Words of another session are quoted only when a person stated or accepted them, or where decisions of agents need no
 * review.
 */
export function chooseItems(known: HistoryKnowledge, { session, paths }: Audience, settings: ContextSettings): Item[] {
  const chosen: { item: Item; about: boolean; score: number }[] = [];
  const verified = lazily(() =>
    verifications(
      [...known.nodes.values()].map(({ node }) => node),
      known.edges,
    ),
  );
  for (const held of known.nodes.values()) {
    const { node } = held;
    if (!isTold(node.kind) || isDoubt(node)) continue;
    const own = session !== undefined && isOf(held.session, session);
    const standing = rebuilt(known, held);
    if (standing.status !== 'accepted' && !(own && OWN.has(standing.status))) continue;
    if (node.kind === 'risk' && known.into(node.id).some(({ kind }) => kind === 'prevents')) continue;
    const made = changesBy(known, node.id);
    const files = filesOf(known, node, made);
    const about = files.some((file) => paths.some((path) => isIn(file, path)));
    if (paths.length > 0 && !about && files.length > 0) continue;
    const item = itemOf(held, node.kind, own, standing, files, settings);
    const verification = made.length > 0 ? worst(made, files, verified()) : undefined;
    const base = standing.confidence ?? sourceBase(item.source === 'declared' ? 'declared' : 'inferred');
    chosen.push({
      item: { ...item, ...(verification && { verification }) },
      about,
      score: fading(base, node.at, settings.decay),
    });
  }
  chosen.sort(
    (a, b) =>
      Number(b.about) - Number(a.about) ||
      Number(b.item.words !== undefined) - Number(a.item.words !== undefined) ||
      b.score - a.score ||
      b.item.at - a.item.at ||
      (a.item.id < b.item.id ? -1 : 1),
  );
  let bare = 0;
  return chosen.filter(({ item, about }) => item.words || about || ++bare <= MAX_BARE_ITEMS).map(({ item }) => item);
}

/** Whether a session is the given one, or a sub-agent of it. */
export const isOf = ({ id, parent }: Pick<Session, 'id' | 'parent'>, session: SessionId): boolean =>
  id === session || parent === session || id.startsWith(`${session}/`);

const isTold = (kind: string): kind is RankedItem => (TOLD as readonly string[]).includes(kind);

function rebuilt(known: HistoryKnowledge, held: HeldNode): Standing {
  const { id } = held.node;
  const revisions = known
    .into(id)
    .filter(({ kind }) => kind === 'supersedes')
    .flatMap(({ from }) => known.nodes.get(from) ?? [])
    .map((said) => ({ said, changes: known.changesOf(said.node.id) }));
  return standingOf(held, known.changesOf(id), revisions);
}

function itemOf(
  { node, session, commit, trusted }: HeldNode,
  kind: RankedItem,
  own: boolean,
  standing: Standing,
  files: readonly string[],
  settings: ContextSettings,
): Item {
  const source = textOf(node, 'source') ?? 'consolidated';
  const vouched =
    session.agent === PERSON || standing.events.some(({ event, counts }) => event === 'accepted' && counts);
  const waived = kind === 'decision' && source === 'declared' && !settings.isReviewed(kind);
  const because = textOf(node, 'because');
  const rejected = node.detail?.['rejected'];
  return {
    id: node.id,
    kind,
    at: node.at,
    session: session.id,
    agent: session.agent,
    own,
    status: standing.status,
    source,
    // Words with no proof beyond a note reach an agent only on request: anyone who can push notes could have written them.
    ...(trusted &&
      (own || vouched || waived) && {
        words: {
          text: node.summary,
          ...(because !== undefined && { because }),
          rejected: Array.isArray(rejected) ? rejected.filter((one) => typeof one === 'string') : [],
        },
      }),
    ...(standing.confidence !== undefined && { confidence: standing.confidence }),
    files,
    ...(commit && { commit }),
  };
}

// The changes that a decision explains.
const changesBy = (known: HistoryKnowledge, id: NodeId): Node[] =>
  known
    .into(id)
    .filter(({ kind }) => kind === 'decided_by')
    .flatMap(({ from }) => known.nodes.get(from)?.node ?? []);

function filesOf(known: HistoryKnowledge, node: Node, made: readonly Node[]): string[] {
  const linked = [...known.from(node.id).map(({ to }) => to), ...known.into(node.id).map(({ from }) => from)].flatMap(
    (id) => known.nodes.get(id)?.node ?? [],
  );
  const speaking = [node, ...made, ...linked.filter(({ kind }) => kind === 'file')];
  return [...new Set(speaking.flatMap(({ detail }) => listOf(detail?.['files'])))].sort();
}

const ORDER: readonly Verification[] = ['failed', 'stale', 'none', 'passed', 'not-applicable'];

// A decision is verified when all of its changes are.
function worst(
  made: readonly Node[],
  files: readonly string[],
  verification: (commitment: NodeId, path: string) => Verification,
): Verification {
  const asked = new Set(files);
  const all = new Set(
    made.flatMap(({ id, detail }) =>
      listOf(detail?.['files'])
        .filter((path) => asked.has(path))
        .map((path) => verification(id, path)),
    ),
  );
  return ORDER.find((one) => all.has(one)) ?? 'none';
}

// The logarithm of `base · e^(−λ·age)` without the part that is equal for all, so the order does not depend on the clock.
const fading = (base: number, at: number, decay: number): number =>
  Math.log(Math.max(base, 1e-6)) + (decay * at) / DAY_MS;

const isIn = (file: string, path: string): boolean => file === path || path === '' || file.startsWith(`${path}/`);

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

function textOf({ detail }: Node, name: string): string | undefined {
  const value = detail?.[name];
  return typeof value === 'string' ? value : undefined;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
