import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphId, NodeId, Oid, RepoPath, SessionId } from '../../model/ids.ts';
import type { Cursor } from '../../model/graph/infer.ts';
import type { Chain } from '../../model/graph/ledger.ts';
import type { Edge, Node, Session, Usage } from '../../model/model.ts';
import type { Lasting } from '../../model/shell/lasting.ts';
import type { CommandVerdict } from '../../model/shell/verdict.ts';
import type { Action } from '../../model/step.ts';
import type { Run } from '../../lines/owner.ts';
import type { CallRecord, ScriptRecord } from '../spool/event.ts';
import type { HeadMove } from '../worktree/head-move.ts';
import type { ReflogMark } from '../worktree/reflog.ts';
import type { Tips } from '../worktree/branch-tips.ts';

/** A tool call that has begun and not ended. */
export interface OpenStep {
  readonly session: SessionId;
  /** The agent's id of the call, or a hash of tool and input where it gives none. */
  readonly key: string;
  readonly tool: string;
  readonly action: Action;
  readonly summary: string;
  readonly command?: string;
  /** What the command may write; absent for other tools. */
  readonly verdict?: CommandVerdict;
  /** The files of this work tree that the call names. */
  readonly paths: readonly RepoPath[];
  /** The folder that the call began in. */
  readonly cwd?: string;
  /** The step went on from another work tree: this is what it may do in this one. */
  readonly beside?: true;
  /** Programs of it run elsewhere, or nobody knows where, and may write here. */
  readonly perhaps?: true;
  readonly at: number;
  /** A person was asked. */
  gated: boolean;
  /** The node, when it had to be made before the step ended: a commit inside the step has its lines. */
  node?: NodeId;
}

/** A program that went on after its call had returned. Its `node` is that of the call. */
export interface BackgroundStep extends OpenStep {
  node: NodeId;
  readonly lasting: Lasting;
  /** The agent's name for it; absent when the agent does not follow it (`gen.py &`). */
  readonly task?: string;
  /** When it was known to have ended. */
  until?: number;
}

/** A command that commits and has ended. */
export interface CommittingStep extends OpenStep {
  node: NodeId;
  /** When it ended, in milliseconds since the epoch. */
  readonly until: number;
}

/** Lines that a step took away, and how many commits ago. */
export interface Gone {
  readonly lines: readonly string[];
  readonly runs: readonly Run[];
  commits: number;
  /** It was looked through, and holds no secret. */
  clean?: true;
}

/** What is known of a work tree's files since the last snapshot. */
export interface WorkTreeState {
  readonly gitDir: string;
  readonly top: string;
  /** Of a linked work tree: when it was made, in milliseconds since the epoch. Another may have its name later. */
  born?: number;
  /** The tree of the last snapshot. */
  tree: Oid;
  /** What was seen of single files since; null for no file. */
  overlay: Record<RepoPath, Oid | null>;
  /** The number of the last event whose snapshot was used. */
  number: number;
  open: OpenStep[];
  /** Lines that went since the last commits, and may come back elsewhere. */
  gone: Gone[];
  /** Steps that were cut off: what they may have written is nobody's that we name. */
  dropped: OpenStep[];
  background: BackgroundStep[];
  /** Commands that commit, the last few that ended (see committing.ts). */
  committing?: CommittingStep[];
  /** While looks leave new files out (see crowd.ts): whether a step that may have made such files has ended since. */
  crowd?: { at: number; worked: boolean };
}

/** A graph that was cut, and the numbers of the nodes that it holds. */
export interface CutGraph {
  readonly id: GraphId;
  readonly from: number;
  readonly to: number;
  /** It tells how nodes from this number up to `from`, of earlier graphs, were verified. */
  readonly verifies?: number;
  /** The last commits whose notes hold it, as long as some of its nodes wait for a verification. */
  commits?: Oid[];
}

export interface SessionState {
  session: Session;
  cursor: Cursor;
  /** Since the last graph. */
  nodes: Node[];
  edges: Edge[];
  /** The length of the ledger's file that counts. */
  ledgerBytes: number;
  /** The ledger's hashes when the last graph was cut. */
  cutAt: Chain;
  /** The goal, and the decisions declared under it, that were in force when the last graph was cut. */
  context: Node[];
  graphs: CutGraph[];
  transcript?: { path: string; offset: number; parts?: Record<string, number> };
  /** The agent's words before its calls, by call id, until used. */
  narration: Record<string, string>;
  /** Scripts that call tools themselves, the last few, by call id. Their texts are redacted. */
  scripts?: Record<string, ScriptRecord>;
  /** When the last prompt was given that was taken over from elsewhere (see elsewhere.ts). */
  promptedAt?: number;
  /** What a sub-agent was given to do, redacted, until its first step; empty where that is not known yet. */
  given?: string;
  /** By message id: what the transcript says was used since the last graph. */
  usage: Record<string, Usage>;
  /** Of the tokens of the whole session, where only these are told: what its graphs have. */
  counted?: Usage;
  /** It is told of by its agent's own settings: another agent's, which it reads too, tell nothing more. */
  native?: true;
  /** What the session's own record tells of calls, by call id, until used. */
  told?: Record<string, CallRecord>;
  /** Calls that have ended, the last few: a second hook may tell of them again. */
  ended: string[];
  /** Commits whose notes are to have what was said in it since the last graph. */
  about?: Oid[];
  /** Whether the agent has said that the session is over, and nothing was done in it since. */
  over?: true;
  lastAt: number;
}

/** A note that has been made and not yet been written, in base64. */
export interface Outgoing {
  readonly commit: Oid;
  readonly note: string;
  /** Only to be joined to the note that the commit has; where there is none it would claim lines for people. */
  readonly joins?: true;
}

/** Everything between two drains. The spool, the ledgers and the notes are the record; this can be lost and costs accuracy only. */
export interface State {
  readonly version: 1;
  /**
   * Nothing of it was ever lost: a ledger of a session that is not in it is of a drain that was killed before it saved its
   * first state, and all of what that one read is still in the spool.
   */
  whole?: true;
  sessions: Record<SessionId, SessionState>;
  workTrees: Record<string, WorkTreeState>;
  /** Whether the commits that were there before are marked as such in `reflogs`. */
  watched: boolean;
  /** The highest number of an event that was recorded or set aside. */
  seen?: number;
  /** How much of each reflog of HEAD has been read, by git dir. */
  reflogs: Record<string, ReflogMark>;
  /** Where HEAD went of late with the files of the work tree, by git dir. */
  moves: Record<string, HeadMove[]>;
  /** What branches pointed at when they were last looked at. */
  tips: Tips | undefined;
  /** The last run of git-filter-repo that was processed (see `commitMapMark`). */
  filtered?: string;
  memoBytes: number | undefined;
  outgoing: Outgoing[];
  /** Faults to show in `git prov status`, the last few. */
  faults: { at: number; what: string }[];
  /** The events that are in this state and may still lie in the spool, when a drain did not end. */
  recorded: string[];
}

export const FILE = 'state.json';

/** Whether a state was ever saved. */
export const hasState = (provDir: string): boolean => existsSync(join(provDir, FILE));

export const hasLedgers = (provDir: string): boolean => {
  const dir = join(provDir, 'sessions');
  return existsSync(dir) && readdirSync(dir).length > 0;
};

/** Replaces the state as a whole, on disk when this returns. */
export const saveState = (provDir: string, state: State): void =>
  replaceFile(join(provDir, FILE), JSON.stringify(state));

/** Replaces a file as a whole, on disk when this returns. */
export const replaceFile = (file: string, text: string): void => replaceBytes(file, text);

/** Appends to a file, on disk when this returns: the state counts the bytes, so it must never be ahead of them after a power cut. */
export function appendSynced(file: string, text: string): void {
  const fd = openSync(file, 'a', 0o600);
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The same for any bytes. */
export function replaceBytes(file: string, content: string | Uint8Array): void {
  const fd = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeFileSync(fd, content); // whole, or it throws: a full disk takes a part of it
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${file}.new`, file);
}
