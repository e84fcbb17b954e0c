import type { NodeId, RepoPath } from '../../model/ids.ts';
import { readCommand } from '../../model/shell/parse/command.ts';
import { keepCommitting } from '../commit/committing-steps.ts';
import type { Sessions } from '../session/sessions.ts';
import { toRepoPath } from '../spool/event-paths.ts';
import type { Call, Edit, EventBody } from '../spool/event.ts';
import type { OpenStep, SessionState } from '../state/state.ts';
import { endBackground, followInBackground } from '../worktree/background-steps.ts';
import { isBornIn, backgroundIn, stepBeside, stepIn } from '../worktree/other-worktrees.ts';
import type { RecordedContents, TreeDifference } from '../worktree/recorded-contents.ts';
import type { WorkTreeTracker } from '../worktree/worktree-tracker.ts';
import type { WorkTrees } from '../worktree/worktrees.ts';
import type { ChangeAttribution } from './attribute-changes.ts';
import { changeAuthorOf, type ActiveSteps, activeStepsOf, otherwise, withoutEnded } from './change-author.ts';
import { keepWritten, settleEdits } from './edit.ts';
import { type Explanation, Explainer, type FormerTree } from './explainer.ts';
import { isMixed } from './git-mixed-commands.ts';
import type { ObservedEvent, WorkTreeSnapshot } from './observed-event.ts';
import { openRedacted, ownedBy } from './open-call.ts';
import type { OpenCalls } from './open-calls.ts';

type Ended = Extract<EventBody, { type: 'after' }>;

/** The changes of an ended call in one work tree. */
export interface CallChanges {
  readonly place: WorkTreeSnapshot;
  readonly step: OpenStep;
  readonly active: ActiveSteps;
  /** Undefined when the snapshot failed. */
  readonly differences: readonly TreeDifference[] | undefined;
  readonly mine: readonly TreeDifference[];
  /** Which of its own differences the call's words explain. */
  readonly explanation?: Explanation | undefined;
  /** Differences that the call could have made and did not. */
  readonly aside?: UnexplainedChanges;
  /** The owner of the other differences, when that is fixed. */
  readonly rest?: 'unsure';
}

/** Differences that a step's words do not explain: made by others, or perhaps by an unexplained part of the step. */
interface UnexplainedChanges {
  readonly others: readonly TreeDifference[];
  readonly unsure: readonly TreeDifference[];
}

// A file tool that began with another file than it ended with: one of the two payloads was damaged.
function isElsewhere(
  open: OpenStep | undefined,
  { seen, workTree }: WorkTreeSnapshot,
  call: Call,
  cwd?: string,
): boolean {
  if (open?.action !== 'edit' || open.paths.length === 0 || seen.blob === undefined) return false;
  const path = call.paths[0] && toRepoPath(call.paths[0], workTree.top, cwd);
  return path !== undefined && !open.paths.includes(path as RepoPath);
}

/** Compares the work trees around an ended call, and gives the changed lines their owners. */
export class CallComparison {
  readonly #sessions: Sessions;
  readonly #tracker: WorkTreeTracker;
  readonly #files: RecordedContents;
  readonly #workTrees: WorkTrees;
  readonly #calls: OpenCalls;
  readonly #attribution: ChangeAttribution;
  readonly #explainer: Explainer;

  constructor(
    sessions: Sessions,
    tracker: WorkTreeTracker,
    files: RecordedContents,
    workTrees: WorkTrees,
    calls: OpenCalls,
    attribution: ChangeAttribution,
  ) {
    this.#sessions = sessions;
    this.#tracker = tracker;
    this.#files = files;
    this.#workTrees = workTrees;
    this.#calls = calls;
    this.#attribution = attribution;
    this.#explainer = new Explainer(files, tracker);
  }

  /** The changes of an ended call in one of the work trees with a snapshot. */
  async part(
    place: WorkTreeSnapshot,
    begun: OpenStep | undefined,
    state: SessionState,
    { call, edits, outcome }: Ended,
    observed: ObservedEvent,
  ): Promise<CallChanges> {
    const { workTree } = place;
    const trees = this.#workTrees.all();
    const former = { tree: workTree.tree, overlay: workTree.overlay };
    const open = this.#calls.in(workTree, state.session.id, call);
    const differences = isElsewhere(open, place, call, observed.cwd)
      ? undefined
      : await this.#attribution.compare(place, observed.number, call, observed.cwd);
    const isBorn = !open && begun !== undefined && isBornIn(workTree, begun);
    // By now, work trees may be known that the command itself created.
    const step = open
      ? stepIn(workTree, open, trees)
      : begun && begun.command !== undefined && !edits
        ? stepBeside(workTree, begun, trees)
        : await openRedacted(this.#sessions, state, call, observed, workTree, trees);
    workTree.open = workTree.open.map((one) => (one === open ? step : one));
    // A failed file tool or a refused call did nothing; a failed patch of several files may have changed some, if the event lists them.
    const isSpelledOut = edits?.some(({ written }) => written);
    if (outcome === 'refused' || (outcome === 'failed' && step.action === 'edit' && !isSpelledOut)) {
      workTree.open = workTree.open.filter((one) => one !== step);
      const active = activeStepsOf(workTree, undefined, observed.at);
      return { place, step, active, differences, mine: [], ...(step.paths.length > 1 && { rest: 'unsure' }) };
    }
    // Without its beginning, only a file tool's changes are distinguishable from earlier ones.
    const known = open !== undefined || edits !== undefined || isBorn;
    const active = activeStepsOf(workTree, step, observed.at);
    const isMine = (one: TreeDifference): boolean =>
      changeAuthorOf(one.path, one.from !== null, active).kind === 'step';
    const claimed = known ? (differences ?? []).filter(isMine) : [];
    const part = { place, step, active, differences, ...((!known || isBorn) && { rest: 'unsure' as const }) };
    return { ...part, ...(await this.#explained(claimed, part, call, former)) };
  }

  // The differences that a step may have made, by what its words explain.
  async #explained(
    claimed: readonly TreeDifference[],
    { place, step }: Pick<CallChanges, 'place' | 'step'>,
    { command, input }: Call,
    former: FormerTree,
  ): Promise<Pick<CallChanges, 'mine' | 'explanation' | 'aside'>> {
    const withCommand = command === undefined ? step : { ...step, command };
    const explanation = claimed.length > 0 && (await this.#explainer.of(withCommand, place.workTree, former, input));
    if (!explanation) return { mine: claimed };
    const shares = { step: [] as TreeDifference[], others: [] as TreeDifference[], unsure: [] as TreeDifference[] };
    const hidden = step.verdict?.commits === true || step.perhaps === true; // the hooks of a commit may format files
    for (const one of claimed) {
      const share = isMixed(step) ? 'step' : await explanation.share(one, this.#files);
      shares[share === 'others' && hidden ? 'unsure' : share].push(one);
    }
    return { mine: shares.step, explanation, aside: shares };
  }

  /** Gives the lines of the differences their owners. @param writer the node of the call */
  async settle(
    { place, step, active, differences, mine, explanation, aside, rest }: CallChanges,
    writer: NodeId,
    edits: readonly Edit[] = [],
    { at, cwd }: ObservedEvent,
  ): Promise<void> {
    const { workTree } = place;
    if (!differences) {
      workTree.open = workTree.open.filter((other) => other !== step);
      workTree.dropped.push(step);
      return;
    }
    const changed = { mine, differences };
    const whole = await settleEdits(this.#tracker, this.#files, workTree, changed, edits, writer, cwd);
    const making = { step, explanation, others: otherwise(step, active) };
    const isSpelt = edits.some(({ written }) => written);
    if (!whole) await this.#tracker.settle(mine, workTree, ownedBy(writer, step), false, making, isSpelt);
    await keepWritten(this.#tracker, this.#files, workTree, changed, edits, writer, cwd);
    if (aside) await this.#attribution.settle(place, aside.others, withoutEnded(active), at, rest);
    if (aside) await this.#attribution.settle(place, aside.unsure, active, at, 'unsure');
    const settled = new Set([...mine, ...(aside?.others ?? []), ...(aside?.unsure ?? [])]);
    const others = differences.filter((one) => !settled.has(one));
    await this.#attribution.settle(place, others, active, at, rest);
    workTree.open = workTree.open.filter((other) => other !== step);
  }

  /** A command that has returned may have left programs running, or have ended some. */
  leaveBehind({ place, step }: CallChanges, node: NodeId, { at, cwd }: ObservedEvent, task: string | undefined): void {
    const { workTree } = place;
    keepCommitting(workTree, step, node, at);
    if (step.verdict?.kills)
      endBackground(workTree, at, (one) => one.task === undefined && one.session === step.session);
    const whole = task !== undefined && step.command !== undefined;
    const from = step.cwd ?? cwd;
    const background = whole
      ? backgroundIn(readCommand(step.command, true), workTree.top, from)
      : step.verdict?.lasting;
    if (background) followInBackground(workTree, step, node, background, task);
  }
}
