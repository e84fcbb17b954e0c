import type { TraceLink } from './lines.ts';
import type { Commit, Session, Statement, Usage, Warning } from './record.ts';

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
  /** Oldest first; `at` is null for an invalid time. */
  readonly confidence_history: readonly { readonly at: string | null; readonly confidence: number }[];
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
