import type { Query, QueryMatch, Tree } from 'web-tree-sitter';
import { type FileFacts, withFault } from '../facts.ts';
import { type Grammar, grammarOf, SCRIPT } from '../languages/all.ts';
import { dataUses } from './data-uses.ts';
import { extract } from './extract.ts';
import { outlineOf } from './outline-query.ts';
import { unscripted } from './scripts.ts';
import { type Loaded, memory as memoryInUse } from './tree-sitter.ts';

/** The largest file that is parsed, in bytes. Longer ones are generated or data. */
export const MAX_FILE_BYTES = 1024 * 1024;
/** Most files take one or two milliseconds. */
const MAX_PARSE_MS = 2000;

/** Says that a file cannot be parsed at once. */
export class ParserLost extends Error {}

/** Parses files. Each grammar is loaded when the first file needs it. */
export class CodeParser {
  readonly #what: 'facts' | 'outline';
  readonly #limitMs: number;
  readonly #loading = new Map<string, Promise<Loaded>>();
  readonly #loaded = new Map<string, Loaded>();

  /**
   * @param what all facts, or only the definitions
   * @param limitMs the time for one file, in milliseconds: for its tree, and again for the query
   */
  constructor(what: 'facts' | 'outline' = 'facts', limitMs = MAX_PARSE_MS) {
    this.#what = what;
    this.#limitMs = limitMs;
  }

  /**
   * What a file's content tells. A file that cannot be parsed has a fault instead.
   * @param path decides the language
   * @returns undefined for a language that is not known
   */
  async parse(path: string, content: Uint8Array): Promise<FileFacts | undefined> {
    const grammar = grammarOf(path);
    if (!grammar) return undefined;
    const text = unscripted(path, content) ?? textIn(content);
    return typeof text === 'string' ? this.#factsOf(grammar, await this.#load(grammar), text) : text;
  }

  /** Loads the grammars for files, so that `parseLoaded` has them. */
  async load(paths: readonly string[]): Promise<void> {
    const grammars = new Map(paths.map((path) => [grammarOf(path)?.file, grammarOf(path)] as const));
    await Promise.all([...grammars.values()].map((grammar) => grammar && this.#load(grammar)));
  }

  /**
   * The same as `parse`, at once.
   * @throws ParserLost where the grammar is not loaded, or its memory is damaged
   */
  parseLoaded(path: string, content: Uint8Array): FileFacts | undefined {
    const grammar = grammarOf(path);
    if (!grammar) return undefined;
    const text = unscripted(path, content) ?? textIn(content);
    if (typeof text !== 'string') return text;
    const loaded = this.#loaded.get(grammar.file);
    if (loaded?.memory.isDamaged !== false) throw new ParserLost();
    return this.#factsOf(grammar, loaded, text);
  }

  /** Whether a memory that was loaded is damaged. */
  get isLost(): boolean {
    return [...this.#loaded.values()].some(({ memory }) => memory.isDamaged);
  }

  #factsOf(grammar: Grammar, loaded: Loaded, text: string): FileFacts {
    try {
      const facts = factsOf(grammar, loaded, text, this.#limitMs);
      const uses = facts.fault || this.#what === 'outline' ? [] : dataUses(text);
      return uses.length > 0 ? { ...facts, uses } : facts;
    } catch (error) {
      if (!isFromParser(error)) throw error;
      loaded.memory.damage();
      return withFault('not parsed');
    }
  }

  async #load({ language, file }: Grammar): Promise<Loaded> {
    const known = await this.#loading.get(file);
    if (known?.memory.isDamaged === false) return known;
    const query = language.query(file);
    const loading = memoryInUse().then((one) =>
      one.load(file === SCRIPT ? 'tree-sitter-bash' : file, this.#what === 'facts' ? query : outlineOf(query)),
    );
    this.#loading.set(file, loading);
    const loaded = await loading;
    this.#loaded.set(file, loaded);
    return loaded;
  }
}

// The text of a content, or why it has none.
function textIn(content: Uint8Array): string | FileFacts {
  if (content.length > MAX_FILE_BYTES) return withFault('too large');
  return textOf(content) ?? withFault('not text');
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(content: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

// The parser is WebAssembly: it ends with an error of its own when its stack or its memory is used up.
const isFromParser = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RuntimeError' || /memory|Aborted|stack/i.test(error.message));

function factsOf({ language }: Grammar, loaded: Loaded, text: string, limitMs: number): FileFacts {
  const { parser, query } = loaded;
  const inTime = limit(limitMs);
  const tree = parser.parse(language.prepare?.(text) ?? text, null, { progressCallback: inTime });
  if (!tree) {
    parser.reset();
    return withFault('too slow');
  }
  const matches = matchesIn(query, tree, limitMs); // after an error in it the tree cannot be deleted
  const facts = matches ? extract(language, matches) : withFault('too slow');
  tree.delete();
  return facts;
}

/** What a query finds in a tree; undefined when it takes too long. */
function matchesIn(query: Query, tree: Tree, limitMs: number): QueryMatch[] | undefined {
  const late = limit(limitMs);
  let isLate = false;
  const progressCallback = (): boolean => (isLate ||= late());
  const matches = query.matches(tree.rootNode, { progressCallback });
  return isLate ? undefined : matches;
}

/** Says true when a time is over. */
function limit(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}
