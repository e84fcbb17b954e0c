import { matchLines } from '../../lines/diff.ts';
import { baseOwners, type Owner, UNSURE } from '../../lines/owner.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { WorkTreeState } from '../state/state.ts';
import type { OwnerCache } from './blob-owners.ts';
import type { RecordedContents } from './recorded-contents.ts';
import type { WorkTrees } from './worktrees.ts';

/**
 * After a loss, makes unknown the uncommitted lines that no step is known to have written: without this they would become a
 * person's, because nothing else is known of them.
 * @returns the files with such lines
 */
export async function abstainFromUncommitted(
  workTrees: WorkTrees,
  memo: OwnerCache,
  files: RecordedContents,
): Promise<RepoPath[]> {
  const lost: RepoPath[] = [];
  for (const one of workTrees.all())
    lost.push(...(await abstainIn(one, await workTrees.committedTree(one), memo, files)));
  return lost;
}

async function abstainIn(
  workTree: WorkTreeState,
  committed: Oid,
  memo: OwnerCache,
  files: RecordedContents,
): Promise<RepoPath[]> {
  const blobs = new Map<RepoPath, readonly [from: Oid | null, to: Oid | null]>();
  for (const { path, from, to } of (await files.differences(committed, workTree.tree)) ?? [])
    blobs.set(path, [from, to]);
  for (const [path, to] of Object.entries(workTree.overlay) as [RepoPath, Oid | null][])
    blobs.set(path, [await files.blobAt(committed, path), to]);
  const lost: RepoPath[] = [];
  for (const [path, [from, to]] of blobs) {
    const lines = to && to !== from ? await files.lines(to) : undefined;
    if (!to || !lines) continue;
    const known = memo.get(path, to, workTree.gitDir);
    const owners = known?.length === lines.length ? known : baseOwners(to, lines.length);
    const places = matchLines((await files.lines(from)) ?? [], lines);
    const sure = owners.map((owner, i) => (places[i]! < 0 && isAssumed(owner) ? UNSURE : owner));
    if (sure.every((owner, i) => owner === owners[i])) continue;
    memo.set(path, to, workTree.gitDir, sure);
    lost.push(path);
  }
  return lost;
}

// A person's line, or one that was in the file before anything was recorded: both are what remains when nothing is known.
const isAssumed = (owner: Owner): boolean => owner.kind === 'base' || (owner.kind === 'human' && !owner.from);
