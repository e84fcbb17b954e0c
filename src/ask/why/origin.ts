import { contextOf, type Referred } from '../blame/rationale.ts';
import type { GraphIndex } from '../../model/graph/graph-index.ts';
import type { NodeId } from '../../model/ids.ts';
import type { Session } from '../../model/model.ts';
import { ofKind } from '../find/complete-graphs.ts';
import { namedNode, sessionInfo } from '../shapes/parts.ts';
import type { OriginAnswer } from './why-answer.ts';

/** A step and its purpose. */
export interface StepOrigin {
  readonly step: Referred;
  readonly session: Session | undefined;
  readonly decision: Referred | undefined;
  /** The goal, and for a sub-agent also the goals of its parents. */
  readonly goals: readonly Referred[];
  /** See `Context`. */
  readonly follows?: Referred | undefined;
}

/** The purpose of a step, up to the goal of the first session. */
export function originOf(lookup: GraphIndex, id: NodeId): StepOrigin {
  const { step, session, decision, goal, follows } = contextOf(lookup, id);
  const goals: Referred[] = [];
  const seen = new Set<NodeId>();
  for (let next = goal; next && !seen.has(next.id);) {
    goals.push(next);
    seen.add(next.id);
    const spawned = ofKind(lookup.into(next.id), 'spawned')[0];
    next = spawned && contextOf(lookup, spawned.from).goal;
  }
  return { step, session, decision, goals, follows };
}

/** The same in an answer. */
export const originAnswer = ({ step, session, decision, goals, follows }: StepOrigin): OriginAnswer => ({
  step: namedNode(step),
  session: session ? sessionInfo(session) : null,
  decision: decision ? namedNode(decision) : null,
  goals: goals.map(namedNode),
  ...(follows && { follows: namedNode(follows) }),
});
