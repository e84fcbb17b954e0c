import type { Oid, RepoPath, SessionId } from '../model/ids.ts';
import type { Note, Usage } from '../model/model.ts';

/** A session in another tool's record. Its texts are original, not redacted yet. */
export interface ForeignSession {
  /** The agent's own id if the record has it, so that it equals the id that our hooks record; otherwise the record's key. */
  readonly id: SessionId;
  /** Our name for the agent, such as `claude-code`; otherwise the record's name for it. */
  readonly agent: string;
  readonly vendor?: string;
  readonly model?: string;
  readonly usage?: Usage;
  /** The person's prompts, in order. */
  readonly prompts: readonly { readonly text: string; readonly at?: number }[];
  /** The agent's own summary of its work or decision. */
  readonly summary?: string;
}

/** The author of lines: a session by its index in `sessions`, a person, or an author that the record does not name. */
export type ForeignAuthor = number | 'person' | 'unsure';

/**
 * Lines `start` to `end` of a file, from 1, both included. `WHOLE` (clamp-ranges.ts) means all lines that the commit added
 * to it.
 */
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
  /**
   * What the agents' own records of sessions say about the commit, redacted and in the form of notes: whole graphs, and the lines that
   * their steps wrote. These sessions get no other graph.
   */
  readonly recorded?: Pick<Note, 'graphs' | 'lines'>;
}

/** A part of a record that could not be read. Equal faults have equal descriptions, so that they can be counted. */
export interface Unread {
  readonly what: string;
  /** The place: a commit, a path, a line of a file. */
  readonly where: string;
}
