import type { Oid, RepoPath } from '../../../model/ids.ts';
import type { Around, Block, Writing } from '../edit-lines.ts';

/** What a commit added to a file. */
export interface LandedFile {
  readonly path: RepoPath;
  readonly oldPath?: RepoPath | undefined;
  readonly hunks: readonly LandedHunk[];
}

/** A place where a commit changed a file: lines without white space. */
export interface LandedHunk {
  /** The number of the first line, from 1. */
  readonly start: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly around: Around;
}

/** A commit to compare with what sessions wrote. Times in milliseconds since the epoch. */
export interface LandedCommit {
  readonly commit: Oid;
  readonly authoredAt: number;
  readonly committedAt: number;
  /** When the last of the commits that it builds on was made; the beginning of time for a first commit. */
  readonly since: number;
  /** The author of the commit, in the form of `SessionFacts.authors`. */
  readonly author: string;
  readonly files: readonly LandedFile[];
  /** Whether it builds on another commit. */
  readonly buildsOn: (other: Oid) => boolean;
}

/** A line of the commit that equals a line that a session wrote. */
export interface Pair {
  readonly writing: Writing;
  readonly block: Block;
  /** Which line of the block. */
  readonly at: number;
  /** Which line of the hunk, from 0. */
  readonly line: number;
  readonly hunk: LandedHunk;
  /** Whether an earlier commit has the line already: then it is the session's only among others that are new. */
  readonly isOld: boolean;
  /** The reason against this match: the line then gets no author. */
  doubt: Doubt | undefined;
}

/** The commits that the lines of blocks went into, by block and line: more than one where history was rewritten. */
export type Used = WeakMap<Block, readonly Oid[][]>;
/** Why a line has no author. */
export type Doubt =
  /** The session had been shown the line before it wrote it: it may have been there. */
  | 'shown'
  /** An ancestor of this commit already contains it: it was restored or written again. */
  | 'returned'
  /** Another person made the commit, not one who commits in the session's work tree. */
  | 'stranger'
  /** It was written after the commit was made first, by a session that did not commit then. */
  | 'late'
  /** The commit took it out elsewhere: it was moved. */
  | 'moved'
  /** Too little of what the session wrote stands together here. */
  | 'little'
  /** Two sessions wrote it. */
  | 'both'
  /** A command that may write anything ran before the commit. */
  | 'command'
  /** Its session was recorded by other means and is left unchanged. */
  | 'left';
