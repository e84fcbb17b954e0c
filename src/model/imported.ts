import type { NodeId, RepoPath } from './ids.ts';
import type { Attribution, Graph, Note } from './model.ts';
import { isPatchOf } from './patch.ts';
import { compareStandings, standingOfGraph } from './standing/standing.ts';

/** In the detail of the step that tells of the commit: the tool whose record the graph was made of. */
export const IMPORTED = 'imported';

/** The tool whose record a graph was made of, such as `git-ai`; undefined for one that was recorded. */
export function importedFrom({ nodes }: Graph): string | undefined {
  for (const { kind, detail } of nodes) {
    const from = kind === 'patch' ? detail?.[IMPORTED] : undefined;
    if (typeof from === 'string') return from;
  }
  return undefined;
}

/**
 * Whether all that a note says was imported. Of another one our own record tells also by its silence: a line that it does
 * not speak of is a person's.
 */
export const isImport = ({ graphs, lines, carried }: Note): boolean =>
  carried.length === 0 &&
  graphs.every((graph) => importedFrom(graph) !== undefined) &&
  (graphs.length > 0 ||
    [...lines.values()].every((list) =>
      list.every(({ evidence }) => evidence === 'imported' || evidence === 'inferred' || evidence === 'unsure'),
    ));

/** The nodes of a note's graphs that were made of others' records. */
export const importedNodes = ({ graphs }: Pick<Note, 'graphs'>): ReadonlySet<NodeId> =>
  new Set(graphs.flatMap((graph) => (importedFrom(graph) === undefined ? [] : graph.nodes.map(({ id }) => id))));

/**
 * The attributions of a file that count. Where something was recorded for the note's own commit, what another clone imported
 * for it gives way, also on lines of which our record does not speak: those are a person's.
 * @param commit that the note is of; undefined for the work tree
 */
export function countingLines(
  { graphs, lines }: Pick<Note, 'graphs' | 'lines'>,
  path: RepoPath,
  commit: string | undefined,
): readonly Attribution[] {
  const list = lines.get(path) ?? [];
  if (graphs.length < 2 || !list.some(isForeign)) return list;
  const imports = graphs.filter((graph) => importedFrom(graph) !== undefined);
  // What was only said of the commit, or verified later, states no lines. A lower standing displaces no import.
  const isRecorded = graphs.some(
    (graph) =>
      importedFrom(graph) === undefined &&
      graph.nodes.some((node) => isPatchOf(node, commit)) &&
      imports.every((one) => compareStandings(standingOfGraph(graph), standingOfGraph(one)) >= 0),
  );
  if (!isRecorded) return list;
  const nodes: ReadonlySet<NodeId | null> = importedNodes({ graphs });
  return list.filter((one) => !(isForeign(one) && nodes.has(one.node)));
}

const isForeign = ({ node, evidence }: Attribution): boolean =>
  node !== null && (evidence === 'imported' || evidence === 'inferred');
