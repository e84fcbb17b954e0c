import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language as Wasm, Parser, Query } from 'web-tree-sitter';
import { type FileFacts, withFault } from '../facts.ts';
import { type Grammar, grammarOf } from '../languages/all.ts';
import { dataUses } from './data-uses.ts';
import { extract } from './extract.ts';
import { outlineOf } from './outline-query.ts';

/** The largest file that is parsed, in bytes. Longer ones are generated or data. */
export const MAX_FILE_BYTES = 1024 * 1024;
/** Most files take one or two milliseconds. */
const MAX_PARSE_MS = 2000;

interface Loaded {
  readonly parser: Parser;
  readonly query: Query;
}

/** Parses files. Each grammar is loaded when the first file needs it. */
export class CodeParser {
  readonly #what: 'facts' | 'outline';
  readonly #limitMs: number;
  readonly #loaded = new Map<string, Promise<Loaded>>();

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
    if (content.length > MAX_FILE_BYTES) return withFault('too large');
    const text = textOf(content);
    if (text === undefined) return withFault('not text');
    const key = grammar.file;
    const loaded = this.#loaded.get(key) ?? load(grammar, this.#what);
    this.#loaded.set(key, loaded);
    try {
      const facts = factsOf(grammar, await loaded, text, this.#limitMs);
      const uses = facts.fault || this.#what === 'outline' ? [] : dataUses(text);
      return uses.length > 0 ? { ...facts, uses } : facts;
    } catch (error) {
      // Its memory may be damaged now, so the next file gets a parser of its own.
      this.#loaded.delete(key);
      if (isFromParser(error)) return withFault('not parsed');
      throw error;
    }
  }
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

let started: Promise<void> | undefined;

async function load({ language, file }: Grammar, what: 'facts' | 'outline'): Promise<Loaded> {
  started ??= Parser.init({ wasmBinary: readFileSync(wasmFile('web-tree-sitter')) });
  await started;
  const wasm = await Wasm.load(readFileSync(wasmFile(file)));
  const parser = new Parser();
  parser.setLanguage(wasm);
  const query = language.query(file);
  return { parser, query: new Query(wasm, what === 'facts' ? query : outlineOf(query)) };
}

function factsOf({ language }: Grammar, { parser, query }: Loaded, text: string, limitMs: number): FileFacts {
  const inTime = limit(limitMs);
  const tree = parser.parse(language.prepare?.(text) ?? text, null, { progressCallback: inTime });
  if (!tree) {
    parser.reset();
    return withFault('too slow');
  }
  try {
    let isLate = false;
    const late = limit(limitMs);
    const progressCallback = (): boolean => (isLate ||= late());
    const matches = query.matches(tree.rootNode, { progressCallback });
    return isLate ? withFault('too slow') : extract(language, matches);
  } finally {
    tree.delete();
  }
}

/** Says true when a time is over. */
function limit(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

// Beside the bundle; from the packages when the sources run directly.
function wasmFile(name: string): string | URL {
  const beside = new URL(`grammars/${name}.wasm`, import.meta.url);
  if (existsSync(beside)) return beside;
  const { resolve } = createRequire(import.meta.url);
  const owner = PACKAGES[name] ?? name;
  return resolve(`${owner}/${name}.wasm`);
}

/** The packages of grammars that are not named like their file. */
const PACKAGES: Readonly<Record<string, string>> = {
  'tree-sitter-tsx': 'tree-sitter-typescript',
  'tree-sitter-c_sharp': 'tree-sitter-c-sharp',
};
