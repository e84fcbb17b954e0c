import type { NodeId } from '../../model/ids.ts';
import { agents } from '../agent-port.ts';
import { recordPrompt } from '../session/entries/prompt-constraints.ts';
import { recordTodos } from '../session/entries/agent-tasks.ts';
import { ask } from './permission-request.ts';
import { type CallChanges, CallComparison } from './call-changes.ts';
import { endBackground, isOf } from '../worktree/background-steps.ts';
import { callKey } from '../spool/call-key.ts';
import { expire, OpenCalls } from './open-calls.ts';
import { checkedCode } from './checked/code.ts';
import type { Call, EventBody } from '../spool/event.ts';
import type { RecordedContents } from '../worktree/recorded-contents.ts';
import { activeStepsOf } from './change-author.ts';
import type { WorkTreeTracker } from '../worktree/worktree-tracker.ts';
import { openRedacted } from './open-call.ts';
import { isQuestion } from '../../model/graph/question.ts';
import { contextStep, questionStep, recordDeclaration } from '../session/declared-knowledge.ts';
import type { Sessions } from '../session/sessions.ts';
import { giveTask, spawn } from './subagent-start.ts';
import type { BackgroundStep, OpenStep, SessionState, WorkTreeState } from '../state/state.ts';
import type { TranscriptResults } from '../session/transcript-results.ts';
import { TranscriptEndedCalls } from './transcript-ended-calls.ts';
import { snapshotsOf, ChangeAttribution } from './attribute-changes.ts';
import { type ObservedEvent } from './observed-event.ts';
import type { WorkTrees } from '../worktree/worktrees.ts';

type Of<T extends EventBody['type']> = Extract<EventBody, { type: T }>;

/** Turns events, in order, into steps and into owners of lines. */
export class Recorder {
  readonly #sessions: Sessions;
  readonly #files: RecordedContents;
  readonly #tracker: WorkTreeTracker;
  readonly #workTrees: WorkTrees;
  readonly #calls: OpenCalls;
  readonly #attribution: ChangeAttribution;
  readonly #transcriptResults: TranscriptResults;
  readonly #transcriptEndedCalls: TranscriptEndedCalls;
  readonly #changes: CallComparison;

  constructor(
    sessions: Sessions,
    tracker: WorkTreeTracker,
    files: RecordedContents,
    workTrees: WorkTrees,
    results: TranscriptResults,
  ) {
    this.#sessions = sessions;
    this.#files = files;
    this.#tracker = tracker;
    this.#workTrees = workTrees;
    this.#calls = new OpenCalls(workTrees);
    this.#attribution = new ChangeAttribution(sessions, tracker, files);
    this.#changes = new CallComparison(sessions, tracker, files, workTrees, this.#calls, this.#attribution);
    this.#transcriptResults = results;
    this.#transcriptEndedCalls = new TranscriptEndedCalls(sessions, this.#calls, workTrees, results);
  }

  /** Records an event. @returns the step of a declared entry */
  async record(observed: ObservedEvent): Promise<NodeId | undefined | void> {
    const { event, at } = observed;
    const state = this.#sessions.of(event, at);
    if (this.#sessions.wasReported(state, event)) return;
    Object.assign(state.usage, event.usage);
    if (event.model) state.session = { ...state.session, model: event.model };
    for (const { workTree } of snapshotsOf(observed)) expire(workTree, at);
    await giveTask(this.#sessions, state, event.body, at);
    const body = this.#identified(state, event.body);
    await this.#transcriptEndedCalls.catchUp(state, body, observed, (after) => this.#end(state, after, observed));
    switch (body.type) {
      case 'before':
        if (body.unended)
          await this.#transcriptEndedCalls.endEarlier(state, body, observed, (after) =>
            this.#end(state, after, observed),
          );
        return this.#begin(state, body, observed);
      case 'after':
        return this.#end(state, body, observed);
      case 'edited':
        return this.#transcriptEndedCalls.addEdit(state, body.edit, observed);
      case 'batch':
        return this.#closeBatch(state, body, observed);
      case 'gate':
        return ask(this.#sessions, this.#calls, state, body, observed);
      case 'prompt':
        if (isQuestion(body.text)) return;
        await this.#drop(state, observed);
        await recordPrompt(this.#sessions, state, at, body.text);
        return;
      case 'session_start':
        if (body.model) state.session = { ...state.session, model: body.model };
        return this.#drop(state, observed);
      case 'session_end':
        await this.#drop(state, observed);
        this.#sessions.end(event.session, at);
        return this.#endBehind(observed, (step) => step.task !== undefined && isOf(step, event.session));
      case 'turn_end':
        await this.#drop(state, observed);
        if (body.words) await this.#sessions.hear(state, [{ place: 'words', text: body.words }], true);
        return this.#endBehind(
          observed,
          ({ task, session }) =>
            task !== undefined && session === event.session && body.tasks?.includes(task) === false,
        );
      case 'words':
        return this.#sessions.hear(state, [{ place: body.place, text: body.text }], true);
      case 'background_end':
        return this.#endBehind(observed, ({ task }) => task !== undefined && body.tasks.includes(task));
      case 'subagent_end':
        this.#sessions.end(body.child, at);
        return this.#endBehind(observed, (step) => step.task !== undefined && isOf(step, body.child));
      case 'subagent_start':
        return spawn(this.#sessions, state, body, observed);
      case 'compaction':
        this.#sessions.add(state, { type: 'compaction', at, summary: 'conversation compacted' });
        return;
      case 'knowledge':
      case 'change':
        return recordDeclaration(this.#sessions, state, body, at);
      case 'context':
        this.#sessions.add(state, contextStep(body, at));
        return;
      case 'question':
        this.#sessions.add(state, questionStep(body, at));
        return;
      case 'raw':
        this.#sessions.add(state, { type: 'raw', at, event: body.name, summary: body.name });
        return;
      case 'ignored':
        return;
    }
  }

  #identified(state: SessionState, body: EventBody): EventBody {
    if (body.type !== 'before' && body.type !== 'after') return body;
    const call = this.#calls.identified(state.session.id, body.call, body.type === 'before', state.ended);
    return this.#transcriptResults.complete(state, { ...body, call });
  }

  async #begin(state: SessionState, { call, narration }: Of<'before'>, observed: ObservedEvent): Promise<void> {
    if (state.ended.includes(callKey(call))) return;
    if (narration) await this.#sessions.narrate(state, callKey(call), narration);
    for (const place of snapshotsOf(observed)) {
      const { workTree } = place;
      if (this.#calls.in(workTree, state.session.id, call)) continue;
      const differences = await this.#attribution.compare(place, observed.number, call, observed.cwd);
      const step = await this.#openIn(workTree, state, call, observed);
      if (!differences) {
        workTree.dropped.push(step);
        continue;
      }
      await this.#attribution.settle(place, differences, activeStepsOf(workTree, undefined, observed.at), observed.at);
      workTree.open.push(step);
    }
  }

  async #end(state: SessionState, body: Of<'after'>, observed: ObservedEvent): Promise<void> {
    const { call, output, edits, task, ended } = body;
    const { workTree, at } = observed;
    if (ended !== undefined) this.#endThose(at, (step) => step.task === ended);
    if (this.#sessions.endedBefore(state, callKey(call))) return;
    if (body.narration) await this.#sessions.narrate(state, callKey(call), body.narration);
    await this.#sessions.hear(state, agents().saidIn(call), true);
    const begun = this.#calls.everywhere(workTree, state.session.id, call);
    const parts: CallChanges[] = [];
    for (const place of snapshotsOf(observed))
      parts.push(await this.#changes.part(place, begun[0], state, body, observed));
    const node = begun.find((step) => step.node)?.node;
    const step = { ...(begun[0] ?? (await this.#openIn(workTree, state, call, observed))), ...(node && { node }) };
    const changed = [...new Set(parts.flatMap(({ mine }) => mine.map(({ path }) => path)))];
    const edited = parts.flatMap(({ mine }) => mine.filter(({ from, to }) => from && to).map(({ path }) => path));
    const result = this.#transcriptResults.result(state, step, body);
    const background = task !== undefined && { behind: true as const };
    const checked = await checkedCode(state, step, parts, this.#files, this.#tracker);
    const end = {
      at,
      output,
      input: call.input,
      changed,
      edited,
      ...background,
      ...result,
      ...(checked && { checked }),
    };
    const { id } = await this.#sessions.addTool(state, step, end);
    if (body.outcome === 'ok') {
      const todos = agents().todosOf(call, output);
      if (todos) await recordTodos(this.#sessions, state, todos, at);
    }
    const writer = node ?? id;
    for (const part of parts) {
      await this.#changes.settle(part, writer, edits, observed);
      this.#changes.leaveBehind(part, writer, observed, task);
    }
    this.#calls.leave(state.session.id, call);
    this.#transcriptResults.forget(state, callKey(call));
  }

  // A program that has ended makes no further changes.
  async #endBehind(observed: ObservedEvent, which: (step: BackgroundStep) => boolean): Promise<void> {
    const { at } = observed;
    this.#endThose(at, which);
    for (const place of snapshotsOf(observed)) {
      if (!place.seen.tree || observed.number <= place.workTree.number) continue;
      const differences = await this.#attribution.compare(place, observed.number);
      if (differences)
        await this.#attribution.settle(place, differences, activeStepsOf(place.workTree, undefined, at), at);
    }
  }

  #endThose(at: number, which: (step: BackgroundStep) => boolean): void {
    for (const workTree of this.#workTrees.all()) endBackground(workTree, at, which);
  }

  // Calls that never ended, were refused or never ran, although the model got a result for them.
  async #closeBatch(state: SessionState, { calls }: Of<'batch'>, observed: ObservedEvent): Promise<void> {
    const { workTree, at } = observed;
    for (const { call, output } of calls) {
      if (this.#sessions.endedBefore(state, callKey(call))) continue;
      const [open] = this.#calls.everywhere(workTree, state.session.id, call);
      const step = open ?? (await this.#openIn(workTree, state, call, observed));
      const outcome = open?.gated ? 'refused' : 'failed';
      await this.#sessions.addTool(state, step, { at, outcome, output, input: call.input, changed: [] });
      this.#calls.forget(state.session.id, call);
    }
  }

  // The session continues or ends: its calls that are still open were cut off.
  async #drop(state: SessionState, observed: ObservedEvent): Promise<void> {
    if (!observed.workTree) return;
    for (const step of this.#calls.cutOff(state.session.id)) {
      this.#sessions.endedBefore(state, step.key);
      if (step.action === 'spawn') continue;
      await this.#transcriptEndedCalls.cutOff(state, step, observed);
    }
  }

  #openIn(
    tree: WorkTreeState | undefined,
    state: SessionState,
    call: Call,
    observed: ObservedEvent,
  ): Promise<OpenStep> {
    return openRedacted(this.#sessions, state, call, observed, tree, this.#workTrees.all());
  }
}
