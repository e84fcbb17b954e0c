import type { TextStyle } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';

const MAX_TEXT_CHARACTERS = 100;

/** What became of one turn. */
export interface ConsolidatedTurn {
  readonly goal: string;
  readonly text: string;
  /** The new entries, as references. */
  readonly entries: readonly string[];
  /** Sentences that rest on nothing. */
  readonly dropped: number;
  readonly model: string | null;
  /** Why nothing was taken. */
  readonly fault: string | null;
}

/** The result of `git prov consolidate`, for people. */
export function renderConsolidated(turns: readonly ConsolidatedTurn[], left: number, style: TextStyle): string {
  if (turns.length === 0) return 'No turn here waits to be consolidated.\n';
  const lines = turns.flatMap(({ goal, text, entries, dropped, model, fault }) => [
    `${style.paint('heading', term(goal))} "${term(text, MAX_TEXT_CHARACTERS)}"`,
    fault === null
      ? `  ${counted(entries.length, 'decision')} by ${term(model ?? 'unknown', 80)}${dropped > 0 ? `, ${counted(dropped, 'sentence')} dropped: they rest on no step` : ''}`
      : `  ${style.paint('failed', term(fault, 200))}`,
    ...entries.map((entry) => `  ${style.paint('quiet', term(entry))}`),
  ]);
  const rest = left > 0 ? `${counted(left, 'turn')} more: run it again, or use --limit.\n` : '';
  const isAny = turns.some(({ entries }) => entries.length > 0);
  return `${lines.join('\n')}\n${rest}${isAny ? 'They are proposals: git prov review lists them.\n' : ''}`;
}
