import { MIN_LINE_WEIGHT, weight } from '../../../lines/text.ts';
import type { Pair } from './landed.ts';
import type { LandedHunk } from './landed.ts';
import type { Block } from '../edit-lines.ts';

/** Minimum number of letters and digits in a run (the default of `git blame -M`), in at least two lines. */
const MIN_RUN_WEIGHT = 20;
/** Minimum number in a single line (the default of `git blame -C`). */
const MIN_SINGLE_WEIGHT = 40;
/** Minimum number in another person's commit. Text of this length was copied, not typed again. */
const MIN_COPY_WEIGHT = 250;
/** Minimum share of new text in a run that also contains lines of earlier commits. A long text needs less. */
const MIN_NEW_SHARE = 0.5;
/** The length in lines from which a text is long. */
const MIN_LONG_LINES = 4;

/**
 * Sets a doubt for runs that are too short to identify the session.
 * @param pairs of one block and one place of a commit, in order
 * @param isStranger whether another person made the commit
 */
export function doubtRuns(pairs: readonly Pair[], isStranger: boolean): void {
  const [first] = pairs;
  if (!first || (!isStranger && isSameChange(first.block, first.hunk, pairs))) return;
  for (const run of runsOf(pairs).flatMap(withoutOld)) {
    const fresh = freshIn(run);
    const doubt = isStranger && fresh < MIN_COPY_WEIGHT ? 'stranger' : isSignificant(run, fresh) ? undefined : 'little';
    if (doubt) for (const pair of run) pair.doubt ??= pair.isOld ? 'returned' : doubt;
  }
}

// Lines that are adjacent both in the commit and in the block.
function runsOf(pairs: readonly Pair[]): Pair[][] {
  const runs: Pair[][] = [];
  for (const pair of pairs) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.line + 1 === pair.line && last.at + 1 === pair.at) runs.at(-1)!.push(pair);
    else runs.push([pair]);
  }
  return runs;
}

// Lines of earlier commits are the session's only if enough of the run is new. Otherwise only the new lines count.
function withoutOld(run: readonly Pair[]): (readonly Pair[])[] {
  const fresh = freshIn(run);
  const several =
    run.filter((pair) => !pair.doubt && !pair.isOld && weightOf(pair) >= MIN_LINE_WEIGHT).length >= MIN_LONG_LINES;
  const all = run.reduce((sum, pair) => sum + weightOf(pair), 0);
  if (fresh >= MIN_NEW_SHARE * all || (several && fresh >= MIN_COPY_WEIGHT)) return [run];
  const parts: Pair[][] = [];
  let isOld: boolean | undefined;
  for (const pair of run) {
    const isTurn = weightOf(pair) >= MIN_LINE_WEIGHT && pair.isOld !== isOld; // a bracket belongs to the lines around it
    if (isTurn) isOld = pair.isOld;
    if (isTurn || parts.length === 0) parts.push([pair]);
    else parts.at(-1)!.push(pair);
  }
  return parts;
}

const weightOf = ({ hunk, line }: Pair): number => weight(hunk.added[line]!);

// The amount of new text without doubt in a run.
const freshIn = (run: readonly Pair[]): number =>
  run.reduce((sum, pair) => sum + (pair.doubt || pair.isOld ? 0 : weightOf(pair)), 0);

// A line that many files contain, such as a common import, does not identify its author when it is alone.
function isSignificant(run: readonly Pair[], fresh: number): boolean {
  const standing = run.filter((pair) => weightOf(pair) > 0);
  return fresh >= MIN_RUN_WEIGHT && (standing.length > 1 || fresh >= MIN_SINGLE_WEIGHT);
}

// The commit made exactly the same change as the step.
function isSameChange(block: Block, { added, removed, around }: LandedHunk, pairs: readonly Pair[]): boolean {
  if (pairs.length !== added.length || pairs.length !== block.lines.length) return false;
  if (pairs.some(({ isOld }) => isOld)) return false;
  if (block.removed.length !== removed.length || !block.removed.every((line, i) => line === removed[i])) return false;
  const { before, after } = block.around;
  const isThere = (before !== undefined && before === around.before) || (after !== undefined && after === around.after);
  return isThere || (removed.length > 0 && before === undefined && after === undefined);
}
