import { isKnown } from '../../../ask/shapes/parts.ts';
import type { NamedNode, NodeInfo } from '../../../ask/shapes/shapes.ts';
import { isReason } from '../../../model/node.ts';
import { term } from './term.ts';
import { textOf } from './words.ts';

/** Shown if no reason is recorded. */
export const NO_REASON = 'no reason was given';

/** Whether a decision states a reason, as far as is known here. */
export const explains = (decision: NamedNode): boolean => !isKnown(decision) || isReason(decision);

/** The same with the goal. @param follows an earlier goal, where this one is only a short answer */
export function goalText(goal: NamedNode | undefined, follows?: NamedNode): string {
  if (!goal || !isKnown(goal)) return NO_REASON;
  const after = follows && isKnown(follows) ? ` (after: ${asked(follows)})` : '';
  return `${NO_REASON}; asked for: ${asked(goal)}${after}`;
}

const asked = (goal: NodeInfo): string => term(textOf(goal, 'text') ?? goal.summary);
