import { emptyState, table } from '../../recorder/state/state-schema.ts';
import type { SessionState, State } from '../../recorder/state/state.ts';
import { startCursor } from '../../model/graph/infer.ts';
import { GENESIS } from '../../model/graph/ledger.ts';
import type { NodeId } from '../../model/ids.ts';
import type { Session } from '../../model/model.ts';
import type { Verdicts } from './match/choose-session.ts';
import { BranchFollower } from './branch-follower.ts';
import type { ListedCommit } from './commit-history.ts';
import { SECOND_MS } from './match/moments.ts';
import type { StoryStep, TranscriptSession } from './transcript-session.ts';

/** A session while its graphs are built. */
export interface SessionDraft {
  readonly story: TranscriptSession;
  readonly state: SessionState;
  readonly nodes: (NodeId | undefined)[];
  next: number;
  tokens: number;
  /** The number of processed items of the conversation. */
  talkRead: number;
  readonly branches: BranchFollower;
}

/** A session before its first step. @param first the number of that step */
export function freshDraft(story: TranscriptSession, first: number): SessionDraft {
  return {
    story,
    state: freshState(story.session, first),
    nodes: [],
    next: 0,
    tokens: 0,
    talkRead: 0,
    branches: new BranchFollower(),
  };
}

/** Names the model of a session that has no steps yet. */
export function setModel(state: SessionState, model: string): void {
  state.session = { ...state.session, model };
  state.cursor = { ...startCursor(state.session), next: state.cursor.next };
}

/**
 * The number of a session's steps before a commit: at least those that wrote its lines, and all that had ended then,
 * without the command that made it.
 */
export function momentIn(
  { steps, number }: TranscriptSession,
  { authoredAt }: ListedCommit,
  { lines }: Verdicts,
): number {
  let least = 0;
  for (const verdicts of lines.values())
    for (const verdict of verdicts.values())
      if ('step' in verdict && verdict.session === number) least = Math.max(least, verdict.step + 1);
  const until = authoredAt + SECOND_MS;
  const isBefore = (step: StoryStep): boolean =>
    step.at < until && !(step.type === 'tool' && step.verdict?.commits && step.at >= authoredAt);
  let count = least;
  while (count < steps.length && isBefore(steps[count]!)) count++;
  return count;
}

/** The state before the first step of a transcript. */
export const stateAtStart = (): State => ({ ...emptyState(), whole: true, watched: true });

function freshState(session: Session, first: number): SessionState {
  const chain = { head: GENESIS, parentHash: null };
  return {
    session,
    cursor: { ...startCursor(session), next: first },
    nodes: [],
    edges: [],
    ledgerBytes: 0,
    cutAt: chain,
    context: [],
    graphs: [],
    narration: table(),
    usage: table(),
    ended: [],
    lastAt: 0,
  };
}
