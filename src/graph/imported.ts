import type { NodeId } from './ids.ts';
import type { Graph, Note } from './model.ts';

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
export const importedNodes = ({ graphs }: Note): ReadonlySet<NodeId> =>
  new Set(graphs.flatMap((graph) => (importedFrom(graph) === undefined ? [] : graph.nodes.map(({ id }) => id))));
