import type { CommitChange } from '../../git/history/diff.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';

/** How one commit was made from another; `content` when only the lines themselves show it. */
export type How = 'amend' | 'rebase' | 'squash' | 'cherry-pick' | 'am' | 'revert' | 'filter' | 'content';

/** A commit that another one was made from. */
export interface Source {
  readonly commit: Oid;
  readonly how: How;
  /** It is known to be one; else it only may be one, and counts as far as its lines are found. */
  readonly main: boolean;
  /** The files of it that count; all when absent. */
  readonly only?: readonly RepoPath[];
  /** It was found by its author and time; without a note it may as well be a later copy. */
  readonly twin?: boolean;
  /** It counts only when the other one holds a good part of it. */
  readonly unproven?: boolean;
  /** It has so little in common that its lines are not called anybody's. */
  readonly weak?: boolean;
}

/** A source with what is known of it. */
export interface Origin extends Source {
  readonly change: CommitChange;
  readonly note: Note | undefined;
}

/** Reads the notes on commits; one that has none, or none that can be read, is not in the answer. */
export type ReadNotes = (commits: readonly Oid[]) => Promise<ReadonlyMap<Oid, Note>>;

/** The lines of a blob; undefined when it has none to speak of. */
export interface Texts {
  lines(blob: Oid | null): Promise<readonly string[] | undefined>;
  load(blobs: Iterable<Oid>): Promise<void>;
}
