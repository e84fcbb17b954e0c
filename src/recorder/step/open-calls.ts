import type { SessionId } from '../../model/ids.ts';
import { callKey, numbered } from '../spool/call-key.ts';
import type { Call } from '../spool/event.ts';
import { summaryOf } from './open-call.ts';
import type { OpenStep, WorkTreeState } from '../state/state.ts';
import type { WorkTrees } from '../worktree/worktrees.ts';

/** Claude Code ends a command after ten minutes at the most. */
const EXPIRED_MS = 20 * 60 * 1000;

/** Drops steps that have been open for longer than any agent lets a command run: their session was killed. */
export function expire(workTree: WorkTreeState, now: number): void {
  const cut = workTree.open.filter((step) => Math.abs(now - step.at) > EXPIRED_MS);
  if (cut.length === 0) return;
  workTree.open = workTree.open.filter((step) => !cut.includes(step));
  workTree.dropped.push(...cut);
}

/** The calls that have begun and not ended. A call may be open in several work trees. */
export class OpenCalls {
  readonly #workTrees: WorkTrees;

  constructor(workTrees: WorkTrees) {
    this.#workTrees = workTrees;
  }

  /** A call with an id: its agent's, or one of ours (see `numbered`). `ended` are the keys of ended calls. */
  identified(session: SessionId, call: Call, begins: boolean, ended: readonly string[]): Call {
    const all = this.#workTrees.all();
    const isOpen = (key: string): boolean =>
      all.some(({ open }) => open.some((step) => step.key === key && step.session === session));
    return numbered(call, begins, isOpen, (key) => ended.includes(key));
  }

  /** The open calls of a session, each once. */
  of(session: SessionId): OpenStep[] {
    const all = this.#workTrees.all().flatMap(({ open }) => open.filter((step) => step.session === session));
    return all.filter(({ key }, i) => all.findIndex((other) => other.key === key) === i);
  }

  /** A session's open call in one work tree. */
  in(workTree: WorkTreeState, session: SessionId, call: Call): OpenStep | undefined {
    return workTree.open.find((step) => step.key === callKey(call) && step.session === session);
  }

  /** A session's open call in all work trees, this one first. */
  everywhere(workTree: WorkTreeState | undefined, session: SessionId, call: Call): OpenStep[] {
    return this.#from(workTree).flatMap((tree) => this.in(tree, session, call) ?? []);
  }

  /** The last open call with this tool and input, for an event without a call id. */
  alike(workTree: WorkTreeState | undefined, session: SessionId, call: Call, cwd?: string): OpenStep | undefined {
    for (const tree of this.#from(workTree)) {
      const summary = summaryOf(call, tree?.top, cwd);
      const isIt = (step: OpenStep): boolean =>
        step.session === session &&
        step.summary === summary &&
        (step.tool === call.tool || (step.action === 'edit' && call.action === 'edit'));
      const found = tree.open.findLast(isIt);
      if (found) return found;
    }
    return undefined;
  }

  /** Ends a finished call in all work trees where it is still open: no snapshot shows what it did there. */
  leave(session: SessionId, call: Call): void {
    for (const workTree of this.#workTrees.all()) {
      const step = this.in(workTree, session, call);
      if (!step) continue;
      workTree.open = workTree.open.filter((one) => one !== step);
      if (step.perhaps || step.verdict?.writes.kind !== 'none') workTree.dropped.push(step);
    }
  }

  /** Ends a call that never ran. */
  forget(session: SessionId, call: Call): void {
    for (const workTree of this.#workTrees.all()) {
      const step = this.in(workTree, session, call);
      workTree.open = workTree.open.filter((one) => one !== step);
    }
  }

  /** Cuts off all calls of a session, and returns them, each once. */
  cutOff(session: SessionId): OpenStep[] {
    const all = new Map<string, OpenStep>();
    for (const workTree of this.#workTrees.all()) {
      const cut = workTree.open.filter((step) => step.session === session);
      workTree.open = workTree.open.filter((step) => !cut.includes(step));
      workTree.dropped.push(...cut);
      for (const step of cut) if (!all.get(step.key)?.node) all.set(step.key, step);
    }
    return [...all.values()];
  }

  #from(workTree: WorkTreeState | undefined): WorkTreeState[] {
    const all = this.#workTrees.all();
    return workTree ? [workTree, ...all.filter((tree) => tree !== workTree)] : [...all];
  }
}
