/** Stands in a line for what is not known before the command runs (`echo "for $f"`). */
export const HOLE = '\0';

/** A replacement that a command makes within lines: `s/old/new/`. */
export interface Substitution {
  /** The text that is replaced, where it is literal; undefined for a pattern. */
  readonly old: string | undefined;
  /** The replacement; a hole stands for what the pattern found. */
  readonly fresh: string;
}

/** What the words of a command explain of what it writes. */
export interface Explained {
  /** The lines that it writes. */
  readonly lines?: readonly string[];
  readonly substitutions?: readonly Substitution[];
  /** Files whose lines it copies; relative to where it runs. */
  readonly sources?: readonly string[];
  /** It changes more than these: what a pattern finds several times. */
  readonly partly?: true;
}

/** What one part of a command line writes, and how much of that its words explain. */
export interface Writing extends Explained {
  /** The files that it may write, relative to where the command line starts; undefined when it may be any. */
  readonly paths: readonly string[] | undefined;
  /** What else it may write there: nothing, what a program makes, or what a test or a lint leaves behind. */
  readonly rest: 'nothing' | 'program' | 'check';
  /** Files and folders that it is known to write, see `knownOutputs`; whatever is new there is its own. */
  readonly outputs?: readonly string[];
  /** Its purpose is to change the files in `paths`; whatever is new there is its own. */
  readonly fixes?: true;
}

/** Everything that a command line writes. */
export interface Writings {
  readonly parts: readonly Writing[];
  /** The literal words of its parts: files and scripts may be among them. */
  readonly words: readonly string[];
}

/** What two parts explain together. */
export const together = (a: Explained, b: Explained): Explained => ({
  lines: [...(a.lines ?? []), ...(b.lines ?? [])],
  substitutions: [...(a.substitutions ?? []), ...(b.substitutions ?? [])],
  sources: [...(a.sources ?? []), ...(b.sources ?? [])],
  ...((a.partly || b.partly) && { partly: true }),
});

const WORDS_LIMIT = 256;
const PARTS_LIMIT = 256;

/** Of a command that cannot be read: it may have written anything. */
export const UNREADABLE_WRITINGS: Writings = { parts: [{ paths: undefined, rest: 'program' }], words: [] };

/** Collects what the parts of a command line write. Beyond a bound, the rest is one program that may write anything. */
export class WritingList {
  readonly #parts: Writing[] = [];
  readonly #words = new Set<string>();

  add(part: Writing): void {
    if (this.#parts.length < PARTS_LIMIT) this.#parts.push(part);
    else this.#parts[PARTS_LIMIT - 1] = { paths: undefined, rest: 'program' };
  }

  mention(words: readonly (string | undefined)[]): void {
    for (const word of words) if (word && this.#words.size < WORDS_LIMIT) this.#words.add(word);
  }

  all(): Writings {
    return { parts: this.#parts, words: [...this.#words] };
  }
}
