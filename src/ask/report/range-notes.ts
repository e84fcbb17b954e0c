import type { NodeId, Oid } from '../../model/ids.ts';
import type { Graph, Note } from '../../model/model.ts';
import { standingOfGraph } from '../../model/standing/standing.ts';
import { isDamaged } from '../../notes/notes.ts';
import { readable, type History } from '../history/history.ts';

/** The notes of a range, as far as the lines that it adds need them. */
export interface NotedCommits {
  /** Only the notes of the wanted commits, without graphs that say nothing about their lines. */
  readonly notes: ReadonlyMap<Oid, Note>;
  /** Commits with a readable note. */
  readonly read: ReadonlySet<Oid>;
  /** Commits with notes that are partly or wholly unreadable. */
  readonly damaged: ReadonlySet<Oid>;
  /** The number of steps that were left out, because they are only claimed and too many. */
  readonly unread: number;
}

/** Most steps to hold of graphs that are only claimed, and wrote none of the lines. A stranger can push any number of them. */
const MAX_CLAIMED_STEPS = 300_000;

export interface ReadOptions {
  /** How many steps are held of graphs that are only claimed and wrote none of the lines. */
  readonly maxClaimedSteps?: number | undefined;
  /** Called with the readable part of each note. */
  readonly see?: ((commit: Oid, note: Note) => void) | undefined;
}

/**
 * Reads the notes of commits one by one, and keeps what a report on lines needs. Memory does not grow with notes that the lines do
 * not name.
 * @param wanted the commits with notes to keep
 */
export async function readNotes(
  history: History,
  commits: readonly Oid[],
  wanted: ReadonlySet<Oid>,
  { maxClaimedSteps = MAX_CLAIMED_STEPS, see }: ReadOptions = {},
): Promise<NotedCommits> {
  const notes = new Map<Oid, Note>();
  const read = new Set<Oid>();
  const damaged = new Set<Oid>();
  let claimed = 0;
  let unread = 0;
  for await (const [commit, found] of history.notes.each(commits)) {
    const note = readable(history, found);
    if (isDamaged(found)) damaged.add(commit);
    if (!note) continue;
    read.add(commit);
    see?.(commit, note);
    if (!wanted.has(commit)) continue;
    const named = namedIn(note);
    const graphs = concerning(note.graphs, named).filter((graph) => {
      const steps = graph.nodes.length;
      if (standingOfGraph(graph) !== 'claimed' || graph.nodes.some(({ id }) => named.has(id))) return true;
      claimed += steps;
      if (claimed <= maxClaimedSteps) return true;
      unread += steps;
      return false;
    });
    notes.set(commit, graphs.length === note.graphs.length ? note : { ...note, graphs });
  }
  return { notes, read, damaged, unread };
}

function namedIn({ lines }: Note): Set<NodeId> {
  const named = new Set<NodeId>();
  for (const list of lines.values())
    for (const { node, from } of list) for (const id of [node, from]) if (id) named.add(id);
  return named;
}

/** Kinds of nodes that only say something about a line through an edge. */
const SILENT: ReadonlySet<string> = new Set(['goal', 'exploration', 'commitment', 'execution', 'error']);

// The graphs that wrote the lines, those that an edge joins to them in either direction, and graphs with other kinds of nodes: a
// check or a review may name what it is about in its details.
function concerning(graphs: readonly Graph[], named: ReadonlySet<NodeId>): Graph[] {
  const kept = new Set<Graph>();
  const known = new Set(named);
  const keep = (graph: Graph): void => {
    kept.add(graph);
    for (const { id } of [...graph.nodes, ...(graph.context ?? [])]) known.add(id);
    for (const { from, to } of graph.edges) known.add(from).add(to);
  };
  for (const graph of graphs) if (graph.nodes.some(({ kind }) => !SILENT.has(kind))) keep(graph);
  for (let size = -1; size < kept.size;) {
    size = kept.size;
    for (const graph of graphs)
      if (
        !kept.has(graph) &&
        (graph.nodes.some(({ id }) => known.has(id)) ||
          graph.edges.some(({ from, to }) => known.has(from) || known.has(to)))
      )
        keep(graph);
  }
  return graphs.filter((graph) => kept.has(graph));
}
