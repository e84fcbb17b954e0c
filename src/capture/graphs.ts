import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cut } from '../graph/decision.ts';
import { decodeNote, encodeNote, graphIdOf } from '../graph/format/note.ts';
import { type GraphId, type NodeId, type Oid, sessionPrefix, type SessionId } from '../graph/ids.ts';
import type { Graph, Node, Usage } from '../graph/model.ts';
import { table } from './mend.ts';
import type { Sessions } from './sessions.ts';
import type { SessionState } from './state.ts';

/** Cuts the graphs of sessions and keeps them at hand: a later commit may hold lines of an earlier graph's steps. */
export class Graphs {
  readonly #dir: string;
  readonly #sessions: Sessions;
  readonly #made = new Map<GraphId, Graph>();

  constructor(provDir: string, sessions: Sessions) {
    this.#dir = join(provDir, 'graphs');
    this.#sessions = sessions;
  }

  /** New graphs of these sessions for a commit, and the older graphs that hold any of these nodes. */
  cut(sessions: ReadonlySet<SessionId>, nodes: ReadonlySet<NodeId>, commit: Oid): Graph[] {
    const graphs = new Map<GraphId, Graph>();
    for (const id of sessions) {
      const state = this.#sessions.get(id)!;
      const made = this.#cutOne(state, commit);
      if (made) graphs.set(made.id, made.graph);
      for (const older of this.holding(state, nodes)) graphs.set(graphIdOf(older), older);
    }
    return [...graphs.values()];
  }

  /** The graphs of a session, as far as they are at hand, that hold any of these nodes. */
  holding(state: SessionState, nodes: ReadonlySet<NodeId>): Graph[] {
    const found: Graph[] = [];
    for (const { id, from, to } of state.graphs) {
      if (!holds(state, nodes, from, to)) continue;
      const graph = this.#made.get(id) ?? this.#load(id);
      if (graph) found.push(graph);
    }
    return found;
  }

  /** Writes the graphs that were cut. */
  save(): void {
    if (this.#made.size > 0) mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    for (const [id, graph] of this.#made) {
      const file = join(this.#dir, id);
      writeFileSync(`${file}.new`, encodeNote({ graphs: [graph], lines: new Map(), carried: [] }), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
  }

  #cutOne(state: SessionState, commit: Oid): { id: GraphId; graph: Graph } | undefined {
    if (state.nodes.length === 0) return undefined;
    const { cursor, nodes, edges } = cut(state.cursor, state.nodes, state.edges);
    const usage = total(Object.values(state.usage));
    const graph: Graph = {
      session: state.session,
      nodes,
      edges,
      explains: [commit],
      previous: state.graphs.at(-1)?.id ?? null,
      chain: chainSince(state),
      ...contextOf(state, nodes),
      ...(usage && { usage }),
    };
    const id = graphIdOf(graph);
    const numbers = nodes.map((node) => Number(node.id.slice(9)));
    state.graphs.push({ id, from: Math.min(...numbers), to: Math.max(...numbers) });
    state.cursor = cursor;
    state.context = inForce(state.context, nodes);
    state.cutAt = state.cursor.chain;
    state.nodes = [];
    state.edges = [];
    state.usage = table();
    this.#made.set(id, graph);
    return { id, graph };
  }

  #load(id: GraphId): Graph | undefined {
    try {
      return decodeNote(readFileSync(join(this.#dir, id))).graphs[0];
    } catch {
      return undefined; // gone: the note of the commit that it was made for still has it
    }
  }
}

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

// The last goal, and what was declared since.
function inForce(before: readonly Node[], nodes: readonly Node[]): Node[] {
  const lasting = [...before, ...nodes].filter(
    (node) => node.kind === 'goal' || node.detail?.['source'] === 'declared',
  );
  return lasting.slice(
    Math.max(
      0,
      lasting.findLastIndex((node) => node.kind === 'goal'),
    ),
  );
}

function holds(state: SessionState, nodes: ReadonlySet<NodeId>, from: number, to: number): boolean {
  const prefix = sessionPrefix(state.session.id);
  for (const node of nodes) {
    const number = node.startsWith(`${prefix}-`) ? Number(node.slice(9)) : 0;
    if (number >= from && number <= to) return true;
  }
  return false;
}

function total(all: readonly Usage[]): Usage | undefined {
  if (all.length === 0) return undefined;
  const sum = (field: 'input' | 'output' | 'cacheRead' | 'cacheWrite'): number =>
    all.reduce((n, usage) => Math.min(n + (usage[field] ?? 0), Number.MAX_SAFE_INTEGER), 0);
  return { input: sum('input'), output: sum('output'), cacheRead: sum('cacheRead'), cacheWrite: sum('cacheWrite') };
}
