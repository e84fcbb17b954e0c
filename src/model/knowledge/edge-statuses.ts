import { push } from '../multimap.ts';
import type { NodeId } from '../ids.ts';
import type { Graph } from '../model.ts';
import { standingOfGraph } from '../standing/standing.ts';
import {
  type DeclaringEntry,
  declaringEntry,
  edgeKey,
  edgeOf,
  type EdgeStanding,
  edgeStandingOf,
} from './edge-status.ts';
import { MARKED_ONLY, type ReviewPolicy } from './review.ts';
import { changeOf, type SessionNode, subjectOf } from './status.ts';

type Part = Pick<Graph, 'session' | 'nodes' | 'edges' | 'context'>;

/**
 * The state of every declared edge in some graphs, by its name (`edgeKey`). Events that do not count have been left out of the
 * graphs before (`countingGraphs`).
 */
export function edgeStandings(
  graphs: readonly Part[],
  isReviewed: ReviewPolicy = MARKED_ONLY,
): ReadonlyMap<string, EdgeStanding> {
  const nodes = new Map<NodeId, SessionNode>();
  const changes = new Map<NodeId, SessionNode[]>();
  const about = new Map<string, SessionNode[]>();
  const linked = new Set<string>();
  for (const graph of graphs) {
    const { session, nodes: own, context = [] } = graph;
    const standing = standingOfGraph(graph);
    for (const node of context) if (!nodes.has(node.id)) nodes.set(node.id, { node, session, standing });
    for (const node of own) {
      const entry: SessionNode = { node, session, standing };
      nodes.set(node.id, entry);
      const subject = changeOf(node) && subjectOf(node);
      if (subject) push(changes, subject, entry);
      const edge = edgeOf(node);
      if (!edge) continue;
      push(about, edgeKey(edge), entry);
      if (changeOf(node) === 'linked') linked.add(`${session.id} ${edgeKey(edge)}`);
    }
  }
  const entries = new Map<NodeId, DeclaringEntry | undefined>();
  const standings = new Map<string, EdgeStanding>();
  for (const graph of graphs) {
    const { session, edges } = graph;
    for (const edge of edges) {
      if (edge.source !== 'declared') continue;
      const key = edgeKey(edge);
      const source = nodes.get(edge.from);
      const isOwn = source?.session.id === session.id && !linked.has(`${session.id} ${key}`);
      if (standings.has(key) && !isOwn) continue;
      if (source && isOwn && !entries.has(edge.from))
        entries.set(edge.from, declaringEntry(source, changes.get(edge.from) ?? [], isReviewed));
      const entry = isOwn ? entries.get(edge.from) : undefined;
      const declared = { name: edge, standing: standingOfGraph(graph), entry };
      standings.set(key, edgeStandingOf(declared, about.get(key) ?? [], isReviewed));
    }
  }
  return standings;
}
