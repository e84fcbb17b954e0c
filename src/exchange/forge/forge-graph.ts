import { createHash } from 'node:crypto';
import { NEW_SESSION, nodeId, type NodeId, numberOf, sessionId, sessionPrefix } from '../../model/ids.ts';
import { chainOf, GENESIS, isLedgerStep } from '../../model/graph/ledger.ts';
import type { Edge, Graph, Node, Session } from '../../model/model.ts';
import { IMPORTED } from '../../model/standing/imported.ts';
import { type Draft, type DraftPlace, draftsOf, type ForgeWords, TASK } from './drafts.ts';
import type { Forge, ForgeRequest } from './entry.ts';
import type { RequestRecord } from './gather.ts';

/** The key of a detail with an entry's own name on the forge. A node is known by it. */
const ENTRY = 'entry';
/** The request is the first node of its session. The numbers of all others follow from their names. */
const REQUEST_NUMBER = 1;
const LAST_NUMBER = 999_999_999;

/** What a request adds to a note. */
export interface RequestGraph {
  /** Undefined when nothing is new. */
  readonly graph: Graph | undefined;
  readonly counts: ForgeCounts;
  /** Entries that the note has with another text. The note keeps its own. */
  readonly changed: readonly string[];
  /** Entries with the number of another entry. */
  readonly collided: readonly string[];
}

/** Numbers of new entries. */
export interface ForgeCounts {
  readonly requests: number;
  readonly comments: number;
  readonly verdicts: number;
  readonly results: number;
  /** Changes of a request's state, and withdrawn verdicts. */
  readonly changes: number;
}

/** What a request is compared with. */
export interface RequestPlace extends Pick<DraftPlace, 'commit' | 'linesNow'> {
  /** The nodes of the request that the note has. */
  readonly existing: readonly Node[];
}

/** The session of a request. It never owns a line. */
export const sessionOf = (forge: Forge, { id }: Pick<ForgeRequest, 'id'>): Session => ({
  id: sessionId(`${forge}/${id}`),
  agent: forge,
  ...NEW_SESSION,
});

/**
 * The new entries of a request as a graph. Every node names the forge, and none is a check or a review of this repository. The ids follow from the names on the forge. The graph depends on nothing but the entries and the note.
 */
export async function requestGraph(
  forge: Forge,
  record: RequestRecord,
  { commit, linesNow, existing }: RequestPlace,
  words: ForgeWords,
): Promise<RequestGraph> {
  const session = sessionOf(forge, record.request);
  const idOf = (entry: string): NodeId => nodeId(`${sessionPrefix(session)}-${numberFor(entry)}`);
  const known = new Map(existing.flatMap((node) => entryOf(node).map((entry) => [entry, node])));
  const numbers = new Map([...known.keys()].map((entry) => [numberFor(entry), entry]));
  const fresh: Draft[] = [];
  const [changed, collided]: [string[], string[]] = [[], []];
  const place = { forge, commit, known: new Set(known.keys()), linesNow };
  for (const draft of await draftsOf(record, place, words)) {
    const before = known.get(draft.entry);
    const number = numberFor(draft.entry);
    if (before) {
      if (isChanged(before, draft)) changed.push(draft.entry);
    } else if (numbers.has(number)) collided.push(draft.entry);
    else {
      numbers.set(number, draft.entry);
      fresh.push(draft);
    }
  }
  const counts = countsOf(fresh);
  if (fresh.length === 0) return { graph: undefined, counts, changed, collided };
  const nodes = chained(fresh.map((draft) => nodeOf(forge, draft, idOf)));
  const held = new Set(numbers.values());
  const edges = fresh.flatMap((draft) => edgesOf(draft, held, idOf));
  const { head } = chainOf(session.id, nodes, GENESIS, null);
  const graph: Graph = { session, nodes, edges, explains: [commit], previous: null, chain: { start: GENESIS, head } };
  return { graph, counts, changed, collided };
}

function entryOf({ detail }: Node): string[] {
  const entry = detail?.[ENTRY];
  return typeof entry === 'string' ? [entry] : [];
}

function nodeOf(forge: Forge, { entry, kind, at, summary, detail }: Draft, idOf: (entry: string) => NodeId): Node {
  const about = detail['subject'];
  const subject = kind === 'event' && { subject: idOf(typeof about === 'string' ? about : TASK) };
  return {
    id: idOf(entry),
    kind,
    at,
    summary,
    detail: { source: IMPORTED, [IMPORTED]: forge, told: forge, [ENTRY]: entry, ...detail, ...subject },
  };
}

// In the order of their numbers, each step names the one before it, as in a ledger.
function chained(nodes: readonly Node[]): Node[] {
  const chain: Node[] = [];
  let last: NodeId | undefined;
  for (const node of nodes.toSorted((a, b) => numberOf(a.id) - numberOf(b.id))) {
    const isStep = isLedgerStep(node);
    chain.push(isStep && last !== undefined ? { ...node, parent: last } : node);
    if (isStep) last = node.id;
  }
  return chain;
}

function numberFor(entry: string): number {
  if (entry === TASK) return REQUEST_NUMBER;
  const digest = createHash('sha256').update(entry).digest();
  return REQUEST_NUMBER + 1 + (digest.readUInt32BE(0) % (LAST_NUMBER - REQUEST_NUMBER));
}

function edgesOf({ entry, edges }: Draft, held: ReadonlySet<string>, idOf: (entry: string) => NodeId): Edge[] {
  return edges.flatMap(({ kind, other, from }): Edge[] => {
    if (!held.has(other)) return [];
    const [a, b] = from ? [other, entry] : [entry, other];
    return [{ from: idOf(a), to: idOf(b), kind, source: 'imported' }];
  });
}

const isChanged = ({ summary, detail }: Node, draft: Draft): boolean =>
  summary !== draft.summary || detail?.['text'] !== draft.detail['text'];

function countsOf(drafts: readonly Draft[]): ForgeCounts {
  const counted = (isOf: (draft: Draft) => boolean): number => drafts.filter(isOf).length;
  return {
    requests: counted(({ kind }) => kind === 'task'),
    comments: counted(({ kind }) => kind === 'claim'),
    verdicts: counted(({ kind, detail }) => kind === 'evidence' && 'verdict' in detail),
    results: counted(({ kind, detail }) => kind === 'evidence' && 'result' in detail),
    changes: counted(({ kind }) => kind === 'event'),
  };
}
