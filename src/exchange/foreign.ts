import type { Oid, RepoPath, SessionId } from '../model/ids.ts';
import type { Usage } from '../model/model.ts';

/** A session as another tool's record names it. Texts are original, not redacted yet. */
export interface ForeignSession {
  /** The agent's own id where the record has it, so that it is the same session that our hooks know; the record's key otherwise. */
  readonly id: SessionId;
  /** Our name for the agent, such as `claude-code`; the record's word where we have none. */
  readonly agent: string;
  readonly vendor?: string;
  readonly model?: string;
  readonly usage?: Usage;
  /** What the person asked for, in its order. */
  readonly prompts: readonly { readonly text: string; readonly at?: number }[];
  /** The agent's own summary of its work or decision. */
  readonly summary?: string;
}

/** The author of lines: a session by its index in `sessions`, a person, or an author that the record does not name. */
export type ForeignAuthor = number | 'person' | 'unsure';

/** Lines `start` to `end` of a file, from 1, both within; to `WHOLE` (clip.ts) for all that the commit added to it. */
export interface ForeignRange {
  readonly start: number;
  readonly end: number;
  readonly by: ForeignAuthor;
}

/** Another tool's record of one commit. Nothing in it has been compared with the commit. */
export interface ForeignRecord {
  readonly commit: Oid;
  readonly sessions: readonly ForeignSession[];
  /** Where ranges overlap, the later one counts. Files without ranges: a session wrote in them, but the lines are unknown. */
  readonly files: ReadonlyMap<RepoPath, readonly ForeignRange[]>;
}

/** What of a record could not be read, and why, in words that are counted: the same words for the same fault. */
export interface Unread {
  readonly what: string;
  /** Where: a commit, a path, a line of a file. */
  readonly where: string;
}
