import type { LineRange } from '../git/history/patch-parser.ts';
import { type DefinitionKind, type FileFacts, qualifiedName } from './facts.ts';
import { grammarOf } from './languages/all.ts';
import type { TreeView } from './tree-view.ts';

/** A function or a type of a tree. Overloads, and a getter with its setter, are one symbol with several places. */
export interface CodeSymbol {
  readonly kind: DefinitionKind;
  readonly path: string;
  /** The name with those around it: `Class.method`. */
  readonly name: string;
  /** The positions in the file's definitions. */
  readonly definitions: readonly number[];
  /** The first and the last line of each place, from 1. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** How people and other entries name it: `function:src/calc.js#mean`. */
export const symbolId = ({ kind, path, name }: Pick<CodeSymbol, 'kind' | 'path' | 'name'>): string =>
  `${kind}:${path}#${name}`;

/** What a text asks for. */
export interface SymbolQuery {
  readonly kind: DefinitionKind | undefined;
  /** Undefined for all files. */
  readonly path: string | undefined;
  /** The name, or its last parts: `method`, `Class.method`. */
  readonly name: string;
}

/**
 * Parses `NAME`, `FILE#NAME`, `function:FILE#NAME` or `type:NAME`. Parts of a name are separated by `.`, `::` or `#`.
 * @returns undefined for a text that can name no symbol
 */
export function parseSymbol(text: string): SymbolQuery | undefined {
  const [, kind, rest = ''] = /^(?:(function|type):)?(.*)$/s.exec(text) ?? [];
  const hash = endOfPath(rest);
  const before = rest.slice(0, Math.max(0, hash));
  // `deploy#run` may be a method of a type, but an id of something in a file has its kind before it.
  const isInFile = /[/.]/.test(before) || (kind !== undefined && grammarOf(before) !== undefined);
  const [path, name] = isInFile ? [rest.slice(0, hash), rest.slice(hash + 1)] : [undefined, rest];
  const parts = name.replace(/::|(?<=[^#.])#/g, '.');
  const isName = /^#?[^\s/\\:.#-][^\s/\\:]*$/.test(parts);
  return isName ? { kind: kind as DefinitionKind | undefined, path, name: parts } : undefined;
}

// A path may contain the sign itself, and so may a name: `a#b.js#Money.#secret`. The sign after a dot is part of a name.
function endOfPath(text: string): number {
  const places = [...text.matchAll(/(?<=[^#.])#/g)].map(({ index }) => index);
  return places.findLast((at) => grammarOf(text.slice(0, at))) ?? places[0] ?? -1;
}

/** The symbols of a file, in the order of their first lines. */
export function symbolsIn(path: string, { definitions }: FileFacts): CodeSymbol[] {
  const symbols = new Map<
    string,
    { kind: DefinitionKind; name: string; definitions: number[]; ranges: [number, number][] }
  >();
  for (const [i, { kind, start, end }] of definitions.entries()) {
    const name = qualifiedName(definitions, i);
    const key = `${kind} ${name}`;
    const symbol = symbols.get(key) ?? { kind, name, definitions: [], ranges: [] };
    symbol.definitions.push(i);
    symbol.ranges.push([start, end]);
    symbols.set(key, symbol);
  }
  return [...symbols.values()].map(({ kind, name, definitions: of, ranges }) => ({
    path,
    kind,
    name,
    definitions: of,
    ranges,
  }));
}

/** The symbols of a tree that a query means, by their paths. A whole name is preferred to the end of a longer one. */
export function findSymbols(tree: TreeView, query: SymbolQuery): CodeSymbol[] {
  const paths = query.path === undefined ? tree.defining(lastPart(query.name)).toSorted() : [query.path];
  return chosen(
    paths.map((path) => {
      const facts = tree.facts(path);
      return facts ? symbolsIn(path, facts) : [];
    }),
    query,
  );
}

/** The last part of a name: `method` of `Class.method`. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Those that a query means. @param files the symbols of each file */
export function chosen(files: readonly (readonly CodeSymbol[])[], query: SymbolQuery): CodeSymbol[] {
  const found = files.flatMap((symbols) => chosenInFile(symbols, query));
  const whole = found.filter(({ name }) => name === query.name);
  return query.path === undefined && whole.length > 0 && query.name.includes('.') ? whole : found;
}

/** The symbols of a file that a query means. */
export const symbolsNamed = (path: string, facts: FileFacts, query: SymbolQuery): CodeSymbol[] =>
  chosenInFile(symbolsIn(path, facts), query);

function chosenInFile(symbols: readonly CodeSymbol[], { kind, name }: SymbolQuery): CodeSymbol[] {
  const fits = (symbol: CodeSymbol): boolean =>
    (kind === undefined || symbol.kind === kind) && (symbol.name === name || symbol.name.endsWith(`.${name}`));
  const found = symbols.filter(fits);
  const whole = found.filter((symbol) => symbol.name === name);
  return whole.length > 0 ? whole : found;
}

/** The innermost symbol around lines. @param end the last line, the same as `start` for one line */
export function symbolAround(symbols: readonly CodeSymbol[], start: number, end = start): CodeSymbol | undefined {
  let best: CodeSymbol | undefined;
  let size = Infinity;
  for (const symbol of symbols)
    for (const [from, to] of symbol.ranges)
      if (from <= start && end <= to && to - from < size) [best, size] = [symbol, to - from];
  return best;
}

/** The innermost symbols at a line: several where they stand on the same line, or one ends where the next one begins. */
export function symbolsOn(symbols: readonly CodeSymbol[], line: number): CodeSymbol[] {
  const there = symbols.flatMap((symbol) =>
    symbol.ranges.flatMap(([from, to]) => (from <= line && line <= to ? [{ symbol, from, to }] : [])),
  );
  const isOuter = ({ from, to }: (typeof there)[number]): boolean =>
    there.some((inner) => inner.from >= from && inner.to <= to && inner.to - inner.from < to - from);
  return [...new Set(there.filter((one) => !isOuter(one)).map(({ symbol }) => symbol))];
}

/** The innermost symbols around each of some lines, in the order of the lines. @param most lines that are looked at */
export function symbolsOfLines(
  symbols: readonly CodeSymbol[],
  ranges: readonly LineRange[],
  most = Infinity,
): ReadonlySet<CodeSymbol> {
  const found = new Set<CodeSymbol>();
  let left = most;
  for (const [start, count] of ranges)
    for (let line = start; line < start + count && left > 0; line++, left--)
      for (const symbol of symbolsOn(symbols, line)) found.add(symbol);
  return found;
}
