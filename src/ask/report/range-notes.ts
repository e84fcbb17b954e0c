import type { NodeId, Oid } from '../../model/ids.ts';
import type { Graph, Note } from '../../model/model.ts';
import { replacedObjects } from '../../git/objects/replaced.ts';
import { copyId } from '../../model/format/graph-id.ts';
import { standingOfGraph } from '../../model/standing/standing.ts';
import { isDamaged } from '../../notes/notes.ts';
import { readable, type History } from '../history/history.ts';
import { NoteSlimmer, without } from '../find/slim-notes.ts';

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

/** Nodes, and edges, of a claimed graph that wrote lines: with more, the others count as steps that are left out first. */
const MAX_FREE_PARTS = 400;

export interface ReadOptions {
  /** The files of the lines, by every name that they had: only steps are held that say something about them. Absent: all steps. */
  readonly paths?: ReadonlySet<string> | undefined;
  /** How many steps are held of graphs that are only claimed and wrote none of the lines. */
  readonly maxClaimedSteps?: number | undefined;
  /**
   * For a reader that judges the lines: it gets what is held of each note, also of those that are not wanted. Graphs keep their ids, and
   * those that wrote lines are not cut, because a check that is left out may change a verdict.
   */
  readonly judge?: ((note: Note) => void) | undefined;
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
  { maxClaimedSteps = MAX_CLAIMED_STEPS, paths, judge }: ReadOptions = {},
): Promise<NotedCommits> {
  const notes = new Map<Oid, Note>();
  const read = new Set<Oid>();
  const damaged = new Set<Oid>();
  const slimmer = paths && new NoteSlimmer(paths);
  let claimed = 0;
  let unread = 0;
  const replaced = await replacedObjects(history.repo);
  for await (const [commit, found] of history.notes.each(commits)) {
    if (replaced.has(commit)) continue; // git shows the lines of another commit under this id
    const note = readable(history, found);
    if (isDamaged(found)) damaged.add(commit);
    if (!note) continue;
    read.add(commit);
    if (!judge && !wanted.has(commit)) continue;
    const named = namedIn(note);
    const held = concerning(note.graphs, named);
    const slim = slimmer?.slim(held, named) ?? held;
    if (judge) {
      for (const [i, graph] of slim.entries()) if (graph !== held[i]) copyId(held[i]!, graph);
      judge({ ...note, graphs: slim });
      if (!wanted.has(commit)) continue;
    }
    const graphs = slim.flatMap((graph) => {
      if (standingOfGraph(graph) !== 'claimed') return [graph];
      const isWriter = graph.nodes.some(({ id }) => named.has(id));
      if (isWriter && (judge || !slimmer)) return [graph];
      const parts = isWriter ? Math.max(graph.nodes.length, graph.edges.length) - MAX_FREE_PARTS : graph.nodes.length;
      if (parts <= 0) return [graph];
      claimed += parts;
      if (claimed <= maxClaimedSteps) return [graph];
      const left = isWriter ? cut(graph, named) : undefined;
      unread += graph.nodes.length - (left?.nodes.length ?? 0);
      return left ? [left] : [];
    });
    notes.set(commit, { ...note, graphs });
  }
  return { notes, read, damaged, unread };
}

// What wrote the lines, and the first of the other steps.
function cut(graph: Graph, named: ReadonlySet<NodeId>): Graph {
  const first = new Set(graph.nodes.slice(0, MAX_FREE_PARTS));
  return without(graph, (node) => first.has(node) || named.has(node.id), MAX_FREE_PARTS);
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
