import { confidence } from '../../model/confidence.ts';
import { type NodeId, numberOf } from '../../model/ids.ts';
import { SAYABLE } from '../../model/knowledge/kinds.ts';
import { changeOf, standingOf, subjectOf, type Said, type Standing } from '../../model/knowledge/status.ts';
import type { Edge, Node, Session } from '../../model/model.ts';
import type { KnownGraph, Source } from '../index/source.ts';

/** An edge in its current state. */
export interface Link extends Edge {
  /** The last time it was declared or observed, in milliseconds since the epoch. */
  readonly at: number;
}

/** Default λ of the decay of edges, for each day (`prov.decay`): after a year a declared edge has half of its confidence. */
export const DECAY = 0.002;

/** The parameters of confidence. */
export interface Weighing {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Per day. */
  readonly decay: number;
}

/** The confidence in an edge now, from 0 to 1. */
export const confidenceOf = (link: Link, { now, decay }: Weighing): number =>
  confidence(link.source, link.at, now, decay);

interface Declared {
  readonly edge: Edge;
  at: number;
}

/**
 * The loaded nodes and edges around a request. Every node and edge appears once, regardless of how many graphs repeat it.
 * The order of graphs does not matter.
 */
export class KnowledgeGraph {
  readonly #sources: readonly Source[];
  readonly #learned = new Set<NodeId>();
  readonly #graphs = new Set<KnownGraph>();
  readonly #nodes = new Map<NodeId, Said & { readonly copy: boolean }>();
  readonly #edges = new Map<string, Declared>();
  readonly #ends = new Map<NodeId, Set<string>>();
  readonly #changes = new Map<NodeId, Map<NodeId, Said>>();

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /** Loads nodes with their edges and events, as far as they are known. */
  async learn(ids: Iterable<NodeId>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.#learned.has(id));
    if (wanted.length === 0) return;
    for (const id of wanted) this.#learned.add(id);
    for (const source of this.#sources) for (const graph of await source.about(wanted)) this.add(graph);
  }

  /** Loads only the status of found nodes. */
  async weigh(found: readonly Said[]): Promise<void> {
    for (const { node, session } of found) if (!this.#nodes.has(node.id)) this.#addNode(node, session, true);
    let ids = found.flatMap(({ node }) => (STANDS.has(node.kind) ? [node.id] : []));
    for (let round = 0; round < 2 && ids.length > 0; round++) {
      for (const source of this.#sources) for (const graph of await source.changing(ids)) this.add(graph);
      ids = ids.flatMap((id) => this.#revisions(id)); // a revision counts only after it was accepted
    }
  }

  /** Loads the status of nodes, including their revisions. For kinds without a status only the node itself is loaded. */
  async learnStanding(ids: Iterable<NodeId>): Promise<void> {
    const wanted = [...ids].filter((id) => {
      const node = this.node(id);
      return !node || STANDS.has(node.kind);
    });
    await this.learn(wanted);
    await this.learn(wanted.flatMap((id) => this.#revisions(id)));
  }

  /** Adds a graph from memory. */
  add(graph: KnownGraph): void {
    if (this.#graphs.has(graph)) return;
    this.#graphs.add(graph);
    const { session, nodes, context = [], edges } = graph;
    for (const node of context) this.#addNode(node, session, true);
    for (const node of nodes) this.#addNode(node, session, false);
    const linked = new Map<string, number>();
    for (const node of nodes) {
      const change = changeOf(node);
      const subject = subjectOf(node);
      if (!change || !subject) continue;
      const of = this.#changes.get(subject) ?? new Map<NodeId, Said>();
      this.#changes.set(subject, of.set(node.id, { node, session }));
      const key = change === 'linked' ? declaredKey(node) : undefined;
      if (key !== undefined) linked.set(key, Math.max(node.at, linked.get(key) ?? Number.NEGATIVE_INFINITY));
    }
    const times = new Map([...context, ...nodes].map(({ id, at }) => [id, at]));
    for (const edge of edges) this.#addEdge(edge, linked.get(keyOf(edge)) ?? times.get(edge.from) ?? nodes[0]?.at ?? 0);
  }

  node(id: NodeId): Node | undefined {
    return this.#nodes.get(id)?.node;
  }

  session(id: NodeId): Pick<Session, 'id' | 'agent'> | undefined {
    return this.#nodes.get(id)?.session;
  }

  /** The edges at a node without removed ones, ordered by time, then by their ends. */
  links(id: NodeId): Link[] {
    const links: Link[] = [];
    for (const key of this.#ends.get(id) ?? []) {
      const { edge, at } = this.#edges.get(key)!;
      if (edge.source !== 'declared' || at > this.#unlinked(edge)) links.push({ ...edge, at });
    }
    return links.sort((a, b) => a.at - b.at || compare(keyOf(a), keyOf(b)));
  }

  /** The status of a node; undefined for an unknown node. Call `learnStanding` first. */
  standing(id: NodeId): Standing | undefined {
    const said = this.#nodes.get(id);
    if (!said) return undefined;
    const revisions = this.#revisions(id).flatMap((revision) => {
      const by = this.#nodes.get(revision);
      return by ? [{ said: by, changes: this.changes(revision) }] : [];
    });
    return standingOf(said, this.changes(id), revisions);
  }

  /** The events about a node. */
  changes(id: NodeId): Said[] {
    return [...(this.#changes.get(id)?.values() ?? [])];
  }

  /** The last goal of a node's session before it, according to the graphs read so far. */
  goalOf(id: NodeId): Node | undefined {
    const [prefix, number] = [id.slice(0, 9), numberOf(id)];
    let found: Node | undefined;
    for (const { node } of this.#nodes.values()) {
      const at = numberOf(node.id);
      const isOfIt = node.kind === 'goal' && node.id.startsWith(prefix) && at <= number;
      if (isOfIt && (!found || at > numberOf(found.id))) found = node;
    }
    return found;
  }

  /** All loaded nodes. */
  *met(): Generator<Said> {
    yield* this.#nodes.values();
  }

  #revisions(id: NodeId): NodeId[] {
    return this.links(id).flatMap(({ kind, from, to }) =>
      kind === 'supersedes' && to === id && from !== id ? [from] : [],
    );
  }

  // A node's own graph takes precedence over a copy; if two versions differ, the choice does not depend on the order.
  #addNode(node: Node, { id, agent }: Pick<Session, 'id' | 'agent'>, copy: boolean): void {
    const known = this.#nodes.get(node.id);
    if (known && (known.node === node || (!known.copy && copy))) return;
    if (known && known.copy === copy && jsonOf(known.node) <= jsonOf(node)) return;
    this.#nodes.set(node.id, { node, session: { id, agent }, copy });
  }

  #addEdge(edge: Edge, at: number): void {
    const key = `${keyOf(edge)} ${edge.source}`;
    const known = this.#edges.get(key);
    if (known) {
      known.at = Math.max(known.at, at);
      return;
    }
    this.#edges.set(key, { edge, at });
    for (const id of [edge.from, edge.to]) this.#ends.set(id, (this.#ends.get(id) ?? new Set<string>()).add(key));
  }

  #unlinked(edge: Edge): number {
    let last = Number.NEGATIVE_INFINITY;
    for (const { node } of this.#changes.get(edge.from)?.values() ?? [])
      if (changeOf(node) === 'unlinked' && declaredKey(node) === keyOf(edge)) last = Math.max(last, node.at);
    return last;
  }
}

/** The kinds with a status: statements. Goals and steps have no status. */
const STANDS: ReadonlySet<string> = new Set(SAYABLE);

const keyOf = ({ from, kind, to }: Edge): string => `${from} ${kind} ${to}`;

function declaredKey({ detail }: Node): string | undefined {
  const { subject, edge, object } = detail ?? {};
  return typeof object === 'string' ? `${String(subject)} ${String(edge)} ${object}` : undefined;
}

const jsonOf = (node: Node): string => JSON.stringify({ ...node, extra: undefined });
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
