import type { Notes } from '../../ask/history/history.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';
import { mayHaveBeen } from '../../model/format/forgotten-path.ts';
import { graphIdOf } from '../../model/format/note.ts';
import type { GraphId, NodeId, Oid } from '../../model/ids.ts';
import { importedFrom } from '../../model/standing/imported.ts';
import type { Graph } from '../../model/model.ts';
import { isDamaged } from '../../notes/note-reader.ts';
import type { StandingContext } from '../../notes/standing/judged.ts';
import type { VerifyFinding } from '../finding.ts';
import type { KnownGraph } from './graph-links.ts';

/** Two graphs of one session with steps of the same numbers. */
export type Overlap = readonly [KnownGraph, KnownGraph];

/** Most pairs of graphs that are compared; the rest is counted. Each pair takes two notes to read. */
const MAX_COMPARED_PAIRS = 200;

const FORGED = 'an allowed signer vouches for only one graph. The other is forged, or its clone does not sign notes';
const EITHER = 'the session continued in two clones, or one of them is forged';

/**
 * Finds steps with one id and two contents. The pair is a fault if an allowed signer vouches for only one graph. Every other pair may be
 * honest work, and is a warning: a session continued in two clones or in a copy of a repository, a text was forgotten, a session was
 * imported twice. Readers show the step with the higher standing; of equals, neither.
 * @param tip the state of the notes; the newest when absent
 */
export async function* checkRepeated(
  store: Pick<Notes, 'each' | 'list'>,
  overlaps: readonly Overlap[],
  judge: StandingContext,
  tip?: Oid,
): AsyncGenerator<VerifyFinding> {
  const pairs: ContradictingPair[] = [];
  for (const overlap of overlaps.slice(0, MAX_COMPARED_PAIRS)) {
    const graphs = await graphsOf(store, overlap, tip);
    const [one, two] = overlap.map(({ id }) => graphs.get(id));
    const found = one && two && contradictionOf(one, two);
    if (found) pairs.push({ overlap, ...found });
  }
  const vouched = pairs.length > 0 ? await vouchedAmong(pairs, store, judge, tip) : NONE;
  for (const { overlap, step, isForgotten } of pairs) {
    const [link, other] = overlap;
    const isClaimed = ({ id }: KnownGraph): boolean => !vouched.has(id) && !judge.recorded.hasGraph(id);
    const isForged = !isForgotten && overlap.some(({ id }) => vouched.has(id)) && (isClaimed(link) || isClaimed(other));
    const what = `It is also in graph ${other.id.slice(0, 12)}, on ${shortOid(other.commit)}, with another content: ${isForged ? FORGED : EITHER}.`;
    yield {
      kind: isForged ? 'fault' : 'warning',
      commit: link.commit,
      session: link.session.id,
      graph: link.id,
      step,
      field: 'nodes',
      what,
    };
  }
  const rest = overlaps.length - MAX_COMPARED_PAIRS;
  if (rest > 0)
    yield {
      kind: 'warning',
      field: 'nodes',
      what: `${rest} more pairs of graphs have steps of the same numbers. They were not compared.`,
    };
}

interface ContradictingPair {
  readonly overlap: Overlap;
  readonly step: NodeId;
  /** Whether forgotten texts explain every difference. */
  readonly isForgotten: boolean;
}

const NONE: ReadonlySet<GraphId> = new Set();

function contradictionOf(one: Graph, two: Graph): Omit<ContradictingPair, 'overlap'> | undefined {
  if (importedFrom(one) && importedFrom(two)) return undefined;
  const known = new Map(two.nodes.map((node) => [node.id, JSON.stringify(node)]));
  let step: NodeId | undefined;
  for (const node of one.nodes) {
    const [text, other] = [JSON.stringify(node), known.get(node.id)];
    if (other === undefined || text === other) continue;
    if (!mayHaveBeen(text, other) && !mayHaveBeen(other, text)) return { step: node.id, isForgotten: false };
    step ??= node.id;
  }
  return step && { step, isForgotten: true };
}

// A graph can be in several notes, and its signature in any of them.
async function vouchedAmong(
  pairs: readonly ContradictingPair[],
  store: Pick<Notes, 'each' | 'list'>,
  judge: StandingContext,
  tip: Oid | undefined,
): Promise<Set<GraphId>> {
  const found = new Set<GraphId>();
  if (!(await judge.signs())) return found;
  const wanted = new Set(pairs.flatMap(({ overlap }) => overlap.map(({ id }) => id)));
  for await (const [commit, note] of store.each((await store.list(tip)).keys(), tip)) {
    if (isDamaged(note) || !note.signatures) continue;
    const vouched = await judge.vouchedGraphs(commit, note.signatures);
    for (const id of wanted) if (vouched.has(id)) found.add(id);
  }
  return found;
}

async function graphsOf(
  store: Pick<Notes, 'each'>,
  links: readonly KnownGraph[],
  tip: Oid | undefined,
): Promise<Map<GraphId, Graph>> {
  const found = new Map<GraphId, Graph>();
  for await (const [, note] of store.each(new Set(links.map(({ commit }) => commit)), tip))
    if (!isDamaged(note))
      for (const graph of note.graphs)
        if (links.some(({ id, session }) => session.id === graph.session.id && id === graphIdOf(graph)))
          found.set(graphIdOf(graph), graph);
  return found;
}
