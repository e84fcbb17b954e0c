import { partsOf } from '../../model/checks/parts.ts';
import type { Repo } from '../../git/repository/repo.ts';
import {
  continuedAfter,
  NEW_SESSION,
  type NodeId,
  numberOf,
  type RepoPath,
  type SessionId,
  sessionPart,
} from '../../model/ids.ts';
import { NOTHING_SEEN } from '../../model/graph/blind-edit.ts';
import { append, startCursor } from '../../model/graph/infer.ts';
import { isQuestion } from '../../model/graph/question.ts';
import { GENESIS } from '../../model/graph/ledger.ts';
import type { Node } from '../../model/model.ts';
import { type TalkItem, MAX_TEXT_CHARACTERS } from '../../model/reasons/talk-item.ts';
import { hear, hearRecord, saysMuch } from '../../model/reasons/talk.ts';
import type { Step } from '../../model/step.ts';
import { Redactor } from '../../redact/redact.ts';
import { commonKey } from '../spool/call-key.ts';
import type { AgentEvent, EventBody, TranscriptPart } from '../spool/event.ts';
import { CaptureFilter } from './capture-filter.ts';
import { Ledgers } from '../ledger/ledger.ts';
import { table } from '../state/state-schema.ts';
import { ArchivedSessions } from './archived-sessions.ts';
import { type OpenStep, otherTranscript, type SessionState, type State } from '../state/state.ts';
import { keepScripts, scriptWords } from './scripts.ts';
import { toolStep, type ToolEnd } from './tool-step.ts';
import { pruneResults } from './transcript-results.ts';

/** Ended calls that a session remembers, to recognise a second report of the same call. */
const MAX_ENDED_CALLS = 200;
/** Kept length of the agent's words before a call. */
const MAX_WORDS_CHARACTERS = 2000;
/** Items read from a long unread part of a session's transcript: the last ones. */
const MAX_UNREAD_ITEMS = 600;

/** Events that happen only in a running session. Hooks that run at the same time may report other events after its end. */
const RESUMES: ReadonlySet<EventBody['type']> = new Set(['session_start', 'prompt', 'before', 'gate']);

// Whether the agent knows nothing of earlier work yet.
const startsEmpty = ({ parent, body }: AgentEvent): boolean =>
  parent === undefined && body.type === 'session_start' && EMPTY_STARTS.has(body.source);

const EMPTY_STARTS: ReadonlySet<string> = new Set(['startup', 'clear', 'new']);

/** The sessions of a repository: turns events into steps of the ledger, and into nodes and edges of the graph. */
export class Sessions {
  readonly #state: State;
  readonly #ledgers: Ledgers;
  readonly #keeper: CaptureFilter;
  readonly #resting: ArchivedSessions;
  readonly #redactor: Redactor;
  readonly #after = new Map<SessionId, NodeId>();

  constructor(state: State, provDir: string, redactor = new Redactor(provDir)) {
    this.#state = state;
    this.#ledgers = new Ledgers(provDir);
    this.#redactor = redactor;
    this.#keeper = new CaptureFilter(provDir, this.#redactor);
    this.#resting = new ArchivedSessions(provDir);
  }

  /** Whether words are kept at all. */
  get keepsWords(): boolean {
    return this.#keeper.keepsWords;
  }

  /** Remembers a statement by its hash, of the last `max`. @returns false when it was known */
  remember(hash: string, max: number): boolean {
    const known = this.#state.statements ?? [];
    if (known.includes(hash)) return false;
    this.#state.statements = [...known, hash].slice(-max);
    return true;
  }

  /** A redacted text. */
  redact(text: string): Promise<string> {
    return this.#redactor.text(text);
  }

  /** Redacts names of tools, models and the like, and ids of calls. */
  get names(): Pick<Redactor, 'name' | 'id'> {
    return this.#redactor;
  }

  /** Call this before steps are added: reads how much text is kept. */
  prepare(repo: Repo): Promise<void> {
    return this.#keeper.prepare(repo);
  }

  /**
   * Writes the new steps, and archives idle sessions: before the state is saved.
   * @param now milliseconds since the epoch
   * @returns what could not be kept; recording continues without it
   */
  save(now: number): string | undefined {
    for (const state of this.all()) pruneResults(state);
    const short = this.#ledgers.save(this.#state.sessions);
    this.#resting.put(this.#state, now);
    const lost = this.#keeper.save(now);
    return lost ?? (short.length > 0 ? `The end of the ledger of session ${short.join(', ')} was lost.` : undefined);
  }

  /** Call this once the state is saved. */
  saved(): void {
    this.#resting.clear(this.#state);
  }

  /** The session with this id; an archived one becomes active again. */
  get(id: SessionId): SessionState | undefined {
    if (Object.hasOwn(this.#state.sessions, id)) return this.#state.sessions[id];
    const rested = this.#resting.get(id);
    return rested && (this.#state.sessions[id] = rested);
  }

  /** The active sessions. */
  all(): SessionState[] {
    return Object.values(this.#state.sessions);
  }

  /** The sessions with these nodes, including archived ones. */
  owning(nodes: Iterable<NodeId>): SessionState[] {
    const prefixes = new Set([...nodes].map(sessionPart));
    for (const prefix of prefixes)
      for (const rested of this.#resting.withPrefix(prefix)) this.#state.sessions[rested.session.id] ??= rested;
    return this.all().filter(({ cursor }) => prefixes.has(cursor.prefix));
  }

  /** Numbers the steps of a session that is unknown here after this step: notes have the steps up to it. */
  continueAfter(id: SessionId, last: NodeId): void {
    this.#after.set(id, last);
  }

  /** The session of an event; it begins with its first event. */
  of(event: AgentEvent, at: number): SessionState {
    const known = this.get(event.session);
    if (known) {
      known.lastAt = Math.max(known.lastAt, at);
      if (RESUMES.has(event.body.type)) delete known.over;
      if (event.transcript && known.transcript?.path !== event.transcript)
        known.transcript = otherTranscript(known.transcript, event.transcript);
      return known;
    }
    if (event.parent && !this.get(event.parent))
      this.of({ ...event, session: event.parent, parent: undefined } as unknown as AgentEvent, at);
    const { agent, vendor, session: id, parent, transcript } = event;
    // A session with a lost state continues where its ledger ends.
    const isLost = !this.#state.whole || this.#resting.has(id);
    const past = isLost ? this.#ledgers.resume(id) : undefined;
    const chain = past?.chain ?? { head: GENESIS, parentHash: null };
    const after = this.#after.get(id);
    const next = Math.max(past?.next ?? 1, (after ? numberOf(after) : 0) + 1);
    const before = past?.last ?? after;
    const session = {
      id,
      agent,
      vendor,
      ...(parent && { parent }),
      ...(before ? continuedAfter(before) : NEW_SESSION),
    };
    const fresh: SessionState = {
      session,
      cursor: {
        ...startCursor(session),
        chain,
        ...(past && { last: past.last }),
        next,
        ...(next === 1 && startsEmpty(event) && { seen: NOTHING_SEEN }),
      },
      nodes: [...(past?.tail ?? [])],
      edges: [],
      ledgerBytes: past?.isCut ? Number.MAX_SAFE_INTEGER : (past?.bytes ?? 0), // longer than it is: it lost lines
      cutAt: past?.cutAt ?? chain,
      context: [],
      graphs: [...(past?.graphs ?? [])],
      ...(transcript && { transcript: { path: transcript, offset: 0 } }),
      ...(parent && { given: '' }),
      narration: table(),
      usage: table(),
      ended: [],
      lastAt: at,
    };
    this.#state.sessions[id] = fresh;
    return fresh;
  }

  /** Ends a session, until it is resumed. */
  end(id: SessionId, at: number): void {
    const state = this.get(id);
    if (!state || state.over) return;
    state.over = true;
    this.#ledgers.close(id, at, state.cursor.chain);
  }

  /** Adds a step to the ledger, and as a node to the graph in progress. Returns the node. */
  add(state: SessionState, step: Step): Node {
    const before = state.cursor.chain;
    const call = 'call' in step ? step.call : undefined;
    const { cursor, nodes, edges } = append(state.cursor, this.#keeper.step(step));
    state.cursor = cursor;
    const chain = { before, after: cursor.chain };
    for (const node of nodes) this.#ledgers.add(state.session.id, node, call, chain, this.#keeper.hashName);
    state.nodes.push(...nodes);
    state.edges.push(...edges);
    return nodes[0]!;
  }

  /** The node of a prompt. */
  async addPrompt(state: SessionState, at: number, text: string): Promise<Node> {
    const input = await this.#keeper.promptHash(text);
    return this.add(state, {
      type: 'prompt',
      at,
      text: await this.redact(text),
      ...(input !== undefined && { input }),
    });
  }

  /**
   * The node of an ended tool call. A command that changes files and checks them is two steps; the node of the change is
   * returned.
   */
  async addTool(state: SessionState, open: OpenStep, end: ToolEnd): Promise<Node> {
    const step = await toolStep(open, end, this.#narration(state, open), this.#keeper, (text) => this.redact(text));
    const parts = partsOf(step);
    const nodes: Node[] = [];
    for (const part of parts) nodes.push(await this.add(state, part));
    return nodes[parts.findIndex(({ changed }) => changed.length > 0)] ?? nodes[0]!;
  }

  /** Makes the node of a step that has not ended, because its lines are being committed. */
  async addUnended(state: SessionState, open: OpenStep, at: number, changed: readonly RepoPath[]): Promise<NodeId> {
    const node = await this.addTool(state, open, {
      at,
      outcome: 'ok',
      output: '',
      input: '',
      changed,
      unended: true,
    });
    open.node = node.id;
    return node.id;
  }

  /**
   * Whether an event was reported before; remembers it. Two settings of the agent may name our hook, or its own settings and another
   * agent's that it reads too: its own settings then report everything.
   */
  wasReported(state: SessionState, { by, key }: AgentEvent): boolean {
    if (by === 'own') state.native = true;
    if (by === 'other' && state.native) return true;
    return key !== undefined && this.endedBefore(state, key);
  }

  /** Whether the end of a call was reported before; remembers it. */
  endedBefore(state: SessionState, key: string): boolean {
    if (state.ended.includes(key)) return true;
    state.ended.push(key);
    if (state.ended.length > MAX_ENDED_CALLS) state.ended.splice(0, state.ended.length - MAX_ENDED_CALLS);
    return false;
  }

  /** Keeps the agent's words before a call until it is recorded. */
  async narrate(state: SessionState, call: string, words: string): Promise<void> {
    state.narration[call] = await this.redact(words.slice(0, MAX_WORDS_CHARACTERS));
  }

  /** Keeps the sentences that could be a reason. @param isBeside they come from hooks: where the transcript is read, it has them */
  async hear(state: SessionState, items: readonly TalkItem[], isBeside = false): Promise<void> {
    if (items.length === 0 || !this.#keeper.keepsWords || (isBeside && state.cursor.talk.isRead)) return;
    const kept: TalkItem[] = [];
    for (const [i, one] of items.entries()) {
      // Only the end of a long unread transcript matters.
      const isLate = items.length - i <= MAX_UNREAD_ITEMS;
      if ('call' in one) kept.push(one);
      else if (one.place !== 'prompt' || !isQuestion(one.text))
        kept.push({
          ...one,
          text: isLate && saysMuch(one.text) ? await this.redact(one.text.slice(0, MAX_TEXT_CHARACTERS)) : '',
        });
    }
    state.cursor = { ...state.cursor, talk: (isBeside ? hear : hearRecord)(state.cursor.talk, kept) };
  }

  /** Keeps what a session's transcript contains on scripts: the calls that they make get their words. */
  async keepScripts(state: SessionState, scripts: TranscriptPart['scripts']): Promise<void> {
    await keepScripts(state, scripts ?? {}, (text) => this.redact(text.slice(0, MAX_WORDS_CHARACTERS)));
  }

  #narration(state: SessionState, open: OpenStep): string | undefined {
    const { key } = open;
    const known = Object.hasOwn(state.narration, key) ? key : commonKey(key);
    const words = Object.hasOwn(state.narration, known) ? state.narration[known] : scriptWords(state, open);
    delete state.narration[known];
    return words;
  }
}
