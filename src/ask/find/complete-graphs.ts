import { indexGraphs, type GraphIndex } from '../../model/graph/graph-index.ts';
import { type NodeId, numberOf } from '../../model/ids.ts';
import { isThingId } from '../../model/knowledge/thing.ts';
import type { Edge, Graph, Node, Usage } from '../../model/model.ts';
import { countingGraphs } from '../../model/standing/graphs.ts';
import { copyStanding } from '../../model/standing/standing.ts';
import { notesAlong, type History, type LocalGraph } from '../history/history.ts';

/** Commits searched for a step that a note mentions but lacks. */
const MAX_COMMITS = 2000;
/** Searches in sequence, because a found step may mention another one. */
const MAX_ROUNDS = 3;
/** The edges that explain a step by earlier ones. */
export const BACKWARDS: ReadonlySet<string> = new Set(['led_to', 'explored_via', 'spawned']);

/**
 * Graphs prepared for reading: every node and edge once. Repeated nodes of an earlier graph become own nodes if that graph is missing.
 */
export function unite<T extends LocalGraph & Partial<Graph>>(graphs: readonly T[]): T[] {
  const nodes = new Set<NodeId>();
  const edges = new Set<string>();
  const united = graphs.map((graph) => ({
    ...graph,
    nodes: graph.nodes.filter((node) => isNew(nodes, node.id)),
    edges: graph.edges.filter(({ from, to, kind }) => isNew(edges, `${from} ${to} ${kind}`)),
  }));
  for (const graph of united) graph.nodes.push(...(graph.context ?? []).filter((node: Node) => isNew(nodes, node.id)));
  for (const [i, graph] of graphs.entries()) copyStanding(graph, united[i]!);
  return united;
}

function isNew<T>(seen: Set<T>, item: T): boolean {
  if (seen.has(item)) return false;
  seen.add(item);
  return true;
}

const NO_CHAIN: Graph['chain'] = { start: '', head: '' };

/** Prepares graphs for queries, including incomplete ones. */
export const indexLocalGraphs = (graphs: readonly LocalGraph[]): GraphIndex =>
  indexGraphs(
    unite(graphs).map(({ session, nodes, edges }) => {
      return { session, nodes, edges, explains: [], previous: null, chain: NO_CHAIN };
    }),
  );

/** Graphs that contain the steps that led to `ids`. */
export interface CompletedGraphs {
  readonly graphs: readonly Graph[];
  readonly lookup: GraphIndex;
}

/**
 * Completes the graphs of a note with earlier ones that contain the steps before these nodes, if the note lacks them.
 * @param from the revision to search notes from, back in time
 */
export async function gather(
  history: History,
  graphs: readonly Graph[],
  ids: readonly NodeId[],
  from: string,
): Promise<CompletedGraphs> {
  // Graphs of several notes together: what one of them says about a step of a higher standing does not count.
  const all = [...graphs];
  let known = unite(countingGraphs(all).graphs);
  let lookup = indexGraphs(known);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const wanted = missing(lookup, ids);
    if (wanted.size === 0) break;
    const found = await findGraphs(history, wanted, from);
    if (found.length === 0) break;
    all.push(...found);
    known = unite(countingGraphs(all).graphs);
    lookup = indexGraphs(known);
  }
  return { graphs: known, lookup };
}

function missing(lookup: GraphIndex, ids: readonly NodeId[]): Set<NodeId> {
  const seen = new Set(ids);
  const wanted = new Set<NodeId>();
  for (const id of seen) {
    const node = lookup.node(id);
    if (!node) wanted.add(id);
    for (const { to, kind } of lookup.from(id)) if (kind === 'decided_by' && !lookup.node(to)) wanted.add(to);
    if (node?.kind === 'goal' && !lookup.into(id).some(({ kind }) => kind === 'spawned')) continue;
    for (const { from, kind } of lookup.into(id)) if (BACKWARDS.has(kind)) seen.add(from);
  }
  return wanted;
}

async function findGraphs(history: History, wanted: Set<NodeId>, from: string): Promise<Graph[]> {
  const found: Graph[] = [];
  const left = new Set(wanted);
  for await (const [, note] of notesAlong(history, [from], MAX_COMMITS)) {
    for (const graph of note.graphs) {
      const holds = graph.nodes.filter(({ id }) => left.delete(id));
      if (holds.length > 0) found.push(graph);
    }
    if (left.size === 0) break;
  }
  return found;
}

export { graphKey } from '../index/note-stats.ts';
/** Whether a node is a step of the ledger; a decision derived from steps is not. */
export { isLedgerStep as isStep } from '../../model/graph/ledger.ts';

/** The sum of token usage; undefined when all of it is unknown. */
export function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (!a || !b) return a ?? b;
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: (a.cacheRead ?? 0) + (b.cacheRead ?? 0),
    cacheWrite: (a.cacheWrite ?? 0) + (b.cacheWrite ?? 0),
    ...((a.cost ?? b.cost) !== undefined && { cost: (a.cost ?? 0) + (b.cost ?? 0) }),
  };
}

/** Orders nodes of a session by number. The things that they refer to come last. */
export const byNumber = ({ id: a }: { readonly id: NodeId }, { id: b }: { readonly id: NodeId }): number =>
  Number(isThingId(a)) - Number(isThingId(b)) || numberOf(a) - numberOf(b) || (a < b ? -1 : 1);

/** The edges of a lookup that lead to or from a node, by kind. */
export const ofKind = (edges: readonly Edge[], kind: string): Edge[] => edges.filter((edge) => edge.kind === kind);
