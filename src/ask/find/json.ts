import { wordsBy } from '../../model/graph/decision.ts';
import { graphIdOf } from '../../model/format/note.ts';
import type { Graph, Node, Session, Usage } from '../../model/model.ts';
import { sessionPrefix } from '../../model/ids.ts';
import type { CommitInfo } from '../history/commit-info.ts';

/** A time as ISO 8601 in UTC; null for an invalid time. */
export const isoTime = (at: number): string | null =>
  Number.isFinite(new Date(at).getTime()) ? new Date(at).toISOString() : null;

/** The JSON form of a node in all commands. */
export const nodeJson = (node: Node): object => ({
  id: node.id,
  kind: node.kind,
  summary: node.summary,
  ...sayerJson(node),
  at: isoTime(node.at),
  ...(node.tool === undefined ? {} : { tool: node.tool }),
  ...(node.duration === undefined ? {} : { duration: node.duration }),
  ...(node.parent === undefined ? {} : { parent: node.parent }),
  ...(node.detail === undefined ? {} : { detail: node.detail }),
});

/** The speaker of a decision's words, in all commands. */
export function sayerJson(node: Node): object {
  const by = wordsBy(node);
  return by === undefined ? {} : { words_by: by };
}

/** The JSON form of a session in all commands. */
export const sessionJson = ({ id, agent, vendor, model, parent }: Session): object => ({
  id,
  short: sessionPrefix(id),
  agent,
  vendor: vendor ?? null,
  model: model ?? null,
  parent: parent ?? null,
});

/** The JSON form of a commit in all commands. */
export const commitJson = ({ oid, author, email, time, subject }: CommitInfo): object => ({
  oid,
  author,
  email,
  time: isoTime(time),
  subject,
});

/** Tokens. */
export const usageJson = (usage: Usage | undefined): object | null =>
  usage
    ? {
        input: usage.input,
        output: usage.output,
        cacheRead: usage.cacheRead ?? 0,
        cacheWrite: usage.cacheWrite ?? 0,
        ...(usage.cost !== undefined && { costUsd: usage.cost / 1e6 }),
      }
    : null;

/** A whole graph. */
export const graphJson = (graph: Graph): object => ({
  id: graphIdOf(graph),
  session: sessionJson(graph.session),
  nodes: graph.nodes.map(nodeJson),
  edges: graph.edges.map(({ from, to, kind, source }) => ({ from, to, kind, source })),
  explains: graph.explains,
  previous: graph.previous,
  chain: graph.chain,
  usage: usageJson(graph.usage),
});

/** An object without a prototype, because its keys come from notes. */
export function keyed<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const out = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) out[key] = value;
  return out;
}

/** A doubt in the agent's words, and their place. */
export const doubtJson = ({ id, summary, detail }: Node): object => ({
  says: detail?.['says'] ?? null,
  text: summary,
  place: detail?.['place'] ?? null,
  id,
});
