import type { LineRange } from '../../git/history/patch-parser.ts';
import type { NodeId, RepoPath } from '../../model/ids.ts';
import { sumOf, type ReportedLines, type Unknown } from './sum.ts';

/**
 * Why lines need attention: the check of the agents' lines failed, no check verified them, the tool that
 * recorded them records no checks, the code was changed since, or the author is unknown. Lines of a blind edit, and
 * lines on a decision that was rejected or retracted, have that concern besides.
 */
export type Concern = 'failed' | 'rejected' | 'blind' | 'none' | 'unrecorded' | 'stale' | 'unknown';

/** Lines of one file with one concern. */
export interface Attention {
  readonly concern: Concern;
  readonly path: RepoPath;
  /** Ascending, with adjacent lines merged. */
  readonly ranges: readonly LineRange[];
  readonly lines: number;
  /** The functions and types around them, where they were looked for; the id is `function:src/calc.js#mean`. */
  readonly symbols?: readonly { readonly id: string; readonly name: string }[];
  readonly approved: number;
  /** The decision behind most of them. */
  readonly decision: NodeId | undefined;
  /** Why they are unknown. */
  readonly unknown: readonly Unknown[];
}

/** Most important first. */
const ORDER: readonly Concern[] = ['failed', 'rejected', 'blind', 'none', 'unrecorded', 'stale', 'unknown'];

/** The lines that a reviewer should check first: by concern, then by number of lines. */
export function attentionOf(
  files: readonly { readonly path: RepoPath; readonly lines: readonly ReportedLines[] }[],
): Attention[] {
  const found: Attention[] = [];
  for (const { path, lines } of files)
    for (const concern of ORDER) {
      const mine = lines.filter((line) => has(line, concern));
      if (mine.length === 0) continue;
      const { counts, decisions } = sumOf(mine);
      const unknown = [...new Set(mine.flatMap((line) => line.unknown ?? []))];
      const ranges = rangesOf(mine);
      const { added, approved } = counts;
      found.push({ concern, path, ranges, lines: added, approved, decision: decisions[0]?.id, unknown });
    }
  const rank = ({ concern }: Attention): number => ORDER.indexOf(concern);
  return found.sort((a, b) => rank(a) - rank(b) || b.lines - a.lines || (a.path < b.path ? -1 : 1));
}

function has(line: ReportedLines, concern: Concern): boolean {
  if (concern === 'blind') return line.blind === true;
  return concern === 'rejected' ? line.origin?.decision?.status !== undefined : concernOf(line) === concern;
}

function concernOf({
  owner,
  verification,
  withoutChecks,
}: ReportedLines): Exclude<Concern, 'blind' | 'rejected'> | undefined {
  if (owner.owner === 'human') return undefined;
  if (owner.owner === 'unknown') return 'unknown';
  if (withoutChecks) return 'unrecorded';
  return verification === 'passed' || verification === 'not-applicable' ? undefined : (verification ?? 'none');
}

/** Converts lines to ranges and merges adjacent ones. @param lines ascending */
export function rangesOf(lines: readonly { readonly line: number; readonly count: number }[]): LineRange[] {
  const ranges: [number, number][] = [];
  for (const { line, count } of lines) {
    const last = ranges.at(-1);
    if (last && last[0] + last[1] === line) last[1] += count;
    else ranges.push([line, count]);
  }
  return ranges;
}
