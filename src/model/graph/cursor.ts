import type { CheckKind } from '../checks/kind.ts';
import type { NodeId, Oid, RepoPath } from '../ids.ts';
import { sessionPrefix } from '../ids.ts';
import type { Chain } from './ledger.ts';
import { GENESIS } from './ledger.ts';
import type { Session } from '../model.ts';
import type { Names } from '../reasons/names.ts';
import { SILENCE, type Talk } from '../reasons/talk.ts';

/** An exploration that has informed no commitment yet. */
export interface Pending {
  readonly id: NodeId;
  readonly goal: NodeId | null;
  readonly summary: string;
  readonly paths: readonly RepoPath[];
}

/** A step that changed files, as long as a check of some kind may still tell of it. */
export interface Unverified {
  readonly id: NodeId;
  /** Verifications that it was linked to and that did not pass. */
  readonly tries: number;
  /** Kinds of check that passed, after which nothing was changed: a failure counts. */
  readonly passed?: readonly CheckKind[];
  /** Kinds of check that passed before a later change: what they find from then on is that change's. */
  readonly closed?: readonly CheckKind[];
}

/** A step and the files it changed, as long as they are not committed; or a patch and the files it committed. */
export interface Touched {
  readonly id: NodeId;
  readonly files: readonly RepoPath[];
}

/** A permission that was asked for, and whose tool call has not come yet. */
export interface Gate {
  readonly id: NodeId;
  readonly tool: string;
  readonly summary: string;
  readonly call: string | null;
  /** The action before it. */
  readonly before: NodeId | null;
  /** The session has gone on since. */
  readonly resumed: boolean;
}

/** A commitment without a decision, with the data to find its reason. */
export interface Undecided {
  readonly id: NodeId;
  /** When it was made, in milliseconds since the epoch. */
  readonly time: number;
  /** The agent's id of the call. */
  readonly call: string | null;
  /** Its place in the talk, where the talk does not hold the call. */
  readonly at: number;
  readonly turn: number;
  readonly paths: readonly string[];
  readonly names: Names;
  /** What was done, in words: `edit src/a.ts`, `run npm install`. */
  readonly did: string;
  /** The commits whose notes hold it. */
  readonly commits?: readonly Oid[];
}

/** Commitments of one stretch of work that have no decision yet. */
export interface Group {
  readonly edits: readonly Undecided[];
  /** Summaries of the explorations that informed them. */
  readonly informed: readonly string[];
  /** Whether the next commitment may join. */
  readonly open: boolean;
}

/** Where the inference stands in a session: plain JSON data, kept between two processes. Never mutated. */
export interface Cursor {
  readonly session: Session;
  readonly prefix: string;
  /** The node of another session that started this one. */
  readonly spawnedBy: NodeId | null;
  /** The number of the next node. */
  readonly next: number;
  /** The last ledger step, and the ledger's hashes after it. */
  readonly last: NodeId | null;
  readonly chain: Chain;
  readonly goal: NodeId | null;
  /** The last action of the turn, or its goal. */
  readonly action: NodeId | null;
  /** The decision declared in this turn. */
  readonly declared: NodeId | null;
  /** The latest part of the conversation. */
  readonly talk: Talk;
  readonly pending: readonly Pending[];
  readonly unverified: readonly Unverified[];
  readonly uncommitted: readonly Touched[];
  /** Patches since the last tool call: a command that commits is recorded after its commit. */
  readonly patches: readonly Touched[];
  readonly gates: readonly Gate[];
  readonly groups: readonly Group[];
  /** Commitments of earlier graphs without a reason: one may come later in the turn. */
  readonly unexplained: readonly Undecided[];
}

/**
 * The cursor before a session's first step.
 * @param spawnedBy the node of the parent session that started this one; its first node gets the edge `spawned`
 */
export const startCursor = (session: Session, spawnedBy: NodeId | null = null): Cursor => ({
  session,
  prefix: sessionPrefix(session.id),
  spawnedBy,
  next: 1,
  last: null,
  chain: { head: GENESIS, parentHash: null },
  goal: null,
  action: null,
  declared: null,
  talk: SILENCE,
  pending: [],
  unverified: [],
  uncommitted: [],
  patches: [],
  gates: [],
  groups: [],
  unexplained: [],
});
