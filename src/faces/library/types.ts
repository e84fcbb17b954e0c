// The results of the library: plain data, safe for JSON. Times are ISO 8601 in UTC, ids are strings in lower-case hex.

import type {
  EdgeInfo,
  GraphInfo,
  NamedNode,
  NodeInfo,
  SessionCommit,
  SessionInfo,
  SessionSummary,
  UsageInfo,
} from '../../ask/shapes/shapes.ts';

export type * from '../../ask/shapes/shapes.ts';

/**
 * A file system with promises, in the form that isomorphic-git requires: `node:fs`, or a browser's. It is only read, but
 * isomorphic-git requires all of these functions.
 */
export interface FileSystem {
  readonly promises: Readonly<
    Record<'readFile' | 'writeFile' | 'unlink' | 'readdir' | 'mkdir' | 'rmdir' | 'stat' | 'lstat', object>
  > & { readonly readlink?: object | undefined; readonly symlink?: object | undefined };
}

/** The repository to read, and how to read it. */
export interface OpenOptions {
  /** The top of a work tree, or a git dir such as a bare repository. With git, any folder of a work tree. */
  readonly dir: string;
  /** Reads the repository without git, through this file system. When absent, the git binary is used. */
  readonly fs?: FileSystem;
  /** Whether notes that were fetched but not joined yet count too; default true. */
  readonly remotes?: boolean;
  /** The environment for the git binary; default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Lines `start` to `start + count - 1` (from 1) of a file at the note's commit. */
export interface AttributionInfo {
  readonly start: number;
  readonly count: number;
  /** The writer's node; null for a person, or with the evidence `unsure` for an unknown writer. */
  readonly node: string | null;
  /** `exact`, `reformatted`, `moved`, `restored`, `carried`, `imported`, `inferred`, `likely`, `unsure`. */
  readonly evidence: string;
  /** The node that wrote the line before a person changed it. */
  readonly from?: string;
}

/** The content of a commit's note. */
export interface CommitNote {
  readonly commit: string;
  readonly graphs: readonly GraphInfo[];
  readonly files: readonly { readonly path: string; readonly lines: readonly AttributionInfo[] }[];
  /** The commits that the note was carried from when history was rewritten. */
  readonly carried: readonly { readonly from: string; readonly how: string }[];
  /** Why a part could not be read. The rest is included. */
  readonly damaged?: string;
}

/**
 * Why an owner is unknown. `no-note`: the line's commit has no note. `damaged-note`: the note cannot be read. `unsure`: the
 * note does not name an owner. `ambiguous`: without git, several commits are possible and have different owners; this never
 * happens with git. `cut-history`: the commit's parents are missing, so the line may be older.
 */
export type UnknownReason = 'no-note' | 'damaged-note' | 'unsure' | 'ambiguous' | 'cut-history';

/** Who wrote one line, and why. */
export interface LineInfo {
  /** From 1. */
  readonly line: number;
  /** The line without its ending. Bytes that are not UTF-8 become U+FFFD. */
  readonly text: string;
  /** `human`: a person, or a program without hooks. */
  readonly owner: 'agent' | 'human' | 'unknown';
  /** Only with the owner `unknown`. */
  readonly reason?: UnknownReason;
  /** The commit of the line, with the path and line number there; absent when several are possible. */
  readonly commit?: string;
  readonly path?: string;
  readonly originalLine?: number;
  readonly evidence?: string;
  /** The step that wrote it, with its session, decision and goal. Only with the owner `agent`. */
  readonly node?: NamedNode;
  readonly session?: SessionInfo;
  /** With `detail.source` `consolidated`, its summary only lists the steps: no reason was given. */
  readonly decision?: NamedNode;
  readonly goal?: NamedNode;
  /** Where the goal only answers, or corrects: the one before it that says more. */
  readonly follows?: NamedNode;
  readonly verification?: 'passed' | 'stale' | 'failed' | 'none' | 'not-applicable';
  /** The node that wrote the line before a person changed it. */
  readonly from?: NamedNode;
}

/** Lines of a file with their owners. */
export interface FileLines {
  readonly path: string;
  /** The requested commit. */
  readonly commit: string;
  readonly lines: readonly LineInfo[];
}

/** All data about one session in the notes. */
export interface SessionStory {
  readonly session: SessionInfo;
  /** In the order of the session. */
  readonly nodes: readonly NodeInfo[];
  readonly edges: readonly EdgeInfo[];
  /** The commits with notes about the session, by id, and the number of its lines there. */
  readonly commits: readonly SessionCommit[];
  readonly usage: UsageInfo | null;
}

/** A node with its edges and its commits. */
export interface NodeStory {
  readonly node: NodeInfo;
  readonly session: SessionInfo;
  readonly edges: readonly EdgeInfo[];
  /** The commits with notes that contain it, by id. */
  readonly commits: readonly string[];
}

/** A question about a file's lines. */
export interface FileQuestion {
  /** Relative to the top of the repository, with `/` between its parts. */
  readonly path: string;
  /** A branch, a tag, an id or a prefix of one; default `HEAD`. Uncommitted changes are not included. */
  readonly revision?: string;
}

/**
 * A repository with its notes, open for reading. It is never written to. With git, a revision is anything that git accepts.
 * Without git it may be `HEAD`, a branch, a tag, a ref, an id or a prefix of one, followed by any number of `~N` and `^N`.
 * Methods throw `ProvError`: `data` for missing or unreadable data, `usage` for ambiguous input, `git` for an unreadable
 * repository.
 */
export interface Repository {
  /** How it is read. */
  readonly reader: 'git' | 'isomorphic-git';
  /** The full id of the commit that a revision names. */
  commit(revision: string): Promise<string>;
  /** The note of a commit; undefined when it has none. */
  note(revision: string): Promise<CommitNote | undefined>;
  /** The notes of some commits. Commits without a note are left out. Ids of deleted commits are allowed. */
  notes(commits: Iterable<string>): AsyncIterable<CommitNote>;
  /** All notes, including those of deleted commits, by commit id. Memory use does not depend on their number. */
  allNotes(): AsyncIterable<CommitNote>;
  /** The owners of a file's lines. `start` and `count` select lines; default: all. */
  lines(question: FileQuestion & { readonly start?: number; readonly count?: number }): Promise<FileLines>;
  /** The owner of one line of a file, counted from 1. */
  whoWrote(question: FileQuestion & { readonly line: number }): Promise<LineInfo>;
  /** The sessions in the notes, latest first. */
  sessions(): Promise<readonly SessionSummary[]>;
  /** A session by its id or by the prefix of its node ids, or the first eight digits of it; undefined when no note contains it. */
  session(id: string): Promise<SessionStory | undefined>;
  /**
   * A node by its id, with or without its kind: `decision:8f3a21c0-4`, as the commands print it, or with all digits of the
   * prefix; undefined when no note contains it.
   */
  node(id: string): Promise<NodeStory | undefined>;
  /** Ends the processes that were started for reading. */
  close(): Promise<void>;
}
