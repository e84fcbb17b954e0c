import type { LineOwner } from '../blame/ownership.ts';
import { isAnswer } from '../../model/knowledge/answering-prompts.ts';
import { isReason } from '../../model/node.ts';
import { type NodeId, sessionPart } from '../../model/ids.ts';
import type { CheckState, Verification } from '../../model/graph/verification.ts';
import type { Referred } from '../blame/rationale.ts';
import type { StepOrigin } from '../why/origin.ts';
import type { AddedLines } from './added-lines.ts';
import { add } from './line-share.ts';

/**
 * Why the author of lines is unknown: their commit has no note, or an unreadable one; the note abstains; or no commit of
 * the range added them.
 */
export type Unknown = 'no-note' | 'unreadable' | 'unsure' | 'elsewhere';

/** Lines with one owner, and their details. */
export interface ReportedLines extends AddedLines {
  readonly owner: LineOwner;
  /** Only when the owner is unknown. */
  readonly unknown: Unknown | undefined;
  /** The following fields are set only for an agent's lines. */
  readonly origin: StepOrigin | undefined;
  readonly verification: Verification | undefined;
  /** A person was asked for permission before the step that wrote them. */
  readonly approved: boolean;
  /** The tool that recorded them records no checks, so it is not known whether one followed. */
  readonly withoutChecks?: boolean;
  /** The session had not read the file before it edited it. */
  readonly blind?: boolean;
  /** The last check of each kind. */
  readonly checks?: readonly CheckState[] | undefined;
  /** Only of a person's lines: the runs of tests on the present content of the file, those that count most first. */
  readonly testedBy?: readonly NodeId[] | undefined;
}

/** Numbers of lines. */
export interface Counts {
  readonly added: number;
  readonly agent: number;
  readonly human: number;
  readonly unknown: number;
  /** The agents' lines by verification. */
  readonly verification: Readonly<Record<Exclude<Verification, 'not-applicable'>, number>>;
  /** The agents' lines that no check can cover. Only set above 0. */
  readonly notApplicable?: number;
  /** Of the agents' lines without a check, those of tools that record no checks. Only set above 0. */
  readonly withoutChecks?: number;
  /** The agents' lines written after a person was asked. */
  readonly approved: number;
  /** The agents' lines of blind edits. Only set above 0. */
  readonly blind?: number;
  /** The agents' lines without a trusted signature. Only set when notes are signed or signers are known. */
  readonly claimed?: number;
}

/** Something with its number of lines. */
export interface Counted<T> {
  readonly id: T;
  readonly lines: number;
}

/** Sums of lines: by owner, session and purpose. Most lines first. */
export interface Sum {
  readonly counts: Counts;
  /** By the prefix of a session's node ids. */
  readonly sessions: readonly Counted<string>[];
  readonly decisions: readonly Counted<NodeId>[];
  /** Agents' lines of which the record shows that no reason was given. */
  readonly unexplained: number;
  /** Agents' lines without any decision: what recorded them did not search for reasons. */
  readonly withoutReasons: number;
  /** The goals of the first session: for a sub-agent's lines, those of the session that started it; for an answer, what it follows. */
  readonly goals: readonly Counted<NodeId>[];
}

/** Adds up lines. */
export function sumOf(lines: readonly ReportedLines[]): Sum {
  const counts = { added: 0, agent: 0, human: 0, unknown: 0, approved: 0 };
  let claimed = 0;
  let withoutChecks = 0;
  let blindly = 0;
  let notApplicable = 0;
  let unexplained = 0;
  let withoutReasons = 0;
  const verification = { passed: 0, stale: 0, failed: 0, none: 0 };
  const sessions = new Map<string, number>();
  const decisions = new Map<NodeId, number>();
  const goals = new Map<NodeId, number>();
  for (const { count, owner, origin, verification: verdict, approved, withoutChecks: isSilent, blind } of lines) {
    counts.added += count;
    counts[owner.owner] += count;
    if (!owner.node) continue;
    if (verdict === 'not-applicable') notApplicable += count;
    else verification[verdict ?? 'none'] += count;
    if (isSilent) withoutChecks += count;
    if (blind) blindly += count;
    if (approved) counts.approved += count;
    if (owner.standing === 'claimed') claimed += count;
    add(sessions, sessionPart(owner.node), count);
    const decision = origin?.decision;
    if (decision && (!decision.node || isReason(decision.node))) add(decisions, decision.id, count);
    else if (decision) unexplained += count;
    else withoutReasons += count;
    const goal = origin && aimOf(origin);
    if (goal) add(goals, goal.id, count);
  }
  const all = {
    ...counts,
    verification,
    ...(notApplicable > 0 && { notApplicable }),
    ...(withoutChecks > 0 && { withoutChecks }),
    ...(blindly > 0 && { blind: blindly }),
    ...(claimed > 0 && { claimed }),
  };
  return {
    counts: all,
    sessions: ranked(sessions),
    decisions: ranked(decisions),
    unexplained,
    withoutReasons,
    goals: ranked(goals),
  };
}

// The last goal, or what it follows where it is only an answer such as "yes".
function aimOf({ goals, follows }: StepOrigin): Referred | undefined {
  const last = goals.at(-1);
  return goals.length === 1 && follows && last?.node && isAnswer(last.node.summary) ? follows : last;
}

function ranked<T extends string>(lines: ReadonlyMap<T, number>): Counted<T>[] {
  const sorted = [...lines].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return sorted.map(([id, count]) => ({ id, lines: count }));
}
