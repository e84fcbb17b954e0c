import type { NodeId, RepoPath } from '../../../model/ids.ts';
import type { Cursor } from '../../../model/graph/cursor.ts';
import type { RecordedContents } from '../../worktree/recorded-contents.ts';
import type { WorkTreeTracker } from '../../worktree/worktree-tracker.ts';
import { type CommandVerdict, hasGit, NONE } from '../../../model/shell/verdict.ts';
import type { TreeDifference } from '../../worktree/recorded-contents.ts';
import type { WorkTreeSnapshot } from '../observed-event.ts';

/** A work tree where a command ran: its snapshot after the command, and the changes meanwhile. */
export interface Ran {
  readonly place: WorkTreeSnapshot;
  readonly differences: readonly TreeDifference[] | undefined;
  readonly mine: readonly TreeDifference[];
}

/**
 * The changes that wait for checks and that no work tree of a command contains: git took them away, because the agent went to
 * another branch or stashed them. What a check finds there says nothing about them.
 *
 * Such a change has none of its lines left. A change that is not committed may also have been replaced by a later one, and then a check
 * of the later one counts for both, as in the first seed's rule.
 * @param ran the work trees where the command ran
 */
export async function absentChanges(
  { unverified, uncommitted }: Pick<Cursor, 'unverified' | 'uncommitted'>,
  verdict: CommandVerdict | undefined,
  ran: readonly Ran[],
  files: RecordedContents,
  tracker: WorkTreeTracker,
): Promise<NodeId[]> {
  const open = new Set(uncommitted.map(({ id }) => id));
  const known = new Map<string, boolean>();
  const lacks = async (path: RepoPath, steps: readonly NodeId[]): Promise<boolean> => {
    for (const { place, differences } of ran) {
      if (!place.seen.tree || !differences) return false;
      // Somebody else wrote it while the command ran, and its lines have no owner yet.
      if (!hasGit(verdict?.writes ?? NONE) && differences.some((one) => one.path === path)) return false;
      const blob = await files.blobAt(place.seen.tree, path);
      if (!(await tracker.hasNoneOf(steps, path, blob, place.workTree.gitDir))) return false;
    }
    return ran.length > 0;
  };
  const isGone = async (path: RepoPath, id: NodeId): Promise<boolean> => {
    const key = `${path} ${open.has(id) ? 'open' : id}`;
    if (!known.has(key)) {
      const together = unverified.filter((one) => open.has(one.id) && one.files?.includes(path)).map((one) => one.id);
      known.set(key, await lacks(path, open.has(id) ? together : [id]));
    }
    return known.get(key)!;
  };
  const absent: NodeId[] = [];
  for (const { id, files: paths = [] } of unverified) {
    let isAbsent = paths.length > 0;
    for (const path of paths) isAbsent &&= await isGone(path, id);
    if (isAbsent) absent.push(id);
  }
  return absent;
}
