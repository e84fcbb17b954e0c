import type { NodeId } from '../../model/ids.ts';
import {
  declaringEntry,
  type DeclaringEntry,
  edgeKey,
  type EdgeName,
  edgeOf,
  type EdgeStanding,
  edgeStandingOf,
} from '../../model/knowledge/edge-status.ts';
import { stands } from '../../model/knowledge/kinds.ts';
import { goalBefore } from '../../model/knowledge/goal-before.ts';
import { isRejected, type Link } from '../../model/knowledge/link.ts';
import { MARKED_ONLY, type ReviewPolicy } from '../../model/knowledge/review.ts';
import { isThing, isThingId } from '../../model/knowledge/thing.ts';
import { changeOf, standingOf, subjectOf, type SessionNode, type Standing } from '../../model/knowledge/status.ts';
import {
  dependencyState,
  hasState,
  MAX_REVISIONS,
  type TaskState,
  unknownTask,
} from '../../model/knowledge/task-state.ts';
import type { Node, Session } from '../../model/model.ts';
import {
  compareStandings,
  mayChangeEntry,
  type RecordStanding,
  standingOfGraph,
} from '../../model/standing/standing.ts';
import { type KnownEdge, KnownEdges } from '../../model/standing/known-edges.ts';
import type { KnownGraph, GraphSource } from '../index/graph-source.ts';
import { Touches } from './weigh/touches.ts';

type HeldLink = Link & { readonly standing: RecordStanding };
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
  readonly #edges = new KnownEdges();
  readonly #changes = new Map<NodeId, Map<NodeId, SessionNode>>();
  /** The events about an edge, by its name. */
  readonly #edgeChanges = new Map<string, Set<NodeId>>();
  readonly #touches = new Touches();

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
    await this.learn(this.#edges.referencesTo(wanted));
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

  /** Loads what `touchedAt` needs of nodes. */
  async learnTouches(ids: readonly NodeId[]): Promise<void> {
    await this.learnStanding(ids);
    await this.learn(ids.filter(isThingId));
    for (const id of ids) await this.#touches.learn(this.node(id), this.#sources);
  }

  /** When an edge or one of its ends was last touched, in ms since the epoch. Call `learnTouches` for its ends first. */
  touchedAt({ from, to, at, standing }: Link): number {
    return Math.max(at, ...[from, to].map((id) => this.#touches.lastOf(this.node(id), standing)));
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
    this.#edges.learn(graph, standing);
    for (const node of context) this.#addNode({ node, session, standing, copy: true });
    for (const node of nodes) this.#addNode({ node, session, standing, copy: false });
    const linked = new Map<string, number>();
    for (const node of nodes) {
      this.#touches.addNode(node, standing);
      const change = changeOf(node);
      const subject = subjectOf(node);
      if (!change || !subject) continue;
      const of = this.#changes.get(subject) ?? new Map<NodeId, SessionNode>();
      this.#changes.set(subject, of);
      const known = of.get(node.id);
      const order = known ? compareStandings(standing, known.standing ?? 'claimed') : 1;
      if (!known || order > 0 || (order === 0 && jsonOf(node) < jsonOf(known.node)))
        of.set(node.id, { node, session, standing });
      const edge = edgeOf(node);
      if (!edge) continue;
      const key = edgeKey(edge);
      this.#edgeChanges.set(key, (this.#edgeChanges.get(key) ?? new Set<NodeId>()).add(node.id));
      if (change === 'linked') linked.set(key, Math.max(node.at, linked.get(key) ?? Number.NEGATIVE_INFINITY));
    }
    const times = new Map([...context, ...nodes].map(({ id, at }) => [id, at]));
    for (const edge of edges) {
      const key = edgeKey(edge);
      const at = linked.get(key) ?? times.get(edge.from) ?? nodes[0]?.at ?? 0;
      this.#edges.add({ edge, at, standing, came: !linked.has(key) && times.has(edge.from) });
      this.#touches.addEdge(edge, at, standing);
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

  /**
   * The edges at a node that may affect it, proposed ones too, ordered by time, then by their ends.
   * @param withRejected whether to include those that a person rejected
   */
  links(id: NodeId, withRejected = false): Link[] {
    // A file or commit has no author, so links of any standing count.
    const node = this.node(id);
    const own = node && isThing(node) ? 'claimed' : this.recordStanding(id);
    const links = this.#links(id, ({ standing }) => mayChangeEntry(standing, own));
    return withRejected ? links : links.filter((link) => !isRejected(link));
  }

  /** The state of a declared edge; undefined for any other. Call `learn` for its ends first. */
  edgeStanding(name: EdgeName): EdgeStanding | undefined {
    const declared = this.#edges.declared(name);
    return declared && this.#standingOfEdge(declared);
  }

  // A goal may have ten thousand edges, so only those that are wanted are copied and sorted.
  #links(id: NodeId, isWanted: (one: KnownEdge) => boolean): HeldLink[] {
    const links: HeldLink[] = [];
    const entries = new Map<NodeId, DeclaringEntry | undefined>();
    for (const declared of this.#edges.at(id)) {
      const { edge, at, standing } = declared;
      if (!isWanted(declared)) continue;
      const ends = this.#edges.between(edge);
      if (edge.source !== 'declared') links.push({ ...ends, at, standing });
      else {
        const { status, isOwn } = this.#standingOfEdge(declared, entries);
        if (!isOwn || status !== 'retracted') links.push({ ...ends, at, standing, status, isOwn });
      }
    }
    return links.sort((a, b) => a.at - b.at || compare(edgeKey(a), edgeKey(b)));
  }

  /** The status of a node; undefined for an unknown node. Call `learnStanding` first. */
  standing(id: NodeId): Standing | undefined {
    const entry = this.#nodes.get(id);
    if (!entry) return undefined;
    const states = this.dependencies(id).map((one) => dependencyState(one, (of) => this.#standingFor(of, entry)));
    return this.#standingOf(entry, states);
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
    const revisions = this.#revisions(id).flatMap(({ from, standing, status, isOwn }) => {
      const by = this.#nodes.get(from);
      const lower = by && compareStandings(standing, by.standing) < 0 ? standing : by?.standing;
      const link = isOwn ? status : undefined;
      return by ? [{ entry: { ...by, standing: lower }, changes: this.changes(from), link }] : [];
    });
    return standingOf(entry, this.changes(id), revisions, this.#isReviewed, dependencies);
  }

  /** The events about a node. */
  changes(id: NodeId): SessionNode[] {
    return [...(this.#changes.get(id)?.values() ?? [])];
  }

  /** The last goal of a node's session before it, according to the graphs read so far. */
  goalOf(id: NodeId): Node | undefined {
    return goalBefore(id, this.recordStanding(id) ?? 'claimed', this.#nodes.values());
  }

  /** Whether an agent's entry or link of this kind waits for a person's review here. */
  isReviewed(kind: string): boolean {
    return this.#isReviewed(kind);
  }

  /** All loaded nodes. */
  *met(): Generator<SessionNode> {
    yield* this.#nodes.values();
  }

  #revisions(id: NodeId): HeldLink[] {
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

  /** @param entries entries that were met before: many edges may start from one */
  #standingOfEdge(
    { edge, standing, came }: KnownEdge,
    entries = new Map<NodeId, DeclaringEntry | undefined>(),
  ): EdgeStanding {
    const { from } = edge;
    const entry = came ? this.#nodes.get(from) : undefined;
    if (entry && !entries.has(from)) entries.set(from, declaringEntry(entry, this.changes(from), this.#isReviewed));
    const of = this.#changes.get(from);
    const changes = [...(this.#edgeChanges.get(edgeKey(edge)) ?? [])].flatMap((id) => of?.get(id) ?? []);
    return edgeStandingOf({ name: edge, standing, entry: entry && entries.get(from) }, changes, this.#isReviewed);
  }
}

const jsonOf = (node: Node): string => JSON.stringify({ ...node, extra: undefined });
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
