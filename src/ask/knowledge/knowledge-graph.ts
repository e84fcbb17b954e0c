import { confidence } from '../../model/confidence.ts';
import { type NodeId, numberOf, sessionPart } from '../../model/ids.ts';
import { DECLARED, isTurnGoal } from '../../model/knowledge/kinds.ts';
import { MARKED_ONLY, type ReviewPolicy } from '../../model/knowledge/review.ts';
import { changeOf, standingOf, subjectOf, type SessionNode, type Standing } from '../../model/knowledge/status.ts';
import {
  dependencyState,
  hasState,
  MAX_REVISIONS,
  type TaskState,
  unknownTask,
} from '../../model/knowledge/task-state.ts';
import type { Edge, Node, Session } from '../../model/model.ts';
import {
  compareStandings,
  mayChangeEntry,
  type RecordStanding,
  standingOfGraph,
} from '../../model/standing/standing.ts';
import type { KnownGraph, GraphSource } from '../index/graph-source.ts';

/** An edge in its current state. */
export interface Link extends Edge {
  /** The last time it was declared or observed, in milliseconds since the epoch. */
  readonly at: number;
}

/** Default λ of the decay of edges, for each day (`prov.decay`): after a year a declared edge has half of its confidence. */
export const DEFAULT_DECAY_PER_DAY = 0.002;

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
  standing: RecordStanding;
}

type KnownEntry = SessionNode & { readonly copy: boolean; readonly standing: RecordStanding };

/**
 * The loaded nodes and edges around a request. Every node and edge appears once, regardless of how many graphs repeat it.
 * The order of graphs does not matter. Where graphs differ, the highest standing counts; what is only claimed never
 * changes or decorates a node of a higher standing.
 */
export class KnowledgeGraph {
  readonly #sources: readonly GraphSource[];
  readonly #marks: boolean;
  readonly #isReviewed: ReviewPolicy;
  readonly #learned = new Set<NodeId>();
  readonly #graphs = new Set<KnownGraph>();
  readonly #nodes = new Map<NodeId, KnownEntry>();
  readonly #edges = new Map<string, Declared>();
  readonly #ends = new Map<NodeId, Set<string>>();
  readonly #changes = new Map<NodeId, Map<NodeId, SessionNode>>();

  /**
   * @param marks whether notes are signed or signers are known, so that claimed parts are marked
   * @param isReviewed the kinds that wait for a person's review (`prov.review`)
   */
  constructor(sources: readonly GraphSource[], marks = false, isReviewed: ReviewPolicy = MARKED_ONLY) {
    this.#sources = sources;
    this.#marks = marks;
    this.#isReviewed = isReviewed;
  }

  /** Loads nodes with their edges and events, as far as they are known. */
  async learn(ids: Iterable<NodeId>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.#learned.has(id));
    if (wanted.length === 0) return;
    for (const id of wanted) this.#learned.add(id);
    for (const source of this.#sources) for (const graph of await source.about(wanted)) this.add(graph);
  }

  /** Loads only the status of found nodes. */
  async weigh(found: readonly SessionNode[]): Promise<void> {
    for (const { node, session, standing = 'claimed' } of found) {
      const known = this.recordStanding(node.id);
      if (!known || compareStandings(standing, known) > 0) this.#addNode({ node, session, standing, copy: true });
    }
    let ids = found.flatMap(({ node }) => (stands(node) ? [node.id] : []));
    for (let round = 0; round < 2 && ids.length > 0; round++) {
      for (const source of this.#sources) for (const graph of await source.changing(ids)) this.add(graph);
      ids = ids.flatMap((id) => this.#revisions(id).map(({ from }) => from)); // a revision counts only after it was accepted
    }
    const tasks = found.flatMap(({ node }) => (hasState(node) ? [node.id] : []));
    await this.learn(tasks);
    await this.#learnDependencies(tasks);
  }

  /** Loads the status of nodes, including their revisions. For kinds without a status only the node itself is loaded. */
  async learnStanding(ids: Iterable<NodeId>): Promise<void> {
    const wanted = [...ids].filter((id) => {
      const node = this.node(id);
      return !node || stands(node);
    });
    await this.learn(wanted);
    await this.learn(wanted.flatMap((id) => this.#revisions(id).map(({ from }) => from)));
    await this.#learnDependencies(wanted);
  }

  // Loads the state of what tasks depend on, and of its revisions.
  async #learnDependencies(tasks: readonly NodeId[]): Promise<void> {
    let ids = tasks.flatMap((id) => this.dependencies(id));
    for (let round = 0; round < MAX_REVISIONS && ids.length > 0; round++) {
      await this.learn(ids);
      ids = ids.flatMap((id) => this.#revisions(id).map(({ from }) => from));
    }
  }

  /** Adds a graph from memory. */
  add(graph: KnownGraph): void {
    if (this.#graphs.has(graph)) return;
    this.#graphs.add(graph);
    const { session, nodes, context = [], edges } = graph;
    const standing = standingOfGraph(graph);
    for (const node of context) this.#addNode({ node, session, standing, copy: true });
    for (const node of nodes) this.#addNode({ node, session, standing, copy: false });
    const linked = new Map<string, number>();
    for (const node of nodes) {
      const change = changeOf(node);
      const subject = subjectOf(node);
      if (!change || !subject) continue;
      const of = this.#changes.get(subject) ?? new Map<NodeId, SessionNode>();
      this.#changes.set(subject, of);
      const known = of.get(node.id);
      const order = known ? compareStandings(standing, known.standing ?? 'claimed') : 1;
      if (!known || order > 0 || (order === 0 && jsonOf(node) < jsonOf(known.node)))
        of.set(node.id, { node, session, standing });
      const key = change === 'linked' ? declaredKey(node) : undefined;
      if (key !== undefined) linked.set(key, Math.max(node.at, linked.get(key) ?? Number.NEGATIVE_INFINITY));
    }
    const times = new Map([...context, ...nodes].map(({ id, at }) => [id, at]));
    for (const edge of edges) {
      const at = linked.get(keyOf(edge)) ?? times.get(edge.from) ?? nodes[0]?.at ?? 0;
      this.#addEdge({ edge, at, standing });
    }
  }

  node(id: NodeId): Node | undefined {
    return this.#nodes.get(id)?.node;
  }

  session(id: NodeId): Pick<Session, 'id' | 'agent'> | undefined {
    return this.#nodes.get(id)?.session;
  }

  /** The standing of a node; undefined for an unknown node. */
  recordStanding(id: NodeId): RecordStanding | undefined {
    return this.#nodes.get(id)?.standing;
  }

  /** The standing of a node for the output; undefined where standings are not shown. */
  mark(id: NodeId): RecordStanding | undefined {
    return this.#marks ? this.recordStanding(id) : undefined;
  }

  /** The edges at a node that may affect it, without removed ones, ordered by time, then by their ends. */
  links(id: NodeId): Link[] {
    const own = this.recordStanding(id);
    return this.#links(id, ({ standing }) => mayChangeEntry(standing, own));
  }

  // A goal may have ten thousand edges, so only those that are wanted are copied and sorted.
  #links(id: NodeId, isWanted: (one: Declared) => boolean): (Link & { standing: RecordStanding })[] {
    const links: (Link & { standing: RecordStanding })[] = [];
    for (const key of this.#ends.get(id) ?? []) {
      const declared = this.#edges.get(key)!;
      const { edge, at, standing } = declared;
      if (!isWanted(declared)) continue;
      if (edge.source !== 'declared' || at > this.#unlinked(declared)) links.push({ ...edge, at, standing });
    }
    return links.sort((a, b) => a.at - b.at || compare(keyOf(a), keyOf(b)));
  }

  /** The status of a node; undefined for an unknown node. Call `learnStanding` first. */
  standing(id: NodeId): Standing | undefined {
    const said = this.#nodes.get(id);
    if (!said) return undefined;
    const states = this.dependencies(id).map((one) => dependencyState(one, (of) => this.#standingFor(of, said)));
    return this.#standingOf(said, states);
  }

  /** The entries that a task or a declared goal depends on; none for any other node. */
  dependencies(id: NodeId): NodeId[] {
    const node = this.node(id);
    if (!node || !hasState(node)) return [];
    return this.links(id).flatMap(({ kind, from, to }) =>
      kind === 'depends_on' && from === id && to !== id ? [to] : [],
    );
  }

  // The status of a dependency. What must not change the task does not count here either.
  #standingFor(id: NodeId, task: KnownEntry): Standing {
    const known = this.#nodes.get(id);
    const counts = known && mayChangeEntry(known.standing, task.standing);
    return this.#standingOf(counts ? known : { ...task, node: unknownTask(id) }, []);
  }

  #standingOf(entry: SessionNode, dependencies: readonly (TaskState | undefined)[]): Standing {
    const { id } = entry.node;
    const revisions = this.#revisions(id).flatMap(({ from, standing }) => {
      const by = this.#nodes.get(from);
      const lower = by && compareStandings(standing, by.standing) < 0 ? standing : by?.standing;
      return by ? [{ said: { ...by, standing: lower }, changes: this.changes(from) }] : [];
    });
    return standingOf(entry, this.changes(id), revisions, this.#isReviewed, dependencies);
  }

  /** The events about a node. */
  changes(id: NodeId): SessionNode[] {
    return [...(this.#changes.get(id)?.values() ?? [])];
  }

  /** The last goal of a node's session before it, according to the graphs read so far. */
  goalOf(id: NodeId): Node | undefined {
    const [prefix, number] = [`${sessionPart(id)}-`, numberOf(id)];
    const own = this.recordStanding(id) ?? 'claimed';
    let found: Node | undefined;
    for (const { node, standing } of this.#nodes.values()) {
      const at = numberOf(node.id);
      const isOfIt =
        isTurnGoal(node) && node.id.startsWith(prefix) && at <= number && compareStandings(standing, own) >= 0;
      if (isOfIt && (!found || at > numberOf(found.id))) found = node;
    }
    return found;
  }

  /** All loaded nodes. */
  *met(): Generator<SessionNode> {
    yield* this.#nodes.values();
  }

  #revisions(id: NodeId): { from: NodeId; standing: RecordStanding }[] {
    // Those that do not count are among the events of the node.
    return this.#links(id, ({ edge: { kind, from, to } }) => kind === 'supersedes' && to === id && from !== id);
  }

  // A higher standing takes precedence, then a node's own graph over a copy. Between equals the choice does not depend on the order.
  #addNode(added: KnownEntry): void {
    const { node } = added;
    const known = this.#nodes.get(node.id);
    const order = known ? compareStandings(added.standing, known.standing) : 1;
    if (known && order <= 0) {
      if (order < 0 || known.node === node || (!known.copy && added.copy)) return;
      if (known.copy === added.copy && jsonOf(known.node) <= jsonOf(node)) return;
    }
    const { id, agent } = added.session;
    this.#nodes.set(node.id, { ...added, session: { id, agent } });
  }

  #addEdge(added: Declared): void {
    const { edge, at, standing } = added;
    const key = `${keyOf(edge)} ${edge.source}`;
    const known = this.#edges.get(key);
    const order = known ? compareStandings(standing, known.standing) : 1;
    if (known && order <= 0) {
      if (order === 0) known.at = Math.max(known.at, at);
      return;
    }
    this.#edges.set(key, { edge, at, standing });
    for (const id of [edge.from, edge.to]) this.#ends.set(id, (this.#ends.get(id) ?? new Set<string>()).add(key));
  }

  #unlinked({ edge, standing: own }: Declared): number {
    let last = Number.NEGATIVE_INFINITY;
    for (const { node, standing } of this.#changes.get(edge.from)?.values() ?? [])
      if (changeOf(node) === 'unlinked' && declaredKey(node) === keyOf(edge) && mayChangeEntry(standing, own))
        last = Math.max(last, node.at);
    return last;
  }
}

const SAID: ReadonlySet<string> = new Set(DECLARED);
/** Whether a node has a status: statements have one. The goal of a turn and other steps have none. */
const stands = (node: Node): boolean => SAID.has(node.kind) && !isTurnGoal(node);

const keyOf = ({ from, kind, to }: Edge): string => `${from} ${kind} ${to}`;

function declaredKey({ detail }: Node): string | undefined {
  const { subject, edge, object } = detail ?? {};
  return typeof object === 'string' ? `${String(subject)} ${String(edge)} ${object}` : undefined;
}

const jsonOf = (node: Node): string => JSON.stringify({ ...node, extra: undefined });
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
