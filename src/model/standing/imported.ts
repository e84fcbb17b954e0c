import type { NodeId, RepoPath } from '../ids.ts';
import type { Attribution, Graph, Note } from '../model.ts';
import { isPatchOf } from '../patch.ts';
import { compareStandings, standingOfGraph } from './standing.ts';

/** The key of a detail that names the tool from which a graph was imported. A patch has it, and each node of a forge's request. */
export const IMPORTED = 'imported';

/** The tool that a graph was imported from, such as `git-ai`; undefined for a recorded graph. */
export function importedFrom({ nodes }: Pick<Graph, 'nodes'>): string | undefined {
  for (const { kind, detail } of nodes) {
    const from = kind === 'patch' || typeof detail?.['told'] === 'string' ? detail?.[IMPORTED] : undefined;
    if (typeof from === 'string') return from;
  }
  return undefined;
}

/**
 * Whether everything in a note was imported. A recorded note also has a meaning for lines without a claim: a person wrote
 * them. An imported note does not.
 */
export const isImport = ({ graphs, lines, carried }: Note): boolean =>
  carried.length === 0 &&
  graphs.every((graph) => importedFrom(graph) !== undefined) &&
  (graphs.length > 0 ||
    [...lines.values()].every((list) =>
      list.every(({ evidence }) => evidence === 'imported' || evidence === 'inferred' || evidence === 'unsure'),
    ));

/** The nodes of a note's imported graphs. */
export const importedNodes = ({ graphs }: { readonly graphs: readonly Pick<Graph, 'nodes'>[] }): ReadonlySet<NodeId> =>
  new Set(graphs.flatMap((graph) => (importedFrom(graph) === undefined ? [] : graph.nodes.map(({ id }) => id))));

/**
 * The attributions of a file that count. A record of the note's own commit displaces what another clone imported for it,
 * also on lines without a recorded claim: a person wrote those.
 * @param commit the commit of the note; undefined for the work tree
 */
export function countingLines(
  { graphs, lines }: Pick<Note, 'graphs' | 'lines'>,
  path: RepoPath,
  commit: string | undefined,
): readonly Attribution[] {
  const list = lines.get(path) ?? [];
  if (graphs.length < 2 || !list.some(isForeign)) return list;
  const imports = graphs.filter((graph) => importedFrom(graph) !== undefined);
  // A graph that only describes the commit, or verifies it later, claims no lines. A lower standing never displaces an
  // import.
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
