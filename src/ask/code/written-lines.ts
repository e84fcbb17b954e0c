import type { CodeSymbol } from '../../code/symbols.ts';
import { prefixesOf, sessionPart, type Oid, type SessionId } from '../../model/ids.ts';
import type { History } from '../history/history.ts';
import { wholeHistory } from '../report/range.ts';
import { report } from '../report/report.ts';
import type { ReportedLines } from '../report/sum.ts';

/** Conditions on lines. A line must meet all that are given. */
export interface WrittenBy {
  /** Written by this session. */
  readonly session?: SessionId | undefined;
  /** Written by an agent, and no check ran after them. */
  readonly unverified?: boolean | undefined;
}

/** Says which lines of a commit are meant. */
export interface WrittenLines {
  readonly commit: Oid;
  /** @param ranges first and last lines, from 1 */
  has(path: string, ranges: CodeSymbol['ranges']): boolean;
}

/**
 * Finds the lines of the whole history of a revision that were written in some way. It costs as much as a report on it.
 * @throws ProvError `usage` or `data` for a missing revision
 */
export async function writtenLines(history: History, revision: string, by: WrittenBy): Promise<WrittenLines> {
  const found = await report(history, await wholeHistory(history.repo, revision));
  const prefixes = by.session === undefined ? undefined : new Set<string>(prefixesOf(by.session));
  const isMeant = ({ owner, verification }: ReportedLines): boolean =>
    owner.owner === 'agent' &&
    (prefixes === undefined || (owner.node !== undefined && prefixes.has(sessionPart(owner.node)))) &&
    (by.unverified !== true || verification === 'none');
  const meant = new Map(found.files.map(({ path, lines }) => [path as string, lines.filter(isMeant)]));
  return {
    commit: found.range.head,
    has: (path, ranges) =>
      (meant.get(path) ?? []).some(({ line, count }) =>
        ranges.some(([start, end]) => line <= end && line + count - 1 >= start),
      ),
  };
}
