import type { NodeId } from '../ids.ts';
import type { Node } from '../model.ts';
import { COMPLETABLE, isTurnGoal } from './kinds.ts';

/** The states of a task or a declared goal. */
export const TASK_STATES = ['open', 'blocked', 'active', 'done', 'dropped'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** The states in which nothing is left to do. */
export const FINISHED: ReadonlySet<TaskState | undefined> = new Set<TaskState>(['done', 'dropped']);

/** Whether an entry has a state: a task or a declared goal has one. */
export const hasState = (node: Node): boolean => COMPLETABLE.has(node.kind) && !isTurnGoal(node);

/**
 * A placeholder for a dependency that no note here contains, or that is only claimed and must not change the task. Only
 * events about it count: a stranger's node neither blocks nor frees the task.
 */
export const unknownTask = (id: NodeId): Node => ({ id, kind: 'task', at: 0, summary: '' });

/** The state that a task was recorded with, or that an event gave it; undefined for an unknown word. */
export function statedIn({ detail }: Node): TaskState | undefined {
  const value = detail?.['state'];
  return TASK_STATES.find((state) => state === value);
}

/**
 * The state of a task: the last one that was stated. Without one it is blocked while a task that it depends on is not done.
 * @param stated the state that the events give, see `Standing`
 * @param dependencies the states of the entries that it depends on; undefined for an entry without a state
 */
export const taskState = (stated: TaskState | undefined, dependencies: readonly (TaskState | undefined)[]): TaskState =>
  stated ?? (dependencies.some((state) => state !== undefined && state !== 'done') ? 'blocked' : 'open');

/** Revisions of a dependency that are followed. */
export const MAX_REVISIONS = 20;

/** The state of a dependency, or of its newest revision. */
export function dependencyState(
  id: NodeId,
  standingOf: (id: NodeId) => { readonly state?: TaskState; readonly supersededBy?: NodeId },
): TaskState | undefined {
  let next = id;
  for (let left = MAX_REVISIONS; left > 0; left--) {
    const { state, supersededBy } = standingOf(next);
    if (!supersededBy) return state;
    next = supersededBy;
  }
  return undefined;
}
