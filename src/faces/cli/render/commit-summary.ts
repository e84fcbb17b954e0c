import type { CommitSummary } from '../../../ask/history/commit-summary.ts';
import { percent } from './ask/report-words.ts';
import { term } from './term.ts';
import { counted } from './words.ts';

/**
 * One line about a commit with lines of agents: their share, the decisions behind them, and what is not verified.
 * @param columns the width of the terminal; parts that do not fit are left out
 */
export function renderSummary({ added, decisions, verification, blind }: CommitSummary, columns: number): string {
  const { stale, failed, none } = verification;
  const unverified = [
    [failed, 'failed'],
    [none, 'never verified'],
    [stale, 'stale'],
    [blind, 'blind'],
  ] as const;
  const concerns = unverified.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  const parts = [
    `git prov: agents wrote ${added.agent} of ${counted(added.added, 'line')} (${percent(added.agent, added.added)})`,
    decisions === 0 ? 'no reason given' : counted(decisions, 'decision'),
    ...(concerns.length > 0 ? concerns : ['all verified']),
    'see git prov show',
  ];
  let line = parts[0]!;
  for (const part of parts.slice(1)) {
    if (line.length + 2 + part.length > columns) break;
    line += `, ${part}`;
  }
  return term(line, columns);
}
