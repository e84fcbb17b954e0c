import { graphIdOf } from '../../model/format/graph-id.ts';
import { sessionPrefix } from '../../model/ids.ts';
import type { Attribution, Edge, Graph, Node, Note, Session, Usage } from '../../model/model.ts';
import { isDamaged, type Damaged } from '../../notes/note-reader.ts';
import type { AttributionInfo, CommitNote, EdgeInfo, GraphInfo, NodeInfo, SessionInfo, UsageInfo } from './types.ts';

/** A time as ISO 8601 in UTC; null when it is invalid. */
export const timeOf = (at: number): string | null =>
  Number.isFinite(new Date(at).getTime()) ? new Date(at).toISOString() : null;

/** The library's form of a session. */
export const plainSession = ({ id, agent, vendor, model, parent }: Session): SessionInfo => ({
  id,
  short: sessionPrefix(id),
  agent,
  ...(vendor === undefined ? {} : { vendor }),
  ...(model === undefined ? {} : { model }),
  ...(parent === undefined ? {} : { parent }),
});

/** The library's form of a node, without unknown fields of newer versions. */
export function plainNode({ extra: _extra, at, ...node }: Node): NodeInfo {
  return { ...node, at: timeOf(at) };
}

/** The library's form of an edge. */
export const plainEdge = ({ from, to, kind, source }: Edge): EdgeInfo => ({ from, to, kind, source });

/** The library's form of token usage. */
export const plainUsage = ({ input, output, cacheRead = 0, cacheWrite = 0, cost }: Usage): UsageInfo => ({
  input,
  output,
  cacheRead,
  cacheWrite,
  ...(cost !== undefined && { costUsd: cost / 1e6 }),
});

const plainGraph = (graph: Graph): GraphInfo => ({
  id: graphIdOf(graph),
  session: plainSession(graph.session),
  nodes: graph.nodes.map(plainNode),
  edges: graph.edges.map(plainEdge),
  context: (graph.context ?? []).map(plainNode),
  explains: [...graph.explains],
  previous: graph.previous,
  chain: { ...graph.chain },
  ...(graph.usage ? { usage: plainUsage(graph.usage) } : {}),
});

const plainAttribution = ({ start, count, node, evidence, from }: Attribution): AttributionInfo => ({
  start,
  count,
  node,
  evidence,
  ...(from === undefined ? {} : { from }),
});

const NOTHING: Note = { graphs: [], lines: new Map(), carried: [] };

/** The library's form of a note. */
export function plainNote(commit: string, found: Note | Damaged): CommitNote {
  const note = isDamaged(found) ? (found.note ?? NOTHING) : found;
  return {
    commit,
    graphs: note.graphs.map(plainGraph),
    files: [...note.lines].map(([path, lines]) => ({ path, lines: lines.map(plainAttribution) })),
    carried: note.carried.map(({ from, how }) => ({ from, how })),
    ...(isDamaged(found) ? { damaged: found.damaged.message } : {}),
  };
}
