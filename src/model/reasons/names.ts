/** Names kept of one text. */
const MAX_NAMES = 160;
/** Characters read of a text. */
const MAX_READ_CHARACTERS = 16_384;
const WORD = /[A-Za-z_$][\w$]{2,60}/g;
/** Words that are too common to connect a sentence with an edit. */
const COMMON = new Set(
  'that this with from have will what when then them they there their your which would should could about into only also some more make need like just here does been than each where file line text code change update using used uses true false null undefined return const function import export string number type name value path data test tests error result input output content command description'.split(
    ' ',
  ),
);

/**
 * Names from code and their words, as 32-bit hashes. They connect sentences with edits. A hash is enough to compare, and
 * contains no secret.
 */
export interface Names {
  /** Names that look like code: `getUser`, `MAX_SIZE`, `v2`. */
  readonly code: readonly number[];
  /** Hashes of the beginnings of words. */
  readonly words: readonly number[];
}

export function namesIn(text: string): Names {
  const code = new Set<number>();
  const words = new Set<number>();
  for (const [name] of text
    .slice(0, MAX_READ_CHARACTERS)
    .replace(/\\[nrt]/g, ' ')
    .matchAll(WORD)) {
    if (/[a-z][A-Z]|_\w|\w_|\d/.test(name) && name.length > 3 && code.size < MAX_NAMES)
      code.add(textHash(name.toLowerCase()));
    for (const part of name.split(/_|\$|(?<=[a-z\d])(?=[A-Z])/)) {
      const word = part.toLowerCase();
      if (word.length > 3 && !COMMON.has(word) && words.size < MAX_NAMES) words.add(textHash(word.slice(0, 6)));
    }
  }
  return { code: [...code], words: [...words] };
}

/** A 32-bit hash of a text (FNV-1a). */
export function textHash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/** The names of the first list that the second one contains. */
export function both(some: readonly number[], others: readonly number[]): number[] {
  let set = sets.get(others);
  if (!set) sets.set(others, (set = new Set(others)));
  return some.filter((one) => set.has(one));
}
