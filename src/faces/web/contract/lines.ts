import type { NodeInfo } from '../../../ask/shapes/shapes.ts';
import type { Check, Commit, OwnerKind, Session, SessionSummary, Statement } from './record.ts';

/** A step, or a thing that steps refer to. No note here may contain it: then only its id is known. */
export type Node = Pick<NodeInfo, 'id'> & {
  readonly [Field in Exclude<keyof NodeInfo, 'id'>]?: NodeInfo[Field] | undefined;
};

/** Adjacent lines with the same origin. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly commit: string;
  readonly author: string;
  readonly owner: OwnerKind;
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
  readonly sessions: Readonly<Record<string, Session>>;
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
  readonly owner: OwnerKind;
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly standing?: unknown;
  readonly noted: boolean;
  readonly commit: (Commit & { readonly path: string }) | null;
  readonly step: Node | null;
  readonly session: Session | null;
  readonly decision: Node | null;
  readonly goals: readonly Node[];
  /** Where the last prompt only answers, or corrects: the one before it that says more. */
  readonly follows?: Node;
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
  /** The step that may have written the line, where the writer is unknown. */
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
  /** The snapshots of the files that it changed, by path, in the order of the steps. Empty in an exported file. */
  readonly snapshots: Readonly<Record<string, readonly { readonly node: string; readonly blob: string }[]>>;
  /** Steps that are left out because there are too many. */
  readonly left: number;
}

/** The text of a file after a step. */
export interface SnapshotLines {
  readonly lines: readonly string[];
  /** The steps that wrote the lines. */
  readonly runs: readonly { readonly from: number; readonly to: number; readonly node: string | null }[];
  /** Lines that are left out because the file is too long. */
  readonly left: number;
}

export interface TraceLink {
  readonly type: string;
  readonly id: string;
  readonly statement: string;
  readonly edge: string | null;
  /** The status of a declared link. */
  readonly edge_status: string | null;
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
