import { evidenceBase } from '../../model/confidence.ts';
import type { LineRange } from '../../git/history/patch-parser.ts';
import { type NodeId, sessionPart } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import type { Verification } from '../../model/graph/verification.ts';
import { keyed, namedCommit, namedNode } from '../shapes/parts.ts';
import type { DoubtInfo, NamedCommit, NodeInfo, RankedSession } from '../shapes/shapes.ts';
import { rangesOf, type Attention } from './attention.ts';
import type { CommitPart, FilePart, Report } from './report.ts';
import type { ReportedLines, Sum, Unknown } from './sum.ts';

/** The name of the format of `git prov report --json`. Fields may be added, but never changed or removed. */
export const REPORT_SCHEMA = 'git-prov/report/1';

/** Numbers of the lines that still exist, by owner, session, decision and goal. */
export interface SumAnswer extends Pick<Sum, 'sessions' | 'decisions' | 'goals'> {
  readonly lines: Sum['counts'];
}

/** Lines of a file in the form `FILE:12-20`. */
type Places = readonly string[];

/** The answer to `git prov report`. */
export interface ReportAnswer extends SumAnswer {
  readonly schema: typeof REPORT_SCHEMA;
  readonly range: {
    readonly name: string;
    readonly taken: string | null;
    readonly base: string | null;
    readonly head: string;
    readonly shallow: boolean;
    readonly unread: number;
  };
  readonly attention: readonly AttentionAnswer[];
  readonly doubts: readonly (DoubtInfo & { readonly path: string; readonly places: Places })[];
  /** Newest first. */
  readonly commits: readonly CommitAnswer[];
  readonly files: readonly FileAnswer[];
  readonly sessionsById: Readonly<Record<string, RankedSession>>;
  readonly nodesById: Readonly<Record<string, NodeInfo>>;
}

/** Lines that a reviewer should check. */
export interface AttentionAnswer extends Pick<Attention, 'concern' | 'path' | 'lines' | 'approved' | 'unknown'> {
  readonly places: Places;
  /** The functions and types around them: `function:src/calc.js#mean`. */
  readonly symbols: readonly string[];
  readonly decision: string | null;
}

/** A commit of the range. */
export interface CommitAnswer extends NamedCommit, SumAnswer, Pick<CommitPart, 'note' | 'added'> {
  readonly files: readonly (SumAnswer & { readonly path: string })[];
}

/** A file of the range. */
export interface FileAnswer extends SumAnswer {
  readonly path: string;
  readonly oldPath: string | null;
  readonly status: FilePart['change']['status'];
  readonly binary: boolean;
  /** The number of removed lines. */
  readonly removed: number;
  readonly approved: Places;
  readonly pieces: readonly PieceAnswer[];
}

/** Neighbouring lines of a file with one owner. Ids refer to `sessionsById` and `nodesById`. */
export interface PieceAnswer {
  readonly line: number;
  readonly count: number;
  readonly commit: string | null;
  readonly origPath: string;
  readonly origLine: number;
  readonly owner: ReportedLines['owner']['owner'];
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly unknown: Unknown | null;
  readonly session: string | null;
  readonly node: string | null;
  readonly decision: string | null;
  readonly goals: readonly string[];
  readonly verification: Verification | null;
  readonly approved: boolean;
  readonly blind: boolean;
}

/** The answer with the data of a report. */
export const reportAnswer = (report: Report): ReportAnswer => ({
  schema: REPORT_SCHEMA,
  range: {
    name: report.range.name,
    taken: report.range.taken ?? null,
    base: report.range.base ?? null,
    head: report.range.head,
    shallow: report.shallow,
    unread: report.unread,
  },
  ...sumAnswer(report.sum),
  attention: report.attention.map(attentionAnswer),
  doubts: report.doubts.map(({ doubt, path, ranges }) => ({ ...doubt, path, places: placesOf(path, ranges) })),
  commits: report.commits.map(({ commit, note, added, sum, files }) => ({
    ...namedCommit(commit),
    note,
    added,
    ...sumAnswer(sum),
    files: files.map((file) => ({ path: file.path, ...sumAnswer(file.sum) })),
  })),
  files: report.files.map(fileAnswer),
  sessionsById: keyed(report.sessions),
  nodesById: keyed(nodesOf(report).map((node) => [node.id, nodeAnswer(report, node)])),
});

const sumAnswer = ({ counts, sessions, decisions, goals }: Sum): SumAnswer => ({
  lines: counts,
  sessions,
  decisions,
  goals,
});

const attentionAnswer = ({
  concern,
  path,
  ranges,
  lines,
  symbols = [],
  approved,
  decision,
  unknown,
}: Attention): AttentionAnswer => ({
  concern,
  path,
  places: placesOf(path, ranges),
  symbols: symbols.map(({ id }) => id),
  lines,
  approved,
  decision: decision ?? null,
  unknown,
});

const placesOf = (path: string, ranges: readonly LineRange[]): Places =>
  ranges.map(([start, count]) => `${path}:${placeOf(start, count)}`);

/** Lines in the form of `git prov why` after `FILE:`: `12` or `12-20`. */
export const placeOf = (start: number, count: number): string =>
  count === 1 ? String(start) : `${start}-${start + count - 1}`;

const fileAnswer = ({ change, path, lines, sum }: FilePart): FileAnswer => ({
  path,
  oldPath: change.oldPath ?? null,
  status: change.status,
  binary: change.binary,
  removed: change.removed.reduce((all, [, count]) => all + count, 0),
  ...sumAnswer(sum),
  approved: placesOf(path, rangesOf(lines.filter(({ approved }) => approved))),
  pieces: lines.map(pieceAnswer),
});

function pieceAnswer(lines: ReportedLines): PieceAnswer {
  const { line, count, commit, path, origLine, owner, unknown, origin, verification, approved, blind = false } = lines;
  return {
    line,
    count,
    commit: commit ?? null,
    origPath: path,
    origLine,
    owner: owner.owner,
    evidence: owner.evidence ?? null,
    confidence: owner.evidence === undefined ? null : evidenceBase(owner.evidence),
    unknown: unknown ?? null,
    session: owner.node ? sessionPart(owner.node) : null,
    node: owner.node ?? null,
    decision: origin?.decision?.id ?? null,
    goals: origin?.goals.map(({ id }) => id) ?? [],
    verification: verification ?? null,
    approved,
    blind,
  };
}

const nodeAnswer = ({ overruled }: Report, node: Node): NodeInfo =>
  namedNode({ id: node.id, node, status: overruled.get(node.id) }) as NodeInfo;

function nodesOf({ files, nodes }: Report): Node[] {
  const ids = new Set<NodeId>();
  for (const { lines } of files)
    for (const { owner, origin } of lines)
      for (const id of [
        owner.node,
        origin?.decision?.id,
        ...(origin?.goals.map((goal) => goal.id) ?? []),
        origin?.follows?.id,
      ])
        if (id) ids.add(id);
  return [...ids].sort().flatMap((id) => nodes.node(id) ?? []);
}
