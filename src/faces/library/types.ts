// What the library gives: plain data, safe for JSON. Times are ISO 8601 in UTC, ids are strings in lower-case hex.

/**
 * A file system whose functions promise, as isomorphic-git takes it: `node:fs`, or one of a browser's. It is only read from,
 * but isomorphic-git wants all of these functions to be there.
 */
export interface FileSystem {
  readonly promises: Readonly<
    Record<'readFile' | 'writeFile' | 'unlink' | 'readdir' | 'mkdir' | 'rmdir' | 'stat' | 'lstat', object>
  > & { readonly readlink?: object | undefined; readonly symlink?: object | undefined };
}

/** Which repository is read, and how. */
export interface OpenOptions {
  /** The top of a work tree, or a git dir such as a bare repository. With git, any folder of a work tree. */
  readonly dir: string;
  /** Reads the repository without git, through this. When absent, the git binary is used. */
  readonly fs?: FileSystem;
  /** Whether notes that were fetched and are not joined yet count too; they do by default. */
  readonly remotes?: boolean;
  /** The environment that the git binary is run with; that of the process when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** One conversation with one agent. */
export interface SessionInfo {
  /** The agent's own id; a sub-agent's is `<parent>/<agent id>`. */
  readonly id: string;
  /** The eight hex digits that the ids of its nodes begin with. */
  readonly short: string;
  /** Such as `claude-code`. */
  readonly agent: string;
  readonly vendor?: string;
  readonly model?: string;
  readonly parent?: string;
}

/** What happened in one recorded step, or a thing that steps speak of. `summary` and `detail` are other people's words. */
export interface NodeInfo {
  readonly id: string;
  /** `goal`, `exploration`, `commitment`, `verification`, `decision` … A newer writer may have kinds of its own. */
  readonly kind: string;
  readonly at: string | null;
  readonly summary: string;
  readonly tool?: string;
  /** The agent's id for the tool call. */
  readonly call?: string;
  /** Milliseconds. */
  readonly duration?: number;
  /** SHA-256 of the redacted input and output, as far as they were kept. */
  readonly input?: string;
  readonly output?: string;
  /** The step before it in the session. */
  readonly parent?: string;
  readonly detail?: Readonly<
    Record<string, string | number | boolean | null | readonly (string | number | boolean | null)[]>
  >;
}

/** A typed edge between two nodes. */
export interface EdgeInfo {
  readonly from: string;
  readonly to: string;
  /** `led_to`, `explored_via`, `decided_by`, `verified_by` … */
  readonly kind: string;
  /** How it is known: `observed`, `declared`, `inferred` … */
  readonly source: string;
}

/** Tokens. */
export interface UsageInfo {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** In US dollars, where the agent tells it. */
  readonly costUsd?: number;
}

/** What happened in one session since its previous graph. */
export interface GraphInfo {
  /** blake3 of its canonical bytes. */
  readonly id: string;
  readonly session: SessionInfo;
  readonly nodes: readonly NodeInfo[];
  readonly edges: readonly EdgeInfo[];
  /** Nodes of earlier graphs of the session that the edges speak of. */
  readonly context: readonly NodeInfo[];
  /** The commits that it was made for. */
  readonly explains: readonly string[];
  readonly previous: string | null;
  /** The ledger's hash before its first step and after its last. */
  readonly chain: { readonly start: string; readonly head: string; readonly parent?: string };
  readonly usage?: UsageInfo;
}

/** Lines `start` to `start + count - 1` (from 1) of a file at the note's commit. */
export interface AttributionInfo {
  readonly start: number;
  readonly count: number;
  /** Who wrote them; null is a person, or with the evidence `unsure` nobody that is named. */
  readonly node: string | null;
  /** `exact`, `reformatted`, `moved`, `restored`, `carried`, `imported`, `inferred`, `unsure`. */
  readonly evidence: string;
  /** The node that wrote what a person changed. */
  readonly from?: string;
}

/** What the note of one commit says. */
export interface CommitNote {
  readonly commit: string;
  readonly graphs: readonly GraphInfo[];
  readonly files: readonly { readonly path: string; readonly lines: readonly AttributionInfo[] }[];
  /** The commits that the note was carried from when history was rewritten. */
  readonly carried: readonly { readonly from: string; readonly how: string }[];
  /** Why not everything could be read; the rest is what could. */
  readonly damaged?: string;
}

/**
 * Why an owner is not known. `no-note`: the line's commit has no note. `damaged-note`: it cannot be read. `unsure`: the note
 * says that it cannot be known. `ambiguous`: without git it cannot be told which of several commits git's blame
 * names, and they have different owners; with git it is never the reason. `cut-history`: the commit's parents are not here,
 * so the line may be older.
 */
export type UnknownReason = 'no-note' | 'damaged-note' | 'unsure' | 'ambiguous' | 'cut-history';

/** A node that a line's answer names; of one that the note does not hold, the id alone. */
export type NamedNode = Pick<NodeInfo, 'id'> & Partial<NodeInfo>;

/** Who wrote one line, and why. */
export interface LineInfo {
  /** From 1. */
  readonly line: number;
  /** The line without its ending. What is not UTF-8 becomes U+FFFD. */
  readonly text: string;
  /** `human`: nobody that git prov watched. */
  readonly owner: 'agent' | 'human' | 'unknown';
  /** Only with the owner `unknown`. */
  readonly reason?: UnknownReason;
  /** The commit that the line came with, and where it has it; absent where it may be one of several. */
  readonly commit?: string;
  readonly path?: string;
  readonly originalLine?: number;
  readonly evidence?: string;
  /** The step that wrote it, its session, decision and goal: only with the owner `agent`. */
  readonly node?: NamedNode;
  readonly session?: SessionInfo;
  readonly decision?: NamedNode;
  readonly goal?: NamedNode;
  readonly verification?: 'passed' | 'stale' | 'failed' | 'none';
  /** The node that wrote what a person changed. */
  readonly from?: NamedNode;
}

/** Lines of a file with their owners. */
export interface FileLines {
  readonly path: string;
  /** The commit that was asked about. */
  readonly commit: string;
  readonly lines: readonly LineInfo[];
}

/** Everything that the notes tell of one session. */
export interface SessionStory {
  readonly session: SessionInfo;
  /** In the order of the session. */
  readonly nodes: readonly NodeInfo[];
  readonly edges: readonly EdgeInfo[];
  /** The commits whose notes tell of it, by their ids, with the number of lines that it wrote there. */
  readonly commits: readonly { readonly commit: string; readonly lines: number }[];
  readonly usage?: UsageInfo;
}

/** A session in short. */
export interface SessionSummary {
  readonly session: SessionInfo;
  /** When its first and last step were. */
  readonly first: string | null;
  readonly last: string | null;
  readonly steps: number;
  /** How many commits have a graph or lines of it, and how many lines. */
  readonly commits: number;
  readonly lines: number;
}

/** A node with its edges and where it is told of. */
export interface NodeStory {
  readonly node: NodeInfo;
  readonly session: SessionInfo;
  readonly edges: readonly EdgeInfo[];
  /** The commits whose notes hold it, by their ids. */
  readonly commits: readonly string[];
}

/** A question about a file's lines. */
export interface FileQuestion {
  /** From the top of the repository, with `/` between its parts. */
  readonly path: string;
  /** A branch, a tag, an id or its beginning; `HEAD` when absent. What is not committed is not looked at. */
  readonly revision?: string;
}

/**
 * A repository with its notes, open for reading. Nothing is ever written to it. A revision is what git understands; without
 * git it may be `HEAD`, a branch, a tag, a ref, an id or its beginning, with any number of `~N` and `^N` after it.
 * Methods throw `ProvError`: `data` for what is not there or cannot be read, `usage` for what could mean several things, `git`
 * for a repository that cannot be read.
 */
export interface Repository {
  /** How it is read. */
  readonly reader: 'git' | 'isomorphic-git';
  /** The whole id of the commit that a revision names. */
  commit(revision: string): Promise<string>;
  /** The note of a commit; undefined when it has none. */
  note(revision: string): Promise<CommitNote | undefined>;
  /** The notes of some commits; one without a note is left out. Ids of commits that are gone may be asked for too. */
  notes(commits: Iterable<string>): AsyncIterable<CommitNote>;
  /** All notes, also of commits that are gone, by the commits' ids, in memory that does not grow with their number. */
  allNotes(): AsyncIterable<CommitNote>;
  /** Who wrote the lines of a file. `start` and `count` say which lines; all by default. */
  lines(question: FileQuestion & { readonly start?: number; readonly count?: number }): Promise<FileLines>;
  /** Who wrote one line of a file, counted from 1. */
  whoWrote(question: FileQuestion & { readonly line: number }): Promise<LineInfo>;
  /** The sessions that notes tell of, the latest first. */
  sessions(): Promise<readonly SessionSummary[]>;
  /** A session by its id or by the eight hex digits of its nodes; undefined when no note tells of it. */
  session(id: string): Promise<SessionStory | undefined>;
  /** A node by its id (`8f3a21c0-4`, with or without its kind before it: `decision:8f3a21c0-4`); undefined when no note has it. */
  node(id: string): Promise<NodeStory | undefined>;
  /** Ends the processes that reading has started. */
  close(): Promise<void>;
}
