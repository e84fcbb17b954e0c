import { followFlood } from '../worktree/untracked-flood.ts';
import { forgetEnded } from '../worktree/background-steps.ts';
import type { RepoPath } from '../../model/ids.ts';
import type { Call } from '../spool/event.ts';
import { Explainer } from './explainer.ts';
import { isLost } from '../spool/lost-events.ts';
import type { TreeDifference, RecordedContents } from '../worktree/recorded-contents.ts';
import { changeAuthorOf, type ActiveSteps, mayWrite, otherwise, withoutStep } from './change-author.ts';
import type { WorkTreeTracker } from '../worktree/worktree-tracker.ts';
import { writtenBehind } from './open-call.ts';
import { toRepoPath } from '../spool/event-paths.ts';
import type { ObservedEvent } from './observed-event.ts';
import type { Sessions } from '../session/sessions.ts';
import type { BackgroundStep, OpenStep, WorkTreeState } from '../state/state.ts';
import type { WorkTreeSnapshot } from './observed-event.ts';
import type { Snapshot } from '../spool/spool.ts';

/** The work trees with a snapshot of this event's hook; the one where it ran comes first. */
export const snapshotsOf = ({ workTree, observation, beside }: ObservedEvent): readonly WorkTreeSnapshot[] =>
  workTree && observation ? [{ workTree, seen: observation }, ...beside] : [];

// Whether a step may have changed these files only.
const isWithin = ({ action, paths }: OpenStep, differences: readonly TreeDifference[]): boolean =>
  action === 'edit' && paths.length > 0 && paths.every((path) => differences.some((one) => one.path === path));

// The hook read a file's name from the payload, and the recorder finds none: the payload was damaged in between.
const isUnnamed = ({ tree, blob }: Snapshot, call: Call | undefined): boolean =>
  tree === undefined && blob !== undefined && call?.paths.length === 0;

// A file tool waits, perhaps for a permission, and another call has ended that may have written its file.
function markShared(workTree: WorkTreeState, path: RepoPath): void {
  workTree.open = workTree.open.map((step) =>
    step.action === 'edit' && step.paths.includes(path) ? { ...step, shared: true } : step,
  );
}

/** Compares snapshots and attributes the differences that no finished step explains. */
export class ChangeAttribution {
  readonly #sessions: Sessions;
  readonly #tracker: WorkTreeTracker;
  readonly #files: RecordedContents;
  readonly #explainer: Explainer;

  constructor(sessions: Sessions, tracker: WorkTreeTracker, files: RecordedContents) {
    this.#sessions = sessions;
    this.#tracker = tracker;
    this.#files = files;
    this.#explainer = new Explainer(files, tracker);
  }

  /** The differences since the last snapshot; undefined when this snapshot failed: the step then counts as cut off. */
  async compare(
    { workTree, seen }: WorkTreeSnapshot,
    number: number,
    call?: Call,
    cwd?: string,
  ): Promise<TreeDifference[] | undefined> {
    if (seen.lost || isUnnamed(seen, call)) return undefined;
    if (number < workTree.number) return [];
    // Several calls may end at one snapshot: the differences left to the others are found again. Two hooks may also have drawn one
    // number, and then it is not known which tree is the later one. The files of two such events are compared one after the other.
    const isSame = seen.tree === undefined || seen.tree === workTree.tree;
    if (number === workTree.number && !isSame) return undefined;
    workTree.number = number;
    if (seen.tree) return this.#tracker.lookAtTree(workTree, seen.tree);
    const path = call?.paths[0] && toRepoPath(call.paths[0], workTree.top, cwd);
    if (seen.blob === undefined || !path) return [];
    return this.#tracker.lookAtFile(workTree, path, seen.blob);
  }

  /** Assigns owners to the differences that belong to no finished step. @param force all of them have no owner that we name */
  async settle(
    { workTree, seen }: WorkTreeSnapshot,
    differences: readonly TreeDifference[],
    active: ActiveSteps,
    at: number,
    force?: 'unsure',
  ): Promise<void> {
    const groups: Record<'git' | 'human' | 'unsure', TreeDifference[]> = { git: [], human: [], unsure: [] };
    const behind = new Map<BackgroundStep, TreeDifference[]>();
    for (const one of differences) {
      const changeAuthor = force ? { kind: force } : changeAuthorOf(one.path, one.from !== null, active);
      if (changeAuthor.kind === 'later') {
        workTree.overlay[one.path] = one.from;
        if (active.ended && mayWrite(active.ended, one.path)) markShared(workTree, one.path);
      } else if (changeAuthor.kind === 'background')
        behind.set(changeAuthor.step, [...(behind.get(changeAuthor.step) ?? []), one]);
      else if (changeAuthor.kind !== 'step') groups[changeAuthor.kind].push(one);
    }
    for (const [step, all] of behind) await this.#settleBehind(workTree, step, all, active, at, groups);
    for (const kind of ['git', 'human', 'unsure'] as const)
      await this.#tracker.settleOthers(groups[kind], workTree, kind, seen.blob !== undefined);
    if (seen.tree) {
      forgetEnded(workTree, at);
      followFlood(workTree, active.ended, at);
    }
    if (workTree.open.length > 0) return;
    // A snapshot of a single file leaves open what a step changed elsewhere.
    if (seen.tree) workTree.dropped = workTree.dropped.filter((step) => !isLost(step) && differences.length === 0);
    else if (differences.length > 0) workTree.dropped = workTree.dropped.filter((step) => !isWithin(step, differences));
  }

  // Of the changes while a program ran in the background, it owns those that its command explains.
  async #settleBehind(
    workTree: WorkTreeState,
    step: BackgroundStep,
    differences: readonly TreeDifference[],
    active: ActiveSteps,
    at: number,
    groups: Record<'human' | 'unsure', TreeDifference[]>,
  ): Promise<void> {
    const explanation = await this.#explainer.of(step, workTree, workTree);
    const mine: TreeDifference[] = [];
    const likely: TreeDifference[] = [];
    for (const one of differences) {
      if (await explanation?.explained(one, this.#files)) mine.push(one);
      else if (explanation?.isOpen(one.path)) likely.push(one);
      else
        groups[explanation && (await explanation.share(one, this.#files)) === 'others' ? 'human' : 'unsure'].push(one);
    }
    await this.#tracker.settle(likely, workTree, { kind: 'unsure', likely: step.node }, true);
    if (mine.length === 0) return;
    const paths = mine.map(({ path }) => path);
    const author = await writtenBehind(this.#sessions, step, paths, at);
    const making = { step, explanation, others: otherwise(step, withoutStep(active, step)) };
    await this.#tracker.settle(mine, workTree, author, false, making);
  }
}
