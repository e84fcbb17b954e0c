import { join } from 'node:path';
import type { NodeId } from '../../model/ids.ts';
import { readCommand } from '../../model/shell/parse/command.ts';
import { endBackground, followInBackground } from '../worktree/background-steps.ts';
import { backgroundIn } from '../worktree/other-worktrees.ts';
import { callKey } from '../spool/call-key.ts';
import type { OpenCalls } from './open-calls.ts';
import type { CallRecord, Edit, EventBody, Outcome } from '../spool/event.ts';
import { toRepoPath } from '../spool/event-paths.ts';
import type { ObservedEvent } from './observed-event.ts';
import type { Sessions } from '../session/sessions.ts';
import type { OpenStep, SessionState } from '../state/state.ts';
import { outcomeOf, type TranscriptResults } from '../session/transcript-results.ts';
import type { WorkTrees } from '../worktree/worktrees.ts';

type After = Extract<EventBody, { type: 'after' }>;

/** Ends calls that only the session's transcript reports as ended, and no hook. */
export class TranscriptEndedCalls {
  readonly #sessions: Sessions;
  readonly #calls: OpenCalls;
  readonly #workTrees: WorkTrees;
  readonly #results: TranscriptResults;

  constructor(sessions: Sessions, calls: OpenCalls, workTrees: WorkTrees, results: TranscriptResults) {
    this.#sessions = sessions;
    this.#calls = calls;
    this.#workTrees = workTrees;
    this.#results = results;
  }

  /**
   * Ends calls that were over before an event, if the event's hook took a snapshot: that snapshot shows what the call did.
   * @param end ends a call
   */
  async catchUp(
    state: SessionState,
    body: EventBody,
    observed: ObservedEvent,
    end: (after: After) => Promise<void>,
  ): Promise<void> {
    const { at, observation, workTree } = observed;
    this.#endBackground(state, at);
    const own = body.type === 'after' ? callKey(body.call) : undefined;
    for (const step of this.#calls.of(state.session.id)) {
      const result = step.key === own ? undefined : this.#results.of(state, step.key);
      if (result?.over === undefined || result.over >= at) continue;
      if (result.never) await this.#neverRan(state, step, step.gated ? 'refused' : result.never, at);
      else if (observation?.tree && workTree) await end(asAfter(step, result, workTree.top));
    }
  }

  /**
   * Ends the earlier calls of an agent that reports only beginnings, if this event's hook took a snapshot. Nobody knows when
   * they ended and how, so a person may have made any change since: only what their input spells out is theirs.
   * @param end ends a call
   */
  async endEarlier(
    state: SessionState,
    { call, edits }: Extract<EventBody, { type: 'before' }>,
    observed: ObservedEvent,
    end: (after: After) => Promise<void>,
  ): Promise<void> {
    const { at, observation, workTree } = observed;
    if (observation?.tree && workTree)
      for (const step of this.#calls.of(state.session.id)) {
        const { action, key, verdict } = step;
        const spelt = action === 'edit' || (action === 'shell' && verdict?.writes.kind === 'paths');
        if (spelt)
          await end({ ...asAfter(step, this.#results.of(state, key) ?? {}, workTree.top), isOutcomeUnknown: true });
        else await this.#leave(state, step, at);
      }
    if (edits) this.#results.add(state, { [callKey(call)]: { edits } });
  }

  /** Keeps the edits of a file tool of an open call until the call ends; without such a call nothing is kept. */
  addEdit(state: SessionState, edit: Edit, { workTree, cwd }: ObservedEvent): void {
    const path = workTree && toRepoPath(edit.path, workTree.top, cwd);
    const isIt = (step: OpenStep): boolean => step.action === 'edit' && path !== undefined && step.paths.includes(path);
    const step = this.#calls.of(state.session.id).findLast(isIt);
    if (!step) return;
    const before = this.#results.of(state, step.key)?.edits ?? [];
    this.#results.add(state, { [step.key]: { edits: [...before, edit] } });
  }

  /**
   * Records a call that was cut off, unless the session's transcript reports more: its command may have ended, or
   * still run after the turn.
   */
  async cutOff(state: SessionState, step: OpenStep, { at, cwd }: ObservedEvent): Promise<void> {
    const result = this.#results.of(state, step.key);
    const isRunning = result?.running === true && (result.over === undefined || result.over > at);
    const outcome = isRunning ? 'ok' : result?.over === undefined ? 'interrupted' : outcomeOf(result.exit);
    const end = { at, outcome, output: '', input: '', changed: [], ...(isRunning && { unended: true as const }) };
    const { id } = await this.#sessions.addTool(state, step, end);
    if (isRunning) this.#goesOn(step, id, cwd);
    else this.#results.forget(state, step.key);
  }

  // What a call may have written that its input does not show has no owner.
  async #leave(state: SessionState, step: OpenStep, at: number): Promise<void> {
    this.#sessions.endedBefore(state, step.key);
    const end = { at, outcome: 'ok', output: '', input: '', changed: [], unended: true } as const;
    await this.#sessions.addTool(state, step, end);
    this.#calls.leave(state.session.id, { ...step, id: step.key, input: '' });
  }

  #endBackground(state: SessionState, at: number): void {
    for (const workTree of this.#workTrees.all())
      for (const { task, session } of workTree.background) {
        const over =
          task !== undefined && session === state.session.id ? this.#results.of(state, task)?.over : undefined;
        if (over !== undefined && over < at) endBackground(workTree, over, (step) => step.task === task);
      }
  }

  async #neverRan(state: SessionState, step: OpenStep, outcome: Outcome, at: number): Promise<void> {
    this.#sessions.endedBefore(state, step.key);
    await this.#sessions.addTool(state, step, { at, outcome, output: '', input: '', changed: [] });
    this.#calls.forget(state.session.id, { ...step, id: step.key, input: '' });
    this.#results.forget(state, step.key);
  }

  #goesOn(cut: OpenStep, node: NodeId, cwd: string | undefined): void {
    for (const workTree of this.#workTrees.all()) {
      const step = workTree.dropped.find((one) => one.key === cut.key && one.session === cut.session);
      const from = step?.cwd ?? cwd;
      const background = step?.command && backgroundIn(readCommand(step.command, true), workTree.top, from);
      if (!step || !background) continue;
      workTree.dropped = workTree.dropped.filter((one) => one !== step);
      followInBackground(workTree, step, node, background, step.key);
    }
  }
}

// For a file tool with unknown edits, no line counts as its own.
function asAfter(step: OpenStep, { exit, edits, over }: CallRecord, top: string): After {
  const wrote = edits ?? step.paths.map((path) => ({ path: join(top, path), byUser: false, written: [] }));
  return {
    type: 'after',
    call: { ...step, id: step.key, input: '' },
    outcome: outcomeOf(exit),
    output: '',
    ...(step.action === 'edit' && { edits: wrote }),
    ...(step.action === 'shell' && exit === undefined && over !== undefined && { isOutcomeUnknown: true }),
  };
}
