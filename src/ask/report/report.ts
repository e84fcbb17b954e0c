import type { GraphIndex } from '../../model/graph/graph-index.ts';
import {
  addedLines,
  changesOf,
  diffTrees,
  type CommitChange,
  type FileChange,
} from '../../git/history/commit-changes.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { hashObject } from '../../git/objects/pack.ts';
import { lackOf } from '../../git/history/reachable.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { listCommits, type CommitInfo } from '../history/commit-info.ts';
import type { History } from '../history/history.ts';
import { doubtedLines, type DoubtedLines } from './doubted-lines.ts';
import { attentionOf, type Attention } from './attention.ts';
import { traceLines, type TracedFile } from './added-lines.ts';
import { ownLines, type Owned } from './owners.ts';
import { readNotes, type NotedCommits } from './range-notes.ts';
import { readRange, type Range } from './range.ts';
import { sessionInfo } from '../shapes/parts.ts';
import type { RankedSession } from '../shapes/shapes.ts';
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
  /** Finds the nodes of decisions and goals. */
  readonly nodes: Pick<GraphIndex, 'node'>;
}

/**
 * Reports on the commits of a range for reviewers. Counts the lines added between the range's base and its head, by the
 * commit that added them. The number of git processes does not depend on the number of commits or files.
 * @param asked the range; see `readRange`
 * @throws ProvError `usage` or `data` for an invalid range
 */
export async function report(history: History, asked: string | Range | undefined): Promise<Report> {
  const { repo } = history;
  const range = typeof asked === 'object' ? asked : await readRange(repo, asked);
  const commits: CommitInfo[] = [];
  for await (const commit of listCommits(repo, ['--topo-order', ...range.revisions, '--'])) commits.push(commit);
  const order = commits.map(({ oid }) => oid);
  const objects = new ObjectReader(repo);
  try {
    const [changes, files] = await Promise.all([
      changesOf(repo, order, objects),
      order.length > 0 ? resultOf(history, range, objects) : [],
    ]);
    const traced = traceLines(order, changes, new Map(files.map(({ path, added }) => [path, added])));
    const notes = await readNotes(history, order, namedBy(traced));
    const contents = new Map(files.map(({ path, newBlob }) => [path, newBlob]));
    const known = await ownLines(history, range, traced, notes, contents);
    const parts = files.map((change): FilePart => {
      const lines = known.lines.get(change.path) ?? [];
      return { change, path: change.path, lines, sum: sumOf(lines) };
    });
    return {
      range,
      signs: (await history.signs?.()) ?? false,
      unread: notes.unread,
      shallow: [...changes.values()].some(isRoot) && (await lackOf(repo)) === 'shallow',
      commits: partsOf(commits, parts, changes, notes),
      files: parts,
      sum: sumOf(parts.flatMap(({ lines }) => lines)),
      attention: attentionOf(parts),
      doubts: doubtedLines(parts, known.lookup),
      sessions: rankedSessions(known),
      nodes: known.lookup,
    };
  } finally {
    await objects.close();
  }
}

// The commits that added the lines, and the last ones that changed the files: their checks may have run again.
function namedBy(traced: ReadonlyMap<RepoPath, TracedFile>): Set<Oid> {
  const named = new Set<Oid>();
  for (const { lines, lastChange } of traced.values())
    for (const commit of [lastChange, ...lines.map((line) => line.commit)]) if (commit) named.add(commit);
  return named;
}

const rankedSessions = ({ sessions, standings }: Owned): Map<string, RankedSession> =>
  new Map(
    [...sessions].map(([short, session]) => [
      short,
      { ...sessionInfo(session), standing: standings.get(short) ?? 'claimed' },
    ]),
  );

const isRoot = ({ parents }: CommitChange): boolean => parents.some(({ parent }) => !parent);

// The changes of the whole range, the same as on a forge.
async function resultOf({ repo }: History, { base, head }: Range, objects: ObjectReader): Promise<FileChange[]> {
  const [to, from] = await objects.info([`${head}^{tree}`, ...(base ? [`${base}^{tree}`] : [])]);
  const nothing = hashObject(repo.hash, { type: 'tree', bytes: new Uint8Array() });
  const pair = [from?.oid ?? nothing, to?.oid ?? nothing] as const;
  if (pair[0] === pair[1]) return [];
  const files = (await diffTrees(repo, [pair])).get(pair.join(' ')) ?? [];
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

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
