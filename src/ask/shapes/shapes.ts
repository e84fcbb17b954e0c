// The parts of answers: plain data, safe for JSON. Times are ISO 8601 in UTC, ids are strings in lower-case hex. Every
// command prints them, and the library returns them. Fields may be added, but never changed or removed.

import type { RecordStanding } from '../../model/standing/level.ts';

/** One conversation with one agent. */
export interface SessionInfo {
  /** The agent's own id; a sub-agent's is `<parent>/<agent id>`. */
  readonly id: string;
  /** The prefix of the ids of its nodes: 8 or 20 hex digits. */
  readonly short: string;
  /** For example `claude-code`. */
  readonly agent: string;
  readonly vendor: string | null;
  readonly model: string | null;
  readonly parent: string | null;
}

/** A value of a node's `detail`. */
export type DetailValue = string | number | boolean | null;

/** A verdict on a decision that is no reason any more: a person rejected it, or it was taken back. */
export type Overruled = 'rejected' | 'retracted';

/** A recorded step, or a thing that steps refer to. `summary` and `detail` are other people's words. */
export interface NodeInfo {
  readonly id: string;
  /** `goal`, `exploration`, `commitment`, `verification`, `decision` … A newer version may write other kinds. */
  readonly kind: string;
  readonly summary: string;
  /** The speaker of a decision that was found in the conversation. */
  readonly words_by?: 'user' | 'agent';
  /** Of the decision behind a line or a step, where it was rejected or retracted. */
  readonly status?: Overruled;
  /** Null for an invalid time. */
  readonly at: string | null;
  readonly tool?: string;
  /** The agent's id for the tool call. */
  readonly call?: string;
  /** Milliseconds. */
  readonly duration?: number;
  /** SHA-256 of the stored, redacted input and output. */
  readonly input?: string;
  readonly output?: string;
  /** The previous step of the session. */
  readonly parent?: string;
  readonly detail?: Readonly<Record<string, DetailValue | readonly DetailValue[]>>;
}

/** A node in an answer. It has only the id when no note here contains the node. */
export type NamedNode = NodeInfo | UnknownNode;

/** A node that no note here contains: only its id is known. */
export type UnknownNode = Pick<NodeInfo, 'id'> & {
  readonly [Field in Exclude<keyof NodeInfo, 'id'>]?: undefined;
};

/** An entry that is linked to a function, a type or a file, and counts. */
export interface LinkedEntry {
  /** `claim:8f3a21c0-4`. */
  readonly id: string;
  readonly text: string;
  readonly status: string;
  /** What it is derived from has changed. */
  readonly stale: boolean;
  /** The places in the code that it rests on and that have changed. Absent where nothing changed. */
  readonly changed?: readonly ChangedPlace[];
}

/** A changed place that an entry rests on. */
export interface ChangedPlace {
  /** `function:src/calc.js#mean`, `file:src/calc.js`, or lines by their former numbers: `src/calc.js:3-9`. */
  readonly place: string;
  /** `missing`: the file is not there, or does not define it. */
  readonly state: 'changed' | 'missing';
}

/** A typed edge between two nodes. */
export interface EdgeInfo {
  readonly from: string;
  readonly to: string;
  /** `led_to`, `explored_via`, `decided_by`, `verified_by` … */
  readonly kind: string;
  /** How it was obtained: `observed`, `declared`, `inferred` … */
  readonly source: string;
  /** Only of a declared edge, where the answer has the events about it. */
  readonly status?: 'proposed' | 'accepted' | 'rejected' | 'retracted';
}

/** Token usage. */
export interface UsageInfo {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** In US dollars, when the agent reports it. */
  readonly costUsd?: number;
}

/** A session with the highest standing of its graphs. */
export interface RankedSession extends SessionInfo {
  readonly standing: RecordStanding;
}

/** A session in the list of sessions. */
export interface SessionSummary {
  readonly session: SessionInfo;
  /** The times of its first and last step. */
  readonly first: string | null;
  readonly last: string | null;
  readonly steps: number;
  /** The number of steps that are in no commit yet. */
  readonly uncommitted: number;
  /** The number of reachable commits with lines of it, or with a graph for it. */
  readonly commits: number;
  /** The lines that it wrote in them. A line that several of them have, as after a squash, counts once. */
  readonly lines: number;
  /** The highest standing of its steps; absent where standings are not computed. */
  readonly standing?: RecordStanding;
  /** Of the commits and lines, those that are only claimed: not recorded in this clone, and not signed by an allowed signer. */
  readonly claimed?: { readonly commits: number; readonly lines: number };
  readonly usage: UsageInfo | null;
}

/** A commit with lines or a graph of a session. */
export interface SessionCommit {
  readonly commit: string;
  readonly lines: number;
  /** Of these lines, those that are only claimed. Only set above 0. */
  readonly claimed?: number;
  /** Whether a branch, a tag or HEAD reaches the commit. An amended commit keeps its note but is not reachable. */
  readonly reachable: boolean;
}

/** A commit. */
export interface NamedCommit {
  readonly oid: string;
  /** The id as git abbreviates it. */
  readonly short: string;
  readonly author: string;
  readonly email: string;
  readonly time: string | null;
  readonly subject: string;
}

/** The steps of a session since its previous graph. */
export interface GraphInfo {
  /** blake3 of its canonical bytes. */
  readonly id: string;
  readonly session: SessionInfo;
  readonly nodes: readonly NodeInfo[];
  readonly edges: readonly EdgeInfo[];
  /** Nodes of earlier graphs of the session that the edges refer to. */
  readonly context: readonly NodeInfo[];
  /** The commits that it was made for. */
  readonly explains: readonly string[];
  readonly previous: string | null;
  /** The ledger's hash before its first step and after its last. */
  readonly chain: { readonly start: string; readonly head: string; readonly parent?: string };
  readonly usage: UsageInfo | null;
}

/** A doubt in the agent's words. */
export interface DoubtInfo {
  /** `doubt`, or `deferred` for work that was left for later. */
  readonly says: string | null;
  readonly text: string;
  /** The place of the words: `plan`, `thinking`, `message`. */
  readonly place: string | null;
  readonly id: string;
}
