/**
 * What the page asks and what it is given: the only thing that page and program share. The page knows no git. In an exported
 * file the same questions are answered from data in the file.
 */

/** A question of the page. */
export type Question =
  | { readonly kind: 'start' }
  /** The address of what a person typed: a file, a line, a commit, a range, a session or a node. */
  | { readonly kind: 'place'; readonly text: string }
  | { readonly kind: 'tree' }
  | { readonly kind: 'sessions' }
  | { readonly kind: 'recent' }
  | { readonly kind: 'status' }
  | { readonly kind: 'verify' }
  | { readonly kind: 'file'; readonly path: string; readonly revision?: string | undefined }
  | { readonly kind: 'versions'; readonly path: string }
  | { readonly kind: 'why'; readonly path: string; readonly line: number; readonly revision?: string | undefined }
  | { readonly kind: 'change'; readonly commit: string; readonly path: string }
  | { readonly kind: 'session'; readonly session: string }
  | { readonly kind: 'step'; readonly node: string }
  | { readonly kind: 'graph'; readonly place: string }
  | { readonly kind: 'review'; readonly range: string }
  | { readonly kind: 'knowledge' }
  | { readonly kind: 'history'; readonly node: string }
  | { readonly kind: 'attestation'; readonly place: string }
  | { readonly kind: 'search'; readonly text: string };

/** The only thing that a page may change: a person's verdict on a proposal. */
export interface Verdict {
  readonly node: string;
  readonly verdict: 'accept' | 'reject';
  readonly because?: string | undefined;
}

/** What the program tells the page without being asked. */
export type Message = { readonly kind: 'changed' } | { readonly kind: 'alive' };

/** A failure, in the words of the command line. */
export interface Failure {
  readonly error: { readonly what: string; readonly why?: string | undefined; readonly hint?: string | undefined };
}

export interface Answers {
  readonly start: Start;
  readonly place: { readonly address: string };
  readonly tree: Tree;
  readonly sessions: { readonly sessions: readonly SessionSummary[] };
  readonly recent: { readonly commits: readonly LoggedCommit[]; readonly decisions: readonly Statement[] };
  readonly status: { readonly warnings: readonly Warning[]; readonly proposed: number };
  readonly verify: VerifyResult;
  readonly file: FileLines;
  readonly versions: { readonly versions: readonly Version[] };
  readonly why: Why;
  readonly change: Change;
  readonly session: SessionStory;
  readonly step: Step;
  readonly graph: GraphData;
  readonly review: Review;
  readonly knowledge: Knowledge;
  readonly history: NodeHistory;
  readonly attestation: Attestation;
  readonly search: { readonly results: readonly Statement[] };
}

export type AnswerTo<Q extends Question> = Answers[Q['kind']];

export type Owner = 'agent' | 'human' | 'unknown';
export type Check = 'passed' | 'stale' | 'failed' | 'none' | 'not-applicable';

export interface Start {
  readonly repository: string;
  readonly version: string;
  /** Undefined in a repository without commits. */
  readonly head?: { readonly oid: string; readonly branch: string | null; readonly subject: string } | undefined;
  readonly bare: boolean;
  /** Whether any note or session is here. */
  readonly recorded: boolean;
  /** Whether the page may write verdicts. */
  readonly writes: boolean;
  /** The address to open first. */
  readonly address: string;
  /** When the file was exported; undefined from a server. */
  readonly exported?: string | undefined;
  /** The range to review when none is named. */
  readonly range?: string | undefined;
}

export interface TreeFile {
  readonly path: string;
  readonly agent: number;
  readonly human: number;
  readonly unknown: number;
  /** The agents' lines by verification. */
  readonly passed: number;
  readonly stale: number;
  readonly failed: number;
  readonly none: number;
  readonly notApplicable: number;
}

export interface Tree {
  readonly files: readonly TreeFile[];
  /** Files that are left out because there are too many. */
  readonly left: number;
}

export interface Session {
  readonly id: string;
  readonly short: string;
  readonly agent: string;
  readonly vendor: string | null;
  readonly model: string | null;
  readonly parent: string | null;
}

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly costUsd?: number;
}

export interface SessionSummary {
  readonly session: Session;
  readonly first: string | null;
  readonly last: string | null;
  readonly steps: number;
  readonly uncommitted: number;
  readonly commits: number;
  readonly lines: number;
  readonly usage: Usage | null;
}

export interface Commit {
  readonly oid: string;
  readonly author: string;
  readonly email?: string;
  readonly time: string | null;
  readonly subject: string;
}

export interface LoggedCommit extends Commit {
  readonly known: boolean;
  readonly lines?: { readonly added: number; readonly agent: number; readonly human: number; readonly unsure: number };
  readonly verification?: Check;
}

export interface Statement {
  readonly type: string;
  readonly id: string;
  readonly statement: string;
  readonly layer?: string | null;
  readonly status: string | null;
  readonly superseded_by?: string | null;
  readonly confidence: number | null;
  readonly source_type?: string | null;
  readonly created_at?: string | null;
  readonly session?: string | null;
  readonly agent?: string | null;
}

export interface Warning {
  readonly kind: 'fault' | 'gap' | 'warning' | 'recording' | 'invariant';
  readonly text: string;
  readonly hint?: string | undefined;
  readonly place?: string | undefined;
}

export interface VerifyResult {
  readonly notes: number;
  readonly graphs: number;
  readonly steps: number;
  readonly faults: number;
  readonly gaps: number;
  readonly warnings: number;
  readonly findings: readonly Warning[];
  readonly vouched: number;
  readonly claimed: number;
  readonly signers: readonly string[];
}

export interface Node {
  readonly id: string;
  /** Absent where no note here contains the node. */
  readonly kind?: string;
  readonly summary?: string;
  readonly words_by?: string;
  readonly at?: string | null;
  readonly tool?: string;
  readonly duration?: number;
  readonly parent?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Adjacent lines with the same origin. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly commit: string;
  readonly author: string;
  readonly owner: Owner;
  readonly session: string | null;
  readonly node: string | null;
  readonly decision: string | null;
  readonly verification: Check;
  readonly evidence: string | null;
  readonly standing?: unknown;
}

export interface FileLines {
  readonly path: string;
  readonly revision: string | null;
  readonly lines: readonly string[];
  readonly runs: readonly Run[];
  readonly sessions: Readonly<Record<string, Omit<Session, 'id' | 'short'>>>;
  readonly nodes: Readonly<Record<string, Omit<Node, 'id'>>>;
  readonly binary: boolean;
  /** Lines that are left out because the file is too long. */
  readonly left: number;
}

export interface Version extends Commit {
  /** The name of the file in that commit. */
  readonly path: string;
}

export interface CheckRun {
  readonly kind: string;
  readonly state: string;
  readonly by: string;
  readonly told?: string;
}

export interface Why {
  readonly path: string;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly owner: Owner;
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly standing?: unknown;
  readonly noted: boolean;
  readonly commit: (Commit & { readonly path: string }) | null;
  readonly step: Node | null;
  readonly session: Session | null;
  readonly decision: Node | null;
  readonly goals: readonly Node[];
  readonly decision_status: string | null;
  readonly decision_confidence: number | null;
  readonly explored: readonly Node[];
  readonly doubts: readonly { readonly says: unknown; readonly text: string }[];
  readonly verification: {
    readonly state: Check;
    readonly run: Node | null;
    readonly checks: readonly CheckRun[];
  };
  readonly input: string | null;
  readonly output: string | null;
  /** The step that may have written the line, where nobody is named. */
  readonly likely: { readonly step: Node | null; readonly session: Session | null } | null;
}

/** The lines of a hunk keep their first character: space, plus or minus. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly head: string;
  readonly lines: readonly string[];
}

export interface FileDiff {
  readonly path: string;
  readonly oldPath: string | null;
  readonly status: string;
  readonly binary: boolean;
  readonly hunks: readonly Hunk[];
  /** Lines that are left out because there are too many. */
  readonly left: number;
}

/** Who wrote lines of a commit's version of a file. */
export interface Piece {
  readonly start: number;
  readonly count: number;
  readonly node: string | null;
}

export interface Change {
  readonly commit: Commit;
  readonly diff: FileDiff | null;
  readonly pieces: readonly Piece[];
}

export interface PlayedStep extends Node {
  readonly session: string;
  readonly depth: number;
  readonly started: string | null;
  readonly outcome: 'ok' | 'passed' | 'failed' | 'refused' | 'interrupted' | null;
  readonly committed: boolean;
  readonly decision: string | null;
  readonly files: readonly string[];
}

export interface SessionStory extends SessionSummary {
  readonly children: readonly SessionSummary[];
  readonly landed: readonly { readonly commit: string; readonly lines: number; readonly reachable: boolean }[];
  readonly played: readonly PlayedStep[];
  /** Decisions and other nodes that are no steps, by id. */
  readonly others: Readonly<Record<string, Node>>;
  /** The commits with lines of the session, and the files that each of them changed. */
  readonly commits_by_id: Readonly<Record<string, Commit & { readonly files: readonly string[] }>>;
  /** Steps that are left out because there are too many. */
  readonly left: number;
}

export interface TraceLink {
  readonly type: string;
  readonly id: string;
  readonly statement: string;
  readonly edge: string | null;
}

export interface Step {
  readonly node: Node;
  readonly session: Session | null;
  readonly goals: readonly Node[];
  readonly decision: Node | null;
  readonly input: { readonly hash: string; readonly text: string | null } | null;
  readonly output: { readonly hash: string; readonly text: string | null } | null;
  readonly wrote: readonly {
    readonly commit: Commit;
    readonly files: readonly { readonly path: string; readonly lines: number }[];
  }[];
  readonly standing: Statement | null;
}

export type Layer = 'code' | 'execution' | 'knowledge' | 'project';

export interface GraphNode extends Node {
  readonly kind: string;
  readonly summary: string;
  /** The agent's id for the tool call. */
  readonly call?: string;
  readonly layer: Layer | null;
  readonly session: string | null;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly source: string;
  /** From 0 to 1, with decay. */
  readonly confidence: number;
}

export interface GraphData {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly sessions: Readonly<Record<string, Session>>;
  /** Nodes that are left out because there are too many. */
  readonly left: number;
}

export interface ReviewPiece {
  readonly line: number;
  readonly count: number;
  readonly commit: string | null;
  readonly owner: Owner;
  readonly evidence: string | null;
  readonly session: string | null;
  readonly node: string | null;
  readonly decision: string | null;
  readonly goals: readonly string[];
  readonly verification: Check | null;
  readonly approved: boolean;
  readonly blind: boolean;
}

export interface Counts {
  readonly added: number;
  readonly agent: number;
  readonly human: number;
  readonly unknown: number;
  readonly approved: number;
  readonly verification: Readonly<Record<'passed' | 'stale' | 'failed' | 'none', number>>;
  readonly notApplicable?: number;
  readonly blind?: number;
}

export interface ReviewFile extends FileDiff {
  readonly removed: number;
  readonly lines: Counts;
  readonly pieces: readonly ReviewPiece[];
}

export interface Review {
  readonly range: {
    readonly name: string;
    readonly taken: string | null;
    readonly base: string | null;
    readonly head: string;
    readonly shallow: boolean;
  };
  readonly lines: Counts;
  readonly attention: readonly {
    readonly concern: string;
    readonly path: string;
    readonly places: readonly string[];
    readonly lines: number;
    readonly approved: number;
    readonly decision: string | null;
    readonly unknown: readonly string[];
  }[];
  readonly doubts: readonly {
    readonly says: unknown;
    readonly text: string;
    readonly path: string;
    readonly places: readonly string[];
  }[];
  readonly commits: readonly (Commit & { readonly note: string; readonly added: number; readonly lines: Counts })[];
  readonly files: readonly ReviewFile[];
  readonly sessionsById: Readonly<Record<string, Session>>;
  readonly nodesById: Readonly<Record<string, Node>>;
  /** Files that are left out because there are too many. */
  readonly left: number;
}

export interface Proposal {
  readonly node: string;
  readonly kind: string;
  readonly at: string;
  readonly text: string;
  readonly because: string | null;
  readonly session: string | null;
  readonly agent: string | null;
  readonly commits: readonly string[];
}

export interface Knowledge {
  readonly entries: readonly Statement[];
  readonly proposals: readonly Proposal[];
}

export interface NodeHistory {
  readonly node: { readonly type: string; readonly id: string; readonly statement: string };
  readonly status: string | null;
  readonly superseded_by: string | null;
  readonly confidence: number | null;
  readonly confidence_history: readonly { readonly at: string; readonly confidence: number }[];
  readonly events: readonly {
    readonly at: string | null;
    readonly event: string;
    readonly by: string | null;
    readonly agent: string | null;
    readonly session: string | null;
    readonly before: unknown;
    readonly after: unknown;
    readonly because: string | null;
    readonly counts: boolean;
  }[];
  readonly made: readonly TraceLink[];
  readonly became: readonly TraceLink[];
  readonly supporting: readonly TraceLink[];
  readonly contradicting: readonly TraceLink[];
}

export interface AttestedCommit {
  readonly commit: Commit;
  readonly covered: readonly {
    readonly path: string;
    readonly added: number;
    readonly agent: number;
    readonly human: number;
    readonly unsure: number;
  }[];
  readonly sessions: readonly {
    readonly session: Session | null;
    readonly short: string;
    readonly steps: number;
    readonly lines: number;
    readonly usage: Usage | null;
  }[];
  readonly graphs: readonly {
    readonly id: string;
    readonly nodes: number;
    readonly edges: number;
    readonly chain: string;
  }[];
  readonly signers: readonly {
    readonly standing: string;
    readonly by: string | null;
    readonly key: string | null;
    readonly why: string | null;
  }[];
  readonly findings: readonly Warning[];
  /** The command that writes the attestation as a file. */
  readonly command: string;
}

export interface Attestation {
  readonly title: string;
  readonly commits: readonly AttestedCommit[];
  /** Commits that are left out because there are too many. */
  readonly left: number;
}

/** The data of an exported file: the answers by their questions. */
export interface Exported {
  readonly answers: Readonly<Record<string, unknown>>;
  /** What is behind the lines of files, by the question of the file. */
  readonly reasons: Readonly<Record<string, readonly Why[]>>;
}

/** The key of a question in an exported file. */
export const keyOf = (question: Question): string =>
  JSON.stringify(
    Object.entries(question)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
