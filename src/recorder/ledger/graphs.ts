import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ProvError } from '../../errors.ts';
import type { Undecided, Unverified } from '../../model/graph/cursor.ts';
import { cut, explainedLate } from '../../model/graph/decision.ts';
import { verifiesFrom } from '../../model/graph/verification.ts';
import { decodeNote, encodeNote, graphIdOf } from '../../model/format/note.ts';
import { type GraphId, type NodeId, type Oid, sessionPrefix, type SessionId, numberOf } from '../../model/ids.ts';
import type { Graph, Node } from '../../model/model.ts';
import { Recorded } from '../../notes/standing/recorded.ts';
import type { Sessions } from '../session/sessions.ts';
import { takeSpent } from './token-usage.ts';
import type { CutGraph, SessionState } from '../state/state.ts';
import { markOf } from './cut-graph.ts';

/** To so many notes a graph is added that tells how their lines were verified, the last ones. */
const LATE_COMMITS = 20;
/** A larger graph is not added to other notes: each of them would have it whole. */
const LATE_BYTES = 256 * 1024;
/** More steps than these will not fit into that. */
const LATE_STEPS = 2000;

interface Made {
  readonly id: GraphId;
  readonly graph: Graph;
  /** A note of this graph alone; undefined when it is too large for one. */
  readonly bytes: Uint8Array | undefined;
}

/** A note of one graph that is to be joined to the note of a commit that is there already. */
export interface LateNote {
  readonly commit: Oid;
  readonly bytes: Uint8Array;
}

/** Cuts the graphs of sessions and keeps them at hand: a later commit may hold lines of an earlier graph's steps. */
export class Graphs {
  readonly #dir: string;
  readonly #sessions: Sessions;
  readonly #made = new Map<GraphId, Made>();
  readonly #ids = new WeakMap<Graph, GraphId>();
  #late: LateNote[] = [];

  constructor(provDir: string, sessions: Sessions) {
    this.#dir = join(provDir, 'graphs');
    this.#sessions = sessions;
  }

  /** New graphs of these sessions for a commit, and the older graphs that hold any of these nodes or verified them. */
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
   * Cuts the graph of a session when it tells how lines that are committed were verified, why they were written, or what was
   * said of commits, and adds it to the notes of these. Otherwise what was done since the last commit is left to the next.
   */
  cutVerified(state: SessionState): void {
    const commits = [...new Set([...this.#verified(state), ...explainedIn(state)])].slice(-LATE_COMMITS);
    if (commits.length === 0 || state.nodes.length > LATE_STEPS) return;
    const made = this.#cutOne(state, commits);
    if (made) this.#addLate(made, commits);
  }

  /** Remembers that the note of a commit holds these graphs: what verifies their nodes later goes there too. */
  wentTo(commit: Oid, graphs: readonly Graph[]): void {
    for (const state of this.#sessions.all()) {
      const [first] = state.cursor.unverified;
      const mine = first ? graphs.filter(({ session }) => session.id === state.session.id) : [];
      if (mine.length > 0) went(state, commit, new Set(mine.map((graph) => this.#idOf(graph))));
    }
  }

  /** Whether a node is in a graph that was cut before: some commit took up its lines, or a part of them. */
  isCut(node: NodeId): boolean {
    const number = numberOf(node);
    return this.#sessions
      .owning([node])
      .some(({ graphs }) => graphs.some(({ from, to }) => number >= from && number <= to));
  }

  /** Gives what is to be joined to the notes of earlier commits, once. */
  takeLate(): LateNote[] {
    const late = this.#late;
    this.#late = [];
    return late;
  }

  /** The graphs of a session, as far as they are at hand, that hold any of these nodes or tell how they were verified. */
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

  /** Writes the graphs that were cut. */
  save(): void {
    if (this.#made.size === 0) return;
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    new Recorded(dirname(this.#dir)).addGraphs(this.#made.keys());
    for (const [id, { bytes }] of this.#made) {
      if (!bytes) continue;
      const file = join(this.#dir, id);
      writeFileSync(`${file}.new`, bytes, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
  }

  // The last commits whose lines the steps since the last graph verified, and those that were spoken of.
  #verified(state: SessionState): Oid[] {
    const verifies = verifiesFrom(state);
    const commits = new Set<Oid>(state.about);
    for (const graph of verifies === undefined ? [] : state.graphs)
      if (graph.to >= verifies!)
        for (const commit of graph.commits ?? []) {
          commits.delete(commit);
          commits.add(commit);
        }
    return [...commits].slice(-LATE_COMMITS);
  }

  #idOf(graph: Graph): GraphId {
    const id = this.#ids.get(graph) ?? graphIdOf(graph);
    this.#ids.set(graph, id);
    return id;
  }

  #addLate({ bytes }: Made, commits: readonly Oid[]): void {
    if (!bytes || bytes.length > LATE_BYTES) return;
    for (const commit of commits) this.#late.push({ commit, bytes });
  }

  #cutOne(state: SessionState, explains: readonly Oid[]): Made | undefined {
    if (state.nodes.length === 0) return undefined;
    const { cursor, nodes, edges } = cut(state.cursor, state.nodes, state.edges);
    const usage = takeSpent(state);
    const graph: Graph = {
      session: state.session,
      nodes,
      edges,
      explains,
      previous: state.graphs.at(-1)?.id ?? null,
      chain: chainSince(state),
      ...contextOf(state, nodes),
      ...(usage && { usage }),
    };
    const id = this.#idOf(graph);
    state.graphs.push(markOf(id, graph));
    forgetVerified(state);
    state.cursor = { ...cursor, unexplained: cursor.unexplained.map((one) => inNotes(one, explains)) };
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
      return undefined; // gone: the note of the commit that it was made for still has it
    }
  }
}

const inNotes = (one: Undecided, commits: readonly Oid[]): Undecided => (one.commits ? one : { ...one, commits });

// Commits with changes whose reason came after the commit.
const explainedIn = ({ cursor, nodes }: SessionState): Oid[] =>
  nodes.length === 0 ? [] : explainedLate(cursor).flatMap(({ commits = [] }) => commits);

/** The ledger's hashes around the steps since the last cut. */
export const chainSince = ({ cutAt, cursor }: SessionState): Graph['chain'] => ({
  start: cutAt.head,
  head: cursor.chain.head,
  ...(cutAt.parentHash && { parent: cutAt.parentHash }),
});

/** What was in force before the first of these steps: the next graph speaks of it, and can be read alone with it. */
export const contextOf = (
  { context }: SessionState,
  nodes: readonly Node[],
): { context: Node[] } | Record<never, never> => (context.length > 0 && nodes[0]?.kind !== 'goal' ? { context } : {});

// The last goal, and what was decided since.
function inForce(before: readonly Node[], nodes: readonly Node[]): Node[] {
  const lasting = [...before, ...nodes].filter(
    ({ kind, detail }) => kind === 'goal' || (kind === 'decision' && detail?.['source'] === 'declared'),
  );
  const goal = lasting.findLastIndex(({ kind }) => kind === 'goal');
  return goal < 0 ? [] : lasting.slice(goal);
}

// Too large a graph costs the note of the commit at hand, which says so; recording goes on.
function alone(graph: Graph): Uint8Array | undefined {
  try {
    return encodeNote({ graphs: [graph], lines: new Map(), carried: [] });
  } catch (cause) {
    if (cause instanceof ProvError && cause.kind === 'data') return undefined;
    throw cause;
  }
}

function numbersOf({ session }: SessionState, nodes: ReadonlySet<NodeId>): number[] {
  const prefix = `${sessionPrefix(session.id)}-`;
  return [...nodes].filter((node) => node.startsWith(prefix)).map(numberOf);
}

// Once all nodes of a graph have passed a verification, nothing more will be told of it.
function forgetVerified({ graphs, cursor }: SessionState): void {
  const [first] = cursor.unverified;
  for (const graph of graphs) if (!waits(graph, first)) delete graph.commits;
}

function went({ graphs, cursor }: SessionState, commit: Oid, ids: ReadonlySet<GraphId>): void {
  const [first] = cursor.unverified;
  for (const graph of graphs)
    if (ids.has(graph.id) && waits(graph, first))
      graph.commits = [...(graph.commits ?? []).filter((one) => one !== commit), commit].slice(-LATE_COMMITS);
}

const waits = ({ to }: CutGraph, first: Unverified | undefined): boolean =>
  first !== undefined && to >= numberOf(first.id);
