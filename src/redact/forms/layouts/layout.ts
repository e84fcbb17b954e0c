import type { Manner } from '../../vocabulary/values.ts';

/** A layout of text in which a place holds a secret: the group that is the secret, and how it is given. */
export interface Layout {
  /** The pattern matches nothing in a text that has none of these, in any case. */
  readonly when: readonly string[];
  readonly pattern: RegExp;
  readonly manner: Manner | 'strong' | 'generated' | 'exact' | 'phrase' | 'digits' | 'mixed';
}
