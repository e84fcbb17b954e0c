import type { Piece, Why } from '../../blame/lines.ts';
import { sessionPart } from '../../blame/node-id.ts';
import { term } from './term.ts';

/** The signs of a verification: whether the terminal can show more than ASCII decides. */
export interface Signs {
  readonly passed: string;
  readonly stale: string;
  readonly failed: string;
  readonly none: string;
  /** Stands before what we add to a line of git's. */
  readonly pointer: string;
}

/** The signs for this environment: ASCII where the locale is not UTF-8. */
export function signsFor(env: NodeJS.ProcessEnv): Signs {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return /utf-?8/i.test(locale)
    ? { passed: '✓', stale: '~', failed: '✗', none: '·', pointer: '←' }
    : { passed: '+', stale: '~', failed: 'x', none: '.', pointer: '<-' };
}

/** Longer agents' names than this are cut, so that one cannot push the code away. */
const AGENT_WIDTH = 24;

/** What stands where the author stood: the agent and the short session. */
export function agentName({ step, session }: Why): string {
  return `${term(session?.agent ?? 'agent', AGENT_WIDTH)} ${sessionPart(step.id)}`;
}

/** One line about why a line is there: the decision, or the nearest thing to it that is known. */
export function reason({ decision, goal, step }: Why): string {
  if (decision) return decision.node ? term(decision.node.summary) : `decision:${decision.id}`;
  if (goal?.node) return `goal: ${term(goal.node.summary)}`;
  return step.node ? term(step.node.summary) : '';
}

/** Two pieces with one key are one run: they share one annotation. */
export function runKey({ owner, why }: Piece, evidence: boolean): string {
  if (!why) return '';
  const cause = why.decision?.id ?? why.goal?.id ?? why.step.id;
  return [sessionPart(why.step.id), cause, why.verification, evidence ? (owner.evidence ?? '') : ''].join(' ');
}
