import type { CommitChange } from '../../git/history/commit-changes.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';

/** How one commit was made from another; `content` when only the lines themselves show it. */
export type RewriteKind = 'amend' | 'rebase' | 'squash' | 'cherry-pick' | 'am' | 'revert' | 'filter' | 'content';

/** A commit that another one was made from. */
export interface SourceCommit {
  readonly commit: Oid;
  readonly how: RewriteKind;
  /** It is a certain source; others are only possible, and count only for lines that are found. */
  readonly main: boolean;
  /** Its files that count; all when absent. */
  readonly only?: readonly RepoPath[];
  /** It was found by its author and time; without a note it may just as well be a later copy. */
  readonly twin?: boolean;
  /** It counts only when the other commit contains most of it. */
  readonly unproven?: boolean;
  /** Git's records show that the other commit got its lines: without a note too, so that they have an unknown writer. */
  readonly needsNoNote?: boolean;
  /** Without a note, it counts only where no other main source has one. */
  readonly onlyAlone?: boolean;
  /** It has so little in common that its lines get no owner. */
  readonly weak?: boolean;
}

/** A source with its changes and its note. */
export interface RewriteOrigin extends SourceCommit {
  readonly change: CommitChange;
  readonly note: Note | undefined;
  /** Whether checks of it still count in the rewritten commit; see `sameCode`. */
  readonly same: boolean;
}

/** Reads the notes on commits; one without a readable note is missing from the result. */
export type ReadNotes = (commits: readonly Oid[]) => Promise<ReadonlyMap<Oid, Note>>;

/** The lines of a blob; undefined when it has no readable text. */
export interface Texts {
  lines(blob: Oid | null): Promise<readonly string[] | undefined>;
  load(blobs: Iterable<Oid>): Promise<void>;
}
