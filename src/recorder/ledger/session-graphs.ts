import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDataError } from '../../errors.ts';
import type { Recent, Unverified } from '../../model/graph/cursor.ts';
import { cut, doubtedLate, explainedLate } from '../../model/graph/decision.ts';
import { verifiesFrom } from '../../model/graph/verification.ts';
import { decodeNote, encodeNote, graphIdOf } from '../../model/format/note.ts';
import {
  type GraphId,
  isOid,
  type NodeId,
  type Oid,
  sessionPrefix,
  type SessionId,
  numberOf,
} from '../../model/ids.ts';
import type { Graph } from '../../model/model.ts';
import { Recorded } from '../../notes/standing/recorded.ts';
import type { Sessions } from '../session/sessions.ts';
import { contextOf, inForce } from './goals-in-force.ts';
import { modelStep, takeUsage } from './token-usage.ts';
import type { CutGraph, SessionState } from '../state/state.ts';
import { markOf } from './cut-graph.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';

/** A late graph, with verifications of committed lines, is added to at most this many notes, the latest. */
const MAX_LATE_COMMITS = 20;
/** A larger graph is not added to other notes: each of them would contain all of it. */
const MAX_LATE_BYTES = 256 * 1024;
/** More steps than this do not fit into that size. */
const MAX_LATE_STEPS = 2000;

interface DrawnGraph {
  readonly id: GraphId;
  readonly graph: Graph;
  /** A note with this graph alone; undefined when it is too large for one. */
  readonly bytes: Uint8Array | undefined;
}

/** A note with one graph, to be joined to the existing note of a commit. */
export interface LateNote {
  readonly commit: Oid;
  readonly bytes: Uint8Array;
}

/** Cuts the graphs of sessions and keeps them: a later commit may contain lines of an earlier graph's steps. */
export class Graphs {
  readonly #dir: string;
  readonly #sessions: Sessions;
  readonly #made = new Map<GraphId, DrawnGraph>();
  readonly #ids = new WeakMap<Graph, GraphId>();
  #late: LateNote[] = [];

  constructor(provDir: string, sessions: Sessions) {
    this.#dir = localFiles(provDir).graphs;
    this.#sessions = sessions;
  }

  /** New graphs of these sessions for a commit, and the older graphs that contain or verify any of these nodes. */
  cut(sessions: ReadonlySet<SessionId>, nodes: ReadonlySet<NodeId>, commit: Oid): Graph[] {
    const graphs = new Map<GraphId, Graph>();
    for (const id of sessions) {
      const state = this.#sessions.get(id)!;
      const waiting = [...new Set([...this.#verified(state), ...explainedIn(state)])].filter((one) => one !== commit);
      const made = this.#cutOne(state, [commit]);
      if (made) {
        graphs.set(made.id, made.graph);
        this.#addLate(made, waiting);
      }
      for (const older of this.holding(state, nodes)) graphs.set(this.#idOf(older), older);
    }
    return [...graphs.values()];
  }

  /**
   * Cuts the graph of a session if it verifies or explains committed lines, or has entries about commits, and adds it to the notes
   * of these commits. Otherwise the steps since the last commit wait for the next one.
   */
  cutVerified(state: SessionState): void {
    const commits = [...new Set([...this.#verified(state), ...explainedIn(state)])].slice(-MAX_LATE_COMMITS);
    if (commits.length === 0 || state.nodes.length > MAX_LATE_STEPS) return;
    const made = this.#cutOne(state, commits);
    if (made) this.#addLate(made, commits);
  }

  /** Remembers that the note of a commit contains these graphs: later verifications of their nodes go there too. */
  wentTo(commit: Oid, graphs: readonly Graph[]): void {
    for (const state of this.#sessions.all()) {
      const [first] = state.cursor.unverified;
      const mine = first ? graphs.filter(({ session }) => session.id === state.session.id) : [];
      if (mine.length > 0) went(state, commit, new Set(mine.map((graph) => this.#idOf(graph))));
    }
  }

  /** Whether a node is in a graph that was cut before: a commit contains its lines, or a part of them. */
  isCut(node: NodeId): boolean {
    const number = numberOf(node);
    return this.#sessions
      .owning([node])
      .some(({ graphs }) => graphs.some(({ from, to }) => number >= from && number <= to));
  }

  /** The commits that these nodes went into, as far as the graphs that were cut for them are here. */
  committedIn(nodes: ReadonlySet<NodeId>): Set<Oid> {
    const states = this.#sessions.owning(nodes);
    return new Set(states.flatMap((state) => this.holding(state, nodes).flatMap((graph) => patchesOf(graph, nodes))));
  }

  /** Whether a node of a session here is in no graph and waits for none: its step was lost with a part of the ledger. */
  isLost(node: NodeId): boolean {
    const number = numberOf(node);
    return this.#sessions
      .owning([node])
      .some(({ graphs, nodes }) => number > (graphs.at(-1)?.to ?? 0) && !nodes.some(({ id }) => id === node));
  }

  /** Returns the notes to join to those of earlier commits, once. */
  takeLate(): LateNote[] {
    const late = this.#late;
    this.#late = [];
    return late;
  }

  /** The available graphs of a session that contain or verify any of these nodes. */
  holding(state: SessionState, nodes: ReadonlySet<NodeId>): Graph[] {
    const numbers = numbersOf(state, nodes);
    const found: Graph[] = [];
    for (const { id, from, to, verifies = from } of state.graphs) {
      if (!numbers.some((number) => number >= verifies && number <= to)) continue;
      const graph = this.#made.get(id)?.graph ?? this.#load(id);
      if (graph) found.push(graph);
    }
    return found;
  }

  /** Writes the new graphs to disk. */
  save(): void {
    if (this.#made.size === 0) return;
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    new Recorded(dirname(this.#dir)).addGraphs(this.#made.keys());
    for (const [id, { bytes }] of this.#made) {
      if (!bytes) continue;
      replaceFile(join(this.#dir, id), bytes);
    }
  }

  // The last commits with lines that the steps since the last graph verified, and those that entries are about.
  #verified(state: SessionState): Oid[] {
    const verifies = verifiesFrom(state);
    const commits = new Set<Oid>(state.about);
    for (const graph of verifies === undefined ? [] : state.graphs)
      if (graph.to >= verifies!)
        for (const commit of graph.commits ?? []) {
          commits.delete(commit);
          commits.add(commit);
        }
    return [...commits].slice(-MAX_LATE_COMMITS);
  }

  #idOf(graph: Graph): GraphId {
    const id = this.#ids.get(graph) ?? graphIdOf(graph);
    this.#ids.set(graph, id);
    return id;
  }

  #addLate({ bytes }: DrawnGraph, commits: readonly Oid[]): void {
    if (!bytes || bytes.length > MAX_LATE_BYTES) return;
    for (const commit of commits) this.#late.push({ commit, bytes });
  }

  #cutOne(state: SessionState, explains: readonly Oid[]): DrawnGraph | undefined {
    if (state.nodes.length === 0) return undefined;
    const { calls, usage } = takeUsage(state);
    if (usage) this.#sessions.add(state, modelStep(state, usage, calls));
    const { cursor, nodes, edges } = cut(state.cursor, state.nodes, state.edges);
    const graph: Graph = {
      session: state.session,
      nodes,
      edges,
      explains,
      previous: state.graphs.at(-1)?.id ?? null,
      chain: chainSince(state),
      ...contextOf(state.context, nodes),
      ...(usage && { usage }),
    };
    const id = this.#idOf(graph);
    state.graphs.push(markOf(id, graph));
    forgetVerified(state);
    state.cursor = {
      ...cursor,
      unexplained: cursor.unexplained.map((one) => inNotes(one, explains)),
      ...(cursor.recent && { recent: cursor.recent.map((one) => inNotes(one, explains)) }),
    };
    state.context = inForce(state.context, nodes);
    state.cutAt = state.cursor.chain;
    state.nodes = [];
    state.edges = [];
    delete state.about;
    const made = { id, graph, bytes: alone(graph) };
    this.#made.set(id, made);
    return made;
  }

  #load(id: GraphId): Graph | undefined {
    try {
      return decodeNote(readFileSync(join(this.#dir, id))).graphs[0];
    } catch {
      return undefined; // deleted: the note of its commit still has it
    }
  }
}

// The commits that contain changes of these nodes, by the patches of a graph.
function patchesOf({ nodes, edges }: Graph, changes: ReadonlySet<NodeId>): Oid[] {
  const by = new Set(
    edges.flatMap(({ kind, from, to }) => (kind === 'committed_via' && changes.has(from) ? [to] : [])),
  );
  const commits = nodes.flatMap(({ id, detail }) => (by.has(id) ? String(detail?.['commit']) : []));
  return commits.filter(isOid);
}

const inNotes = <T extends Recent>(one: T, commits: readonly Oid[]): T => (one.commits ? one : { ...one, commits });

// Commits with changes that got their reason, or a doubt, after the commit.
const explainedIn = ({ cursor, nodes }: SessionState): Oid[] =>
  nodes.length === 0 ? [] : [...explainedLate(cursor), ...doubtedLate(cursor)].flatMap(({ commits = [] }) => commits);

/** The ledger's hashes around the steps since the last cut. */
export const chainSince = ({ cutAt, cursor }: SessionState): Graph['chain'] => ({
  start: cutAt.head,
  head: cursor.chain.head,
  ...(cutAt.parentHash && { parent: cutAt.parentHash }),
});

// Too large a graph costs the note of the current commit, which reports it; recording continues.
function alone(graph: Graph): Uint8Array | undefined {
  try {
    return encodeNote({ graphs: [graph], lines: new Map(), carried: [] });
  } catch (cause) {
    if (isDataError(cause)) return undefined;
    throw cause;
  }
}

function numbersOf({ session }: SessionState, nodes: ReadonlySet<NodeId>): number[] {
  const prefix = `${sessionPrefix(session)}-`;
  return [...nodes].filter((node) => node.startsWith(prefix)).map(numberOf);
}

// Once all nodes of a graph have passed a verification, no later one is added to it.
function forgetVerified({ graphs, cursor }: SessionState): void {
  const [first] = cursor.unverified;
  for (const graph of graphs) if (!waits(graph, first)) delete graph.commits;
}

function went({ graphs, cursor }: SessionState, commit: Oid, ids: ReadonlySet<GraphId>): void {
  const [first] = cursor.unverified;
  for (const graph of graphs)
    if (ids.has(graph.id) && waits(graph, first))
      graph.commits = [...(graph.commits ?? []).filter((one) => one !== commit), commit].slice(-MAX_LATE_COMMITS);
}

const waits = ({ to }: CutGraph, first: Unverified | undefined): boolean =>
  first !== undefined && to >= numberOf(first.id);
