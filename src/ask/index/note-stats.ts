import { sessionPart } from '../../model/ids.ts';
import { isLedgerStep } from '../../model/graph/ledger.ts';
import type { Graph, Note, Session, Usage } from '../../model/model.ts';

/** Statistics of a graph. */
export interface GraphSums {
  readonly session: Session;
  readonly steps: number;
  /** Time of the first and last step, milliseconds since the epoch; undefined for a graph without steps. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly usage: Usage | undefined;
}

/** Statistics of a note, by session. */
export interface NoteSums {
  /** With a key that identifies a graph in other notes. */
  readonly graphs: readonly (GraphSums & { readonly key: string })[];
  /** The lines of each session, see `linesBySession`. */
  readonly lines: ReadonlyMap<string, number>;
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

/** Computes the statistics of a note. */
export const noteSums = (note: Note): NoteSums => ({
  graphs: note.graphs.map((graph) => ({ ...sumsOf(graph), key: graphKey(graph) })),
  lines: linesBySession(note),
});
