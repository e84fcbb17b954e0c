/** Replaces a part of a line that is unknown before the command runs (`echo "for $f"`). */
export const HOLE = '\0';

/** A replacement that a command makes within lines: `s/old/new/`. */
export interface Substitution {
  /** The replaced text when it is literal; undefined for a pattern. */
  readonly old: string | undefined;
  /** The replacement text. A hole replaces what the pattern matched. */
  readonly fresh: string;
}

/** What the words of a command show about what it writes. */
export interface Explained {
  /** The lines that it writes. */
  readonly lines?: readonly string[];
  readonly substitutions?: readonly Substitution[];
  /** Files that it copies lines from, relative to its directory. */
  readonly sources?: readonly string[];
  /** It changes more than this, because a pattern may match several times. */
  readonly partly?: true;
}

/** What one part of a command line writes, and how much of that its words show. */
export interface Writing extends Explained {
  /** The files that it may write, relative to the start directory; undefined when it may write any file. */
  readonly paths: readonly string[] | undefined;
  /** What else it may write there: nothing, the output of a program, or files that a test or linter leaves behind. */
  readonly rest: 'nothing' | 'program' | 'check';
  /** Files and folders that it is known to write, see `knownOutputs`. All new content there is its own. */
  readonly outputs?: readonly string[];
  /**
   * Its purpose is to change the files in `paths`. It `makes` them, and then all new content there is its own, or it
   * `repairs` lines in them: a person may save the same file while it runs.
   */
  readonly fixes?: 'makes' | 'repairs';
}

/** Everything that a command line writes. */
export interface Writings {
  readonly parts: readonly Writing[];
  /** The literal words of its programs, which may include files and scripts that they write out. */
  readonly words: readonly string[];
  /** Those of its parts that only read or check. What they read may only go where the output of a part goes. */
  readonly reads: readonly string[];
}

/** What the words of two parts show together. */
export const together = (a: Explained, b: Explained): Explained => ({
  lines: [...(a.lines ?? []), ...(b.lines ?? [])],
  substitutions: [...(a.substitutions ?? []), ...(b.substitutions ?? [])],
  sources: [...(a.sources ?? []), ...(b.sources ?? [])],
  ...((a.partly || b.partly) && { partly: true }),
});

const MAX_WORDS = 256;
const MAX_PARTS = 256;

/** For an unreadable command, which may have written anything. */
export const UNREADABLE_WRITINGS: Writings = { parts: [{ paths: undefined, rest: 'program' }], words: [], reads: [] };

/**
 * Collects what the parts of a command line write. Beyond a limit, the rest counts as one program that may write anything.
 */
export class WritingList {
  readonly #parts: Writing[] = [];
  readonly #words = new Set<string>();
  readonly #reads = new Set<string>();

  add(part: Writing): void {
    if (this.#parts.length < MAX_PARTS) this.#parts.push(part);
    else this.#parts[MAX_PARTS - 1] = { paths: undefined, rest: 'program' };
  }

  mention(words: readonly (string | undefined)[], isReader: boolean): void {
    const all = isReader ? this.#reads : this.#words;
    for (const word of words) if (word && all.size < MAX_WORDS) all.add(word);
  }

  all(): Writings {
    return { parts: this.#parts, words: [...this.#words], reads: [...this.#reads] };
  }
}
