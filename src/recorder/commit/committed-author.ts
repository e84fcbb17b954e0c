import type { NodeId, Oid, RepoPath, SessionId } from '../../model/ids.ts';
import { type CommitChange, type FileChange } from '../../git/history/commit-changes.ts';
import { HUMAN, type Owner, UNSURE } from '../../lines/owner.ts';
import type { SourceOwners } from '../rewrite/source-owners.ts';
import { isOf } from '../worktree/background-steps.ts';
import { stepOfCommit } from './committing-steps.ts';
import { Explainer } from '../step/explainer.ts';
import type { TreeDifference, RecordedContents } from '../worktree/recorded-contents.ts';
import { isMixed, spellsOut } from '../step/git-mixed-commands.ts';
import {
  changeAuthorOf,
  type ActiveSteps,
  activeStepsOf,
  namesPath,
  otherwise,
  withoutStep,
} from '../step/change-author.ts';
import { type StepChanges, type WorkTreeTracker } from '../worktree/worktree-tracker.ts';
import { ownedBy, writtenBehind } from '../step/open-call.ts';
import type { Sessions } from '../session/sessions.ts';
import type { BackgroundStep, OpenStep, WorkTreeState } from '../state/state.ts';

/** A commit that needs a note. */
export interface Committed {
  readonly commit: Oid;
  readonly at: number;
  readonly summary: string;
  readonly change: CommitChange;
  readonly workTree: WorkTreeState;
  /** The session that started the shell of this git command, when known. */
  readonly by: SessionId | undefined;
  /** Steps that began later (milliseconds since the epoch) had no part in it; undefined where the clock is not reliable. */
  readonly madeBy: number | undefined;
  /** When git ran the post-commit hook for it, in milliseconds since the epoch; undefined when no hook reported it. */
  readonly hookAt: number | undefined;
  /** The source commits, when it was rewritten. */
  readonly origins: SourceOwners;
}

/** The owner of the new lines of a committed file. */
export interface Author {
  readonly author: Owner;
  /** The step that made them, and what its words explain. */
  readonly step?: OpenStep;
  readonly making?: StepChanges;
  /** Only lines that the step's words spell out; the others have no owner that we name. */
  readonly spelt?: true;
}

// The only running step that names a file, when it spells out a line of it.
function speller(path: RepoPath, lines: readonly string[], { open }: ActiveSteps): OpenStep | undefined {
  const [step, ...others] = open.filter((one) => namesPath(one, path));
  return step && others.length === 0 && lines.some(spellsOut(step)) ? step : undefined;
}

/** Finds who wrote the new lines of committed files. */
export class CommittedAuthors {
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

  /** The owner of the new lines of a file. */
  async of(file: FileChange, lines: readonly string[], committed: Committed): Promise<Author> {
    const { workTree, by, at, madeBy = Number.POSITIVE_INFINITY } = committed;
    const running = by && workTree.open.findLast((step) => step.action === 'shell' && isOf(step, by));
    // The agent's shell moved to this work tree; its step belongs to another.
    if (by && !running) return { author: UNSURE };
    // The text that a step may have left is lost.
    const seen = await this.#tracker.knownBefore(committed.commit, workTree, file.oldPath ?? file.path);
    if (seen && (await this.#files.isGone(seen))) return { author: UNSURE };
    const isEarlier = (step: { readonly at: number }): boolean => step.at <= madeBy;
    const then = activeStepsOf(workTree, running, Date.now());
    const active = {
      ...then,
      open: then.open.filter(isEarlier),
      dropped: then.dropped.filter(isEarlier),
      background: then.background.filter(isEarlier),
    };
    const changeAuthor = changeAuthorOf(file.path, file.oldBlob !== undefined, active);
    const difference = { path: file.path, from: file.oldBlob ?? null, to: file.newBlob ?? null };
    if (changeAuthor.kind === 'background')
      return this.#authorBehind(changeAuthor.step, difference, workTree, active, at);
    // Only the command's words can show whether a step that is still running made the commit.
    const later = changeAuthor.kind === 'later' ? speller(file.path, lines, active) : undefined;
    const step = changeAuthor.kind === 'step' ? changeAuthor.step : later;
    if (!step && changeAuthor.kind === 'human' && !this.#tracker.abstains)
      return this.#endedAuthor(file, committed, difference);
    if (!step) return { author: UNSURE };
    const explanation = later ? undefined : await this.#explainer.of(step, workTree, workTree);
    const making = { step, explanation, others: otherwise(step, active) };
    if (explanation && !isMixed(step) && (await explanation.share(difference, this.#files)) !== 'step')
      return { author: making.others(file.path, file.oldBlob !== undefined) };
    const author = ownedBy(await this.#nodeOf(step, file.path, at), step);
    return { author, step, making, ...(later && { spelt: true }) };
  }

  // The lines that a program in the background wrote before a commit.
  async #authorBehind(
    step: BackgroundStep,
    difference: TreeDifference,
    workTree: WorkTreeState,
    active: ActiveSteps,
    at: number,
  ): Promise<Author> {
    const explanation = await this.#explainer.of(step, workTree, workTree);
    const making = { step, explanation, others: otherwise(step, withoutStep(active, step)) };
    if (await explanation?.explained(difference, this.#files))
      return { author: await writtenBehind(this.#sessions, step, [difference.path], at), step, making };
    if (explanation?.isOpen(difference.path)) return { author: { kind: 'unsure', likely: step.node } };
    return { author: explanation ? making.others(difference.path, difference.from !== null) : UNSURE };
  }

  // No running step made it: an ended one may have, if no hook reported its commits.
  async #endedAuthor(
    { path, oldBlob }: FileChange,
    { workTree, at, madeBy, hookAt, summary }: Committed,
    difference: TreeDifference,
  ): Promise<Author> {
    const found = madeBy === undefined ? undefined : stepOfCommit(workTree, { at, hookAt }, summary);
    if (found === undefined || found === 'several') return { author: found ? UNSURE : HUMAN };
    const { step, isNamed } = found;
    const active = activeStepsOf({ ...workTree, open: [], dropped: [], background: [] }, step, step.until);
    const changeAuthor = changeAuthorOf(path, oldBlob !== undefined, active);
    if (changeAuthor.kind !== 'step') return { author: changeAuthor.kind === 'human' ? HUMAN : UNSURE };
    const explanation = isNamed ? await this.#explainer.of(step, workTree, workTree) : undefined;
    const making = { step, explanation, others: otherwise(step, active) };
    if (explanation && !isMixed(step) && (await explanation.share(difference, this.#files)) !== 'step')
      return { author: making.others(path, oldBlob !== undefined) };
    return { author: ownedBy(step.node, step), step, making, ...(!isNamed && { spelt: true }) };
  }

  async #nodeOf(step: OpenStep, path: RepoPath, at: number): Promise<NodeId> {
    return step.node ?? this.#sessions.addUnended(this.#sessions.get(step.session)!, step, at, [path]);
  }
}
