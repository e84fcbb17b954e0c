import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Language, Parser, Query } from 'web-tree-sitter';

type TreeSitter = typeof import('web-tree-sitter');

/** A grammar that is ready to parse, with a query for it. */
export interface Loaded {
  readonly parser: Parser;
  /** It is compiled when it is asked for: that takes longer than to load the grammar. */
  readonly query: Query;
  readonly memory: Memory;
}

/**
 * The parser's program with its memory, which all grammars share. After an error in it the memory may be damaged, and with it
 * the results for all other files, so a new one takes its place.
 *
 * The garbage collection has the program free parsers, queries and trees. In a damaged memory that would end the process; see
 * `programOf`.
 */
class Memory {
  readonly #program: TreeSitter;
  readonly #grammars = new Map<string, Promise<Language>>();
  readonly #loaded = new Map<string, Promise<Loaded>>();
  isDamaged = false;

  /** @param file the program's JavaScript */
  constructor(file: string) {
    this.#program = programOf(file, () => this.isDamaged);
  }

  /** Loads the program's WebAssembly, with a memory of its own. */
  start(): Promise<void> {
    return this.#program.Parser.init({ wasmBinary: readFileSync(besideOrPackaged('web-tree-sitter', 'wasm')) });
  }

  /** Says that an error happened. */
  damage(): void {
    this.isDamaged = true;
  }

  /** @param name the name of the grammar's file, without `.wasm` */
  load(name: string, query: string): Promise<Loaded> {
    const key = `${name} ${query}`;
    const loaded = this.#loaded.get(key) ?? this.#load(name, query);
    this.#loaded.set(key, loaded);
    return loaded;
  }

  async #load(name: string, query: string): Promise<Loaded> {
    const loading =
      this.#grammars.get(name) ?? this.#program.Language.load(readFileSync(besideOrPackaged(name, 'wasm')));
    this.#grammars.set(name, loading);
    const grammar = await loading;
    const parser = new this.#program.Parser();
    parser.setLanguage(grammar);
    const compile = (): Query => new this.#program.Query(grammar, query);
    let compiled: Query | undefined;
    return {
      parser,
      get query() {
        return (compiled ??= compile());
      },
      memory: this,
    };
  }
}

let current: Promise<Memory> | undefined;

/** The memory that is used now: the same one until it is damaged. */
export async function memory(): Promise<Memory> {
  current ??= start();
  const known = await current;
  if (!known.isDamaged) return known;
  current = start();
  return current;
}

async function start(): Promise<Memory> {
  const require = createRequire(import.meta.url);
  const started = new Memory(fileBeside('web-tree-sitter', 'cjs') ?? require.resolve('web-tree-sitter'));
  await started.start();
  return started;
}

/**
 * A program of its own each time. What it gives to the garbage collection to free is not freed once its memory is damaged: an error
 * there has no caller and ends the process. All of the memory goes with its last parser anyway.
 */
function programOf(file: string, isDamaged: () => boolean): TreeSitter {
  const require = createRequire(import.meta.url);
  delete require.cache[file];
  const { FinalizationRegistry: Registry } = globalThis;
  globalThis.FinalizationRegistry = class<T> extends Registry<T> {
    constructor(free: (held: T) => void) {
      super((held) => (isDamaged() ? undefined : free(held)));
    }
  };
  try {
    return require(file) as TreeSitter;
  } finally {
    globalThis.FinalizationRegistry = Registry;
  }
}

// Beside the bundle; missing when the sources run directly.
function fileBeside(name: string, ending: string): string | undefined {
  const beside = fileURLToPath(new URL(`grammars/${name}.${ending}`, import.meta.url));
  return existsSync(beside) ? beside : undefined;
}

const besideOrPackaged = (name: string, ending: string): string =>
  fileBeside(name, ending) ?? createRequire(import.meta.url).resolve(`${PACKAGES[name] ?? name}/${name}.${ending}`);

/** The packages of grammars that are not named like their file. */
const PACKAGES: Readonly<Record<string, string>> = {
  'tree-sitter-tsx': 'tree-sitter-typescript',
  'tree-sitter-c_sharp': 'tree-sitter-c-sharp',
};
