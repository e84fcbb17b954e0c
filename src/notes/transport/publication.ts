import type { Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import type { Limits } from './budget.ts';

/** A commit of notes that may be pushed: it is based on the remote's. */
export interface Publication {
  /** Undefined when there was no time for any note that the remote lacks. */
  readonly tip: Oid | undefined;
  /** Notes that the remote lacks, or has in an older version. */
  readonly notes: number;
  /** Notes that stay here because they are unreadable. */
  readonly damaged: number;
  /** Notes that there was no time for. */
  readonly left: number;
}

/** Decides which notes may leave this clone. */
export interface NotesGate {
  /** Whether this blob, as the only one of a commit, is known to be a readable note that may leave: then nobody has to read it. */
  isCleared(commit: Oid, blob: Oid): boolean;
  /** @param blob the note's only blob, when all of it was read; the gate may remember it */
  mayLeave(commit: Oid, note: Note, blob?: Oid): Promise<boolean>;
}

export interface PublishOptions extends Limits {
  /** The commits with notes that may leave this clone. */
  readonly allowed: (commits: readonly Oid[]) => Promise<ReadonlySet<Oid>>;
  /** All notes may leave when absent. */
  readonly gate?: NotesGate;
  /** Called with the number of notes examined so far, and of all. */
  readonly progress?: (done: number, all: number) => void;
}
