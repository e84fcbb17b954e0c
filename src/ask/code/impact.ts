import { type CodeTree, withCode } from '../../code/code-index.ts';
import { CodeGraph } from '../../code/resolve/code-graph.ts';
import { type Neighbour, References, symbolKey } from '../../code/resolve/callers.ts';
import { type CodeSymbol, symbolAround, symbolId, symbolsIn, symbolsOfLines, symbolsOn } from '../../code/symbols.ts';
import type { PatchHunk } from '../../git/history/patch-parser.ts';
import type { Oid } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { push } from '../../model/multimap.ts';
import { type CheckState, commonVerification, type Verification } from '../../model/graph/verification.ts';
import type { History } from '../history/history.ts';
import { report, type FilePart, type Report } from '../report/report.ts';
import type { ReportedLines } from '../report/sum.ts';
import {
  IMPACT_SCHEMA,
  type ChangedSymbol,
  type ImpactAnswer,
  type ReachedSymbol,
  type SymbolInfo,
} from './impact-answer.ts';
import { testedAs, testRuns } from './changes/test-runs.ts';
import { isTestFile } from './test-files.ts';

/** How an impact is computed. */
export interface ImpactOptions {
  /** How many steps callers are followed. Tests are looked for further away, too. */
  readonly depth: number;
  /** Only edges of at least this confidence, from 0 to 1. */
  readonly minConfidence: number;
  /** Of a symbol: the commit; undefined for the work tree. */
  readonly commit?: Oid | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

/** How many steps callers are followed by default. */
export const DEFAULT_DEPTH = 2;
/** How many steps away tests are looked for. */
const MAX_TEST_DEPTH = 6;
/** The most symbols that are reached from one. */
const MAX_REACHED = 2000;
/** Limit of listed callers for each symbol. */
const MAX_LISTED = 200;

/**
 * What a range reaches: the functions and types that it changes, what calls or extends them, and the tests among these.
 * @param range the range (see `readRange`), or its report
 * @throws ProvError `usage` or `data` for an invalid range
 */
export async function impactOfRange(
  history: History,
  range: string | Report | undefined,
  options: ImpactOptions,
): Promise<ImpactAnswer> {
  const reported = typeof range === 'object' ? range : await report(history, range);
  const { repo } = history;
  const { base, head, name } = reported.range;
  const { onProgress } = options;
  const before = base
    ? await withCode(repo, { commit: base, onProgress }, async (tree) => filesBefore(tree, reported.files))
    : new Map<string, FileBefore>();
  return withCode(repo, { commit: head, onProgress }, async (tree) => {
    const walk = await Walk.of(tree, options);
    const changed: ChangedSymbol[] = [];
    const others: string[] = [];
    const unparsed: ImpactAnswer['unparsed'][number][] = [];
    for (const part of reported.files) {
      const fault = tree.facts(part.path)?.fault;
      if (fault) unparsed.push({ path: part.path, why: fault });
      const [old, content] = [before.get(part.change.oldPath ?? part.path), tree.oid(part.path)];
      const found = changesIn(walk, part, old, { nodes: reported.nodes, content });
      changed.push(...found);
      if (found.length === 0) others.push(part.path);
    }
    return {
      schema: IMPACT_SCHEMA,
      range: { name, base: base ?? null, head },
      depth: options.depth,
      changed,
      others,
      unparsed,
    };
  });
}

/** What a change of one symbol would reach. */
export function impactOfSymbol(history: History, symbol: CodeSymbol, options: ImpactOptions): Promise<ImpactAnswer> {
  const { commit, onProgress } = options;
  return withCode(history.repo, { commit, onProgress }, async (tree) => {
    const walk = await Walk.of(tree, options);
    const changed = { ...walk.from(symbol), symbol: infoOf(symbol), change: 'changed' as const, ...NOTHING_ADDED };
    return { schema: IMPACT_SCHEMA, range: null, depth: options.depth, changed: [changed], others: [], unparsed: [] };
  });
}

const NOTHING_ADDED = { added: { agent: 0, human: 0, unknown: 0 }, tested: null, decisions: [] };

const infoOf = ({ kind, path, name, ranges, ...rest }: CodeSymbol): SymbolInfo => ({
  id: symbolId({ kind, path, name, ...rest }),
  kind,
  path,
  name,
  lines: [ranges[0]![0], ranges.at(-1)![1]],
});

/** The version of a changed file in the base. */
interface FileBefore {
  readonly names: ReadonlySet<string>;
  /** The symbols at the lines that the range removes. */
  readonly touched: readonly CodeSymbol[];
}

/** The changed files in the base, by the path that they had. */
function filesBefore(tree: CodeTree, files: readonly FilePart[]): Map<string, FileBefore> {
  const found = new Map<string, FileBefore>();
  for (const { change } of files) {
    const path = change.oldPath ?? change.path;
    const facts = tree.facts(path);
    if (!facts) continue;
    const symbols = symbolsIn(path, facts);
    found.set(path, {
      names: new Set(symbols.map(({ name }) => name)),
      touched: [...symbolsOfLines(symbols, change.removed)],
    });
  }
  return found;
}

function changesIn(
  walk: Walk,
  { path, change, lines }: FilePart,
  before: FileBefore | undefined,
  checked: Pick<Report, 'nodes'> & { readonly content: Oid | undefined },
): ChangedSymbol[] {
  const symbols = change.status === 'deleted' ? [] : walk.symbolsIn(path);
  const added = new Map<CodeSymbol, ReportedLines[]>();
  for (const piece of lines)
    for (let i = 0; i < piece.count; i++)
      for (const symbol of symbolsOn(symbols, piece.line + i))
        push(added, symbol, { ...piece, line: piece.line + i, count: 1 });
  for (const symbol of cutIn(symbols, change.hunks)) if (!added.has(symbol)) added.set(symbol, []);
  const names = new Set(symbols.map(({ name }) => name));
  const removed = (before?.touched ?? []).filter(({ name }) => !names.has(name));
  const result: ChangedSymbol[] = [];
  for (const [symbol, own] of added) {
    const isNew = !before?.names.has(symbol.name);
    const change = isNew ? 'added' : 'changed';
    const reached = walk.from(symbol);
    const runs = testRuns(own, reached.tests, checked);
    const facts = { ...factsOf(own, checked.nodes), ...(runs.length > 0 && { test_runs: runs }) };
    result.push({ ...reached, symbol: infoOf(symbol), change, ...facts });
  }
  for (const symbol of removed)
    result.push({ symbol: infoOf(symbol), change: 'removed', ...NOTHING_ADDED, ...NOT_REACHED });
  return result;
}

const NOT_REACHED = { reached: [], more: 0, tests: [] };

// Symbols that lines were only removed from.
const cutIn = (symbols: readonly CodeSymbol[], hunks: readonly PatchHunk[]): CodeSymbol[] =>
  hunks.flatMap(({ newStart, newCount }) => {
    const [before, after] = [symbolAround(symbols, newStart), symbolAround(symbols, newStart + 1)];
    return newCount === 0 && before && before === after ? [before] : [];
  });

function factsOf(
  lines: readonly ReportedLines[],
  nodes: Report['nodes'],
): Pick<ChangedSymbol, 'added' | 'tested' | 'decisions'> {
  const added = { agent: 0, human: 0, unknown: 0 };
  const decisions = new Map<string, ChangedSymbol['decisions'][number]>();
  const tested: Verification[] = [];
  for (const line of lines) {
    const { owner, origin, checks = [] } = line;
    added[owner.owner]++;
    const id = origin?.decision?.id;
    if (id !== undefined) decisions.set(id, decisionInfo(id, nodes.node(id)));
    const state = owner.owner === 'agent' ? stateOfTests(checks) : testedAs(line, { nodes });
    if (state) tested.push(state);
  }
  const state = tested.length > 0 ? commonVerification(tested) : null;
  return { added, tested: state, decisions: [...decisions.values()] };
}

function decisionInfo(id: string, node: Node | undefined): ChangedSymbol['decisions'][number] {
  const source = node?.detail?.['source'];
  return { id, text: node?.summary ?? '', ...(typeof source === 'string' && { source }) };
}

const stateOfTests = (checks: readonly CheckState[]): Verification =>
  checks.find(({ kind }) => kind === 'test')?.state ?? 'none';

/** Follows callers. What calls a symbol is found once. */
class Walk {
  readonly #references: References;
  readonly #options: ImpactOptions;
  readonly #callers = new Map<string, readonly Neighbour[]>();

  private constructor(references: References, options: ImpactOptions) {
    this.#references = references;
    this.#options = options;
  }

  static async of(tree: CodeTree, options: ImpactOptions): Promise<Walk> {
    return new Walk(new References(tree, await CodeGraph.of(tree)), options);
  }

  symbolsIn(path: string): readonly CodeSymbol[] {
    return this.#references.symbolsIn(path);
  }

  /** What reaches a symbol. */
  from(symbol: CodeSymbol): Pick<ChangedSymbol, 'reached' | 'more' | 'tests'> {
    const { depth: listed } = this.#options;
    const seen = new Set([symbolKey(symbol)]);
    const reached: ReachedSymbol[] = [];
    const tests = new Set<string>();
    let level = [{ symbol, confidence: 1 }];
    for (let depth = 1; depth <= Math.max(listed, MAX_TEST_DEPTH) && level.length > 0; depth++) {
      const next: typeof level = [];
      for (const to of level)
        for (const caller of this.#callersOf(to.symbol)) {
          const key = caller.symbol ? symbolKey(caller.symbol) : `file ${caller.path}`;
          if (seen.has(key) || seen.size > MAX_REACHED) continue;
          seen.add(key);
          const confidence = Math.min(to.confidence, caller.confidence);
          if (isTestFile(caller.path)) tests.add(caller.path);
          if (depth <= listed) reached.push(reachedFrom(caller, to.symbol, depth, confidence));
          if (caller.symbol) next.push({ symbol: caller.symbol, confidence });
        }
      level = next;
    }
    return {
      reached: reached.slice(0, MAX_LISTED),
      more: Math.max(0, reached.length - MAX_LISTED),
      tests: [...tests].toSorted(),
    };
  }

  #callersOf(symbol: CodeSymbol): readonly Neighbour[] {
    const key = symbolKey(symbol);
    let callers = this.#callers.get(key);
    if (!callers) {
      callers = this.#references.to(symbol).filter(({ confidence }) => confidence >= this.#options.minConfidence);
      this.#callers.set(key, callers);
    }
    return callers;
  }
}

const reachedFrom = (
  { symbol, path, line, kind }: Neighbour,
  to: CodeSymbol,
  depth: number,
  confidence: number,
): ReachedSymbol => ({
  symbol: symbol ? infoOf(symbol) : null,
  path,
  line,
  kind,
  depth,
  confidence,
  to: symbolId(to),
});
