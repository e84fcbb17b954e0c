import { fromRuns, type Owned, toRuns } from '../../lines/owner.ts';
import type { Gone, WorkTreeState } from '../state/state.ts';

/** No more lines than this are remembered of what went. */
const MAX_LINES = 2000;
/** Lines that went so many commits ago are past: what is written then is written anew. A copy may stay uncommitted over several. */
const MAX_COMMITS = 20;

/** Lines that went from a work tree in the last steps, the last ones first. */
export const goneFrom = (workTree: WorkTreeState): Owned[] =>
  workTree.gone.map(({ lines, runs }) => ({ lines, owners: fromRuns(runs) })).reverse();

/** Remembers lines that a step took away. */
export function rememberGone(workTree: WorkTreeState, gone: readonly Owned[]): void {
  for (const { lines, owners } of gone) workTree.gone.push({ lines, runs: toRuns(owners), commits: 0 });
  let count = 0;
  const first = workTree.gone.findLastIndex(({ lines }) => (count += lines.length) > MAX_LINES);
  workTree.gone.splice(0, first + 1);
}

/**
 * Forgets lines that went and hold what looks like a secret: it is better not to find them elsewhere than to keep them.
 * @param redact gives a text without secrets
 */
export async function dropSecrets(
  workTrees: Iterable<WorkTreeState>,
  redact: (text: string) => Promise<string>,
): Promise<void> {
  for (const workTree of workTrees) {
    const kept: Gone[] = [];
    for (const one of workTree.gone) {
      const text = one.lines.join('\n');
      if (!one.clean && (await redact(text)) !== text) continue;
      one.clean = true;
      kept.push(one);
    }
    workTree.gone = kept;
  }
}

/** A commit was made: what went long before it is past. */
export function ageGone(workTree: WorkTreeState): void {
  for (const one of workTree.gone) one.commits++;
  workTree.gone = workTree.gone.filter(({ commits }) => commits < MAX_COMMITS);
}
