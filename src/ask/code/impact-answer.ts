import type { CommonVerification } from '../../model/graph/verification.ts';
import type { TestRun } from './changes/test-runs.ts';
import type { LinkedEntry } from '../shapes/shapes.ts';

/** The name of the format of `git prov impact --json`. Fields may be added, but never changed or removed. */
export const IMPACT_SCHEMA = 'git-prov/impact/1';

/** A function or a type. */
export interface SymbolInfo {
  /** `function:src/calc.js#mean`. */
  readonly id: string;
  readonly kind: 'function' | 'type';
  readonly path: string;
  readonly name: string;
  /** The first and the last line, from 1. */
  readonly lines: readonly [start: number, end: number];
}

/** What calls or extends a changed symbol, directly or through others. */
export interface ReachedSymbol {
  /** Null for code at the top of a file. */
  readonly symbol: SymbolInfo | null;
  readonly path: string;
  /** The line of the call, from 1. */
  readonly line: number;
  readonly kind: 'calls' | 'extends';
  /** The number of steps from the changed symbol. */
  readonly depth: number;
  /** The lowest confidence of the steps, from 0 to 1. */
  readonly confidence: number;
  /** The id of what it calls or extends. */
  readonly to: string;
}

/** A symbol that the range changes. */
export interface ChangedSymbol {
  readonly symbol: SymbolInfo;
  readonly change: 'added' | 'changed' | 'removed';
  /** The number of its lines that the range adds, by owner. */
  readonly added: Readonly<Record<'agent' | 'human' | 'unknown', number>>;
  /**
   * Whether tests passed after the agents' lines among them, and after people's lines if a recorded run had the present content
   * of their file; null without such lines.
   */
  readonly tested: CommonVerification | null;
  /** Decisions behind the added lines. With the source `consolidated` the text is a list of steps, and no reason was given. */
  readonly decisions: readonly { readonly id: string; readonly text: string; readonly source?: string }[];
  /** Decisions, claims, constraints and other entries that are linked to it or to its file. Absent where they were not looked for. */
  readonly linked?: readonly LinkedEntry[];
  readonly reached: readonly ReachedSymbol[];
  /** The number of further callers that are not listed. */
  readonly more: number;
  /** The test files that reach it. */
  readonly tests: readonly string[];
  /** How each of these ran after the lines that count for `tested`; absent without such lines. */
  readonly test_runs?: readonly TestRun[];
}

/** The answer to `git prov impact`. */
export interface ImpactAnswer {
  readonly schema: typeof IMPACT_SCHEMA;
  /** The range; null for a symbol. */
  readonly range: { readonly name: string; readonly base: string | null; readonly head: string } | null;
  readonly depth: number;
  readonly changed: readonly ChangedSymbol[];
  /** Changed files that have no symbol at the changed lines. */
  readonly others: readonly string[];
  /** Files that could not be parsed, with the reason. */
  readonly unparsed: readonly { readonly path: string; readonly why: string }[];
}
