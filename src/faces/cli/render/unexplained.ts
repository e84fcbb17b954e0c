import type { Referred } from '../../../ask/blame/rationale.ts';
import { isReason } from '../../../model/graph/decision.ts';
import { term } from './term.ts';
import { textOf } from './words.ts';

/** Shown if no reason is recorded. */
export const NO_REASON = 'no reason was given';

/** Whether a decision states a reason, as far as is known here. */
export const explains = (decision: Referred): boolean => decision.node === undefined || isReason(decision.node);

/** The same with the goal. */
export function askedFor(goal: Referred | undefined): string {
  if (!goal?.node) return NO_REASON;
  return `${NO_REASON}; asked for: ${term(textOf(goal.node, 'text') ?? goal.node.summary)}`;
}
