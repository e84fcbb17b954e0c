import { sessionPrefix, type NodeId, type SessionId, sessionPart } from '../../model/ids.ts';
import type { StatusOf } from '../../model/knowledge/declared-edges.ts';
import type { EdgeStatus } from '../../model/knowledge/edge-status.ts';
import type { Edge, Graph, Node, Session } from '../../model/model.ts';
import { asOne } from '../../ask/history/continuations.ts';
import { byNumber, graphKey } from '../../ask/find/complete-graphs.ts';
import { graphsOf, type ExportedCommit } from './noted.ts';

/** The limits of a drawing. */
export interface Room {
  readonly nodes: number;
  readonly edges: number;
}

/** A graph to be drawn: a box for each session, with its steps in order. */
export interface Drawing {
  readonly boxes: readonly { readonly short: string; readonly session: Session; readonly nodes: readonly Node[] }[];
  /** Edges with both ends drawn, without those that were removed. */
  readonly edges: readonly (Edge & { readonly status?: EdgeStatus | undefined })[];
  /** Some parts did not fit. */
  readonly cut: boolean;
}

/**
 * The part of notes that is drawn: whole graphs, from the first notes on, within the limits. If not even the first graph
 * fits, its beginning is drawn.
 * @param statusOf the status of declared edges
 * @param session only it and its sub-agents; all sessions when absent
 */
export async function draw(
  notes: AsyncIterable<ExportedCommit>,
  room: Room,
  session: SessionId | undefined,
  statusOf: StatusOf = () => undefined,
): Promise<Drawing> {
  const boxed = (graphs: readonly Graph[], cut: boolean): Drawing => boxedIn(graphs, room, cut, statusOf);
  const graphs = new Map<string, Graph>();
  let [nodes, edges] = [0, 0];
  for await (const { note } of notes)
    for (const graph of graphsOf(note, session)) {
      const key = graphKey(graph);
      if (graphs.has(key)) continue;
      nodes += graph.nodes.length + (graph.context?.length ?? 0);
      edges += graph.edges.length;
      const isFull = nodes > room.nodes || edges > room.edges;
      if (isFull && graphs.size > 0) return boxed([...graphs.values()], true);
      graphs.set(key, graph);
      if (isFull) return boxed([graph], true);
    }
  return boxed([...graphs.values()], false);
}

function boxedIn(graphs: readonly Graph[], room: Room, cut: boolean, statusOf: StatusOf): Drawing {
  const { nodes, edges } = asOne(
    graphs.flatMap((graph) => [graph, { ...graph, nodes: graph.context ?? [], edges: [] }]),
  );
  const kept = [...nodes.values()].sort(inOrder).slice(0, room.nodes);
  const drawn = new Set(kept.map(({ id }) => id));
  const sessions = new Map(graphs.map(({ session }) => [sessionPrefix(session), session]));
  const boxes = new Map<string, Node[]>();
  for (const node of kept) {
    const short = sessionPart(node.id);
    const box = boxes.get(short);
    if (box) box.push(node);
    else boxes.set(short, [node]);
  }
  return {
    boxes: [...boxes].map(([short, own]) => ({
      short,
      session: sessions.get(short) ?? { id: short as SessionId, agent: 'unknown' },
      nodes: own,
    })),
    edges: distinct(edges.filter(({ from, to }) => drawn.has(from) && drawn.has(to)))
      .flatMap((edge) => {
        const status = statusOf(edge);
        return status === 'retracted' ? [] : [{ ...edge, status }];
      })
      .slice(0, room.edges),
    cut,
  };
}

const inOrder = (a: { readonly id: NodeId }, b: { readonly id: NodeId }): number =>
  sessionPart(a.id) === sessionPart(b.id) ? byNumber(a, b) : a.id < b.id ? -1 : 1;

const distinct = (edges: readonly Edge[]): Edge[] => [
  ...new Map(edges.map((edge) => [`${edge.from} ${edge.to} ${edge.kind}`, edge])).values(),
];
