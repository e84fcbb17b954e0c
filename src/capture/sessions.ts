import { createHash } from 'node:crypto';
import type { NodeId, RepoPath, SessionId } from '../graph/ids.ts';
import { append, startCursor } from '../graph/infer.ts';
import { GENESIS } from '../graph/ledger.ts';
import type { Node } from '../graph/model.ts';
import type { Step } from '../graph/step.ts';
import { redact } from '../redact/redact.ts';
import type { AgentEvent, Call, Outcome } from './event.ts';
import type { Ledgers } from './ledger.ts';
import { table } from './mend.ts';
import type { OpenStep, SessionState, State } from './state.ts';

/** How many ended calls a session remembers, to know a second report of the same call. */
const REMEMBERED = 200;
/** What is hashed of an input or output. */
const MAX_HASHED = 64 * 1024;

type ToolStep = Extract<Step, { type: 'tool' }>;

/** The sessions of a repository: events in, steps of the ledger and nodes and edges of the graph out. */
export class Sessions {
  readonly #state: State;
  readonly #ledgers: Ledgers;

  constructor(state: State, ledgers: Ledgers) {
    this.#state = state;
    this.#ledgers = ledgers;
  }

  get(id: SessionId): SessionState | undefined {
    return Object.hasOwn(this.#state.sessions, id) ? this.#state.sessions[id] : undefined;
  }

  all(): SessionState[] {
    return Object.values(this.#state.sessions);
  }

  /** The session of an event, begun when this is its first. */
  of(event: AgentEvent, at: number): SessionState {
    const known = this.get(event.session);
    if (known) {
      known.lastAt = Math.max(known.lastAt, at);
      if (event.transcript && known.transcript?.path !== event.transcript)
        known.transcript = { path: event.transcript, offset: 0 };
      return known;
    }
    if (event.parent && !this.get(event.parent))
      this.of({ ...event, session: event.parent, parent: undefined } as unknown as AgentEvent, at);
    const { agent, vendor, session: id, parent, transcript } = event;
    const session = { id, agent, vendor, ...(parent && { parent }) };
    const past = this.#ledgers.resume(id); // a session whose state was lost goes on where its ledger ends
    const chain = past?.chain ?? { head: GENESIS, parentHash: null };
    const fresh: SessionState = {
      session,
      cursor: { ...startCursor(session), chain, ...(past && { next: past.next, last: past.last }) },
      nodes: [],
      edges: [],
      ledgerBytes: past?.bytes ?? 0,
      cutAt: chain,
      context: [],
      graphs: [...(past?.graphs ?? [])],
      ...(transcript && { transcript: { path: transcript, offset: 0 } }),
      narration: table(),
      usage: table(),
      ended: [],
      lastAt: at,
    };
    this.#state.sessions[id] = fresh;
    return fresh;
  }

  /** Makes a node of a step, in the ledger and in the graph that is being gathered. Gives the node. */
  add(state: SessionState, step: Step): Node {
    const before = state.cursor.chain;
    const call = 'call' in step ? step.call : undefined;
    const { cursor, nodes, edges } = append(state.cursor, step);
    state.cursor = cursor;
    for (const node of nodes) this.#ledgers.add(state.session.id, node, call, before, cursor.chain);
    state.nodes.push(...nodes);
    state.edges.push(...edges);
    return nodes[0]!;
  }

  /** The node of a tool call that has ended; `changed` are the files that it was seen to change. */
  async addTool(
    state: SessionState,
    open: OpenStep,
    end: {
      at: number;
      outcome: Outcome;
      output: string;
      input: string;
      duration?: number;
      changed: readonly RepoPath[];
    },
  ): Promise<Node> {
    const step: ToolStep = {
      type: 'tool',
      at: end.at,
      tool: open.tool,
      action: open.action,
      summary: await redact(open.summary),
      outcome: end.outcome,
      changed: end.changed,
      paths: open.paths,
      call: open.key,
      input: await digest(end.input),
      output: await digest(end.output),
      ...(open.command !== undefined && { command: await redact(open.command) }),
      ...(end.duration !== undefined && { duration: end.duration }),
      ...(open.node && { detail: { continues: open.node } }),
      ...this.#narration(state, open.key),
    };
    return this.add(state, step);
  }

  /** Makes the node of a step that has not ended, because lines that it wrote are being committed. */
  async addUnended(state: SessionState, open: OpenStep, at: number, changed: readonly RepoPath[]): Promise<NodeId> {
    const node = await this.addTool(state, open, { at, outcome: 'ok', output: '', input: '', changed });
    open.node = node.id;
    return node.id;
  }

  /** Whether the call's end was told before; remembers it. */
  endedBefore(state: SessionState, key: string): boolean {
    if (state.ended.includes(key)) return true;
    state.ended.push(key);
    if (state.ended.length > REMEMBERED) state.ended.splice(0, state.ended.length - REMEMBERED);
    return false;
  }

  #narration(state: SessionState, key: string): { narration: string } | Record<never, never> {
    const words = Object.hasOwn(state.narration, key) ? state.narration[key] : undefined;
    delete state.narration[key];
    return words ? { narration: words } : {};
  }
}

/** What identifies a call in its session: the agent's id, else its tool and input. */
export const callKey = (call: Call): string =>
  call.id ?? createHash('sha256').update(`${call.tool}\0${call.input}`).digest('hex').slice(0, 24);

/** SHA-256 of the redacted content as it is kept: its first 64 KiB. */
async function digest(content: string): Promise<string> {
  const kept = await redact(content.slice(0, MAX_HASHED));
  return createHash('sha256').update(kept).digest('hex');
}
