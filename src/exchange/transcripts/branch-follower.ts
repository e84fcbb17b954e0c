import type { Cursor } from '../../model/graph/cursor.ts';
import type { NodeId } from '../../model/ids.ts';
import type { StoryStep } from './transcript-session.ts';

/**
 * Follows a session from branch to branch by its commands, because a transcript has no snapshots. Once the agent went to another
 * branch, no check says anything about what it had committed before, until a branch is merged.
 */
export class BranchFollower {
  #elsewhere: ReadonlySet<NodeId> = new Set();

  /** Adds to a step which changes its checks do not cover. @param cursor the session before the step */
  follow(step: StoryStep, { unverified, uncommitted }: Pick<Cursor, 'unverified' | 'uncommitted'>): StoryStep {
    if (step.type !== 'tool' || !step.verdict) return step;
    if (step.verdict.branch === 'joined') this.#elsewhere = new Set();
    if (step.verdict.branch === 'left') {
      const open = new Set(uncommitted.map(({ id }) => id));
      this.#elsewhere = new Set(unverified.flatMap(({ id }) => (open.has(id) ? [] : [id])));
    }
    const without = unverified.flatMap(({ id }) => (this.#elsewhere.has(id) ? [id] : []));
    return without.length > 0 ? { ...step, checked: { without } } : step;
  }
}
