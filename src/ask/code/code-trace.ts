import { withCode } from '../../code/code-index.ts';
import { type Neighbour, References, symbolKey } from '../../code/resolve/callers.ts';
import { CodeGraph } from '../../code/resolve/code-graph.ts';
import { type CodeSymbol, symbolId } from '../../code/symbols.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Direction } from '../knowledge/trace.ts';

/** The name of the format of `git prov trace --layer code --json`. Fields may be added, but never changed or removed. */
export const CODE_TRACE_SCHEMA = 'git-prov/code-trace/1';

/** A symbol on the way from or to the traced one. */
export interface CodeStep {
  /** The symbol; null for code at the top of a file. */
  readonly id: string | null;
  readonly path: string;
  /** The line of the call, from 1. */
  readonly line: number;
  readonly kind: 'calls' | 'extends';
  readonly confidence: number;
  /** The symbols beyond it. Empty where it is shown already. */
  readonly steps: readonly CodeStep[];
}

/** The answer to `git prov trace function:… --layer code`. */
export interface CodeTraceAnswer {
  readonly schema: typeof CODE_TRACE_SCHEMA;
  readonly symbol: string;
  /** What calls or extends it. */
  readonly backward?: readonly CodeStep[];
  /** What it calls or extends. */
  readonly forward?: readonly CodeStep[];
}

export interface CodeTraceQuery {
  readonly directions: readonly Direction[];
  readonly depth: number;
  readonly minConfidence?: number | undefined;
  readonly tell?: ((done: number, all: number) => void) | undefined;
}

/** The most steps that are shown. */
const MAX_STEPS = 1000;

/** Follows the calls and supertypes of a symbol of the work tree. Each symbol is shown once, at its shortest distance. */
export function traceCode(
  repo: Repo,
  symbol: CodeSymbol,
  { directions, depth, minConfidence = 0, tell }: CodeTraceQuery,
): Promise<CodeTraceAnswer> {
  return withCode(repo, { tell }, async (tree) => {
    const references = new References(tree, await CodeGraph.of(tree));
    const follow = (next: (one: CodeSymbol) => readonly Neighbour[]): CodeStep[] =>
      steps(symbol, depth, (one) => next(one).filter(({ confidence }) => confidence >= minConfidence));
    return {
      schema: CODE_TRACE_SCHEMA,
      symbol: symbolId(symbol),
      ...(directions.includes('backward') && { backward: follow((one) => references.to(one)) }),
      ...(directions.includes('forward') && { forward: follow((one) => references.from(one)) }),
    };
  });
}

type Draft = { -readonly [Key in keyof CodeStep]: CodeStep[Key] } & { steps: Draft[] };

function steps(from: CodeSymbol, depth: number, next: (one: CodeSymbol) => readonly Neighbour[]): CodeStep[] {
  const seen = new Set([symbolKey(from)]);
  const top: Draft[] = [];
  let level: { readonly symbol: CodeSymbol; readonly into: Draft[] }[] = [{ symbol: from, into: top }];
  for (let at = 0; at < depth && level.length > 0; at++) {
    const below: typeof level = [];
    for (const { symbol, into } of level)
      for (const neighbour of once(next(symbol))) {
        const key = keyOf(neighbour);
        if (seen.size > MAX_STEPS) break;
        const { symbol: other, path, line, kind, confidence } = neighbour;
        const step: Draft = { id: other ? symbolId(other) : null, path, line, kind, confidence, steps: [] };
        into.push(step);
        if (other && !seen.has(key)) below.push({ symbol: other, into: step.steps });
        seen.add(key);
      }
    level = below;
  }
  return top;
}

const keyOf = ({ symbol, path }: Neighbour): string => (symbol ? symbolKey(symbol) : `file ${path}`);

// The first of several calls of one symbol.
function once(neighbours: readonly Neighbour[]): Neighbour[] {
  const found = new Map<string, Neighbour>();
  for (const one of neighbours) if (!found.has(keyOf(one))) found.set(keyOf(one), one);
  return [...found.values()];
}
