import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isNodeId, type SessionId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { parseRecord, recordedNode } from '../spool/ledger-line.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** A step from a ledger of this clone. */
export interface Recorded {
  readonly session: SessionId;
  readonly node: Node;
}

/** How much of a session's id a file name begins with; see `ledgerName`. */
const NAME_CHARACTERS = 60;
const CHUNK_BYTES = 1 << 20;
/** The first record of a ledger fits into this. */
const FIRST_RECORD_BYTES = 64 * 1024;

/** Reads the ledgers of a session and of its sub-agents as they grow. */
export class LedgerTails {
  readonly #dir: string;
  readonly #session: SessionId;
  /** How much of each file was read, and its session; false for a file of another session. */
  readonly #files = new Map<string, { at: number; session: SessionId } | false>();

  constructor(provDir: string, session: SessionId) {
    this.#dir = localFiles(provDir).ledgers;
    this.#session = session;
  }

  /** The steps that were written since the last call (at first all of them): by session, in order. */
  read(): Recorded[] {
    if (!existsSync(this.#dir)) return [];
    const start = this.#session.replace(/[^\w.-]/g, '_').slice(0, NAME_CHARACTERS);
    const found: Recorded[] = [];
    for (const name of readdirSync(this.#dir).sort()) {
      if (!name.endsWith('.jsonl') || !name.startsWith(start)) continue;
      const file = join(this.#dir, name);
      let known = this.#files.get(name);
      if (known === undefined) {
        const session = ledgerSession(file);
        if (session === undefined) continue; // its first line is not complete yet
        known = session === this.#session || session.startsWith(`${this.#session}/`) ? { at: 0, session } : false;
        this.#files.set(name, known);
      }
      if (known === false) continue;
      const { lines, end } = linesSince(file, known.at);
      known.at = end;
      for (const line of lines) {
        const record = parseRecord(line);
        const node = record && record['session_id'] === known.session ? recordedNode(record) : undefined;
        if (node && isNodeId(node.id)) found.push({ session: known.session, node });
      }
    }
    return found;
  }
}

/** The sessions with a ledger in this clone. */
export function ledgerSessions(provDir: string): SessionId[] {
  const dir = localFiles(provDir).ledgers;
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.jsonl')) : [];
  return names.sort().flatMap((name) => ledgerSession(join(dir, name)) ?? []);
}

/** The session of a ledger; undefined while its first line is not complete. */
export function ledgerSession(file: string): SessionId | undefined {
  const [first] = linesSince(file, 0, FIRST_RECORD_BYTES).lines;
  const session = first === undefined ? undefined : parseRecord(first)?.['session_id'];
  return typeof session === 'string' ? (session as SessionId) : undefined;
}

/**
 * The complete lines of a ledger after an offset. A drain that did not finish may have left invalid bytes at the end, which the next
 * one cuts off.
 * @param most bytes
 */
export function linesSince(
  file: string,
  from: number,
  most = Number.POSITIVE_INFINITY,
): { lines: string[]; end: number } {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const start = size < from ? 0 : from;
    const parts: Buffer[] = [];
    for (let at = start; at < Math.min(size, start + most);) {
      const part = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
      const read = readSync(fd, part, 0, part.length, at);
      if (read === 0) break;
      parts.push(part.subarray(0, read));
      at += read;
    }
    const bytes = Buffer.concat(parts);
    const whole = bytes.lastIndexOf(10) + 1;
    return { lines: bytes.toString('utf8', 0, whole).split('\n').filter(Boolean), end: start + whole };
  } finally {
    closeSync(fd);
  }
}
