import { graphIdOf } from '../../model/format/graph-id.ts';
import { sessionPrefix } from '../../model/ids.ts';
import type { Attribution, Edge, Graph, Node, Note, Session, Usage } from '../../model/model.ts';
import { isDamaged, type Damaged } from '../../notes/note-reader.ts';
import type { AttributionInfo, CommitNote, EdgeInfo, GraphInfo, NodeInfo, SessionInfo, UsageInfo } from './types.ts';

/** A time as ISO 8601 in UTC; null for one that is no time. */
export const timeOf = (at: number): string | null =>
  Number.isFinite(new Date(at).getTime()) ? new Date(at).toISOString() : null;

/** A session as the library gives it. */
export const plainSession = ({ id, agent, vendor, model, parent }: Session): SessionInfo => ({
  id,
  short: sessionPrefix(id),
  agent,
  ...(vendor === undefined ? {} : { vendor }),
  ...(model === undefined ? {} : { model }),
  ...(parent === undefined ? {} : { parent }),
});

/** A node as the library gives it: what a newer writer added is left out. */
export function plainNode({ extra: _extra, at, ...node }: Node): NodeInfo {
  return { ...node, at: timeOf(at) };
}

/** An edge as the library gives it. */
export const plainEdge = ({ from, to, kind, source }: Edge): EdgeInfo => ({ from, to, kind, source });

/** Tokens as the library gives them. */
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

/** A note as the library gives it. */
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
