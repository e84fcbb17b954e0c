import type { AgentEvent } from '../spool/event.ts';
import type { Seen, Sighting } from '../spool/spool.ts';
import type { WorkTreeState } from '../state/state.ts';

/** A work tree, and what an event's hook saw of it. */
export interface Place {
  readonly workTree: WorkTreeState;
  readonly seen: Seen;
}

/** One event with what its hook saw of the files. */
export interface Sighted {
  readonly event: AgentEvent;
  readonly at: number;
  readonly number: number;
  /** The folder that the agent's shell was in. */
  readonly cwd: string | undefined;
  readonly sighting: Sighting | undefined;
  /** The work tree that the hook ran in, or that the named file lies in; absent when the hook could not say. */
  readonly workTree: WorkTreeState | undefined;
  /** Other work trees that the hook looked at. */
  readonly beside: readonly Place[];
}
