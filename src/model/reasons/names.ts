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

const TEST = /\btests?\b|\bspec\b/;
const DOCS = /\b(?:docs?|documentation|readme|changelog|todo)\b/;
/** A name in at most this many sentences or edits identifies them. */
const MAX_USES = 3;

/** How common names are. */
export interface NameCounts {
  readonly edits: readonly unknown[];
  /** In how many sentences and in how many edits a name occurs. */
  readonly inSentences: ReadonlyMap<number, number>;
  readonly inEdits: ReadonlyMap<number, number>;
}

/**
 * The features of what a sentence shares with an edit: names, and words for its files; and how closely the two are linked.
 * @param side where the sentence is, seen from the edit
 */
export function nameFeatures(
  { names, lower, named }: { readonly names: Names; readonly lower: string; readonly named: readonly string[] },
  edit: { readonly names: Names; readonly files: readonly string[] },
  counts: NameCounts,
  side: string,
  near: string,
): { readonly found: readonly string[]; readonly link: string } {
  const { files } = edit;
  const isNamed = files.some(
    (file) => named.includes(file) || (file.length > 6 && lower.includes(file.replace(/\.\w+$/, ''))),
  );
  const code = both(names.code, edit.names.code);
  const words = both(names.words, edit.names.words);
  const part = names.words.length === 0 ? 0 : words.length / names.words.length;
  const link = code.length > 0 || isNamed ? 'strong' : part >= 0.3 ? 'some' : words.length > 0 ? 'weak' : 'no';
  const found = [`link ${link} ${side}`, `link ${link} ${near}`];
  if (code.length > 1) found.push('shares more names');
  if (part >= 0.5) found.push('shares most words');
  const rare = [...code, ...words].filter((name) => (counts.inSentences.get(name) ?? 0) <= MAX_USES);
  if (rare.length > 0) found.push(`shares a rare name ${side}`);
  if (rare.length > 1) found.push('shares rare names');
  const own = [...code, ...words].filter((name) => (counts.inEdits.get(name) ?? 0) <= 2);
  if (own.length > 0 && counts.edits.length > MAX_USES)
    found.push(`shares its own name`, `shares its own name ${side}`);
  const others = [...names.code].filter((name) => counts.inEdits.has(name)).length - code.length;
  if (others > 0 && code.length === 0) found.push('shares names of other edits');
  if (isNamed) found.push('names the file');
  else if (named.length > 0) found.push('names another file');
  const isTest = files.some((file) => /test|spec/.test(file));
  if (TEST.test(lower)) found.push(isTest ? 'tests of a test' : 'tests of no test');
  else if (isTest) found.push('no tests of a test');
  const isDocs = files.some((file) => /\.mdx?$/.test(file));
  if (DOCS.test(lower)) found.push(isDocs ? 'docs of docs' : 'docs of no docs');
  else if (isDocs) found.push('no docs of docs');
  return { found, link };
}
