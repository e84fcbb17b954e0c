import type { NodeId, SessionId } from '../model/ids.ts';
import type { RecordedCommit } from './commit/new-commits.ts';

/** How a drain records what waits. */
export interface DrainOptions {
  /** How long to wait for another process that drains, in milliseconds. */
  readonly patience: number;
  /** The session that started the shell where git ran the hook, and the commit that it made. */
  readonly by?: SessionId | undefined;
  /** No user waits for a command: there is time to clear what is no longer needed. */
  readonly tidy?: boolean;
  /** When git ran the hook after a commit, in milliseconds since the epoch: HEAD was made just before. */
  readonly committedAt?: number;
  /** Takes the work for which git need not wait. Without it, the drain does this work before it ends. */
  readonly later?: (work: () => Promise<void>) => void;
  /** How long to wait for other writers of notes, in milliseconds; notes that could not be written wait for the next drain. */
  readonly notePatience?: number;
}

/** What a drain recorded. */
export interface Drained {
  readonly events: number;
  readonly notes: number;
  /** The last commit that was made in this work tree, when it got a note. */
  readonly last?: RecordedCommit | undefined;
  /** The steps of the events that our own commands spooled, by event name. */
  readonly declared: ReadonlyMap<string, NodeId>;
}
