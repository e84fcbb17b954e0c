import { graphIdOf } from '../../model/format/note.ts';
import type { Graph, Node, Session, Usage } from '../../model/model.ts';
import { sessionPrefix } from '../../model/ids.ts';
import type { CommitInfo } from '../history/commits.ts';

/** A time as ISO 8601 in UTC; null for an invalid time. */
export const isoTime = (at: number): string | null =>
  Number.isFinite(new Date(at).getTime()) ? new Date(at).toISOString() : null;

/** The JSON form of a node in all commands. */
export const nodeJson = ({ id, kind, summary, at, tool, duration, parent, detail }: Node): object => ({
  id,
  kind,
  summary,
  at: isoTime(at),
  ...(tool === undefined ? {} : { tool }),
  ...(duration === undefined ? {} : { duration }),
  ...(parent === undefined ? {} : { parent }),
  ...(detail === undefined ? {} : { detail }),
});

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
