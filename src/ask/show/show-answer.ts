import type { SessionAnswer } from '../history/session-answer.ts';
import type { FileShare } from '../report/line-share.ts';
import { graphInfo, keyed, namedCommit, sessionInfo, usageInfo } from '../shapes/parts.ts';
import type { GraphInfo, NamedCommit, NamedNode, NodeInfo, SessionInfo, UsageInfo } from '../shapes/shapes.ts';
import type { CommitWork } from './commit-work.ts';
import { DeclaredEdges, type StatusOf } from '../../model/knowledge/declared-edges.ts';
import type { Attribution } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';

/** The name of the format of `git prov show --json`. Fields may be added, but never changed or removed. */
export const SHOW_SCHEMA = 'git-prov/show/1';

/** The answer to `git prov show COMMIT`: the unchanged note, and who wrote the commit's added lines. */
export interface ShownCommit {
  readonly schema: typeof SHOW_SCHEMA;
  readonly kind: 'commit';
  readonly commit: NamedCommit;
  /** Whether the commit has a readable note. */
  readonly noted: boolean;
  /** The work of each session for the commit. */
  readonly sessions: readonly ShownPart[];
  readonly files: readonly ShownFile[];
  readonly carried: readonly { readonly from: string; readonly how: string }[];
  readonly graphs: readonly GraphInfo[];
  /** The attributions of the note, by path. */
  readonly lines: Readonly<Record<string, readonly Attribution[]>>;
}

/** The work of a session for a commit. */
export interface ShownPart {
  readonly short: string;
  /** Null when the note has no graph of it. */
  readonly session: SessionInfo | null;
  readonly steps: number;
  readonly lines: number;
  readonly usage: UsageInfo | null;
  /** The highest standing of its graphs; null when the note has none of it. */
  readonly standing: RecordStanding | null;
}

/** The lines that a commit added to a file, by owner. */
export interface ShownFile extends Pick<FileShare, 'path' | 'added' | 'agent' | 'human' | 'unsure'> {
  /** The number of agents' lines by evidence. */
  readonly evidence: Readonly<Record<string, number>>;
}

/** The answer to `git prov show SESSION`. */
export interface ShownSession extends SessionAnswer {
  readonly schema: typeof SHOW_SCHEMA;
  readonly kind: 'session';
}

/** A stored input or output of a step; without a text when this clone does not store it. */
export interface ShownContent {
  readonly hash: string;
  readonly text: string | null;
}

/** The answer to `git prov show KIND:ID`: a node with its origins and results. */
export interface ShownNode {
  readonly schema: typeof SHOW_SCHEMA;
  readonly kind: 'node';
  readonly node: NodeInfo;
  readonly session: SessionInfo | null;
  readonly goals: readonly NamedNode[];
  readonly decision: NamedNode | null;
  /** Null when no hash was recorded. */
  readonly input: ShownContent | null;
  readonly output: ShownContent | null;
  /** The lines of the node, by commit, newest first. */
  readonly wrote: readonly Wrote[];
  /** Only for a patch: the present commit of its commit, null when that was not rewritten. */
  readonly present?: string | null;
}

/** Lines of a node at a commit. */
export interface Wrote {
  readonly commit: NamedCommit;
  readonly files: readonly WroteFile[];
}

/** Lines of a node in a file. */
export interface WroteFile {
  readonly path: string;
  readonly lines: number;
  /** The functions and types that they are in, as of the commit: `function:src/calc.js#mean`. */
  readonly symbols?: readonly string[];
}

/**
 * The answer about a commit.
 * @param statusOf the status of declared edges; by default as the note itself has it
 */
export const shownCommit = (
  { commit, note, parts, files }: CommitWork,
  statusOf: StatusOf = new DeclaredEdges().add(note?.graphs ?? []).statusOf,
): ShownCommit => ({
  schema: SHOW_SCHEMA,
  kind: 'commit',
  commit: namedCommit(commit),
  noted: note !== undefined,
  sessions: parts.map(({ short, session, steps, lines, usage, standing }) => ({
    short,
    session: session ? sessionInfo(session) : null,
    steps,
    lines,
    usage: usageInfo(usage),
    standing: standing ?? null,
  })),
  files: files.map(({ path, added, agent, human, unsure, evidence }) => ({
    path,
    added,
    agent,
    human,
    unsure,
    evidence: keyed(evidence),
  })),
  carried: note?.carried.map(({ from, how }) => ({ from, how })) ?? [],
  graphs: note?.graphs.map((graph) => graphInfo(graph, statusOf)) ?? [],
  lines: keyed(note?.lines ?? []),
});
