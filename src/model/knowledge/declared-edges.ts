import { graphIdOf } from '../format/graph-id.ts';
import type { Edge, Graph } from '../model.ts';
import { copyStanding, standingOfGraph } from '../standing/standing.ts';
import { edgeKey, type EdgeStanding, type EdgeStatus } from './edge-status.ts';
import { edgeStandings } from './edge-statuses.ts';
import { isEntry } from './kinds.ts';
import { changeOf } from './status.ts';

/** Gives the status of a declared edge, and undefined for any other edge. */
export type StatusOf = (edge: Edge) => EdgeStatus | undefined;

/**
 * The declared edges of many graphs with their status, from the events in these graphs and the mark of proposals. Only entries,
 * events and declared edges are kept, so that all notes of a repository fit.
 */
export class DeclaredEdges {
  readonly #parts = new Map<string, Graph>();
  #standings: ReadonlyMap<string, EdgeStanding> | undefined;

  /** Adds graphs. A graph may be given again. */
  add(graphs: Iterable<Graph>): this {
    for (const graph of graphs) {
      const nodes = graph.nodes.filter((node) => changeOf(node) || isEntry(node));
      const edges = graph.edges.filter(({ source }) => source === 'declared');
      if (nodes.length === 0 && edges.length === 0) continue;
      const key = `${standingOfGraph(graph)} ${graphIdOf(graph)}`;
      if (this.#parts.has(key)) continue;
      const part = { ...graph, nodes, edges, ...(graph.context && { context: graph.context.filter(isEntry) }) };
      copyStanding(graph, part);
      this.#parts.set(key, part);
      this.#standings = undefined;
    }
    return this;
  }

  /** See `StatusOf`. */
  readonly statusOf: StatusOf = (edge) =>
    edge.source === 'declared'
      ? (this.#standings ??= edgeStandings([...this.#parts.values()])).get(edgeKey(edge))?.status
      : undefined;
}
