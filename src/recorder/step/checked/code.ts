import { contentMark } from '../../../model/checks/content.ts';
import type { Check } from '../../../model/checks/kind.ts';
import type { Oid, RepoPath } from '../../../model/ids.ts';
import type { CheckedCode } from '../../../model/step.ts';
import type { RecordedContents } from '../../worktree/recorded-contents.ts';
import type { OpenStep, SessionState } from '../../state/state.ts';
import type { WorkTreeTracker } from '../../worktree/worktree-tracker.ts';
import { absentChanges, type Ran } from './absent-changes.ts';
import { checkedParts, topsOf } from './parts.ts';

/** Changed files per check. With more, the contents are not recorded. */
const MAX_FILES = 64;

/**
 * The code that the checks of a command ran on: the parts of the project, and the contents of the session's changed files, which no
 * commit has yet, or which are committed and wait for a check. A file that another process changed while the command ran is left
 * out.
 * @param all the work trees where the command ran
 * @returns undefined when nothing is known, or the command runs no checks
 */
export async function checkedCode(
  { cursor }: SessionState,
  step: OpenStep,
  all: readonly Ran[],
  files: RecordedContents,
  tracker: WorkTreeTracker,
): Promise<CheckedCode | undefined> {
  const runs = (step.verdict?.runs ?? []).filter(({ stashed }) => !stashed);
  const [first] = all;
  if (runs.length === 0 || first === undefined) return undefined;
  const tops = topsOf(
    runs,
    step.cwd ?? first.place.workTree.top,
    all.map(({ place }) => place.workTree.top),
  );
  const ran = all.filter(({ place }) => tops.includes(place.workTree.top));
  const without = await absentChanges(cursor, step.verdict, ran, files, tracker);
  const code = await contentsOf(cursor, step, runs, ran, files);
  return without.length > 0 ? { ...code, without } : code;
}

async function contentsOf(
  cursor: SessionState['cursor'],
  step: OpenStep,
  runs: readonly Check[],
  ran: readonly Ran[],
  files: RecordedContents,
): Promise<CheckedCode | undefined> {
  const changed = [...cursor.uncommitted, ...cursor.unverified].flatMap((change) => change.files ?? []);
  const own = ran.flatMap(({ mine }) => mine.map(({ path }) => path));
  const paths = new Set<RepoPath>([...changed, ...own]);
  if (paths.size === 0 || paths.size > MAX_FILES) return undefined;
  const marks = new Set<number>();
  for (const { place, differences, mine } of ran) {
    if (!place.seen.tree || !differences) return undefined;
    const others = new Set(differences.filter((one) => !mine.includes(one)).map(({ path }) => path));
    for (const path of paths) {
      const blob = others.has(path) ? null : await files.blobAt(place.seen.tree, path);
      if (blob) marks.add(contentMark(path, blob));
    }
  }
  const [{ place }] = ran as readonly [Ran, ...Ran[]];
  const { top } = place.workTree;
  const others = ran.slice(1).map((one) => one.place.workTree.top);
  const around = { tree: place.seen.tree as Oid, top, cwd: step.cwd ?? top, others };
  return { saw: [...marks], ...(await checkedParts(runs, [...paths], around, files)) };
}
