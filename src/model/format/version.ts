import { isLongId, isNodeId, type NodeId } from '../ids.ts';
import type { Graph, Node, Note } from '../model.ts';

/** A version of the note format. Version 2 differs from version 1 only in the ids of sessions that began under it. */
export type FormatVersion = 1 | 2;

/** The version of a note: 2 if it has an id with a long prefix. Each note has one version, so that it has one encoding. */
export const versionFor = ({ graphs, lines }: Pick<Note, 'graphs' | 'lines'>): FormatVersion =>
  graphs.some(hasLongIds) || hasLongLines(lines) ? 2 : 1;

const known = new WeakMap<Graph, boolean>();

/** Whether a graph is of a session with long ids, or refers to one. */
function hasLongIds(graph: Graph): boolean {
  let is = known.get(graph);
  if (is === undefined) {
    const { session, nodes, edges, context = [] } = graph;
    is =
      session.digits !== undefined ||
      nodes.some(refersToLong) ||
      context.some(refersToLong) ||
      edges.some(({ from, to }) => isLongId(from) || isLongId(to));
    known.set(graph, is);
  }
  return is;
}

function refersToLong({ id, parent, detail }: Node): boolean {
  const continued = detail?.['continues'];
  return isLong(id) || isLong(parent) || (typeof continued === 'string' && isNodeId(continued) && isLongId(continued));
}

function hasLongLines(lines: Note['lines']): boolean {
  for (const list of lines.values()) for (const { node, from } of list) if (isLong(node) || isLong(from)) return true;
  return false;
}

const isLong = (id: NodeId | null | undefined): boolean => id !== null && id !== undefined && isLongId(id);
