import { evidenceBase } from '../../model/confidence.ts';
import type { LineRange } from '../../git/history/patch-parser.ts';
import { type NodeId, sessionPart } from '../../model/ids.ts';
import { commitJson, doubtJson, keyed, nodeJson, sessionJson } from '../find/json.ts';
import { rangesOf, type Attention } from './attention.ts';
import type { FilePart, Report } from './report.ts';
import type { ReportedLines, Sum } from './sum.ts';

/** The name of the format of `git prov report --json`. Fields may be added, but never changed or removed. */
export const REPORT_SCHEMA = 'git-prov/report/1';

/** The output of `git prov report --json`. */
export const reportJson = (report: Report): object => ({
  schema: REPORT_SCHEMA,
  range: {
    name: report.range.name,
    taken: report.range.taken ?? null,
    base: report.range.base ?? null,
    head: report.range.head,
    shallow: report.shallow,
  },
  ...sumJson(report.sum),
  attention: report.attention.map(attentionJson),
  doubts: report.doubts.map(({ doubt, path, ranges }) => ({
    ...doubtJson(doubt),
    path,
    places: placesJson(path, ranges),
  })),
  commits: report.commits.map(({ commit, note, added, sum, files }) => ({
    ...commitJson(commit),
    note,
    added,
    ...sumJson(sum),
    files: files.map((file) => ({ path: file.path, ...sumJson(file.sum) })),
  })),
  files: report.files.map(fileJson),
  sessionsById: keyed([...report.sessions].map(([short, session]) => [short, sessionJson(session)])),
  nodesById: keyed(nodesOf(report).map((node) => [node.id, nodeJson(node)])),
});

// The lines that still exist.
const sumJson = ({ counts, sessions, decisions, goals }: Sum): object => ({
  lines: counts,
  sessions,
  decisions,
  goals,
});

const attentionJson = ({ concern, path, ranges, lines, approved, decision, unknown }: Attention): object => ({
  concern,
  path,
  places: placesJson(path, ranges),
  lines,
  approved,
  decision: decision ?? null,
  unknown,
});

const placesJson = (path: string, ranges: readonly LineRange[]): string[] =>
  ranges.map(([start, count]) => `${path}:${placeOf(start, count)}`);

/** Lines in the form of `git prov why` after `FILE:`: `12` or `12-20`. */
export const placeOf = (start: number, count: number): string =>
  count === 1 ? String(start) : `${start}-${start + count - 1}`;

const fileJson = ({ change, path, lines, sum }: FilePart): object => ({
  path,
  oldPath: change.oldPath ?? null,
  status: change.status,
  binary: change.binary,
  removed: change.removed.reduce((all, [, count]) => all + count, 0),
  ...sumJson(sum),
  approved: placesJson(path, rangesOf(lines.filter(({ approved }) => approved))),
  pieces: lines.map(pieceJson),
});

function pieceJson(lines: ReportedLines): object {
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

function nodesOf({ files, nodes }: Report): NonNullable<ReturnType<Report['nodes']['node']>>[] {
  const ids = new Set<NodeId>();
  for (const { lines } of files)
    for (const { owner, origin } of lines)
      for (const id of [owner.node, origin?.decision?.id, ...(origin?.goals.map((goal) => goal.id) ?? [])])
        if (id) ids.add(id);
  return [...ids].sort().flatMap((id) => nodes.node(id) ?? []);
}
