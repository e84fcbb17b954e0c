import { wordsBy } from '../../model/node.ts';
import { graphIdOf } from '../../model/format/graph-id.ts';
import type { StatusOf } from '../../model/knowledge/declared-edges.ts';
import type { EdgeStatus } from '../../model/knowledge/edge-status.ts';
import type { Edge, Graph, Node, Session, Usage } from '../../model/model.ts';
import { sessionPrefix } from '../../model/ids.ts';
import type { CommitInfo } from '../history/commit-info.ts';
import type {
  DoubtInfo,
  EdgeInfo,
  GraphInfo,
  NamedCommit,
  NamedNode,
  NodeInfo,
  Overruled,
  SessionInfo,
  UsageInfo,
} from './shapes.ts';

/** A time as ISO 8601 in UTC; null for an invalid time. */
export function isoTime(at: number): string | null {
  const date = new Date(at);
  return Number.isFinite(date.getTime()) ? date.toISOString() : null;
}

/** A node, without unknown fields of newer versions. */
export function nodeInfo(node: Node): NodeInfo {
  const { id, kind, summary, at, tool, call, duration, input, output, parent, detail } = node;
  const by = wordsBy(node);
  return {
    id,
    kind,
    summary,
    ...(by !== undefined && { words_by: by }),
    at: isoTime(at),
    ...(tool !== undefined && { tool }),
    ...(call !== undefined && { call }),
    ...(duration !== undefined && { duration }),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(parent !== undefined && { parent }),
    ...(detail !== undefined && { detail }),
  };
}

/** A reference to a node: the node itself where a note contains it. */
export const namedNode = ({ id, node, status }: NodeReference): NamedNode =>
  node ? { ...nodeInfo(node), ...(status && { status }) } : { id };

interface NodeReference {
  readonly id: string;
  readonly node: Node | undefined;
  readonly status?: Overruled | undefined;
}

/** Whether an answer has the node itself. */
export const isKnown = (node: NamedNode): node is NodeInfo => 'kind' in node;

/** A session. */
export const sessionInfo = ({ id, digits, agent, vendor, model, parent }: Session): SessionInfo => ({
  id,
  short: sessionPrefix({ id, ...(digits && { digits }) }),
  agent,
  vendor: vendor ?? null,
  model: model ?? null,
  parent: parent ?? null,
});

/** A commit. */
export const namedCommit = ({ oid, short, author, email, time, subject }: CommitInfo): NamedCommit => ({
  oid,
  short,
  author,
  email,
  time: isoTime(time),
  subject,
});

/** An edge, with its status where it has one. */
export function edgeInfo({ from, to, kind, source }: Edge, status?: EdgeStatus): EdgeInfo {
  return { from, to, kind, source, ...(status && { status }) };
}

/** Tokens; null where the agent reports none. */
export const usageInfo = (usage: Usage | undefined): UsageInfo | null =>
  usage
    ? {
        input: usage.input,
        output: usage.output,
        cacheRead: usage.cacheRead ?? 0,
        cacheWrite: usage.cacheWrite ?? 0,
        ...(usage.cost !== undefined && { costUsd: usage.cost / 1e6 }),
      }
    : null;

/** A whole graph, with the status of its declared edges. */
export const graphInfo = (graph: Graph, statusOf: StatusOf): GraphInfo => ({
  id: graphIdOf(graph),
  session: sessionInfo(graph.session),
  nodes: graph.nodes.map(nodeInfo),
  edges: graph.edges.map((edge) => edgeInfo(edge, statusOf(edge))),
  context: (graph.context ?? []).map(nodeInfo),
  explains: graph.explains,
  previous: graph.previous,
  chain: graph.chain,
  usage: usageInfo(graph.usage),
});

/** A doubt in the agent's words, and their place. */
export function doubtInfo({ id, summary, detail }: Node): DoubtInfo {
  const text = (name: string): string | null => {
    const value = detail?.[name];
    return typeof value === 'string' ? value : null;
  };
  return { says: text('says'), text: summary, place: text('place'), id };
}

/** An object without a prototype, because its keys come from notes. */
export function keyed<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const out = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) out[key] = value;
  return out;
}
