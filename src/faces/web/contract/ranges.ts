import type { EdgeInfo, NodeInfo } from '../../../ask/shapes/shapes.ts';
import type { FileDiff, Node } from './lines.ts';
import type { Check, Commit, OwnerKind, Session } from './record.ts';

export type Layer = 'code' | 'execution' | 'knowledge' | 'project';

export interface GraphNode extends Omit<NodeInfo, 'status'> {
  /** Of an entry: what became of it. */
  readonly status?: 'proposed' | 'accepted' | 'rejected' | 'superseded' | 'retracted' | 'completed';
  readonly layer: Layer | null;
  readonly session: string | null;
}

export interface GraphEdge extends EdgeInfo {
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
  readonly owner: OwnerKind;
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
