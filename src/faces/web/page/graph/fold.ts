import type { GraphData, GraphEdge, GraphNode } from '../../contract.ts';

/** A node of the drawing: one of the record, or a run of reads. */
export interface DrawnNode extends GraphNode {
  /** The folded reads; undefined for a node of the record. */
  readonly folded?: readonly GraphNode[];
}

export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly GraphEdge[];
}

/** Shorter runs are not folded. */
const MIN_RUN = 3;

/**
 * Folds each run of reads into one node: reads of one session that follow each other, with the same goal behind them.
 * @param open the runs that stay unfolded, by the id of their node
 */
export function foldReads({ nodes, edges }: GraphData, open: ReadonlySet<string>): Drawing {
  const causes = new Map<string, string>();
  for (const { from, to, kind } of edges) if (kind === 'led_to') causes.set(to, `${causes.get(to) ?? ''} ${from}`);
  const into = new Map<string, string>();
  const drawn: DrawnNode[] = [];
  let run: GraphNode[] = [];
  const close = (): void => {
    const first = run[0];
    const id = `reads:${first?.id}`;
    if (!first || run.length < MIN_RUN || open.has(id)) drawn.push(...run);
    else {
      for (const node of run) into.set(node.id, id);
      drawn.push({ ...first, id, summary: `${run.length} reads`, folded: run });
    }
    run = [];
  };
  for (const node of nodes) {
    const last = run.at(-1);
    const isRead = node.kind === 'exploration';
    const goesOn = isRead && last && last.session === node.session && causes.get(last.id) === causes.get(node.id);
    if (!goesOn) close();
    if (isRead) run.push(node);
    else drawn.push(node);
  }
  close();
  const links = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const [from, to] = [into.get(edge.from) ?? edge.from, into.get(edge.to) ?? edge.to];
    if (from === to) continue;
    const key = `${from} ${edge.kind} ${to}`;
    const known = links.get(key);
    if (!known || known.confidence < edge.confidence) links.set(key, { ...edge, from, to });
  }
  return { nodes: drawn, edges: [...links.values()] };
}
