import type { GraphId, NodeId, Oid, RepoPath, SessionId } from './ids.ts';
import type { RecordStanding } from './standing/level.ts';

/** Kinds of node, by layer. Closed here, open on disk: a kind from a newer writer is kept and shown. */
export const NODE_KINDS = {
  project: ['goal', 'task', 'constraint'],
  execution: ['exploration', 'commitment', 'verification', 'execution', 'error', 'human_gate', 'patch', 'event'],
  knowledge: ['decision', 'claim', 'evidence', 'risk', 'failure', 'memory', 'raw', 'episode', 'note', 'belief'],
  code: ['commit', 'file', 'module', 'function', 'type', 'external', 'service', 'tool', 'agent'],
} as const;

export type Layer = keyof typeof NODE_KINDS;
export type NodeKind = (typeof NODE_KINDS)[Layer][number];
/** A kind that this version does not know. */
export type UnknownKind = string & { readonly __unknown?: true };

/** Kinds of edge; the table of their meanings is in docs/architecture.md. */
export const EDGE_KINDS = [
  'led_to',
  'explored_via',
  'verified_by',
  'committed_via',
  'failed_with',
  'blocked_by',
  'resumed_after',
  'spawned',
  'decided_by',
  'supports',
  'contradicts',
  'depends_on',
  'derived_from',
  'supersedes',
  'blocks',
  'exposes',
  'uses_secret',
  'imports',
  'calls',
  'reads',
  'writes',
  'extends',
  'caused',
  'prevents',
  'explains',
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** Where an edge is known from; each has a base confidence (`confidence.ts`). */
export const EDGE_SOURCES = ['observed', 'declared', 'inferred', 'ast', 'imported'] as const;
export type EdgeSource = (typeof EDGE_SOURCES)[number];

/** A JSON-like value without fractions, as deep as `detail` may be: a scalar or a list of scalars. */
export type Scalar = string | number | boolean | null;
export type Detail = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** Fields of a newer writer, by the keys that they have in the note. They are kept as they are and written back. */
export type Extra = ReadonlyMap<string | number, unknown>;

/** What happened in one recorded step, or a thing that steps and people speak of. */
export interface Node {
  readonly id: NodeId;
  readonly kind: NodeKind | UnknownKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** One line for people, redacted. */
  readonly summary: string;
  readonly tool?: string;
  /** The agent's id for the tool call. */
  readonly call?: string;
  /** Milliseconds. */
  readonly duration?: number;
  /** SHA-256 (hex) of the redacted input as it was kept. */
  readonly input?: string;
  readonly output?: string;
  /** The step before it in the ledger; absent for the first. Only ledger steps have one. */
  readonly parent?: NodeId;
  readonly detail?: Detail;
  readonly extra?: Extra;
}

/** A typed, directed edge. An end may lie in another graph of the same or of another session. */
export interface Edge {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly kind: EdgeKind | UnknownKind;
  readonly source: EdgeSource | UnknownKind;
}

/** One conversation with one agent. */
export interface Session {
  readonly id: SessionId;
  /** Registry key, such as `claude-code`. */
  readonly agent: string;
  readonly vendor?: string;
  readonly model?: string;
  readonly parent?: SessionId;
  readonly extra?: Extra;
}

/** Tokens of the session since its previous graph, and what they cost. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** As the agent tells it, in millionths of a US dollar; absent where it tells none. */
  readonly cost?: number;
  readonly extra?: Extra;
}

/** What happened in one session since its previous graph. Immutable; its id is blake3 of its canonical bytes. */
export interface Graph {
  readonly session: Session;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** Steps of earlier graphs of the session that these edges speak of (the goal, a decision), so that a note can be read alone. */
  readonly context?: readonly Node[];
  /** The commits that it was made for. */
  readonly explains: readonly Oid[];
  readonly previous: GraphId | null;
  /**
   * The ledger's rolling context hash (hex SHA-256) before the first step of this graph, and after its last. `parent` is
   * the hash of the session's last step before this graph, absent when there is none: with it a graph can be checked alone.
   */
  readonly chain: { readonly start: string; readonly head: string; readonly parent?: string };
  readonly usage?: Usage;
  readonly extra?: Extra;
}

/**
 * How an attribution is known. `unsure` is an abstention: somebody's, and we do not say whose. `likely` is one too, of a line
 * that appeared while a program of an agent ran: a note has it as `unsure` with that step as `from`, see `isLikely`.
 */
export const EVIDENCE = [
  'exact',
  'reformatted',
  'moved',
  'restored',
  'carried',
  'imported',
  'inferred',
  'likely',
  'unsure',
] as const;
export type Evidence = (typeof EVIDENCE)[number];

/**
 * Lines `start` to `start + count - 1` (from 1) of a file at the note's commit were written by `node`. A `null` node is
 * a person (with `from`, the node whose line that person changed), or with the evidence `unsure` nobody that we name.
 */
export interface Attribution {
  readonly start: number;
  readonly count: number;
  readonly node: NodeId | null;
  readonly evidence: Evidence | UnknownKind;
  readonly from?: NodeId;
  /** How far this clone can rely on it. Readers set it (`standing/note.ts`); it is never written. */
  readonly standing?: RecordStanding;
}

/** Whether an attribution says that a step of an agent may have written the line: the step is its `from`. */
export const isLikely = ({ node, evidence, from }: Attribution): boolean =>
  node === null && evidence === 'unsure' && from !== undefined;

/** Where a rewritten commit's note was carried from. */
export interface Carried {
  readonly from: Oid;
  /** The operation: `amend`, `rebase`, `squash`, `cherry-pick`, `revert`, `filter`, `content` … */
  readonly how: string;
}

/** What somebody signed about a note: see `statement.ts` for what the payload says. */
export interface Signature {
  /** The canonical bytes of the statement. */
  readonly payload: Uint8Array;
  /** How it was signed: `ssh`, `openpgp` or `x509`, as git's `gpg.format` has it. */
  readonly scheme: string;
  /** The signature over the payload's pre-authentication encoding, in the armour in which the program printed it. */
  readonly signature: string;
}

/** The git note of one commit. */
export interface Note {
  /** The commit that it was made for. Absent in what an older writer wrote, and in what is only to be joined to a note. */
  readonly commit?: Oid;
  readonly graphs: readonly Graph[];
  readonly lines: ReadonlyMap<RepoPath, readonly Attribution[]>;
  readonly carried: readonly Carried[];
  /** Something is missing from it, so a line without a claim is nobody's. Readers set it; it is never written. */
  readonly partial?: boolean;
  /** Absent where there are none. A set: each covers what its writer wrote, and stays when notes are joined. */
  readonly signatures?: readonly Signature[];
  readonly extra?: Extra;
}
