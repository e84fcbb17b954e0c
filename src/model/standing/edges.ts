import { type NodeId, numberOf, sessionPrefix } from '../ids.ts';
import { changeOf } from '../knowledge/status.ts';
import { isThing, isThingId } from '../knowledge/thing.ts';
import type { Edge, Graph, Node } from '../model.ts';

/** Kinds of edge within one session. Between sessions only `spawned` is possible, in the graph of the sub-agent. */
const WITHIN: ReadonlySet<string> = new Set([
  'led_to',
  'explored_via',
  'verified_by',
  'committed_via',
  'failed_with',
  'blocked_by',
  'resumed_after',
  'decided_by',
  'spawned',
]);

/** The nodes that a graph adds to its session. */
export class OwnNodes {
  readonly #prefix: string;
  readonly #from: number;
  readonly #to: number;
  readonly #graph: Graph;
  /** The files and commits that it refers to. They belong to every session. */
  readonly #things = new Set<NodeId>();
  /** Whether a node has the id of a thing and another content, or repeats one. */
  readonly hasSpareThings: boolean;
  /** The links that its steps declare, once they are needed. */
  #links: ReadonlySet<string> | undefined;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#prefix = `${sessionPrefix(graph.session)}-`;
    let [from, to] = [Number.POSITIVE_INFINITY, 0];
    let count = 0;
    for (const node of graph.nodes) {
      const { id } = node;
      if (isThingId(id)) {
        count++;
        if (isThing(node)) this.#things.add(id);
        continue;
      }
      const number = numberOf(id);
      if (number < from) from = number;
      if (number > to) to = number;
    }
    this.#from = from;
    this.#to = to;
    this.hasSpareThings = count > this.#things.size;
  }

  /** Whether a node belongs to the graph's session, or is a thing that its steps refer to. */
  isInSession(id: NodeId): boolean {
    return id.startsWith(this.#prefix) || this.#things.has(id);
  }

  /** Whether a node is between the first and the last node of the graph, or is a thing that its steps refer to. */
  has(id: NodeId): boolean {
    if (!id.startsWith(this.#prefix)) return this.#things.has(id);
    const number = numberOf(id);
    return number >= this.#from && number <= this.#to;
  }

  /** Whether a node precedes the graph in its session. */
  isEarlier(id: NodeId): boolean {
    return id.startsWith(this.#prefix) && numberOf(id) < this.#from;
  }

  /**
   * Whether the graph may state an edge: one end is its own step, or its own step declared the link.
   * @param isTrusted whether it may declare edges between steps of other sessions (a person links a change to a decision)
   */
  mayState(edge: Edge, isTrusted: boolean): boolean {
    const { from, to, kind } = edge;
    const [isFrom, isTo] = [this.has(from), this.has(to)];
    if (!isFrom && !isTo) return (isTrusted || !WITHIN.has(kind)) && this.#declares(edge);
    if (this.isInSession(isFrom ? to : from)) return true;
    return kind === 'spawned' ? isTo : !WITHIN.has(kind) || (isTrusted && edge.source === 'declared');
  }

  #declares({ from, to, kind }: Edge): boolean {
    this.#links ??= new Set(linksIn(this.#graph.nodes));
    return this.#links.has(linkOf(from, to, kind));
  }
}

/** Whether an edge is a person's or an agent's statement about entries of any session. */
export const crossesSessions = ({ kind, source }: Edge): boolean => source === 'declared' && !WITHIN.has(kind);

function* linksIn(nodes: readonly Node[]): Generator<string> {
  for (const node of nodes)
    if (changeOf(node) === 'linked')
      yield linkOf(node.detail?.['subject'], node.detail?.['object'], node.detail?.['edge']);
}

const linkOf = (from: unknown, to: unknown, kind: unknown): string => `${String(from)} ${String(to)} ${String(kind)}`;

/** Whether graphs repeat a node of this kind as context. */
export const isRepeated = ({ kind, detail }: Node): boolean => kind === 'goal' || detail?.['source'] === 'declared';
