import { filesOf } from '../../git/repository/local-files.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Owner } from '../../lines/owner.ts';
import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import { OwnerCache } from '../../recorder/worktree/blob-owners.ts';
import { RecordedContents } from '../../recorder/worktree/recorded-contents.ts';
import type { Played } from './replay.ts';

/** A file as a step left it. */
export interface Snapshot {
  readonly node: NodeId;
  readonly blob: Oid;
}

/** The lines of a snapshot, each with the step that wrote it; null for other lines. */
export interface SnapshotText {
  readonly lines: readonly string[];
  readonly nodes: readonly (NodeId | null)[];
}

/**
 * The snapshots that this clone keeps of the files that a session changed, by path, in the order of the steps. A text belongs
 * to the latest step that wrote one of its lines, and the first such text counts: the texts after it may have changes of a
 * person. So a step that only removed lines has none.
 */
export function snapshotsOf(repo: Repo, played: readonly Played[]): ReadonlyMap<RepoPath, readonly Snapshot[]> {
  const found = new Map<RepoPath, readonly Snapshot[]>();
  const order = new Map(played.map(({ node }, at) => [node.id, at]));
  const changed = new Map<RepoPath, Set<NodeId>>();
  for (const { node } of played)
    for (const path of filesIn(node.detail?.['files'])) {
      const steps = changed.get(path);
      if (steps) steps.add(node.id);
      else changed.set(path, new Set([node.id]));
    }
  if (changed.size === 0) return found;
  const cache = cacheOf(repo);
  for (const [path, steps] of changed) {
    const firsts = new Map<number, Snapshot>();
    for (const { blob, owners } of cache.texts(path)) {
      const node = latestOf(owners, order);
      if (node === undefined || !steps.has(node)) continue;
      const at = order.get(node)!;
      if (!firsts.has(at)) firsts.set(at, { node, blob });
    }
    if (firsts.size > 0)
      found.set(
        path,
        [...firsts].toSorted(([a], [b]) => a - b).map(([, snapshot]) => snapshot),
      );
  }
  return found;
}

/** The text of a snapshot of a path; undefined when it is not kept any more, or is no text. */
export async function snapshotText(repo: Repo, path: RepoPath, blob: string): Promise<SnapshotText | undefined> {
  const known = [...cacheOf(repo).texts(path)].find((one) => one.blob === blob);
  if (!known) return undefined;
  const contents = new RecordedContents(repo);
  try {
    const lines = await contents.lines(known.blob);
    return lines && { lines, nodes: known.owners.map((owner) => (owner.kind === 'node' ? owner.node : null)) };
  } finally {
    await contents.close();
  }
}

const cacheOf = (repo: Repo): OwnerCache => new OwnerCache(filesOf(repo).owners, undefined);

const filesIn = (files: unknown): RepoPath[] => (Array.isArray(files) ? files.map(String) : []) as RepoPath[];

function latestOf(owners: readonly Owner[], order: ReadonlyMap<NodeId, number>): NodeId | undefined {
  let [latest, last]: [NodeId | undefined, number] = [undefined, -1];
  for (const owner of owners) {
    const at = owner.kind === 'node' ? (order.get(owner.node) ?? -1) : -1;
    if (at > last && owner.kind === 'node') [latest, last] = [owner.node, at];
  }
  return latest;
}
