import type { TraceLink } from './lines.ts';
import type { Commit, Session, Stale, Statement, Usage, Warning } from './record.ts';

export interface Proposal {
  readonly node: string;
  readonly kind: string;
  readonly at: string;
  readonly text: string;
  readonly because: string | null;
  readonly session: string | null;
  readonly agent: string | null;
  readonly commits: readonly string[];
  readonly effects: Effects;
}

/** One end of a link. Only its id is known when no note here contains it. */
export interface LinkEnd {
  readonly id: string;
  readonly kind: string | null;
  readonly text: string | null;
}

/** What the acceptance of a proposal changes. */
export interface Effects {
  /** The lines of agents that it gives the reason for. */
  readonly reason_of: readonly { readonly path: string; readonly commit: string; readonly lines: number }[];
  /** Agents are given its words, which they are not given now; or they get it as settled. */
  readonly agents: 'words' | 'settled' | null;
  readonly replaces: readonly LinkEnd[];
  readonly closes: readonly LinkEnd[];
  readonly settles: readonly { readonly from: string; readonly kind: string; readonly to: string }[];
}

/** A link by an agent that waits for a verdict. */
export interface ProposedLink {
  /** How a verdict names it. */
  readonly reference: string;
  readonly kind: string;
  readonly from: LinkEnd;
  readonly to: LinkEnd;
  readonly at: string | null;
  readonly because: string | null;
  readonly session: string | null;
  readonly agent: string | null;
  readonly effects: Effects;
}

export interface Knowledge {
  readonly entries: readonly Statement[];
  readonly proposals: readonly Proposal[];
  readonly links: readonly ProposedLink[];
}

export interface NodeHistory extends Stale {
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
