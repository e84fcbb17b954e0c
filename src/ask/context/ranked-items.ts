import { isDoubt } from '../why/doubts.ts';
import { faded, sourceBase } from '../../model/confidence.ts';
import type { NodeId, Oid, SessionId } from '../../model/ids.ts';
import { BEHAVIOUR, CONTEXT, PERSON, SUMMARISER, TODO_ITEM } from '../../model/knowledge/kinds.ts';
import { changeOf, type Standing, type Status } from '../../model/knowledge/status.ts';
import { isUndeclared } from '../knowledge/statements.ts';
import type { ChangedSource } from '../../model/knowledge/rests-on.ts';
import { FINISHED, type TaskState } from '../../model/knowledge/task-state.ts';
import type { Edge, Node, Session } from '../../model/model.ts';
import { type Verification, verifications } from '../../model/graph/verification.ts';
import { Touches } from '../knowledge/weigh/touches.ts';
import { type HeldNode, type HistoryKnowledge, standingAmong } from './history-knowledge.ts';
import type { ContextSettings } from './settings.ts';

/** The kinds of items that an agent receives, in output order. */
export const TOLD = ['constraint', 'note', 'task', 'decision', 'failure', 'risk', 'memory', 'belief'] as const;
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
  /** Nobody declared or accepted it; see `isUndeclared`. */
  readonly isUndeclared?: true;
  /** Of a task. */
  readonly state?: TaskState;
  /** A behaviour noted that what it is derived from has changed or does not count; in ms since the epoch. */
  readonly staleSince?: number;
  /** The sources that have changed. */
  readonly changed?: readonly ChangedSource[];
  /** `declared`, `narrated`, `consolidated`. */
  readonly source: string;
  /** The model that summarised it. */
  readonly model?: string;
  /** Absent when the text must not be quoted. Then only verifiable facts are shown. */
  readonly words?: { readonly text: string; readonly because?: string; readonly ruledOut: readonly string[] };
  /** From 0 to 1, if stated. */
  readonly confidence?: number;
  readonly files: readonly string[];
  /** For a decision that changed files. */
  readonly verification?: Verification;
  readonly commit?: Oid;
  /** What it rests on, and who decided on it. */
  readonly provenance: readonly Provenance[];
}

/** One fact about where an item comes from. */
export interface Provenance {
  /** The edge or the event: `derived_from`, `accepted` … */
  readonly how: string;
  readonly node: NodeId;
  readonly kind?: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  readonly by?: string;
}

/** The receiver of the items, and what it works on. */
export interface Audience {
  /** The session that receives the context. */
  readonly session?: SessionId | undefined;
  /** The requested files and folders; empty for all. */
  readonly paths: readonly string[];
  /** The files that the work tree has changed, if none were requested. */
  readonly atHand?: readonly string[] | undefined;
  /** Only entries of at least this confidence now, from 0 to 1. */
  readonly minConfidence?: number | undefined;
}

/** Most items without words if no files were requested. */
const MAX_BARE_ITEMS = 10;
const DAY_MS = 86_400_000;

/** The use of an item, most useful first: what must hold, what concerns the files at hand, what not to repeat, the rest. */
const USES = ['standing', 'at hand', 'failure', 'other', 'bare'] as const;
type Use = (typeof USES)[number];

/**
 * Chooses what an agent should know, most useful first. Items of one use are ordered by faded confidence (third seed), which
 * puts the newest first where no confidence was stated. Leaves out what no longer holds, what only strangers proposed, and
 * generated sentences about others' work, unless they concern the files at hand.
 */
export function chooseItems(known: HistoryKnowledge, audience: Audience, settings: ContextSettings): Item[] {
  const { session, paths, atHand = [], minConfidence = 0 } = audience;
  const now = Date.now();
  const touches = lazily(() => touchesIn(known));
  const near = paths.length > 0 ? paths : atHand;
  const chosen: { item: Item; use: number; about: boolean; score: number }[] = [];
  const verified = lazily(() =>
    verifications(
      [...known.nodes.values()].map(({ node }) => node),
      known.edges,
    ),
  );
  const given = lazily(() => givenBefore(known, session));
  for (const held of known.nodes.values()) {
    const { node } = held;
    if (!isRanked(node.kind) || isDoubt(node) || (node.kind === 'note' && !isMessage(held, given()))) continue;
    const own = session !== undefined && isOf(held.session, session);
    if (node.detail?.['source'] === TODO_ITEM && !own) continue; // another agent's to-do list
    const standing = standingAmong(known, held, settings.isReviewed);
    if (!mayBeShown(standing.status, own, held) || FINISHED.has(standing.state)) continue;
    if (node.kind === 'risk' && known.into(node.id).some((edge) => edge.kind === 'prevents' && isSettled(known, edge)))
      continue;
    const made = changesBy(known, node.id);
    const files = filesOf(known, node, made);
    const about = files.some((file) => near.some((path) => isIn(file, path)));
    if (paths.length > 0 && !about && files.length > 0) continue;
    const item = itemOf(known, held, node.kind, own, standing, files);
    if (item.source === 'consolidated' && !own && !about) continue;
    const verification = made.length > 0 ? worst(made, files, verified()) : undefined;
    const base = standing.confidence ?? sourceBase(item.source === 'declared' ? 'declared' : 'inferred');
    const touched = touches().lastOf(node, held.trusted ? 'recorded' : 'claimed');
    if (faded(base, touched, now, settings.decay) < minConfidence) continue;
    chosen.push({
      item: { ...item, ...(verification && { verification }) },
      use: USES.indexOf(useOf(item, about, paths.length > 0)),
      about,
      score: fading(base, touched, settings.decay),
    });
  }
  chosen.sort(
    (a, b) => a.use - b.use || b.score - a.score || b.item.at - a.item.at || (a.item.id < b.item.id ? -1 : 1),
  );
  let bare = 0;
  return chosen.filter(({ item, about }) => item.words || about || ++bare <= MAX_BARE_ITEMS).map(({ item }) => item);
}

// Events name the ends of links, and an edge that came with an entry has the time of the entry.
function touchesIn(known: HistoryKnowledge): Touches {
  const touches = new Touches();
  for (const { node, trusted } of known.nodes.values()) touches.addNode(node, trusted ? 'recorded' : 'claimed');
  for (const edge of known.edges) {
    const from = known.nodes.get(edge.from);
    if (from) touches.addEdge(edge, from.node.at, from.trusted ? 'recorded' : 'claimed');
  }
  return touches;
}

// Who asks for files wants what concerns them first. A decision that only lists its work is less useful than a reason.
function useOf({ kind, words, source }: Item, about: boolean, isAsked: boolean): Use {
  if (about && isAsked) return 'standing';
  if (!words) return about ? 'other' : 'bare';
  if (kind === 'constraint' || kind === 'note') return 'standing';
  if (about) return source === 'consolidated' ? 'other' : 'at hand';
  return kind === 'failure' ? 'failure' : 'other';
}

// A text of a behaviour for the next agent that starts. Later agents do not get it.
const isMessage = ({ node, session, trusted }: HeldNode, given: ReadonlySet<unknown>): boolean =>
  trusted && session.agent === BEHAVIOUR && node.detail?.['action'] === 'tell' && !given.has(node.id);

// The entries that other sessions were given.
function givenBefore(known: HistoryKnowledge, receiver: SessionId | undefined): Set<unknown> {
  const given = new Set<unknown>();
  for (const { node, session } of known.nodes.values())
    if (node.tool === CONTEXT && session.id !== receiver)
      for (const id of listOf(node.detail?.['nodes'])) given.add(id);
  return given;
}

// A proposed link closes no risk.
const isSettled = (known: HistoryKnowledge, edge: Edge): boolean => (known.statusOf(edge) ?? 'accepted') === 'accepted';

// A session also gets what was rejected of its own, and everybody what was proposed here, marked as such.
const mayBeShown = (status: Status, own: boolean, { trusted }: HeldNode): boolean =>
  status === 'accepted' || (status === 'proposed' && (own || trusted)) || (status === 'rejected' && own);

/** Whether a session is the given one, or a sub-agent of it. */
export const isOf = ({ id, parent }: Pick<Session, 'id' | 'parent'>, session: SessionId): boolean =>
  id === session || parent === session || id.startsWith(`${session}/`);

const isRanked = (kind: string): kind is RankedItem => (TOLD as readonly string[]).includes(kind);

function itemOf(
  known: HistoryKnowledge,
  held: HeldNode,
  kind: RankedItem,
  own: boolean,
  standing: Standing,
  files: readonly string[],
): Item {
  const { node, session, commit } = held;
  const because = textOf(node, 'because');
  const changed = known.changed.get(node.id);
  const ruledOut = node.detail?.['rejected'];
  return {
    id: node.id,
    kind,
    at: node.at,
    session: session.id,
    agent: session.agent,
    own,
    status: standing.status,
    ...(!standing.state && isUndeclared({ node, standing }) && { isUndeclared: true }),
    ...(standing.state && { state: standing.state }),
    ...(standing.staleSince !== undefined && { staleSince: standing.staleSince }),
    ...(changed && { changed }),
    source: textOf(node, 'source') ?? 'consolidated',
    ...(mayBeQuoted(known, held) && {
      words: {
        text: node.summary,
        ...(because !== undefined && { because }),
        ruledOut: Array.isArray(ruledOut) ? ruledOut.filter((one) => typeof one === 'string') : [],
      },
    }),
    ...(standing.confidence !== undefined && { confidence: standing.confidence }),
    provenance: provenanceOf(known, node, standing),
    files,
    ...(commit && { commit }),
    ...(session.agent === SUMMARISER && { model: textOf(node, 'model') ?? 'a model' }),
  };
}

const RESTS_ON: ReadonlySet<string> = new Set(['derived_from', 'supports', 'supersedes', 'explains']);

function provenanceOf(known: HistoryKnowledge, { id }: Node, { events }: Standing): Provenance[] {
  const sources = known.from(id).flatMap(({ kind: how, to }) => {
    const kind = known.nodes.get(to)?.node.kind;
    return RESTS_ON.has(how) ? [{ how, node: to, ...(kind !== undefined && { kind }) }] : [];
  });
  const decided = events.flatMap(({ event, node, at, by, agent, counts, edge }) =>
    counts && edge === undefined ? [{ how: event, node, at, by: by ?? agent }] : [],
  );
  return [...decided, ...sources];
}

// Words with no proof beyond a note reach an agent only on request: anyone who can push notes could have written them. A
// person who accepted them here, or whose acceptance a signer vouches for, has read them.
const mayBeQuoted = (known: HistoryKnowledge, { node, trusted, isOwn }: HeldNode): boolean =>
  trusted ||
  isOwn ||
  known
    .changesOf(node.id)
    .some((change) => change.trusted && change.session.agent === PERSON && changeOf(change.node) === 'accepted');

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
  const requested = new Set(files);
  const all = new Set(
    made.flatMap(({ id, detail }) =>
      listOf(detail?.['files'])
        .filter((path) => requested.has(path))
        .map((path) => verification(id, path)),
    ),
  );
  return ORDER.find((one) => all.has(one)) ?? 'none';
}

// The logarithm of `faded` without the part that is equal for all, so the order does not depend on the clock.
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
