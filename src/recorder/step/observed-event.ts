import type { AgentEvent } from '../spool/event.ts';
import type { Snapshot, HookObservation } from '../spool/spool.ts';
import type { WorkTreeState } from '../state/state.ts';

/** A work tree, and the snapshot that an event's hook took of it. */
export interface WorkTreeSnapshot {
  readonly workTree: WorkTreeState;
  readonly seen: Snapshot;
}

/** One event with the snapshot of its hook. */
export interface ObservedEvent {
  readonly event: AgentEvent;
  readonly at: number;
  readonly number: number;
  /** The folder of the agent's shell. */
  readonly cwd: string | undefined;
  readonly observation: HookObservation | undefined;
  /** The work tree where the hook ran, or that contains the named file; absent when the hook could not determine it. */
  readonly workTree: WorkTreeState | undefined;
  /** Other work trees with a snapshot of this hook. */
  readonly beside: readonly WorkTreeSnapshot[];
}
