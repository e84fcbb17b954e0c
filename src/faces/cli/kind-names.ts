import { KIND_NAMES } from '../../ask/knowledge/layers.ts';

const PLURALS: ReadonlyMap<string, string> = new Map(
  KIND_NAMES.map((kind) => [kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`, kind]),
);

/** The kind that a word names, in the singular or the plural: `decisions` is `decision`. Any other word stays. */
export const kindNamed = (word: string): string => PLURALS.get(word) ?? word;
