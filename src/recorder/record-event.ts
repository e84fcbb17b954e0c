import type { Repo } from '../git/repository/repo.ts';
import { decideAhead } from '../model/graph/decision.ts';
import type { NodeId } from '../model/ids.ts';
import { agents } from './agent-port.ts';
import { isVerified } from './commit/late-verification.ts';
import type { Graphs } from './ledger/session-graphs.ts';
import { lastStep, mayContinue } from './session/continuing.ts';
import { recordPrompt } from './session/entries/prompt-constraints.ts';
import { concerns, type PromptsElsewhere } from './session/prompts-elsewhere.ts';
import { withPlainNames } from './spool/plain-names.ts';
import { readRecord } from './session/session-record.ts';
import type { Sessions } from './session/sessions.ts';
import type { TranscriptPrompts } from './session/transcript-prompts.ts';
import type { TranscriptResults } from './session/transcript-results.ts';
import type { AgentEvent } from './spool/event.ts';
import { text } from './spool/json-fields.ts';
import type { SpooledEvent } from './spool/spool.ts';
import type { SessionState } from './state/state.ts';
import type { ObservedEvent, WorkTreeSnapshot } from './step/observed-event.ts';
import type { Recorder } from './step/recorder.ts';
import type { UnnamedSubagents } from './step/unnamed-subagent.ts';
import type { RecordedContents } from './worktree/recorded-contents.ts';
import type { WorkTrees } from './worktree/worktrees.ts';

/** The collaborators of `recordEvent`, in the order of their calls. */
export interface EventStages {
  readonly repo: Repo;
  readonly workTrees: WorkTrees;
  readonly unnamed: UnnamedSubagents;
  readonly sessions: Sessions;
  readonly files: RecordedContents;
  readonly results: TranscriptResults;
  readonly prompts: TranscriptPrompts;
  readonly graphs: Graphs;
  readonly elsewhere: PromptsElsewhere;
  readonly recorder: Recorder;
}

/** What became of an event. */
export type RecordedEvent =
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'recorded';
      /** The step of a declared entry. */
      readonly step?: NodeId;
    };

const DONE: RecordedEvent = { kind: 'recorded' };

/**
 * The whole way of an event from its spool file to owned lines: what the agent reported, the snapshots taken with it, its session, what
 * the agent's own record adds before it, the step and the owners of the lines that it changed, and the checks that it ends.
 */
export async function recordEvent(spooled: SpooledEvent, stages: EventStages): Promise<RecordedEvent> {
  const { workTrees, unnamed, sessions, results, prompts, graphs, recorder } = stages;
  const read = agents().readEvent(spooled.payload, spooled.observation?.hookedAgent, stages.repo.env);
  if (!read) return { kind: 'unreadable' };
  const event = await withPlainNames(read, sessions.names);
  const reported = await withSnapshots(event, spooled, workTrees);
  if (!concerns(event.body, reported, workTrees.all())) return DONE; // another repository's
  const record = (one: ObservedEvent): Promise<NodeId | undefined | void> => recorder.record(one);
  const observed = await unnamed.named(reported, record);
  const session = await sessionOf(observed, stages);
  await readRecord(session, sessions, results, prompts);
  await addPrompts(observed, session, stages);
  const step = await record(observed); // the step, and the owners of the lines of the snapshots
  await unnamed.endAfter(reported, record);
  const { body } = observed.event;
  const ended = body.type === 'subagent_end' ? sessions.get(body.child) : session;
  if (ended && isVerified(body, ended)) graphs.cutVerified(ended);
  // A person may commit next, and waits for the note.
  if (ended && (body.type === 'turn_end' || body.type === 'subagent_end')) ended.cursor = decideAhead(ended.cursor);
  return step ? { kind: 'recorded', step } : DONE;
}

// The event with the snapshots of the work trees that the hook took.
async function withSnapshots(event: AgentEvent, spooled: SpooledEvent, workTrees: WorkTrees): Promise<ObservedEvent> {
  const { observation, at, number, payload } = spooled;
  const workTree = observation && (await workTrees.get(observation.gitDir, observation.workTree));
  const beside: WorkTreeSnapshot[] = [];
  for (const seen of observation?.beside ?? []) {
    const other = await workTrees.beside(seen.gitDir, seen.workTree);
    if (other) beside.push({ workTree: other, seen });
  }
  return { event, at, number, cwd: event.cwd ?? text(payload, 'cwd'), observation, workTree, beside };
}

// A session that is unknown here may continue one of another clone.
async function sessionOf({ event, at }: ObservedEvent, { repo, sessions, files }: EventStages): Promise<SessionState> {
  if (!sessions.get(event.session) && mayContinue(event)) {
    const last = await lastStep(repo, files.objects, event.session);
    if (last) sessions.continueAfter(event.session, last);
  }
  return sessions.of(event, at);
}

// Prompts that no hook of this repository reported.
async function addPrompts({ event: { body }, at }: ObservedEvent, session: SessionState, stages: EventStages) {
  const { prompts, graphs, elsewhere, sessions } = stages;
  const isAsked = body.type === 'prompt' || prompts.isDue(session, at);
  if (isAsked) graphs.cutVerified(session); // an interrupted turn has no end event
  await prompts.record(session, at);
  const isCall = body.type === 'before' || body.type === 'after';
  const other = isCall ? elsewhere.take(session, at) : undefined;
  if (other) await recordPrompt(sessions, session, other.at, other.text);
}
