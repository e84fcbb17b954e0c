import { addedLines, type FileChange, type LineRange } from '../../git/history/commit-changes.ts';
import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import { type Attribution, type Graph, isLikely } from '../../model/model.ts';
import { HUMAN, type Owner, UNSURE } from '../../lines/owner.ts';
import type { RewriteOrigin } from './source-commit.ts';

/** Whether a note contributes to the rewritten commit: through lines that it contains, or through a graph without any lines. */
export const contributes = ({ note, main, how }: RewriteOrigin, isUsed: boolean): boolean =>
  (isUsed && (note !== undefined || how === 'revert')) ||
  (note !== undefined && main && note.lines.size === 0 && note.graphs.length > 0);

/** The graphs that contain one of the nodes or edges from one, and those of their parent sessions. */
export function graphsWith(all: readonly Graph[], nodes: ReadonlySet<NodeId>): Graph[] {
  const found = all.filter(
    (graph) => graph.nodes.some(({ id }) => nodes.has(id)) || graph.edges.some(({ from }) => nodes.has(from)),
  );
  const parents = new Set(found.map(({ session }) => session.parent));
  return all.filter((graph) => found.includes(graph) || parents.has(graph.session.id));
}

/** The files of a source that count, and have text. */
export function filesOf({ change, how, only }: RewriteOrigin): readonly FileChange[] {
  const files = change.parents[0]?.files ?? [];
  return files.filter(
    (file) =>
      !file.binary &&
      (how === 'revert' ? file.oldBlob : file.newBlob) &&
      (only === undefined || only.includes(file.path)),
  );
}

/** The source's files with this name: the current one, the old one, and the one before the source renamed it. */
export function filesFor(origin: RewriteOrigin, { path, oldPath }: FileChange): FileChange[] {
  const files = filesOf(origin);
  const nameOf = (file: FileChange): RepoPath => (origin.how === 'revert' ? (file.oldPath ?? file.path) : file.path);
  const same = files.filter((file) => nameOf(file) === path);
  if (same.length > 0) return same;
  return files.filter((file) => nameOf(file) === oldPath || file.oldPath === path);
}

/** The text of a source's file to search: after the source commit, or for a revert before it. */
export const blobOf = ({ how }: RewriteOrigin, file: FileChange): Oid | undefined =>
  how === 'revert' ? file.oldBlob : file.newBlob;

/** The lines that a source commit added to a file, as in git blame: for a merge, those that no parent contains. */
export const addedBy = ({ change }: RewriteOrigin, file: FileChange): readonly LineRange[] =>
  change.parents.length === 1 ? file.added : (addedLines(change).get(file.path) ?? []);

/** Calls `use` for each line (from 0) of the ranges, up to the end of the text. */
export function each(ranges: readonly LineRange[], length: number, use: (line: number) => void): void {
  for (const [start, count] of ranges) for (let i = start - 1; i < Math.min(length, start - 1 + count); i++) use(i);
}

/** Whether a line (from 0) of a text with `length` lines is in one of the ranges. */
export function isIn(ranges: readonly LineRange[], length: number): (line: number) => boolean {
  const inside = new Uint8Array(length);
  each(ranges, length, (line) => (inside[line] = 1));
  return (line) => inside[line] === 1;
}

/** The owner in the attributions of a line. Two of the same strength with different nodes give no owner. */
export function ownerOf(claims: readonly Attribution[]): Owner {
  const [first, ...others] = claims;
  if (!first) return HUMAN;
  if (first.evidence === 'unsure')
    return first.from && claims.every(isLikely) && others.every(({ from }) => from === first.from)
      ? { kind: 'unsure', likely: first.from }
      : UNSURE;
  if (others.some((one) => one.evidence === first.evidence && one.node !== first.node)) return UNSURE;
  if (first.node === null) return first.from ? { kind: 'human', from: first.from } : HUMAN;
  const weak = (['inferred', 'imported'] as const).find((one) => one === first.evidence);
  return { kind: 'node', node: first.node, evidence: weak ?? 'carried', ...(first.from && { from: first.from }) };
}
