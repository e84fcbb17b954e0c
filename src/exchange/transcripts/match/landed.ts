import type { Oid, RepoPath } from '../../../model/ids.ts';
import type { NeighbourLines, Block, Writing } from '../edit-lines.ts';

/** The additions of a commit to a file. */
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
  readonly around: NeighbourLines;
}

/** A commit to compare with sessions. Times are in milliseconds since the epoch. */
export interface LandedCommit {
  readonly commit: Oid;
  readonly authoredAt: number;
  readonly committedAt: number;
  /** The time of its latest parent; the beginning of time for a root commit. */
  readonly since: number;
  /** The author of the commit, in the form of `SessionFacts.authors`. */
  readonly author: string;
  readonly files: readonly LandedFile[];
  /** Whether the other commit is an ancestor. */
  readonly buildsOn: (other: Oid) => boolean;
}

/** A line of the commit that equals a line that a session wrote. */
export interface Pair {
  readonly writing: Writing;
  readonly block: Block;
  /** The index of the line in the block. */
  readonly at: number;
  /** The index of the line in the hunk, from 0. */
  readonly line: number;
  readonly hunk: LandedHunk;
  /** Whether an earlier commit already contains the line. Then it is the session's only among new lines. */
  readonly isOld: boolean;
  /** The reason against this match: the line then gets no author. */
  doubt: Doubt | undefined;
}

/** The commits that contain the lines of blocks, by block and line. There are several after a rewrite of history. */
export type LandedCommits = WeakMap<Block, readonly Oid[][]>;
/** Why a line has no author. */
export type Doubt =
  /** The session was shown the line before it wrote it, so it may have existed. */
  | 'shown'
  /** An ancestor of this commit already contains it: it was restored or written again. */
  | 'returned'
  /** Another person made the commit, not one who commits in the session's work tree. */
  | 'stranger'
  /** It was written after the commit's author time, by a session that did not commit then. */
  | 'late'
  /** The commit removed it elsewhere, so it was moved. */
  | 'moved'
  /** Too little of the session's text is together here. */
  | 'little'
  /** Two sessions wrote it. */
  | 'both'
  /** A command that may write anything ran before the commit. */
  | 'command'
  /** Its session was recorded by other means and is left unchanged. */
  | 'left';
