import { grammarOf } from '../languages/all.ts';
import { type CodeSymbol, symbolsIn } from '../symbols.ts';
import type { CodeTree } from '../code-index.ts';
import type { CodeGraph } from './code-graph.ts';
import type { Reference, ReferenceKind } from '../facts.ts';
import { externalOf, type ReachedExternal } from './externals.ts';

/** A symbol that calls or extends another one, or is called or extended by it. */
export interface Neighbour {
  readonly symbol: CodeSymbol | undefined;
  /** The file; the symbol is undefined for code at the top of a file. */
  readonly path: string;
  readonly kind: ReferenceKind;
  readonly confidence: number;
  /** Where the reference is, from 1. */
  readonly line: number;
}

/** A place that calls or extends something of a package from outside. */
export interface ExternalUse extends ReachedExternal {
  /** The symbol around the place; undefined at the top of the file. */
  readonly user: CodeSymbol | undefined;
  readonly kind: ReferenceKind;
  /** From 1. */
  readonly line: number;
}

/** How languages name constructors that have not the name of their type. */
const CONSTRUCTOR = /^(?:constructor|__init__|__new__|__construct|initialize)$/;

/** A symbol's position, as a key for maps. */
export const symbolKey = ({ kind, path, name }: CodeSymbol): string => `${kind} ${path}#${name}`;

/** Finds which symbols refer to which, without resolving more of a tree than is asked about. */
export class References {
  readonly #tree: CodeTree;
  readonly #graph: CodeGraph;
  readonly #symbols = new Map<string, readonly CodeSymbol[]>();

  constructor(tree: CodeTree, graph: CodeGraph) {
    this.#tree = tree;
    this.#graph = graph;
  }

  /** What calls or extends a symbol. What makes a value of a type calls its constructor, too. */
  to(symbol: CodeSymbol): Neighbour[] {
    const language = grammarOf(symbol.path)?.language;
    const wanted = new Set(symbol.definitions);
    const made = new Set(this.#madeBy(symbol));
    const found: Neighbour[] = [];
    for (const path of this.#candidates(symbol)) {
      if (grammarOf(path)?.language !== language) continue;
      for (const reference of this.#tree.facts(path)?.references ?? []) {
        const target = this.#graph.resolve(path, reference);
        const { kind, line, from } = reference;
        const isWanted = (definition: number): boolean =>
          wanted.has(definition) || (kind === 'calls' && made.has(definition));
        const here = target.find((one) => one.path === symbol.path && isWanted(one.definition));
        if (!here) continue;
        found.push({ symbol: this.#symbolOf(path, from), path, kind, confidence: here.confidence, line });
      }
    }
    return found;
  }

  /** What a symbol calls or extends. */
  from(symbol: CodeSymbol): Neighbour[] {
    const own = new Set(symbol.definitions);
    const found: Neighbour[] = [];
    for (const reference of this.#tree.facts(symbol.path)?.references ?? []) {
      if (!own.has(reference.from)) continue;
      for (const { path, definition, confidence } of this.#graph.resolve(symbol.path, reference))
        found.push({
          symbol: this.#symbolOf(path, definition),
          path,
          kind: reference.kind,
          confidence,
          line: reference.line,
        });
    }
    return found;
  }

  /** The packages from outside that a symbol calls or extends. */
  externalsOf(symbol: CodeSymbol): ExternalUse[] {
    const own = new Set(symbol.definitions);
    return this.#externals(symbol.path, ({ from }) => own.has(from));
  }

  /** The places of a file that call or extend something of packages from outside. */
  externalsIn(path: string): ExternalUse[] {
    return this.#externals(path, () => true);
  }

  #externals(path: string, isMeant: (reference: Reference) => boolean): ExternalUse[] {
    return (this.#tree.facts(path)?.references ?? []).filter(isMeant).flatMap((reference) => {
      const found = externalOf(this.#graph, path, reference);
      const { kind, line, from } = reference;
      return found ? [{ ...found, user: this.#symbolOf(path, from), kind, line }] : [];
    });
  }

  /** The symbol of a definition; undefined for -1. */
  #symbolOf(path: string, definition: number): CodeSymbol | undefined {
    if (definition < 0) return undefined;
    return this.symbolsIn(path).find(({ definitions }) => definitions.includes(definition));
  }

  /** All symbols of a file. */
  symbolsIn(path: string): readonly CodeSymbol[] {
    let symbols = this.#symbols.get(path);
    if (!symbols) {
      const facts = this.#tree.facts(path);
      this.#symbols.set(path, (symbols = facts ? symbolsIn(path, facts) : []));
    }
    return symbols;
  }

  // The type that a constructor makes a value of.
  #madeBy({ path, definitions }: CodeSymbol): number[] {
    const all = this.#tree.facts(path)?.definitions ?? [];
    return definitions.flatMap((of) => {
      const one = all[of]; // a file that git ignores is not in the tree
      const type = one && all[one.parent];
      if (one?.kind !== 'function' || type?.kind !== 'type') return [];
      return one.unnamed || CONSTRUCTOR.test(one.name) || one.name === type.name ? [one.parent] : [];
    });
  }

  // A file may use a symbol under the names that others export it with.
  #candidates(symbol: CodeSymbol): Set<string> {
    const { path, name } = symbol;
    const last = name.slice(name.lastIndexOf('.') + 1);
    const names = new Set([last]);
    const around = name.includes('.') ? name.split('.')[0]! : last;
    for (const type of this.#madeBy(symbol)) names.add(around).add(this.#tree.facts(path)!.definitions[type]!.name);
    const files = new Set([path]);
    for (const one of names) for (const file of this.#tree.using(one)) files.add(file);
    const facts = this.#tree.facts(path);
    for (const { name: exported, target } of facts?.exports ?? [])
      if (target.is === 'definition' && facts?.definitions[target.definition]?.name === around && exported !== around)
        for (const file of this.#tree.using(exported)) files.add(file);
    return files;
  }
}
