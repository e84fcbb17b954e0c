import { existsSync, mkdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SessionId } from '../../model/ids.ts';
import type { Chain } from '../../model/graph/ledger.ts';
import type { Node } from '../../model/model.ts';
import { recoverSession, type RecoveredSession } from '../session/recover-session.ts';
import { type SessionState } from '../state/state.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import { appendSynced } from '../../git/repository/replace-file.ts';

/** The `step_type` of the line that ends a ledger; it is not a step. */
export const SESSION_END = 'session_end';
/** The type of the record in the place of lines that this clone lost. The steps are in the notes, if their commit was made. */
export const SESSION_GAP = 'session_gap';

/**
 * The ledgers of a repository's sessions: append-only JSONL, one line for each step, with the hash of its own fields, of its
 * parent step, and the rolling hash of all lines before it (`docs/format.md`, "The chain").
 */
export class Ledgers {
  readonly #dir: string;
  readonly #lines = new Map<SessionId, string[]>();

  constructor(provDir: string) {
    this.#dir = localFiles(provDir).ledgers;
  }

  /**
   * Adds a step.
   * @param call the agent's id of the tool call
   * @param chain the session's, before and after the step
   * @param hash how inputs and outputs are hashed
   */
  add(
    session: SessionId,
    node: Node,
    call: string | undefined,
    { before, after }: { readonly before: Chain; readonly after: Chain },
    hash: 'sha256' | 'hmac-sha256' = 'sha256',
  ): void {
    const record = {
      step_id: node.id,
      session_id: session,
      step_type: node.kind,
      ...(node.parent && { parent_step_id: node.parent }),
      ...(node.tool && { tool_name: node.tool }),
      ...(call && { tool_call_id: call }),
      started_at: new Date(node.at - (node.duration ?? 0)).toISOString(),
      duration_ms: node.duration ?? 0,
      ...(node.duration === undefined && { untimed: true }),
      ...(node.input && { input_hash: `${hash}:${node.input}` }),
      ...(node.output && { output_hash: `${hash}:${node.output}` }),
      context_hash: `sha256:${after.head}`,
      parent_step_hash: before.parentHash && `sha256:${before.parentHash}`,
      self_hash: `sha256:${after.parentHash}`,
      summary: node.summary,
      ...(node.detail && { detail: node.detail }),
    };
    this.#push(session, record);
  }

  /** Records the end of a session. A ledger without it was cut off, or its session is still running. */
  close(session: SessionId, at: number, { head }: Chain): void {
    const ended = { step_type: SESSION_END, session_id: session, ended_at: new Date(at).toISOString() };
    this.#push(session, { ...ended, context_hash: `sha256:${head}` });
  }

  /** The position of a session with a ledger and without a state; undefined without a ledger. */
  resume(id: SessionId): RecoveredSession | undefined {
    return recoverSession(id, this.#file(id), join(this.#dir, '..', 'graphs'));
  }

  /**
   * Appends the new lines after the length in the state: bytes after it come from a drain that did not finish.
   * @returns the sessions with a shorter ledger, in which a gap is marked now
   */
  save(sessions: Readonly<Record<SessionId, SessionState>>): SessionId[] {
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const short: SessionId[] = [];
    for (const [id, lines] of this.#lines) {
      const state = sessions[id]!;
      const file = this.#file(id);
      const bytes = cutTo(file, state.ledgerBytes);
      const isShort = bytes < state.ledgerBytes;
      if (isShort) short.push(id);
      else if (lines.length === 0) continue;
      const gap = { step_type: SESSION_GAP, session_id: id };
      const text = `${[...(isShort ? [JSON.stringify(gap)] : []), ...lines].join('\n')}\n`;
      state.ledgerBytes = bytes;
      appendSynced(file, text);
      state.ledgerBytes += Buffer.byteLength(text);
    }
    this.#lines.clear();
    return short;
  }

  /** Marks a gap at the end of a ledger that is shorter than its state counts. */
  markGap(sessions: Readonly<Record<SessionId, SessionState>>, id: SessionId): void {
    if (sessions[id]) this.#lines.set(id, []);
    this.save(sessions);
  }

  #push(session: SessionId, record: object): void {
    const lines = this.#lines.get(session) ?? [];
    lines.push(JSON.stringify(record));
    this.#lines.set(session, lines);
  }

  #file(id: SessionId): string {
    return join(this.#dir, `${ledgerName(id)}.jsonl`);
  }
}

/**
 * Cuts a file of lines to its valid length.
 * @returns its new length; less than `bytes` when a power cut removed its end, and then without an incomplete line
 */
export function cutTo(file: string, bytes: number): number {
  if (!existsSync(file)) return 0;
  const { size } = statSync(file);
  const end = size < bytes ? readFileSync(file).lastIndexOf(10) + 1 : bytes;
  if (size !== end) truncateSync(file, end);
  return end;
}

/** The file of a session's ledger. */
export const ledgerFile = (provDir: string, id: SessionId): string =>
  join(localFiles(provDir).ledgers, `${ledgerName(id)}.jsonl`);

/** A file name for a session id, whatever characters the agent put into it. */
export const ledgerName = (id: SessionId): string =>
  /^[\w.-]{1,100}$/.test(id)
    ? id
    : `${id.replace(/[^\w.-]/g, '_').slice(0, 60)}-${createHash('sha256').update(id).digest('hex').slice(0, 12)}`;
