import type { GraphIndex } from '../../model/graph/graph-index.ts';
import { addedLines, type CommitChange, type FileChange } from '../../git/history/commit-changes.ts';
import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import type { CommitInfo } from '../history/commit-info.ts';
import type { History } from '../history/history.ts';
import { doubtedLines, type DoubtedLines } from './doubted-lines.ts';
import { attentionOf, type Attention } from './attention.ts';
import type { OwnedRange } from './owners.ts';
import { linesOfRange } from './range-lines.ts';
import type { NotedCommits } from './range-notes.ts';
import { readRange, type Range } from './range.ts';
import { sessionInfo } from '../shapes/parts.ts';
import type { Overruled, RankedSession } from '../shapes/shapes.ts';
import { sumOf, type ReportedLines, type Sum } from './sum.ts';

/** A file of a range. */
export interface FilePart {
  readonly change: FileChange;
  readonly path: RepoPath;
  /** The lines that the range adds to it, ascending, covering all added lines. */
  readonly lines: readonly ReportedLines[];
  readonly sum: Sum;
}

/** A commit of a range. */
export interface CommitPart {
  readonly commit: CommitInfo;
  /** Whether a readable note exists. */
  readonly note: 'read' | 'unreadable' | 'none';
  /** The number of added lines. Later commits may have changed them. */
  readonly added: number;
  /** Sums over the lines that still exist. */
  readonly sum: Sum;
  readonly files: readonly { readonly path: RepoPath; readonly sum: Sum }[];
}

/** The data about the lines that a range of commits adds. */
export interface Report {
  readonly range: Range;
  /** The clone is shallow and its history ends within the range, so the lines of its last commit may be older. */
  readonly shallow: boolean;
  /** The number of steps that were not read, because they are only claimed and too many. */
  readonly unread: number;
  /** Whether this clone has a list of allowed signers. */
  readonly signs: boolean;
  /** Newest first, no parent before its children. */
  readonly commits: readonly CommitPart[];
  /** By path. */
  readonly files: readonly FilePart[];
  readonly sum: Sum;
  readonly attention: readonly Attention[];
  /** What agents doubted, or left for later. */
  readonly doubts: readonly DoubtedLines[];
  readonly sessions: ReadonlyMap<string, RankedSession>;
  /** Finds the nodes of decisions, goals and checks, and their edges. */
  readonly nodes: Pick<GraphIndex, 'node' | 'from'>;
  /** The decisions behind lines that were rejected or retracted. */
  readonly overruled: ReadonlyMap<NodeId, Overruled>;
}

/**
 * Reports on the commits of a range for reviewers. Counts the lines added between the range's base and its head, by the
 * commit that added them. The number of git processes does not depend on the number of commits or files.
 * @param wanted the range; see `readRange`
 * @throws ProvError `usage` or `data` for an invalid range
 */
export async function report(history: History, wanted: string | Range | undefined): Promise<Report> {
  const range = typeof wanted === 'object' ? wanted : await readRange(history.repo, wanted);
  const { commits, changes, files, notes, known, isShallow } = await linesOfRange(history, range);
  const parts = files.map((change): FilePart => {
    const lines = known.lines.get(change.path) ?? [];
    return { change, path: change.path, lines, sum: sumOf(lines) };
  });
  return {
    range,
    signs: (await history.signs?.()) ?? false,
    unread: notes.unread,
    shallow: isShallow,
    commits: partsOf(commits, parts, changes, notes),
    files: parts,
    sum: sumOf(parts.flatMap(({ lines }) => lines)),
    attention: attentionOf(parts),
    doubts: doubtedLines(parts, known.lookup),
    sessions: rankedSessions(known),
    nodes: known.lookup,
    overruled: overruledAmong(parts),
  };
}

function overruledAmong(files: readonly FilePart[]): Map<NodeId, Overruled> {
  const found = new Map<NodeId, Overruled>();
  for (const { lines } of files)
    for (const { origin } of lines) {
      const { id, status } = origin?.decision ?? {};
      if (id && status) found.set(id, status);
    }
  return found;
}

const rankedSessions = ({ sessions, standings }: OwnedRange): Map<string, RankedSession> =>
  new Map(
    [...sessions].map(([short, session]) => [
      short,
      { ...sessionInfo(session), standing: standings.get(short) ?? 'claimed' },
    ]),
  );

function partsOf(
  commits: readonly CommitInfo[],
  files: readonly FilePart[],
  changes: ReadonlyMap<Oid, CommitChange>,
  { read, damaged }: NotedCommits,
): CommitPart[] {
  const byCommit = new Map<Oid, Map<RepoPath, ReportedLines[]>>(commits.map(({ oid }) => [oid, new Map()]));
  for (const { path, lines } of files)
    for (const line of lines) {
      const mine = line.commit && byCommit.get(line.commit);
      if (!mine) continue;
      const there = mine.get(path);
      if (there) there.push(line);
      else mine.set(path, [line]);
    }
  return commits.map((commit) => {
    const mine = byCommit.get(commit.oid)!;
    const change = changes.get(commit.oid);
    const ranges = change ? [...addedLines(change).values()].flat() : [];
    return {
      commit,
      note: read.has(commit.oid) ? 'read' : damaged.has(commit.oid) ? 'unreadable' : 'none',
      added: ranges.reduce((sum, [, count]) => sum + count, 0),
      sum: sumOf([...mine.values()].flat()),
      files: [...mine].map(([path, lines]) => ({ path, sum: sumOf(lines) })),
    };
  });
}
