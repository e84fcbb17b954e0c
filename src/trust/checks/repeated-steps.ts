import type { Notes } from '../../ask/history/history.ts';
import { graphIdOf } from '../../model/format/note.ts';
import type { GraphId, Oid } from '../../model/ids.ts';
import { importedFrom } from '../../model/imported.ts';
import type { Graph, Node } from '../../model/model.ts';
import { isDamaged } from '../../notes/note-reader.ts';
import type { VerifyFinding } from '../finding.ts';
import type { KnownGraph } from './graph-links.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';

/** Two graphs of one session with steps of the same numbers. */
export type Overlap = readonly [KnownGraph, KnownGraph];

/** Most pairs of graphs that are compared; the rest is counted. Each pair takes two notes to read. */
const MAX_COMPARED_PAIRS = 200;

/**
 * Finds steps with one id and two contents. Both an attacker and a session that continued in two clones can make them, so they are
 * no fault. Readers show the step that was recorded here or is vouched for; of two equal ones neither.
 * @param tip the state of the notes; the newest when absent
 */
export async function* checkRepeated(
  store: Pick<Notes, 'each'>,
  overlaps: readonly Overlap[],
  tip?: Oid,
): AsyncGenerator<VerifyFinding> {
  for (const [link, other] of overlaps.slice(0, MAX_COMPARED_PAIRS)) {
    const graphs = await graphsOf(store, [link, other], tip);
    const [one, two] = [graphs.get(link.id), graphs.get(other.id)];
    if (!one || !two || (importedFrom(one) && importedFrom(two))) continue;
    const known = new Map(two.nodes.map((node) => [node.id, node]));
    const first = one.nodes.find((node) => known.has(node.id) && !isSame(node, known.get(node.id)!));
    if (!first) continue;
    const what = `It is also in graph ${other.id.slice(0, 12)}, on ${shortOid(other.commit)}, with another content: the session continued in two clones, or one of them is forged.`;
    yield {
      kind: 'warning',
      commit: link.commit,
      session: link.session,
      graph: link.id,
      step: first.id,
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

const isSame = (a: Node, b: Node): boolean => JSON.stringify(a) === JSON.stringify(b);

async function graphsOf(
  store: Pick<Notes, 'each'>,
  links: readonly KnownGraph[],
  tip: Oid | undefined,
): Promise<Map<GraphId, Graph>> {
  const found = new Map<GraphId, Graph>();
  for await (const [, note] of store.each(new Set(links.map(({ commit }) => commit)), tip))
    if (!isDamaged(note))
      for (const graph of note.graphs)
        if (links.some(({ id, session }) => session === graph.session.id && id === graphIdOf(graph)))
          found.set(graphIdOf(graph), graph);
  return found;
}
