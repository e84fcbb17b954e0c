import { existsSync, readdirSync } from 'node:fs';
import type { GraphId, NodeId, Oid, RepoPath, SessionId } from '../../model/ids.ts';
import type { Cursor } from '../../model/graph/infer.ts';
import type { Chain } from '../../model/graph/ledger.ts';
import type { Edge, Node, Session, Usage } from '../../model/model.ts';
import type { BackgroundWrites } from '../../model/shell/background-writes.ts';
import type { CommandVerdict } from '../../model/shell/verdict.ts';
import type { TaskState } from '../../model/knowledge/task-state.ts';
import type { Action } from '../../model/step.ts';
import type { OwnerRun } from '../../lines/owner.ts';
import type { CallRecord, ScriptRecord } from '../spool/event.ts';
import type { HeadMove } from '../worktree/head/head-move.ts';
import type { ReflogMark } from '../worktree/head/reflog.ts';
import type { Tips } from '../worktree/head/branch-tips.ts';
import { localFiles } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import { withSum } from './state-text.ts';

/** A tool call that has begun and not ended. */
export interface OpenStep {
  readonly session: SessionId;
  /** The agent's id of the call, or a hash of tool and input where it has none. */
  readonly key: string;
  readonly tool: string;
  readonly action: Action;
  readonly summary: string;
  readonly command?: string;
  /** Which files the command may write; absent for other tools. */
  readonly verdict?: CommandVerdict;
  /** The files of this work tree that the call names. */
  readonly paths: readonly RepoPath[];
  /** The folder where the call began. */
  readonly cwd?: string;
  /** The step moved here from another work tree: this is its possible effect in this one. */
  readonly beside?: true;
  /** Some of its programs run elsewhere, or at an unknown place, and may write here. */
  readonly perhaps?: true;
  /** While this file tool was at work, another call ended that may have written its file. */
  readonly shared?: true;
  readonly at: number;
  /** A person was asked for permission. */
  gated: boolean;
  /** The node, if it had to be made before the step ended: a commit inside the step contains its lines. */
  node?: NodeId;
}

/** A program that kept running after its call had returned. Its `node` is that of the call. */
export interface BackgroundStep extends OpenStep {
  node: NodeId;
  readonly lasting: BackgroundWrites;
  /** The agent's name for it; absent when the agent does not follow it (`gen.py &`). */
  readonly task?: string;
  /** When it was found to have ended. */
  until?: number;
}

/** A command that commits and has ended. */
export interface CommittingStep extends OpenStep {
  node: NodeId;
  /** When it ended, in milliseconds since the epoch. */
  readonly until: number;
}

/** Lines that a step removed, and the number of commits since. */
export interface RemovedLines {
  readonly lines: readonly string[];
  readonly runs: readonly OwnerRun[];
  commits: number;
  /** A person removed them. */
  byPerson?: true;
  /** It was scanned, and contains no secret. */
  clean?: true;
}

/** The known files of a work tree since the last snapshot. */
export interface WorkTreeState {
  readonly gitDir: string;
  readonly top: string;
  /** For a linked work tree: when it was made, in milliseconds since the epoch. Another may have its name later. */
  born?: number;
  /** The tree of the last snapshot. */
  tree: Oid;
  /** Blobs of single files seen since; null for a missing file. */
  overlay: Record<RepoPath, Oid | null>;
  /** The number of the last event whose snapshot was used. */
  number: number;
  open: OpenStep[];
  /** Lines that were removed in the last commits, and may reappear elsewhere. */
  gone: RemovedLines[];
  /** Steps that were cut off: their possible changes have no owner that we name. */
  dropped: OpenStep[];
  background: BackgroundStep[];
  /** Commands that commit, the last few that ended (see committing.ts). */
  committing?: CommittingStep[];
  /** While snapshots leave new files out (see untracked-flood.ts): whether a step that may have made such files has ended since. */
  crowd?: { at: number; worked: boolean };
}

/** A graph that was cut, and the numbers of its nodes. */
export interface CutGraph {
  readonly id: GraphId;
  readonly from: number;
  readonly to: number;
  /** It verifies nodes from this number up to `from`, of earlier graphs. */
  readonly verifies?: number;
  /** The last commits with this graph in their notes, while some of its nodes wait for a verification. */
  commits?: Oid[];
}

/** A task of a session that is an item of its agent's to-do list. */
export interface AgentTask {
  readonly node: NodeId;
  /** Without secrets. */
  readonly text: string;
  readonly id?: string;
  readonly state: TaskState;
}

/** How far an agent's record of a session was read. */
export interface TranscriptPlace {
  path: string;
  offset: number;
  parts?: Record<string, number>;
}

export interface SessionState {
  session: Session;
  cursor: Cursor;
  /** Since the last graph. */
  nodes: Node[];
  edges: Edge[];
  /** The valid length of the ledger's file. */
  ledgerBytes: number;
  /** The ledger's hashes when the last graph was cut. */
  cutAt: Chain;
  /** The goal, and the decisions declared under it, in force when the last graph was cut. */
  context: Node[];
  graphs: CutGraph[];
  transcript?: TranscriptPlace & { last?: TranscriptPlace };
  /** The agent's words before its calls, by call id, until used. */
  narration: Record<string, string>;
  /** Scripts that call tools themselves, the last few, by call id. Their texts are redacted. */
  scripts?: Record<string, ScriptRecord>;
  /** The time of the last prompt that was taken over from elsewhere (see elsewhere.ts). */
  promptedAt?: number;
  /** The task of a sub-agent, redacted, until its first step; empty while unknown. */
  given?: string;
  /** By message id: the transcript's token counts since the last graph. */
  usage: Record<string, Usage>;
  /** Tokens that the graphs contain already, where only a total for the whole session is reported. */
  counted?: Usage;
  /** Its agent's own settings report it: another agent's settings, which it reads too, add nothing. */
  native?: true;
  /** The transcript's data on calls, by call id, until used. */
  told?: Record<string, CallRecord>;
  /** Ended calls, the last few: a second hook may report them again. */
  ended: string[];
  /** The tasks that its agent's own to-do list made. */
  tasks?: AgentTask[];
  /** How many constraints its prompts made. */
  stated?: number;
  /** Commits that its entries since the last graph are about: their notes will contain the entries. */
  about?: Oid[];
  /** Whether the agent reported the end of the session, without any later event. */
  over?: true;
  lastAt: number;
}

/** A note that is made and not written yet, in base64. */
export interface Outgoing {
  readonly commit: Oid;
  readonly note: string;
  /** Only join it to an existing note of the commit; alone it would claim lines for people. */
  readonly joins?: true;
}

/** Everything between two drains. The spool, the ledgers and the notes are the record; losing this costs accuracy only. */
export interface State {
  readonly version: 1;
  /**
   * No part of it was ever lost: a ledger of a session that is missing here comes from a drain that was killed before it saved its
   * first state, and all events that it read are still in the spool.
   */
  whole?: true;
  sessions: Record<SessionId, SessionState>;
  workTrees: Record<string, WorkTreeState>;
  /** Whether `reflogs` marks the commits from before recording began. */
  watched: boolean;
  /** The highest number of an event that was recorded or set aside. */
  seen?: number;
  /** How much of each reflog of HEAD has been read, by git dir. */
  reflogs: Record<string, ReflogMark>;
  /** Recent moves of HEAD that changed the files of the work tree, by git dir. */
  moves: Record<string, HeadMove[]>;
  /** The tips of branches at the last reading. */
  tips: Tips | undefined;
  /** The last run of git-filter-repo that was processed (see `commitMapMark`). */
  filtered?: string;
  /** The last notes of others for which rewritten commits were looked at again (see `arrivalMark`). */
  arrived?: string;
  memoBytes: number | undefined;
  /** The hash of that part of `owners.jsonl`. */
  memoHash?: string;
  /** Hashes of the statements in prompts that made an entry. */
  statements?: string[];
  /** A part of the local state was lost or damaged since the last drain: the next one names no owner that it only assumes. */
  damaged?: true;
  outgoing: Outgoing[];
  /** Faults to show in `git prov status`, the last few. */
  faults: (Fault & { at: number })[];
  /** The events that this state contains and that may still be in the spool, if a drain did not finish. */
  recorded: string[];
}

/** What went wrong. The next success of the same kind clears it; faults of recording stay until newer ones take their place. */
export type FaultKind = 'joining' | 'writing' | 'signing' | 'recording';

/** Something that went wrong, in words for people. */
export interface Fault {
  /** States of earlier versions do not have it. */
  readonly kind?: FaultKind;
  readonly what: string;
}

export const FILE = 'state.json';

/** Whether a state was ever saved. */
export const hasState = (provDir: string): boolean => existsSync(localFiles(provDir).state);

export const hasLedgers = (provDir: string): boolean => {
  const dir = localFiles(provDir).ledgers;
  return existsSync(dir) && readdirSync(dir).length > 0;
};

/** Replaces the state as a whole, on disk when this returns. */
export const saveState = (provDir: string, state: State): void =>
  replaceFile(localFiles(provDir).state, withSum(JSON.stringify(state)));

/** Faults that are kept; the oldest are dropped. */
const MAX_FAULTS = 20;

/** Adds a fault for `status` to report. The same fault is kept once, with its latest time. */
export function addFault(state: State, what: string, kind: FaultKind = 'recording'): void {
  const others = state.faults.filter((fault) => fault.what !== what);
  state.faults = [...others, { at: Date.now(), kind, what }].slice(-MAX_FAULTS);
}

/**
 * Where to read when an event names another file. Gemini names a new one when a session is resumed, and then the first one again:
 * what was read of it is not read twice, because its tokens would count twice.
 */
export function otherTranscript(
  known: SessionState['transcript'],
  path: string,
): NonNullable<SessionState['transcript']> {
  const next = known?.last?.path === path ? known.last : { path, offset: 0 };
  if (!known) return next;
  const { last: _, ...place } = known;
  return { ...next, last: place };
}
