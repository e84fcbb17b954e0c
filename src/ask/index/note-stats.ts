import { type Oid, sessionPart } from '../../model/ids.ts';
import { isLedgerStep } from '../../model/graph/ledger.ts';
import type { Graph, Note, Session, Usage } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';

/** Statistics of a graph. */
export interface GraphSums {
  readonly session: Session;
  readonly steps: number;
  /** Time of the first and last step, milliseconds since the epoch; undefined for a graph without steps. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly usage: Usage | undefined;
}

/** The lines of a note, by the id prefix of a session's nodes. */
export interface NoteLines {
  /** The lines of each session, see `linesBySession`. */
  readonly lines: ReadonlyMap<string, number>;
  /** Those of them that a source commit may have too, see `copiesBySession`. */
  readonly copied: ReadonlyMap<string, number>;
  /** The commits that it was carried from. */
  readonly sources: readonly Oid[];
  /** Its commit reverts a revert, so the lines stood before that. */
  readonly restores: boolean;
}

/** Statistics of a note, by session. */
export interface NoteSums extends NoteLines {
  /** With a key that identifies a graph in other notes. */
  readonly graphs: readonly (GraphSums & { readonly key: string; readonly standing: RecordStanding })[];
  /** The lines, and the copies among them, that are neither recorded here nor vouched for. */
  readonly claimed: Pick<NoteLines, 'lines' | 'copied'>;
  /** Whether this clone wrote the note, or an allowed signer vouches for it. */
  readonly isTrusted: boolean;
}

/** Distinguishes graphs of one session without computing their ids: one graph may be in many notes. */
export const graphKey = ({ session, chain, nodes }: Graph): string =>
  [session.id, chain.start, chain.head, nodes.length, nodes[0]?.id ?? ''].join(' ');

/** Lines that a note attributes to each session, by the id prefix of its nodes. Wrong line counts are not corrected. */
export function linesBySession(note: Pick<Note, 'lines'>): Map<string, number> {
  const lines = new Map<string, number>();
  for (const list of note.lines.values())
    for (const { node, count, evidence } of list)
      if (node && evidence !== 'unsure') lines.set(sessionPart(node), (lines.get(sessionPart(node)) ?? 0) + count);
  return lines;
}

/** Evidence of lines that a commit can have from its sources. Weak evidence stays what it was when lines are carried. */
const COPIED: ReadonlySet<string> = new Set(['carried', 'restored', 'inferred', 'imported']);

/** Counts the lines of each session that a source of the note's commit may have too. */
export function copiesBySession({ lines, carried }: Pick<Note, 'lines' | 'carried'>): Map<string, number> {
  const copied = [...lines].map(([path, list]) => [path, list.filter(({ evidence }) => COPIED.has(evidence))] as const);
  return carried.length === 0 ? new Map() : linesBySession({ lines: new Map(copied) });
}

/** The commits that a note was carried from, each once. */
export const sourcesOf = ({ carried }: Pick<Note, 'carried'>): Oid[] => [...new Set(carried.map(({ from }) => from))];

/** The lines of a note. */
export const noteLines = (note: Pick<Note, 'lines' | 'carried'>): NoteLines => ({
  lines: linesBySession(note),
  copied: copiesBySession(note),
  sources: sourcesOf(note),
  restores: note.carried.some(({ how }) => how === 'revert'),
});

/** Computes the statistics of a graph. */
export function sumsOf({ session, nodes, usage }: Pick<Graph, 'session' | 'nodes' | 'usage'>): GraphSums {
  let steps = 0;
  let [first, last]: [number | undefined, number | undefined] = [undefined, undefined];
  for (const node of nodes) {
    if (!isLedgerStep(node)) continue;
    steps++;
    const { at, kind } = node;
    if (kind === 'patch') continue; // its time is the commit's, which a rebase or a person may set
    if (first === undefined || at < first) first = at;
    if (last === undefined || at > last) last = at;
  }
  return { session, steps, first, last, usage };
}
