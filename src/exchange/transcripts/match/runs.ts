import { weight } from '../../../lines/text.ts';
import type { Pair } from './landed.ts';
import type { LandedHunk } from './landed.ts';
import { type Block, TELLING } from '../edit-lines.ts';

/** Minimum of letters and digits in a run (`git blame -M` asks for as much), in two lines at least. */
const ANCHOR = 20;
/** Minimum in a line that stands alone (the default of `git blame -C`). */
const ALONE = 40;
/** Minimum in another person's commit: such a text was copied, not typed again. */
const COPIED = 250;
/** Minimum share of new text in a run that also holds lines of earlier commits; less is enough in a long text. */
const SHARE = 0.5;
/** Minimum for a long text, in lines. */
const SEVERAL = 4;

/**
 * Sets a doubt for runs that are too short to identify the session.
 * @param pairs of one block and one place of a commit, in their order
 * @param isStranger another person made the commit
 */
export function doubtRuns(pairs: readonly Pair[], isStranger: boolean): void {
  const [first] = pairs;
  if (!first || (!isStranger && isSameChange(first.block, first.hunk, pairs))) return;
  for (const run of runsOf(pairs).flatMap(withoutOld)) {
    const fresh = freshIn(run);
    const doubt = isStranger && fresh < COPIED ? 'stranger' : isTelling(run, fresh) ? undefined : 'little';
    if (doubt) for (const pair of run) pair.doubt ??= pair.isOld ? 'returned' : doubt;
  }
}

// Lines that stand one behind the other in the commit as in the block.
function runsOf(pairs: readonly Pair[]): Pair[][] {
  const runs: Pair[][] = [];
  for (const pair of pairs) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.line + 1 === pair.line && last.at + 1 === pair.at) runs.at(-1)!.push(pair);
    else runs.push([pair]);
  }
  return runs;
}

// Lines of earlier commits are the session's only where enough of the run is new. Otherwise the new ones count by themselves.
function withoutOld(run: readonly Pair[]): (readonly Pair[])[] {
  const fresh = freshIn(run);
  const several = run.filter((pair) => !pair.doubt && !pair.isOld && weightOf(pair) >= TELLING).length >= SEVERAL;
  const all = run.reduce((sum, pair) => sum + weightOf(pair), 0);
  if (fresh >= SHARE * all || (several && fresh >= COPIED)) return [run];
  const parts: Pair[][] = [];
  let isOld: boolean | undefined;
  for (const pair of run) {
    const isTurn = weightOf(pair) >= TELLING && pair.isOld !== isOld; // a bracket goes with the lines around it
    if (isTurn) isOld = pair.isOld;
    if (isTurn || parts.length === 0) parts.push([pair]);
    else parts.at(-1)!.push(pair);
  }
  return parts;
}

const weightOf = ({ hunk, line }: Pair): number => weight(hunk.added[line]!);

// How much of a run is new, and without doubt.
const freshIn = (run: readonly Pair[]): number =>
  run.reduce((sum, pair) => sum + (pair.doubt || pair.isOld ? 0 : weightOf(pair)), 0);

// A line that many files have, such as a common import, may be anybody's where it stands alone.
function isTelling(run: readonly Pair[], fresh: number): boolean {
  const standing = run.filter((pair) => weightOf(pair) > 0);
  return fresh >= ANCHOR && (standing.length > 1 || fresh >= ALONE);
}

// The commit did there what the step did, all of it and nothing else.
function isSameChange(block: Block, { added, removed, around }: LandedHunk, pairs: readonly Pair[]): boolean {
  if (pairs.length !== added.length || pairs.length !== block.lines.length) return false;
  if (pairs.some(({ isOld }) => isOld)) return false;
  if (block.removed.length !== removed.length || !block.removed.every((line, i) => line === removed[i])) return false;
  const { before, after } = block.around;
  const isThere = (before !== undefined && before === around.before) || (after !== undefined && after === around.after);
  return isThere || (removed.length > 0 && before === undefined && after === undefined);
}
