import type { GraphId, NodeId, Oid, SessionId } from '../model/ids.ts';

/**
 * A result of a verification. A `fault` is something that differs from what was recorded. A `gap` is something that is missing here and
 * may exist elsewhere: a graph of a branch that was never pushed, the commit of a note in a shallow clone. A `warning` is a violated
 * structural invariant: the statements contradict each other, but are unchanged.
 */
export interface VerifyFinding {
  readonly kind: 'fault' | 'gap' | 'warning';
  readonly commit?: Oid;
  readonly session?: SessionId;
  readonly graph?: GraphId;
  readonly step?: NodeId;
  /** The part of the record concerned, in the terms of `docs/format.md`: `chain.head`, `previous`, `lines` … */
  readonly field: string;
  /** How many parts of the record readers leave out, because there are more than they can hold. */
  readonly dropped?: number;
  /** One sentence for people. */
  readonly what: string;
}
