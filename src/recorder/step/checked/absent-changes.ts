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
  const known = new Map<RepoPath, Promise<ReadonlySet<NodeId> | undefined>>();
  const isGone = async (path: RepoPath, id: NodeId): Promise<boolean> => {
    if (!known.has(path)) known.set(path, writersIn(path, ran, verdict, files, tracker));
    const writers = await known.get(path)!;
    if (!writers) return false;
    const steps = open.has(id)
      ? unverified.filter((one) => open.has(one.id) && one.files?.includes(path)).map((one) => one.id)
      : [id];
    return !steps.some((step) => writers.has(step)) && tracker.hadLinesOf(path, steps.at(-1)!);
  };
  const absent: NodeId[] = [];
  for (const { id, files: paths = [] } of unverified) {
    let isAbsent = paths.length > 0;
    for (const path of paths) isAbsent &&= await isGone(path, id);
    if (isAbsent) absent.push(id);
  }
  return absent;
}

// The steps with lines of a file in any of the work trees; undefined where that is not known.
async function writersIn(
  path: RepoPath,
  ran: readonly Ran[],
  verdict: CommandVerdict | undefined,
  files: RecordedContents,
  tracker: WorkTreeTracker,
): Promise<ReadonlySet<NodeId> | undefined> {
  const all = new Set<NodeId>();
  for (const { place, differences } of ran) {
    if (!place.seen.tree || !differences) return undefined;
    // Another process wrote it while the command ran, and its lines have no owner yet.
    if (!hasGit(verdict?.writes ?? NONE) && differences.some((one) => one.path === path)) return undefined;
    const blob = await files.blobAt(place.seen.tree, path);
    const writers = await tracker.writersOf(path, blob, place.workTree.gitDir);
    if (!writers) return undefined;
    for (const writer of writers) all.add(writer);
  }
  return all;
}
