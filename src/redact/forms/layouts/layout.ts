import type { ValueForm } from '../../vocabulary/values.ts';

/** A text layout with a secret. The first matching group is the secret. */
export interface Layout {
  /** Words, in any case. A text without any of them cannot match the pattern. */
  readonly when: readonly string[];
  /** The text must have one of these words, too. */
  readonly also?: readonly string[];
  readonly pattern: RegExp;
  /** `typed`: a word that no sentence has. `exact`: any value. */
  readonly manner: ValueForm | 'strong' | 'generated' | 'exact' | 'phrase' | 'digits' | 'words' | 'mixed' | 'typed';
}
