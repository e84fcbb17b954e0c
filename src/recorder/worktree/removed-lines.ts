import { fromRuns, type Owned, type Owner, toRuns } from '../../lines/owner.ts';
import { squeeze } from '../../lines/text.ts';
import type { RemovedLines, WorkTreeState } from '../state/state.ts';

/** Removed lines that are remembered. */
const MAX_LINES = 2000;
/** After this many commits, removed lines are dropped: the same text counts as new then. A copy may stay uncommitted over several. */
const MAX_COMMITS = 20;

/** Lines that the last steps removed from a work tree, the latest first. */
export const removedLines = (workTree: Pick<WorkTreeState, 'gone'>): Owned[] =>
  workTree.gone.map(({ lines, runs }) => ({ lines, owners: fromRuns(runs) })).reverse();

/**
 * The same without lines that a person removed. An agent that writes such a line out did not move it: it cannot have
 * cut it.
 */
export const removedBySteps = (workTree: WorkTreeState): Owned[] =>
  removedLines({ gone: workTree.gone.filter(({ byPerson }) => !byPerson) });

/** The texts of lines that persons removed and no step did, without their white space. */
export function removedByPersons({ gone: removed }: WorkTreeState): Set<string> {
  const texts = new Set(removed.flatMap(({ lines, byPerson }) => (byPerson ? lines.map(squeeze) : [])));
  for (const { lines, byPerson } of removed) if (!byPerson) for (const line of lines) texts.delete(squeeze(line));
  return texts;
}

/**
 * The owners of a text after a step, given those that it had when the file had this very text before: a line of a person, or from before
 * the recording, that the agent removed and puts back keeps its owner. If persons removed it and no step did, the agent has written it again.
 */
export function withPutBack(
  workTree: WorkTreeState,
  lines: readonly string[],
  owners: readonly Owner[],
  former: readonly Owner[] | undefined,
): Owner[] {
  if (former?.length !== owners.length) return [...owners];
  const byPersons = removedByPersons(workTree);
  const isBack = (i: number): boolean =>
    (former[i]!.kind === 'human' || former[i]!.kind === 'base') && !byPersons.has(squeeze(lines[i]!));
  return owners.map((owner, i) => (owner.kind === 'node' && isBack(i) ? former[i]! : owner));
}

/** Remembers lines that a step, or a person, removed. */
export function rememberRemoved(workTree: WorkTreeState, removed: readonly Owned[], byPerson = false): void {
  for (const { lines, owners } of removed)
    workTree.gone.push({ lines, runs: toRuns(owners), commits: 0, ...(byPerson && { byPerson }) });
  let count = 0;
  const first = workTree.gone.findLastIndex(({ lines }) => (count += lines.length) > MAX_LINES);
  workTree.gone.splice(0, first + 1);
}

/**
 * Drops removed lines that look like a secret: better not to recognise them elsewhere than to keep them.
 * @param redact returns a text without secrets
 */
export async function dropSecrets(
  workTrees: Iterable<WorkTreeState>,
  redact: (text: string) => Promise<string>,
): Promise<void> {
  for (const workTree of workTrees) {
    const kept: RemovedLines[] = [];
    for (const one of workTree.gone) {
      const text = one.lines.join('\n');
      if (!one.clean && (await redact(text)) !== text) continue;
      one.clean = true;
      kept.push(one);
    }
    workTree.gone = kept;
  }
}

/** Called after a commit: drops lines that were removed long before. */
export function ageRemoved(workTree: WorkTreeState): void {
  for (const one of workTree.gone) one.commits++;
  workTree.gone = workTree.gone.filter(({ commits }) => commits < MAX_COMMITS);
}
