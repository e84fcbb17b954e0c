import type { NodeId } from '../graph/ids.ts';
import { readCommand } from '../graph/shell/command.ts';
import { redact } from '../redact/redact.ts';
import { endThose, forgetEnded, goOn, isOf } from './background.ts';
import { followCrowd } from './crowd.ts';
import { settleEdit } from './edit.ts';
import type { AgentEvent, Call, EventBody } from './event.ts';
import type { Difference, Files } from './files.ts';
import { makerOf, type Moment, momentOf, type Observer } from './observe.ts';
import { lastingIn, openStep, ownedBy, summaryOf, writtenBehind } from './opening.ts';
import { toRepoPath } from './paths.ts';
import { callKey, type Sessions } from './sessions.ts';
import type { Sighting } from './spool.ts';
import type { BackgroundStep, OpenStep, SessionState, WorkTreeState } from './state.ts';

type Of<T extends EventBody['type']> = Extract<EventBody, { type: T }>;

/** One event with what its hook saw of the files. */
export interface Sighted {
  readonly event: AgentEvent;
  readonly at: number;
  readonly number: number;
  /** The folder that the agent's shell was in. */
  readonly cwd: string | undefined;
  readonly sighting: Sighting | undefined;
  /** The work tree that the hook ran in; absent when the hook could not say. */
  readonly workTree: WorkTreeState | undefined;
}

/** Claude Code ends a command after ten minutes at the most. */
const EXPIRED_MS = 20 * 60 * 1000;

/** Gives up on steps that have been open for longer than any agent lets a command run: their session was killed. */
export function expire(workTree: WorkTreeState, now: number): void {
  const cut = workTree.open.filter((step) => Math.abs(now - step.at) > EXPIRED_MS);
  if (cut.length === 0) return;
  workTree.open = workTree.open.filter((step) => !cut.includes(step));
  workTree.dropped.push(...cut);
}

/** Turns events, in order, into steps and into owners of lines. */
export class Recorder {
  readonly #sessions: Sessions;
  readonly #observer: Observer;
  readonly #files: Files;

  constructor(sessions: Sessions, observer: Observer, files: Files) {
    this.#sessions = sessions;
    this.#observer = observer;
    this.#files = files;
  }

  async record(sighted: Sighted): Promise<void> {
    const { event, at, workTree } = sighted;
    const state = this.#sessions.of(event, at);
    if (workTree) expire(workTree, at);
    const { body } = event;
    switch (body.type) {
      case 'before':
        return this.#begin(state, body, sighted);
      case 'after':
        return this.#end(state, body, sighted);
      case 'batch':
        return this.#closeBatch(state, body, sighted);
      case 'gate':
        return this.#gate(state, body, sighted);
      case 'prompt':
        await this.#drop(state, workTree, at);
        await this.#sessions.addPrompt(state, at, body.text);
        return;
      case 'session_start':
        if (body.model) state.session = { ...state.session, model: body.model };
        return this.#drop(state, workTree, at);
      case 'session_end':
        await this.#drop(state, workTree, at);
        return this.#endBehind(sighted, (step) => step.task !== undefined && isOf(step, event.session));
      case 'turn_end':
        await this.#drop(state, workTree, at);
        return this.#endBehind(
          sighted,
          ({ task, session }) =>
            task !== undefined && session === event.session && body.tasks?.includes(task) === false,
        );
      case 'background_end':
        return this.#endBehind(sighted, ({ task }) => task !== undefined && body.tasks.includes(task));
      case 'subagent_end':
        return this.#endBehind(sighted, (step) => step.task !== undefined && isOf(step, body.child));
      case 'subagent_start':
        return this.#spawn(state, body, sighted);
      case 'compaction':
        this.#sessions.add(state, { type: 'compaction', at, summary: 'conversation compacted' });
        return;
      case 'decision':
        this.#sessions.add(state, {
          type: 'decision',
          at,
          text: await redact(body.text),
          rejected: await Promise.all(body.rejected.map(redact)),
          ...(body.because && { because: await redact(body.because) }),
        });
        return;
      case 'raw':
        this.#sessions.add(state, { type: 'raw', at, event: body.name, summary: body.name });
        return;
      case 'ignored':
        return;
    }
  }

  async #begin(state: SessionState, { call }: Of<'before'>, sighted: Sighted): Promise<void> {
    const { workTree } = sighted;
    const key = callKey(call);
    if (
      !workTree ||
      state.ended.includes(key) ||
      workTree.open.some((step) => step.key === key && step.session === state.session.id)
    )
      return;
    const differences = await this.#look(workTree, sighted, call);
    const step = openStep(state, call, sighted, workTree);
    if (!differences) {
      workTree.dropped.push(step);
      return;
    }
    await this.#settle(workTree, differences, momentOf(workTree, undefined, sighted.at), sighted);
    workTree.open.push(step);
  }

  async #end(
    state: SessionState,
    { call, outcome, output, duration, edit, task, ended }: Of<'after'>,
    sighted: Sighted,
  ): Promise<void> {
    const { workTree, at } = sighted;
    const key = callKey(call);
    if (workTree && ended !== undefined) endThose(workTree, at, (step) => step.task === ended);
    if (this.#sessions.endedBefore(state, key)) return;
    const open = workTree?.open.find((step) => step.key === key && step.session === state.session.id);
    const step = open ?? openStep(state, call, sighted, workTree);
    const end = { at, outcome, output, input: call.input, ...(duration !== undefined && { duration }) };
    if (!workTree) {
      await this.#sessions.addTool(state, step, { ...end, changed: [] });
      return;
    }
    const differences = await this.#look(workTree, sighted, call);
    if (!differences) {
      const { id } = await this.#sessions.addTool(state, step, { ...end, changed: [] });
      workTree.open = workTree.open.filter((other) => other !== step);
      workTree.dropped.push(step);
      this.#leaveBehind(workTree, step, id, sighted, task);
      return;
    }
    // Without its beginning a step that is no file tool cannot be told from what went before it.
    const known = open !== undefined || edit !== undefined;
    const moment = momentOf(workTree, step, at);
    const mine = known ? differences.filter((one) => isStep(makerOf(one.path, one.from !== null, moment))) : [];
    const node = await this.#sessions.addTool(state, step, { ...end, changed: mine.map((one) => one.path) });
    const maker = step.node ?? node.id;
    const path = edit && toRepoPath(edit.path, workTree.top, sighted.cwd);
    const [single] = mine;
    if (edit && single && mine.length === 1 && single.path === path) {
      await settleEdit(this.#observer, this.#files, workTree, single, edit, maker);
    } else await this.#observer.settle(mine, workTree, ownedBy(maker, step), false);
    const others = differences.filter((one) => !mine.includes(one));
    await this.#settle(workTree, others, moment, sighted, known ? undefined : 'unsure');
    workTree.open = workTree.open.filter((other) => other !== step);
    this.#leaveBehind(workTree, step, maker, sighted, task);
  }

  // A command that has returned may have left programs at work, or have ended some.
  #leaveBehind(
    workTree: WorkTreeState,
    step: OpenStep,
    node: NodeId,
    { at, cwd }: Sighted,
    task: string | undefined,
  ): void {
    if (step.verdict?.kills) endThose(workTree, at, (one) => one.task === undefined && one.session === step.session);
    const whole = task !== undefined && step.command !== undefined;
    const lasting = whole ? lastingIn(readCommand(step.command, true), workTree.top, cwd) : step.verdict?.lasting;
    if (lasting) goOn(workTree, step, node, lasting, task);
  }

  // Of a program that has ended nothing is known to come.
  async #endBehind(sighted: Sighted, which: (step: BackgroundStep) => boolean): Promise<void> {
    const { workTree, sighting, number, at } = sighted;
    if (!workTree) return;
    endThose(workTree, at, which);
    if (!sighting?.tree || number <= workTree.number) return;
    workTree.number = number;
    const differences = await this.#observer.lookAtTree(workTree, sighting.tree);
    if (differences) await this.#settle(workTree, differences, momentOf(workTree, undefined, at), sighted);
  }

  // A call that began and of which the model was told, but which never ended, was refused or never ran.
  async #closeBatch(state: SessionState, { calls }: Of<'batch'>, sighted: Sighted): Promise<void> {
    const { workTree, at } = sighted;
    for (const { call, output } of calls) {
      if (this.#sessions.endedBefore(state, callKey(call))) continue;
      const open = workTree?.open.find((step) => step.key === callKey(call) && step.session === state.session.id);
      const step = open ?? openStep(state, call, sighted, workTree);
      const outcome = open?.gated ? 'refused' : 'failed';
      await this.#sessions.addTool(state, step, { at, outcome, output, input: call.input, changed: [] });
      if (workTree) workTree.open = workTree.open.filter((other) => other !== step);
    }
  }

  async #gate(state: SessionState, { call }: Of<'gate'>, { workTree, at, cwd }: Sighted): Promise<void> {
    // A permission request has no call id: it is that of the open call with the same tool and input.
    const open = workTree?.open.findLast(
      (step) =>
        step.session === state.session.id && step.tool === call.tool && step.summary === summaryOf(call, workTree, cwd),
    );
    if (open) open.gated = true;
    const summary = await redact(open?.summary ?? call.summary);
    this.#sessions.add(state, { type: 'gate', at, tool: call.tool, summary, ...(open && { call: open.key }) });
  }

  async #spawn(
    state: SessionState,
    { child, kind }: Of<'subagent_start'>,
    { event, workTree, at }: Sighted,
  ): Promise<void> {
    if (this.#sessions.get(child)) return;
    const call = workTree?.open.findLast((step) => step.session === state.session.id && step.action === 'spawn');
    const what = await redact(call?.summary ?? (kind || 'sub-agent'));
    const node = this.#sessions.add(state, {
      type: 'subagent',
      at,
      session: child,
      summary: kind ? `${kind}: ${what}` : what,
    });
    const { transcript: _, ...rest } = event;
    const begun = this.#sessions.of({ ...rest, session: child, parent: state.session.id }, at);
    begun.cursor = { ...begun.cursor, spawnedBy: node.id };
    this.#sessions.add(begun, { type: 'prompt', at, text: what });
  }

  // The session goes on or ends: calls of it that are still open were cut off.
  async #drop(state: SessionState, workTree: WorkTreeState | undefined, at: number): Promise<void> {
    if (!workTree) return;
    const cut = workTree.open.filter((step) => step.session === state.session.id);
    workTree.open = workTree.open.filter((step) => !cut.includes(step));
    workTree.dropped.push(...cut);
    for (const step of cut) {
      this.#sessions.endedBefore(state, step.key);
      if (step.action === 'spawn') continue;
      await this.#sessions.addTool(state, step, { at, outcome: 'interrupted', output: '', input: '', changed: [] });
    }
  }

  // What changed since the last look; undefined when this look failed: then a step is as good as cut off.
  async #look(
    workTree: WorkTreeState,
    { sighting, number, cwd }: Sighted,
    call: Call,
  ): Promise<Difference[] | undefined> {
    if (sighting?.lost) return undefined;
    if (!sighting || number <= workTree.number) return [];
    workTree.number = number;
    if (sighting.tree) return this.#observer.lookAtTree(workTree, sighting.tree);
    const path = call.paths[0] && toRepoPath(call.paths[0], workTree.top, cwd);
    if (sighting.blob === undefined || !path) return [];
    return this.#observer.lookAtFile(workTree, path, sighting.blob);
  }

  async #settle(
    workTree: WorkTreeState,
    differences: readonly Difference[],
    moment: Moment,
    { at, sighting }: Sighted,
    force?: 'unsure',
  ): Promise<void> {
    const groups: Record<'git' | 'human' | 'unsure', Difference[]> = { git: [], human: [], unsure: [] };
    const behind = new Map<BackgroundStep, Difference[]>();
    for (const one of differences) {
      const maker = force ? { kind: force } : makerOf(one.path, one.from !== null, moment);
      if (maker.kind === 'later') workTree.overlay[one.path] = one.from;
      else if (maker.kind === 'background') behind.set(maker.step, [...(behind.get(maker.step) ?? []), one]);
      else if (maker.kind !== 'step') groups[maker.kind].push(one);
    }
    for (const [step, mine] of behind) {
      const paths = mine.map(({ path }) => path);
      const author = await writtenBehind(this.#sessions, step, paths, at);
      await this.#observer.settle(mine, workTree, author, false);
    }
    for (const kind of ['git', 'human', 'unsure'] as const)
      await this.#observer.settleOthers(groups[kind], workTree, kind, sighting?.blob !== undefined);
    if (sighting?.tree) {
      forgetEnded(workTree, at);
      followCrowd(workTree, moment.ended, at);
    }
    if (workTree.open.length === 0 && differences.length > 0) workTree.dropped = [];
  }
}

const isStep = (maker: ReturnType<typeof makerOf>): boolean => maker.kind === 'step';
