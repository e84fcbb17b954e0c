import { KIND_NAMES } from '../../../../ask/knowledge/layers.ts';

const PLURALS: ReadonlyMap<string, string> = new Map(
  KIND_NAMES.map((kind) => [kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`, kind]),
);

/** The kind for a word in the singular or plural: `decisions` is `decision`. Any other word is returned unchanged. */
export const kindNamed = (word: string): string => PLURALS.get(word) ?? word;
