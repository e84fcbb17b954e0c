import type { GraphId, LONG_DIGITS, NodeId, Oid, RepoPath, SessionId } from './ids.ts';
import type { RecordStanding } from './standing/level.ts';

/** Kinds of node, by layer. The type is closed, the format is open: kinds from newer versions are kept and shown. */
export const NODE_KINDS = {
  project: ['goal', 'task', 'constraint'],
  execution: ['exploration', 'commitment', 'verification', 'execution', 'error', 'human_gate', 'patch', 'event'],
  knowledge: [
    'decision',
    'claim',
    'evidence',
    'risk',
    'failure',
    'memory',
    'raw',
    'episode',
    'note',
    'belief',
    'value',
    'drive',
    'relationship',
    'waiver',
  ],
  code: ['commit', 'file', 'module', 'function', 'type', 'external', 'service', 'tool', 'agent'],
} as const;

export type Layer = keyof typeof NODE_KINDS;
export type NodeKind = (typeof NODE_KINDS)[Layer][number];
/** A kind that this version does not know. */
export type UnknownKind = string & { readonly __unknown?: true };

/** Kinds of edge. docs/format.md lists what each leads from and to. */
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

/** How an edge was obtained. Each source has a base confidence (`confidence.ts`). */
export const EDGE_SOURCES = ['observed', 'declared', 'inferred', 'ast', 'imported'] as const;
export type EdgeSource = (typeof EDGE_SOURCES)[number];

/** A JSON-like value without fractions. `detail` holds scalars and lists of scalars, nothing deeper. */
export type Scalar = string | number | boolean | null;
export type Detail = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** Fields of a newer version, by their key in the note. They are kept and written back unchanged. */
export type Extra = ReadonlyMap<string | number, unknown>;

/** A recorded step, or a thing that steps and people refer to. */
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
  /** SHA-256 (hex) of the redacted input as it was stored. */
  readonly input?: string;
  readonly output?: string;
  /** The previous step in the ledger; absent for the first. Only ledger steps have one. */
  readonly parent?: NodeId;
  readonly detail?: Detail;
  readonly extra?: Extra;
}

/** A typed, directed edge. Its ends may belong to other graphs or sessions. */
export interface Edge {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly kind: EdgeKind | UnknownKind;
  readonly source: EdgeSource | UnknownKind;
}

/** One conversation with one agent. */
export interface Session {
  readonly id: SessionId;
  /** Key in the registry, such as `claude-code`. */
  readonly agent: string;
  readonly vendor?: string;
  readonly model?: string;
  readonly parent?: SessionId;
  /** The digits of the prefix of its node ids; absent in sessions that began under version 1 of the format, which have eight. */
  readonly digits?: typeof LONG_DIGITS;
  readonly extra?: Extra;
}

/** Tokens of the session since its previous graph, and their cost. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** The cost as the agent reports it, in millionths of a US dollar; absent when it reports none. */
  readonly cost?: number;
  readonly extra?: Extra;
}

/** The steps of a session since its previous graph. Immutable; its id is blake3 of its canonical bytes. */
export interface Graph {
  readonly session: Session;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** Steps of earlier graphs that the edges refer to (the goal, a decision), so that a note is readable by itself. */
  readonly context?: readonly Node[];
  /** The commits that it was made for. */
  readonly explains: readonly Oid[];
  readonly previous: GraphId | null;
  /**
   * The ledger's rolling context hash (hex SHA-256) before the first step of this graph, and after its last. `parent` is
   * the hash of the session's last step before this graph, if any. With it the graph can be checked by itself.
   */
  readonly chain: { readonly start: string; readonly head: string; readonly parent?: string };
  readonly usage?: Usage;
  readonly extra?: Extra;
}

/**
 * The evidence of an attribution. `unsure` is an abstention: the writer is not named. `likely` is an abstention for a line
 * that appeared while a program of an agent ran. A note stores it as `unsure` with that step as `from`, see `isLikely`.
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
 * States that `node` wrote the lines `start` to `start + count - 1` (from 1) of a file at the note's commit. A `null` node
 * means a person (`from` is then the node with the line that the person changed). With `unsure` it means that no writer is
 * named.
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

/** Whether an attribution states that an agent's step, its `from`, may have written the line. */
export const isLikely = ({ node, evidence, from }: Attribution): boolean =>
  node === null && evidence === 'unsure' && from !== undefined;

/** The commit from which a rewritten commit's note was carried. */
export interface Carried {
  readonly from: Oid;
  /** The operation: `amend`, `rebase`, `squash`, `cherry-pick`, `revert`, `filter`, `content` … */
  readonly how: string;
}

/** A signed statement about a note. See `statement.ts` for the payload. */
export interface Signature {
  /** The canonical bytes of the statement. */
  readonly payload: Uint8Array;
  /** The signature scheme, in the terms of git's `gpg.format`: `ssh`, `openpgp` or `x509`. */
  readonly scheme: string;
  /** The signature over the payload's pre-authentication encoding, in the armour that the signing program printed. */
  readonly signature: string;
}

/** The git note of one commit. */
export interface Note {
  /** The commit that it was made for. Absent in notes of older versions, and in parts that are only joined to a note. */
  readonly commit?: Oid;
  readonly graphs: readonly Graph[];
  readonly lines: ReadonlyMap<RepoPath, readonly Attribution[]>;
  readonly carried: readonly Carried[];
  /** A set, absent when empty: the source commits whose code is that of this commit, or which stood on the same code. */
  readonly same?: readonly Oid[];
  /** Some of it is missing, so a line without a claim has no known writer. Readers set it; it is never written. */
  readonly partial?: boolean;
  /** A set, absent when empty. Each signature covers what its writer wrote, and survives joins. */
  readonly signatures?: readonly Signature[];
  readonly extra?: Extra;
}
