import type { CheckKind } from '../checks/kind.ts';
import type { FailedRun } from '../checks/selected/failures.ts';
import type { NodeId, Oid, RepoPath } from '../ids.ts';
import { sessionPrefix } from '../ids.ts';
import type { SeenFiles } from './blind-edit.ts';
import type { Chain } from './ledger.ts';
import { GENESIS } from './ledger.ts';
import type { Session } from '../model.ts';
import type { Names } from '../reasons/names.ts';
import { type NamedPlace, SILENCE } from '../reasons/talk-item.ts';
import type { Talk } from '../reasons/talk.ts';

/** An exploration that has not informed a commitment yet. */
export interface Pending {
  readonly id: NodeId;
  readonly goal: NodeId | null;
  readonly summary: string;
  /** Hashes of the paths that it read: a path may hold a secret. States of earlier versions have the paths themselves. */
  readonly paths: readonly (number | string)[];
}

/** A step that changed files and can still be verified by a check of some kind. */
export interface Unverified {
  readonly id: NodeId;
  /** The kind of each check that did not pass, once for each run. */
  readonly missed?: readonly CheckKind[];
  /** Kinds of check that passed, once for each run. Nothing changed since, so a later failure still counts. */
  readonly passed?: readonly CheckKind[];
  /** Hashes of the words of these runs. */
  readonly ran?: readonly number[];
  /** Kinds of check that passed before a later change. Their next results belong to that change. */
  readonly closed?: readonly CheckKind[];
  /** Its runs that failed, as long as none that includes them has passed. States of earlier versions have none. */
  readonly failed?: readonly FailedRun[];
  /** The kind of each check that passed and included nothing of what failed, once for each run. */
  readonly beside?: readonly CheckKind[];
  /** The files that it changed. */
  readonly files?: readonly RepoPath[];
}

/** A step with its files that are not committed yet, or a patch with the files that it committed. */
export interface UncommittedStep {
  readonly id: NodeId;
  readonly files: readonly RepoPath[];
}

/** A permission request that still waits for its tool call. */
export interface Gate {
  readonly id: NodeId;
  readonly tool: string;
  readonly summary: string;
  readonly call: string | null;
  /** The session continued after the request. */
  readonly resumed: boolean;
}

/** A commitment without a decision, with the data to find its reason. */
export interface Undecided {
  readonly id: NodeId;
  /** The time of the change, in milliseconds since the epoch. */
  readonly time: number;
  /** The agent's id of the call. */
  readonly call: string | null;
  /** Its position in the talk, for a call that the talk does not contain. */
  readonly at: number;
  readonly turn: number;
  readonly paths: readonly string[];
  readonly names: Names;
  /** A short description: `edit src/a.ts`, `run npm install`. */
  readonly did: string;
  /** The commits that have it in their notes. */
  readonly commits?: readonly Oid[];
}

/** Reasons that were chosen before a commit needs them. */
export interface ReasonsAhead {
  /** The hash of the talk and the changes that they were chosen from. */
  readonly of: string;
  readonly reasons: readonly {
    /** The positions of the changes that it explains. */
    readonly edits: readonly number[];
    readonly text: string;
    readonly place: NamedPlace;
    readonly ruledOut: readonly string[];
  }[];
}

/** Commitments of one period of work that have no decision yet. */
export interface Group {
  readonly edits: readonly Undecided[];
  /** Summaries of the explorations that informed them. */
  readonly informed: readonly string[];
  /** Whether the next commitment may join. */
  readonly open: boolean;
}

/** The state of the inference for a session: plain JSON data that is stored between processes. Never mutated. */
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
  /** The changes that the agent was asked about in this turn, until a decision answers. */
  readonly asked?: readonly NodeId[];
  /** How often it was asked. */
  readonly questions?: number;
  /** The latest part of the conversation. */
  readonly talk: Talk;
  readonly pending: readonly Pending[];
  /** Explorations that informed a commitment already. They also inform later changes of the files that they read. */
  readonly used?: readonly Pending[];
  readonly unverified: readonly Unverified[];
  readonly uncommitted: readonly UncommittedStep[];
  /** Patches since the last tool call. A command that commits is recorded after its commit. */
  readonly patches: readonly UncommittedStep[];
  readonly gates: readonly Gate[];
  readonly groups: readonly Group[];
  /** Commitments of earlier graphs without a reason. A reason may follow later in the turn. */
  readonly unexplained: readonly Undecided[];
  /** The reasons that were chosen when the turn ended. */
  readonly ahead?: ReasonsAhead;
  /** The files that it may have read; absent where that is not known. */
  readonly seen?: SeenFiles;
  /** The last changes. The agent may doubt them, also after a commit. */
  readonly recent?: readonly Recent[];
}

/** A change, with the data to find what is said about it later. */
export type Recent = Pick<Undecided, 'id' | 'call' | 'at' | 'turn' | 'paths' | 'commits'>;

/**
 * The cursor before a session's first step.
 * @param spawnedBy the node of the parent session that started this one; its first node gets the edge `spawned`
 */
export const startCursor = (session: Session, spawnedBy: NodeId | null = null): Cursor => ({
  session,
  prefix: sessionPrefix(session),
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
