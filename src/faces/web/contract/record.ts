import type { NamedCommit } from '../../../ask/shapes/shapes.ts';

export type { SessionInfo as Session, SessionSummary, UsageInfo as Usage } from '../../../ask/shapes/shapes.ts';
export type OwnerKind = 'agent' | 'human' | 'unknown';
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
  /** Whether an exported file has entries of knowledge. */
  readonly knows?: boolean | undefined;
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
  /** The commit that was counted, when it is not the present state. */
  readonly of?: string | undefined;
  /** The present state was not counted yet: in how many milliseconds to ask for a fresh count. */
  readonly again?: number | undefined;
  readonly files: readonly TreeFile[];
  /** Files that are left out because there are too many. */
  readonly left: number;
}

/** A commit; the page needs no more of it. */
export type Commit = Pick<NamedCommit, 'oid' | 'author' | 'time' | 'subject'> & Partial<Pick<NamedCommit, 'email'>>;

export interface LoggedCommit extends Commit {
  readonly known: boolean;
  /** Null without a readable note. */
  readonly lines: {
    readonly added: number;
    readonly agent: number;
    readonly human: number;
    readonly unsure: number;
  } | null;
  /** Of all changes together; `partly` when only some are verified. */
  readonly verification: Check | 'partly' | null;
}

/** The changed sources of an entry. Absent where nothing changed. */
export interface Stale {
  readonly stale_since?: string | null;
  readonly changed?: readonly { readonly place: string; readonly state: string }[];
}

export interface Statement extends Stale {
  readonly type: string;
  readonly id: string;
  readonly statement: string;
  readonly layer?: string | null;
  readonly status: string | null;
  /** False where nobody declared or accepted it; its status says that it holds. */
  readonly declared?: false;
  /** Of a task. */
  readonly state?: string;
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
  /** It is the result before a change: in how many milliseconds to ask for a new one. */
  readonly again?: number | undefined;
}
