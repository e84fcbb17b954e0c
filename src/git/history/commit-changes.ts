import { ProvError } from '../../errors.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { ListedCommit } from './commit-list.ts';
import { type TreeChanges, TreeComparer, type TreePair } from './comparer.ts';
import { ObjectReader } from '../objects/objects.ts';
import { hashObject } from '../objects/pack.ts';
import type { FileChange, LineRange } from './patch-parser.ts';
import { decodeCommit } from '../objects/port.ts';
import type { Repo } from '../repository/repo.ts';

export type { FileChange, LineRange } from './patch-parser.ts';

/** How a commit differs from one of its parents; without `parent`, from nothing. */
export interface ParentChange {
  readonly parent: Oid | undefined;
  /** The tree that it was compared with. */
  readonly tree?: Oid;
  readonly files: readonly FileChange[];
}

/** What a commit changed, for each parent in its order. A root commit (or the end of a shallow clone) has one entry. */
export interface CommitChange {
  readonly commit: Oid;
  readonly tree: Oid;
  readonly parents: readonly ParentChange[];
}

/**
 * What each commit changed, by a constant number of git processes however many there are. A commit that is not there
 * (or is no commit) is not in the answer; nor are submodules.
 * @param objects read with; one of its own when absent
 * @param comparer compares their trees; one of its own when absent
 * @throws ProvError `git` when git fails, `data` when a tree of theirs is missing
 */
export async function changesOf(
  repo: Repo,
  commits: Iterable<Oid>,
  objects?: ObjectReader,
  comparer?: TreeComparer,
): Promise<Map<Oid, CommitChange>> {
  const reader = objects ?? new ObjectReader(repo);
  const trees = comparer ?? new TreeComparer(repo);
  try {
    return await changesIn(repo, await readCommits(reader, [...new Set(commits)]), reader, trees);
  } finally {
    await Promise.all([comparer ? undefined : trees.close(), objects ? undefined : reader.close()]);
  }
}

/**
 * The same, where some objects cannot be read, as in a damaged or partial clone. Commits whose changes need such an object are
 * left out, and given to `unreadable`. Halves the list where git fails, so that few processes find the commit.
 */
export async function readableChangesOf(
  repo: Repo,
  commits: readonly Oid[],
  objects: ObjectReader | undefined,
  unreadable: (commit: Oid) => void,
): Promise<Map<Oid, CommitChange>> {
  try {
    return await changesOf(repo, commits, objects);
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
    const [only] = commits;
    if (commits.length === 1) {
      unreadable(only!);
      return new Map();
    }
    const middle = commits.length >> 1;
    const first = await readableChangesOf(repo, commits.slice(0, middle), objects, unreadable);
    const rest = await readableChangesOf(repo, commits.slice(middle), objects, unreadable);
    return new Map([...first, ...rest]);
  }
}

/** The changes of commits with known trees and parents. */
export async function changesIn(
  repo: Repo,
  commits: readonly ListedCommit[],
  objects: ObjectReader,
  comparer: TreeComparer,
): Promise<Map<Oid, CommitChange>> {
  const trees = await treesOf(commits, objects);
  const nothing = hashObject(repo.hash, { type: 'tree', bytes: new Uint8Array() });
  const compared = commits.map((one) => ({ one, sides: sidesOf(one, trees, nothing) }));
  const pairs = compared.flatMap(({ one, sides }) => sides.map(([, from]): TreePair => [from, one.tree]));
  const diffs = await comparer.compare(pairs);
  return new Map(compared.map(({ one, sides }) => [one.commit, changeOf(one, sides, diffs)]));
}

/** What a commit is compared with: its parents and their trees, or nothing. */
type Sides = readonly (readonly [parent: Oid | undefined, tree: Oid])[];

function sidesOf({ parents }: ListedCommit, trees: ReadonlyMap<Oid, Oid>, nothing: Oid): Sides {
  const sides: [Oid | undefined, Oid][] = [];
  for (const parent of parents) {
    const tree = trees.get(parent);
    if (tree !== undefined) sides.push([parent, tree]); // a shallow clone lacks the others
  }
  return sides.length > 0 ? sides : [[undefined, nothing]];
}

function changeOf({ commit, tree }: ListedCommit, sides: Sides, diffs: TreeChanges): CommitChange {
  const parents: ParentChange[] = [];
  for (const [parent, from] of sides) parents.push({ parent, tree: from, files: diffs.get(`${from} ${tree}`) ?? [] });
  return { commit, tree, parents };
}

/**
 * The lines that a commit added, by path, ascending: for a merge, those that no parent has. These are the lines that
 * `git blame` on that commit says are its own.
 */
export function addedLines(change: CommitChange): Map<RepoPath, LineRange[]> {
  const [first, ...rest] = change.parents;
  const others = rest.map(({ files }) => new Map(files.map((file) => [file.path, file.added] as const)));
  const lines = new Map<RepoPath, LineRange[]>();
  for (const { path, added } of first?.files ?? []) {
    let left: readonly LineRange[] = added;
    for (const other of others) left = intersect(left, other.get(path) ?? []);
    if (left.length > 0) lines.set(path, [...left]);
  }
  return lines;
}

/**
 * Compares pairs of trees by one git process.
 * @throws ProvError `data` when a tree is not there, `git` when git fails
 */
export async function diffTrees(repo: Repo, pairs: readonly TreePair[]): Promise<TreeChanges> {
  const trees = new TreeComparer(repo);
  const [changes] = await Promise.all([trees.compare(pairs), trees.close()]);
  return changes;
}

async function readCommits(reader: ObjectReader, commits: readonly Oid[]): Promise<ListedCommit[]> {
  const read: ListedCommit[] = [];
  for (const [i, object] of (await reader.read(commits)).entries())
    if (object && 'bytes' in object && object.type === 'commit')
      read.push({ commit: commits[i]!, ...decodeCommit(object) });
  return read;
}

async function treesOf(commits: readonly ListedCommit[], objects: ObjectReader): Promise<Map<Oid, Oid>> {
  const trees = new Map(commits.map(({ commit, tree }) => [commit, tree]));
  const missing = new Set<Oid>();
  for (const { parents } of commits) for (const parent of parents) if (!trees.has(parent)) missing.add(parent);
  const parents = [...missing];
  const infos = await objects.info(parents.map((parent) => `${parent}^{tree}`));
  for (const [i, info] of infos.entries()) if (info) trees.set(parents[i]!, info.oid);
  return trees;
}

function intersect(a: readonly LineRange[], b: readonly LineRange[]): LineRange[] {
  const both: LineRange[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [[startA, countA], [startB, countB]] = [a[i]!, b[j]!];
    const start = Math.max(startA, startB);
    const end = Math.min(startA + countA, startB + countB);
    if (start < end) both.push([start, end - start]);
    if (startA + countA < startB + countB) i++;
    else j++;
  }
  return both;
}
