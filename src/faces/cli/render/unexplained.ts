import { isKnown } from '../../../ask/shapes/parts.ts';
import type { NamedNode, NodeInfo } from '../../../ask/shapes/shapes.ts';
import { isAnswer } from '../../../model/knowledge/answering-prompts.ts';
import { isReason } from '../../../model/node.ts';
import { term } from './term.ts';
import { textOf } from './words.ts';

/** Shown if no reason is recorded. */
export const NO_REASON = 'no reason was given';

/** Whether a decision states a reason, as far as is known here. */
export const explains = (decision: NamedNode): boolean => !isKnown(decision) || isReason(decision);

/** The same with the goal. @param follows an earlier goal, where this one is a short answer or corrects it */
export function goalText(goal: NamedNode | undefined, follows?: NamedNode): string {
  if (!goal || !isKnown(goal)) return NO_REASON;
  const [[, first], second] = inOrder(goal, follows);
  const then = second && isKnown(second[1]) ? ` (${second[0]}: ${asked(second[1])})` : '';
  return `${NO_REASON}; asked for: ${asked(isKnown(first) ? first : goal)}${then}`;
}

/** A goal and the one that it follows, each with its label. An answer such as "yes" stands after what it answers, because a narrow terminal cuts off the end. */
export function inOrder(goal: NamedNode, follows?: NamedNode): [[string, NamedNode], ...[string, NamedNode][]] {
  if (!follows) return [['goal', goal]];
  return isKnown(goal) && isAnswer(goal.summary)
    ? [
        ['goal', follows],
        ['then', goal],
      ]
    : [
        ['goal', goal],
        ['after', follows],
      ];
}

const asked = (goal: NodeInfo): string => term(textOf(goal, 'text') ?? goal.summary);
