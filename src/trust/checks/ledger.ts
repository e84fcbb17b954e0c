import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { SESSION_END, SESSION_GAP } from '../../recorder/ledger/ledger.ts';
import { type LedgerRecord, parseRecord, recordedHash, recordedNode } from '../../recorder/spool/ledger-line.ts';
import { isNodeId, type NodeId, type SessionId } from '../../model/ids.ts';
import { GENESIS, isLedgerStep, nextContext, stepHash } from '../../model/graph/ledger.ts';
import type { Node } from '../../model/model.ts';

/** A place where a ledger differs from its original content. */
export interface LedgerFault {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly step: NodeId | undefined;
  /** The field of the record: `self_hash` for any field that was changed, `context_hash` for the order, `parent_step_hash` for a step from elsewhere. */
  readonly field: string;
  readonly what: string;
}

/** The result of verifying a session's ledger. */
export interface LedgerReport {
  readonly session: SessionId | undefined;
  readonly steps: number;
  readonly valid: boolean;
  /** The session has no end record, or the last line is torn. The content is a valid beginning. */
  readonly truncated: boolean;
  /** The number of places where this clone lost lines. */
  readonly gaps: number;
  /** The first fault. */
  readonly fault: LedgerFault | undefined;
}

/**
 * Verifies the ledger of a session on this machine, line by line: no field of a step was changed (`self_hash` covers all of
 * them), no step was inserted, removed or moved (`context_hash`, a rolling hash), and no step comes from elsewhere
 * (`parent_step_hash` is the hash of an earlier step). A ledger that ends early is a valid beginning. The three passes are
 * those of "An Audit Trail for Every Agent Step".
 * @param file JSONL, written by `recorder/ledger/ledger.ts`
 * @param onStep receives each valid step, with the rolling hash after it
 */
export async function verifyLedger(
  file: string,
  onStep: (step: NodeId, context: string) => void = () => undefined,
): Promise<LedgerReport> {
  const check = new Check(onStep);
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  for await (const line of lines) {
    if (check.add(line)) continue;
    lines.close();
    break;
  }
  return check.report();
}

class Check {
  #line = 0;
  #steps = 0;
  #session: SessionId | undefined;
  #context = GENESIS;
  readonly #seen = new Set<string>();
  #last: string | null = null;
  #ended = false;
  #gaps = 0;
  /** The next step follows lines that this clone lost: it begins a part of its own. */
  #isAfterGap = false;
  /** A line that is not a record. The last one may be torn. */
  #torn: LedgerFault | undefined;
  #fault: LedgerFault | undefined;
  readonly #onStep: (step: NodeId, context: string) => void;

  constructor(onStep: (step: NodeId, context: string) => void) {
    this.#onStep = onStep;
  }

  /** @returns false after a fault */
  add(line: string): boolean {
    this.#line++;
    if (this.#torn) this.#fault ??= this.#torn; // it was not the last line
    if (this.#fault) return false;
    const record = parseRecord(line);
    if (!record) this.#torn = this.#at(undefined, 'record', 'The line is not a record of a step.');
    else if (record['step_type'] === SESSION_END) this.#ended = true;
    else if (record['step_type'] === SESSION_GAP) {
      this.#gaps++;
      this.#isAfterGap = true;
    } else this.#fault = this.#step(record);
    return this.#fault === undefined;
  }

  report(): LedgerReport {
    const truncated = this.#torn !== undefined || !this.#ended;
    return {
      session: this.#session,
      steps: this.#steps,
      valid: this.#fault === undefined,
      truncated,
      gaps: this.#gaps,
      fault: this.#fault,
    };
  }

  #step(record: LedgerRecord): LedgerFault | undefined {
    const id = record['step_id'];
    const node = recordedNode(record);
    if (typeof id !== 'string' || !isNodeId(id) || !node) return this.#at(undefined, 'step_id', 'It is not a step.');
    const session = record['session_id'] as SessionId;
    this.#session ??= session;
    if (session !== this.#session) return this.#at(id, 'session_id', 'It is of another session.');
    if (!isLedgerStep(node)) return undefined; // derived later, and listed here only for people
    const [self, context, parent] = ['self_hash', 'context_hash', 'parent_step_hash'].map((key) =>
      recordedHash(record[key]),
    );
    const isAfterGap = this.#isAfterGap;
    if (!isAfterGap && parent !== null && !this.#seen.has(String(parent)))
      return this.#at(
        id,
        'parent_step_hash',
        'The step that it names as the one before it is not among those before it.',
      );
    // A value that cannot be hashed has no hash. That must not pass for a record without one.
    if (typeof self !== 'string' || selfOf(session, node, parent ?? null) !== self)
      return this.#at(id, 'self_hash', 'A field of the step was changed.');
    if (!isAfterGap && nextContext(this.#context, self) !== context)
      return this.#at(id, 'context_hash', 'A step before it was taken out, put in or moved.');
    if (!isAfterGap && parent !== this.#last)
      return this.#at(id, 'parent_step_hash', 'It does not follow the step before it.');
    this.#isAfterGap = false;
    this.#steps++;
    this.#seen.add(self);
    this.#last = self;
    this.#context = context!;
    if (node.kind !== 'patch') this.#ended = false;
    this.#onStep(id, this.#context);
    return undefined;
  }

  #at(step: NodeId | undefined, field: string, what: string): LedgerFault {
    return { line: this.#line, step, field, what };
  }
}

function selfOf(session: SessionId, node: Node, parent: string | null): string | undefined {
  try {
    return stepHash(session, node, parent);
  } catch {
    return undefined; // a value that no step can have
  }
}
