import type { NodeId } from '../../model/ids.ts';
import type { CommittingStep, OpenStep, WorkTreeState } from '../state/state.ts';

/** Steps kept for each work tree. */
const MAX_STEPS = 16;
/** Reflogs have a resolution of one second. */
const SECOND_MS = 1000;

/** The step that was running when a commit was made. */
export interface CommitStep {
  readonly step: CommittingStep;
  /** Its command contains the commit's subject. */
  readonly isNamed: boolean;
}

/**
 * Keeps a command that commits after its end. Where git ran no hook, its commits are found in the reflog later, with files
 * that no snapshot has.
 * @param at the end of the command, in milliseconds since the epoch
 */
export function keepCommitting(workTree: WorkTreeState, step: OpenStep, node: NodeId, at: number): void {
  if (!step.verdict?.commits) return;
  workTree.committing = [...(workTree.committing ?? []), { ...step, node, until: at }].slice(-MAX_STEPS);
}

/** When a commit was made, in milliseconds since the epoch: a second of a reflog, or the moment when git ran the hook. */
export interface CommitTime {
  readonly at: number;
  /** Undefined when no hook reported the commit. */
  readonly hookAt: number | undefined;
}

/**
 * The step that made a commit, by the time and the subject of the commit; undefined when no step can have made it, `several` when
 * more than one may have.
 */
export function stepOfCommit(
  { committing = [] }: WorkTreeState,
  { at, hookAt }: CommitTime,
  subject: string,
): CommitStep | 'several' | undefined {
  const [first, last] = hookAt === undefined ? [at, at + SECOND_MS] : [hookAt, hookAt];
  const then = committing.filter((step) => step.at < last && step.until >= first);
  const named = then.filter(({ command = '' }) => subject !== '' && command.includes(subject));
  const best = named.length > 0 ? named : then;
  if (best.length > 1) return 'several';
  return best[0] && { step: best[0], isNamed: named.length > 0 };
}
