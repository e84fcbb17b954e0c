import { graphIdOf } from '../../../model/format/graph-id.ts';
import { decodeNote, StrayNote } from '../../../model/format/note.ts';
import {
  type GraphId,
  isNodeId,
  type NodeId,
  type Oid,
  numberOf,
  sessionPart,
  sessionPrefix,
} from '../../../model/ids.ts';
import { NODE_KINDS, type Graph, type Node, type Note, type Signature } from '../../../model/model.ts';
import { BOUND_KINDS } from '../../../model/invariants.ts';
import { joinNotes } from '../../../model/graph/join.ts';
import { ownNodes } from '../../../model/standing/graphs.ts';
import { asRead, replacedIn, withThings } from '../../../model/standing/things.ts';
import { linesBySession as lineHashes } from '../../../model/statement.ts';
import { noteLines, sumsOf, type GraphSums } from '../note-stats.ts';
import { withoutSigns, wordsOf } from './search-words.ts';

/** The index rows of one note. */
export interface NoteRows {
  readonly commit: Oid;
  readonly blobs: string;
  readonly damaged: boolean;
  readonly graphs: readonly GraphRows[];
  /** Files with attributed lines that none of its graphs mentions: they were renamed since. */
  readonly lined: readonly string[];
  /** The commits that it was carried from. */
  readonly sources: readonly Oid[];
  readonly restores: boolean;
  /** The number of lines of each session, and of possible copies among them, by the prefix of its nodes. */
  readonly owned: readonly OwnedLines[];
  readonly signatures: readonly Signature[];
}

/** The lines that a note attributes to a session. */
export interface OwnedLines {
  readonly prefix: string;
  readonly lines: number;
  readonly copied: number;
  /** The hash that a statement has for them; null in a note without signatures. */
  readonly hash: string | null;
}

/** The index rows of one graph. */
export interface GraphRows {
  /** Its id in the format, by which statements and this clone's memory name it. */
  readonly name: GraphId;
  readonly session: string;
  /** The prefix of its node ids. */
  readonly short: string;
  readonly agent: string;
  /** The parent session of a sub-agent, according to the graph. */
  readonly parent: string | null;
  readonly sums: Omit<GraphSums, 'session' | 'usage'> & {
    /** As JSON. */
    readonly session: string;
    readonly usage: string | null;
    /** Like `graphKey`, within a session. */
    readonly key: string;
  };
  /** The times of its first and last node; null without nodes. */
  readonly first: number | null;
  readonly last: number | null;
  /** Prefix, first and last number of the graph's own nodes. */
  readonly spans: readonly (readonly [prefix: string, first: number, last: number])[];
  readonly mentions: readonly (readonly [prefix: string, number: number])[];
  /** The nodes affected by its events: subjects of events, and revised nodes. */
  readonly fates: readonly (readonly [prefix: string, number: number])[];
  /** Files and commits, see `thingsOf`. */
  readonly things: readonly string[];
  /** Statements: the place, kind, time, whether it is a copy, the node as JSON, and the words of both columns. */
  readonly said: readonly (readonly [number, string, number, 0 | 1, string, string, string])[];
  /** Steps: the place and the words. */
  readonly done: readonly (readonly [number, string])[];
}

/** A note's bytes as stored in git; null for a blob that could not be read. */
export interface RawNote {
  readonly commit: Oid;
  readonly blobs: string;
  readonly bytes: readonly (Uint8Array | null)[];
}

const STEPS: ReadonlySet<string> = new Set([...NODE_KINDS.execution, ...NODE_KINDS.code]);
/** Prefix of a kind. The result is a word that is in every text of that kind and that no user can search for. */
const KIND_MARK = '\ue000';

/** Whether nodes of a kind are indexed as statements; unknown kinds are. */
export const isSaid = (kind: string): boolean => !STEPS.has(kind) || kind === 'event';

const kindWords = new Map<string, string>();

/** The index word for nodes of a kind. */
export function kindWord(kind: string): string {
  const known = kindWords.get(kind);
  if (known !== undefined) return known;
  const word = KIND_MARK + kind.toLowerCase().replace(/[^a-z0-9]+/g, '0');
  if (kindWords.size < 1000) kindWords.set(kind, word);
  return word;
}

/** The index rows of a note. Unreadable parts are left out, and the note is marked as damaged. */
export function rowsOf({ commit, blobs, bytes }: RawNote): NoteRows {
  const notes: Note[] = [];
  let joined: Note | undefined;
  let damaged = false;
  let stray = false;
  for (const one of bytes) {
    try {
      const note = one && decodeNote(one, commit);
      if (note) {
        notes.push(note);
        joined = joined ? joinNotes(joined, note) : note;
      } else damaged = true;
    } catch (error) {
      if (error instanceof StrayNote) stray = true;
      else damaged = true;
    }
  }
  if (stray && !joined) damaged = true; // the same rule as in `NoteReader`
  const graphs = notes.flatMap((note) => note.graphs.map(graphRows));
  const known = new Set(graphs.flatMap(({ things }) => things));
  const lined = distinct(notes.flatMap((note) => Array.from(note.lines.keys()))).filter((path) => !known.has(path));
  const { lines, copied, sources, restores } = noteLines(joined ?? { lines: new Map(), carried: [] });
  const signatures = notes.flatMap((note) => note.signatures ?? []);
  const hashes = joined && signatures.length > 0 ? lineHashes(joined.lines) : undefined;
  const owned = [...lines].map(([short, count]) => ({
    prefix: short,
    lines: count,
    copied: copied.get(short) ?? 0,
    hash: hashes?.get(short) ?? null,
  }));
  return { commit, blobs, damaged, graphs, lined, sources, restores, owned, signatures };
}

/** The index rows of a graph. Nodes of other sessions are left out: a graph speaks only for its own session. */
export function graphRows(graph: Graph): GraphRows {
  const { session } = graph;
  const { nodes, context = [] } = ownNodes(graph);
  const read = withThings({ nodes, edges: graph.edges });
  const replaced = replacedIn(read);
  const own = new Set<NodeId>();
  let [first, last]: [number | null, number | null] = [null, null];
  for (const { id, at } of nodes) {
    own.add(id);
    if (first === null || at < first) first = at;
    if (last === null || at > last) last = at;
  }
  for (const id of replaced.values()) own.add(id);
  const mentioned = new Set<NodeId>();
  const mention = (id: NodeId | undefined): void => {
    if (id !== undefined && !own.has(id)) mentioned.add(id);
  };
  for (const { id } of context) mention(id);
  const fates = new Set<NodeId>();
  for (const { from, to, kind } of read.edges) {
    mention(from);
    mention(to);
    if (kind === 'supersedes') fates.add(to);
  }
  const things = read.edges.some(({ kind }) => BOUND_KINDS.has(kind)) ? [BOUND_THING] : [];
  const said: GraphRows['said'][number][] = [];
  const done: GraphRows['done'][number][] = [];
  const keep = (node: Node, place: number, copy: 0 | 1): void => {
    const { kind, summary, detail } = node;
    for (const name of copy ? [] : thingsOf(node)) things.push(name);
    if (kind === 'event' && !copy) {
      const subject = idIn(detail?.['subject']);
      if (subject !== undefined) fates.add(subject);
      mention(subject);
      mention(idIn(detail?.['object']));
    }
    const words = `${indexed(summary)} ${kindWord(kind)}`;
    if (isSaid(kind)) said.push([place, kind, node.at, copy, jsonOf(node), words, indexed(moreOf(node))]);
    else done.push([place, words]);
  };
  // The places are those in the whole graph, which is what a note holds.
  const isWhole = nodes === graph.nodes && context.length === (graph.context?.length ?? 0);
  const places = isWhole ? undefined : new Map([...graph.nodes, ...(graph.context ?? [])].map((node, i) => [node, i]));
  for (const [i, node] of nodes.entries()) keep(asRead(node, replaced), places?.get(node) ?? i, 0);
  for (const [i, node] of context.entries()) keep(node, places?.get(node) ?? nodes.length + i, 1);
  return {
    name: graphIdOf(graph),
    session: session.id,
    short: sessionPrefix(session),
    agent: session.agent,
    parent: session.parent ?? null,
    sums: rowOfSums(graph),
    first,
    last,
    spans: spansOf([...own]),
    mentions: [...mentioned].map(partsOfId),
    fates: [...fates].map(partsOfId),
    things: distinct(things),
    said,
    done,
  };
}

function rowOfSums(graph: Graph): GraphRows['sums'] {
  const { session, usage, ...sums } = sumsOf(graph);
  const { head, start } = graph.chain;
  const key = `${head.slice(0, 12)}${start.slice(0, 4)}${graph.nodes.length}`; // like `graphKey`, within a session
  return { ...sums, session: jsonOf(session), usage: usage ? jsonOf(usage) : null, key };
}

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];

const jsonOf = (one: Pick<Node, 'extra'>): string => JSON.stringify(one.extra ? { ...one, extra: undefined } : one);

const idIn = (value: unknown): NodeId | undefined => (typeof value === 'string' && isNodeId(value) ? value : undefined);

/** The parts of a node's id. */
export const partsOfId = (id: NodeId): readonly [prefix: string, number: number] => [sessionPart(id), numberOf(id)];

// Usually one span, because the nodes of a graph belong to its session and are consecutive.
function spansOf(ids: readonly NodeId[]): [string, number, number][] {
  const spans = new Map<string, [string, number, number]>();
  for (const id of ids) {
    const [prefix, number] = partsOfId(id);
    const span = spans.get(prefix);
    if (!span) spans.set(prefix, [prefix, number, number]);
    else if (number < span[1]) span[1] = number;
    else if (number > span[2]) span[2] = number;
  }
  return [...spans.values()];
}

/** The files that a node changed or mentions. */
export function filesOf({ detail }: Node): string[] {
  if (!detail) return [];
  const { files, paths, path } = detail;
  return [...texts(files), ...texts(paths), ...texts(path)];
}

/** The files that a node changed or mentions, and the commit that it represents (see `commitThing`). */
export function thingsOf(node: Node): string[] {
  const { kind, detail } = node;
  const found = filesOf(node);
  const commit = detail?.['commit'];
  if (typeof commit === 'string' && (kind === 'patch' || kind === 'commit')) found.push(commitThing(commit));
  return found;
}

/** The index name, among the paths, of graphs with edges that structural invariants are about. */
export const BOUND_THING = '\0invariants';

/** All names that a graph is found by, see `GraphSource.touching`. */
export const thingsIn = ({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): string[] => [
  ...nodes.flatMap(thingsOf),
  ...(edges.some(({ kind }) => BOUND_KINDS.has(kind)) ? [BOUND_THING] : []),
];

/** The index name of a commit among the paths. No path contains a NUL. */
export const commitThing = (commit: string): string => `\0${commit}`;

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The text of a node besides its summary: the full text, the reason, the rejected options. */
export function moreOf({ detail }: Node): string {
  if (!detail) return '';
  const { text, because, rejected } = detail;
  return [...texts(text), ...texts(because), ...texts(rejected)].join('\n');
}

/** A text that SQLite splits like `wordsOf`, if it is short and has no long word. A NUL would end it. */
const PLAIN = /^[\u0001-\u007f]*$/;
const MAX_SHORT_CHARACTERS = 2000;
const LONG_WORD = /[A-Za-z0-9]{65}/;

// Split like `wordsOf`, so that the index finds the same as a plain search.
function indexed(whole: string): string {
  if (whole.length > MAX_SHORT_CHARACTERS) return wordsOf(whole).join(' ');
  const text = withoutSigns(whole);
  return PLAIN.test(text) && (text.length <= 64 || !LONG_WORD.test(text)) ? text : wordsOf(text).join(' ');
}
