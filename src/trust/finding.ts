import type { GraphId, NodeId, Oid, SessionId } from '../model/ids.ts';

/**
 * What a verification found. A `fault` is something that is not as it was recorded. A `gap` is something that is not here
 * and that others may have: a graph of a branch that was never pushed, the commit of a note in a shallow clone. A `warning` is a
 * structural invariant that does not hold: what was said contradicts itself, and is as it was said.
 */
export interface Finding {
  readonly kind: 'fault' | 'gap' | 'warning';
  readonly commit?: Oid;
  readonly session?: SessionId;
  readonly graph?: GraphId;
  readonly step?: NodeId;
  /** The part of the record that it is about, as `docs/format.md` names it: `chain.head`, `previous`, `lines` … */
  readonly field: string;
  /** One sentence for people. */
  readonly what: string;
}
