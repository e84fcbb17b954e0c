import type { FileFacts } from './facts.ts';
import { CodeParser } from './parse/parser.ts';
import { encoded, factsOrFault, type RawContent } from './parse/read-contents.ts';
import { type Content, keyOf, type ReadContent } from './store/code-store.ts';

/** A name that is in the text of each file with it, because it has no escapes. */
export const PLAIN_NAME = /^\w+$/;
/** Names that a file may use although its text does not have them. */
const UNWRITTEN: ReadonlySet<string> = new Set(['default']);
/** While more contents than these wait, each question parses some that it does not need. */
const MAX_WAITING = 20;
/** The time for those, in milliseconds. */
const MORE_MS = 100;

type OnProgress = ((done: number, all: number) => void) | undefined;

/**
 * Contents of a tree that the database lacks. A question parses those that it needs: a text without a name neither defines the
 * name nor uses it.
 */
export class LateContents {
  readonly #contents: ReadonlyMap<string, RawContent>;
  readonly #parser: CodeParser;
  readonly #onProgress: OnProgress;
  readonly #texts = new Map<string, string>();
  readonly #read = new Map<string, FileFacts>();

  private constructor(contents: readonly RawContent[], parser: CodeParser, onProgress: OnProgress) {
    this.#contents = new Map(contents.map((content) => [keyOf(content), content]));
    this.#parser = parser;
    this.#onProgress = onProgress;
  }

  /** @param tell is called with the number of parsed files */
  static async of(
    contents: Promise<readonly RawContent[]>,
    paths: readonly string[],
    onProgress: OnProgress,
  ): Promise<LateContents> {
    const parser = new CodeParser();
    const [withBytes] = await Promise.all([contents, parser.load(paths)]);
    return new LateContents(withBytes, parser, onProgress);
  }

  /** The facts of a content; undefined when it is not one of these. @throws ParserLost */
  facts(content: Content): FileFacts | undefined {
    const key = keyOf(content);
    const raw = this.#contents.get(key);
    if (!raw) return undefined;
    let facts = this.#read.get(key);
    if (!facts) {
      facts = factsOrFault(raw.path, raw.bytes && this.#parser.parseLoaded(raw.path, raw.bytes));
      this.#read.set(key, facts);
      this.#onProgress?.(this.#read.size, this.#read.size);
    }
    return facts;
  }

  /** Those that may define or use a name. */
  naming(name: string): Content[] {
    const all = [...this.#contents.values()];
    if (!PLAIN_NAME.test(name) || UNWRITTEN.has(name)) return all;
    const word = name.toLowerCase(); // as in the database, where letters count without their case
    return all.filter((content) => this.#textOf(content).includes(word));
  }

  /** Parses some more where many wait, so that no question has to parse all of them. */
  readSome(): void {
    const end = performance.now() + MORE_MS;
    for (const content of this.#contents.values()) {
      if (this.#contents.size - this.#read.size <= MAX_WAITING || performance.now() > end || this.#parser.isLost)
        return;
      this.facts(content);
    }
  }

  /** Those that were parsed, for the database. */
  get read(): ReadContent[] {
    return [...this.#read].map(([key, facts]) => encoded(this.#contents.get(key)!, facts));
  }

  /** Those that were not parsed. */
  get unread(): Content[] {
    return [...this.#contents].flatMap(([key, content]) => (this.#read.has(key) ? [] : [content]));
  }

  #textOf(content: RawContent): string {
    const key = keyOf(content);
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = content.bytes ? Buffer.from(content.bytes).toString('latin1').toLowerCase() : '';
      this.#texts.set(key, text);
    }
    return text;
  }
}
