import { changesOf, diffTrees, type CommitChange, type FileChange } from '../../git/history/commit-changes.ts';
import { lackOf } from '../../git/history/reachable.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { hashObject } from '../../git/objects/pack.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { listCommits, type CommitInfo } from '../history/commit-info.ts';
import type { History } from '../history/history.ts';
import { traceLines, type TracedFile } from './added-lines.ts';
import { ownLines, type OwnedRange } from './owners.ts';
import { readNotes, type NotedCommits, type ReadOptions } from './range-notes.ts';
import type { Range } from './range.ts';

/** The lines that a range adds, with their owners, and where they come from. */
export interface RangeLines {
  /** Newest first, no parent before its children. */
  readonly commits: readonly CommitInfo[];
  readonly changes: ReadonlyMap<Oid, CommitChange>;
  /** The files of the range's result, by path. */
  readonly files: readonly FileChange[];
  readonly notes: NotedCommits;
  readonly known: OwnedRange;
  /** The clone is shallow and its history ends within the range, so the lines of its last commit may be older. */
  readonly isShallow: boolean;
}

/**
 * Finds the lines between the range's base and its head, the commits that added them, and their owners. The number of git processes
 * does not depend on the number of commits or files.
 * @param judge see `ReadOptions`
 */
export async function linesOfRange(
  history: History,
  range: Range,
  { judge }: Pick<ReadOptions, 'judge'> = {},
): Promise<RangeLines> {
  const { repo } = history;
  const commits: CommitInfo[] = [];
  for await (const commit of listCommits(repo, ['--topo-order', ...range.revisions, '--'])) commits.push(commit);
  const order = commits.map(({ oid }) => oid);
  const objects = history.objects ?? new ObjectReader(repo);
  try {
    const [changes, files] = await Promise.all([
      changesOf(repo, order, objects),
      order.length > 0 ? resultOf(history, range, objects) : [],
    ]);
    const traced = traceLines(order, changes, new Map(files.map(({ path, added }) => [path, added])));
    const notes = await readNotes(history, order, namedBy(traced), { judge, paths: pathsOf(traced) });
    const contents = new Map(files.map(({ path, newBlob }) => [path, newBlob]));
    const known = await ownLines(history, range, traced, notes, contents);
    const isShallow = [...changes.values()].some(isRoot) && (await lackOf(repo)) === 'shallow';
    return { commits, changes, files, notes, known, isShallow };
  } finally {
    if (objects !== history.objects) await objects.close();
  }
}

// The commits that added the lines, and the last ones that changed the files: their checks may have run again.
function namedBy(traced: ReadonlyMap<RepoPath, TracedFile>): Set<Oid> {
  const named = new Set<Oid>();
  for (const { lines, lastChange } of traced.values())
    for (const commit of [lastChange, ...lines.map((line) => line.commit)]) if (commit) named.add(commit);
  return named;
}

// The names that the files have now, and that they had when their lines were added.
const pathsOf = (traced: ReadonlyMap<RepoPath, TracedFile>): Set<string> =>
  new Set([...traced].flatMap(([path, { lines }]) => [path].concat(lines.map((line) => line.path))));

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
