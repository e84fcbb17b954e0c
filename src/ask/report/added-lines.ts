import type { CommitChange, FileChange } from '../../git/history/commit-changes.ts';
import type { PatchHunk, LineRange } from '../../git/history/patch-parser.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';

/** Adjacent lines of a range's result that the same commit added. */
export interface AddedLines {
  /** The first line in the range's result, from 1. */
  readonly line: number;
  readonly count: number;
  /** The commit of the range; undefined when the lines are older, or git saw no lines in an intermediate version. */
  readonly commit: Oid | undefined;
  /** Their place in that commit. */
  readonly path: RepoPath;
  readonly origLine: number;
}

/** A file of the range's result. */
export interface TracedFile {
  /** In the order of lines. */
  readonly lines: readonly AddedLines[];
  /** The last commit of the range that changed the file. */
  readonly lastChange: Oid | undefined;
}

/** Lines that are traced back through history: `at` is their position in the current commit. */
interface Piece {
  readonly line: number;
  readonly count: number;
  at: number;
}

/** The pieces to trace in one commit, for a file of the result, at the path that the file has there. */
interface Question {
  readonly file: RepoPath;
  readonly path: RepoPath;
  readonly pieces: Piece[];
}

/** By path; several where files of the result come from one. */
type Questions = Map<RepoPath, Question[]>;

/**
 * Finds the commits of the range that added lines of its result, like `git blame`: a line that a parent also has belongs to
 * the parent. Handles all files together and uses existing diffs, so it starts no git process. A commit takes time only for the files that
 * it changed: the questions about others go to its parent as a whole.
 * @param order the commits of the range, no parent before its children
 * @param added the lines to trace, by path
 */
export function traceLines(
  order: readonly Oid[],
  changes: ReadonlyMap<Oid, CommitChange>,
  added: ReadonlyMap<RepoPath, readonly LineRange[]>,
): Map<RepoPath, TracedFile> {
  const head = order[0];
  const found = new Map<RepoPath, { lines: AddedLines[]; lastChange: Oid | undefined }>();
  const open = new Map<Oid, Questions>(order.map((commit) => [commit, new Map()]));
  for (const [path, ranges] of added) {
    found.set(path, { lines: [], lastChange: undefined });
    const pieces = ranges.map(([line, count]) => ({ line, count, at: line }));
    if (head) open.get(head)!.set(path, [{ file: path, path, pieces }]);
  }
  const settle = ({ file, path }: Question, pieces: readonly Piece[], commit: Oid | undefined): void => {
    for (const { line, count, at } of pieces) found.get(file)!.lines.push({ line, count, commit, path, origLine: at });
  };
  const pass = (parent: Oid | undefined, question: Question): void => {
    const questions = parent && open.get(parent);
    if (questions) join(questions, question);
    else settle(question, question.pieces, undefined);
  };
  const passAll = (parent: Oid | undefined, questions: Questions): void => {
    const there = parent && open.get(parent);
    if (there) open.set(parent, united(there, questions));
    else for (const list of questions.values()) for (const one of list) settle(one, one.pieces, undefined);
  };
  for (const commit of order) {
    const parents = (changes.get(commit)?.parents ?? []).map(({ parent, files }) => {
      return { parent, files: new Map(files.map((file) => [file.path, file])) };
    });
    const rest = open.get(commit)!;
    open.delete(commit);
    // A file that the first parent has unchanged is that parent's, whatever the others have.
    const [first] = parents;
    const asked = first ? take(rest, first.files.keys()) : [...rest.values()].flat();
    if (first) passAll(first.parent, rest);
    for (const question of asked) {
      const same = unchangedIn(parents, question.path);
      if (same && !same.change) {
        pass(same.parent, question);
        continue;
      }
      found.get(question.file)!.lastChange ??= commit;
      let left = question.pieces.sort((a, b) => a.at - b.at);
      for (const { parent, files } of same ? [same] : parents) {
        const change = files.get(question.path);
        if (change?.binary) {
          settle(question, left, undefined);
          left = [];
        }
        const { kept, fresh } = divide(left, change?.hunks ?? []);
        if (kept.length > 0) pass(parent, { ...question, path: change?.oldPath ?? question.path, pieces: kept });
        left = fresh;
      }
      settle(question, left, commit);
    }
  }
  for (const { lines } of found.values()) lines.sort((a, b) => a.line - b.line);
  return found;
}

function join(questions: Questions, question: Question): void {
  const list = questions.get(question.path);
  const there = list?.find(({ file }) => file === question.file);
  if (there) for (const piece of question.pieces) there.pieces.push(piece);
  else if (list) list.push(question);
  else questions.set(question.path, [question]);
}

// The smaller one goes into the larger one, so that many branches do not copy a large one again and again.
function united(a: Questions, b: Questions): Questions {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const list of small.values()) for (const question of list) join(large, question);
  return large;
}

/** Removes the questions about these paths, and returns them. */
function take(questions: Questions, paths: Iterable<RepoPath>): Question[] {
  const taken: Question[] = [];
  if (questions.size > 0)
    for (const path of paths) {
      taken.push(...(questions.get(path) ?? []));
      questions.delete(path);
    }
  return taken;
}

const keepsContent = (change: FileChange | undefined): boolean =>
  change !== undefined && change.oldBlob === change.newBlob;

interface Parent {
  readonly parent: Oid | undefined;
  readonly files: ReadonlyMap<RepoPath, FileChange>;
}

// Git's order: first a parent with the same file under the same name, then one with the same content.
function unchangedIn(
  parents: readonly Parent[],
  path: RepoPath,
): (Parent & { readonly change: FileChange | undefined }) | undefined {
  const known = parents.map((one) => ({ ...one, change: one.files.get(path) }));
  return (
    known.find(({ change }) => !change) ??
    known.find(({ change }) => keepsContent(change) && !change!.oldPath) ??
    known.find(({ change }) => keepsContent(change))
  );
}

/**
 * Splits ascending pieces of the new file into lines that the old file also has (converted to its numbers) and lines that
 * the hunks add. Modifies the pieces.
 */
export function divide(
  pieces: readonly Piece[],
  hunks: readonly PatchHunk[],
): { readonly kept: Piece[]; readonly fresh: Piece[] } {
  const kept: Piece[] = [];
  const fresh: Piece[] = [];
  let next = 0;
  let moved = 0; // the offset of the following lines in the new file
  for (const piece of pieces) {
    const from = piece.at;
    const end = from + piece.count;
    if (next > 0 && afterOf(hunks[next - 1]!) > from) next = moved = 0; // a merge may contain the same lines twice
    for (let at = from; at < end;) {
      for (; next < hunks.length && afterOf(hunks[next]!) <= at; next++)
        moved += hunks[next]!.newCount - hunks[next]!.oldCount;
      const hunk = hunks[next];
      const inside = hunk !== undefined && startOf(hunk) <= at;
      const stop = Math.min(end, !hunk ? end : inside ? afterOf(hunk) : startOf(hunk));
      const isWhole = at === from && stop === end; // the usual case, which needs no copy
      const part = isWhole ? piece : { line: piece.line + at - from, count: stop - at, at };
      if (!inside) part.at -= moved;
      (inside ? fresh : kept).push(part);
      at = stop;
    }
  }
  return { kept, fresh };
}

// For a hunk that only removes lines, git names the line before it.
const startOf = ({ newStart, newCount }: PatchHunk): number => (newCount > 0 ? newStart : newStart + 1);
const afterOf = ({ newStart, newCount }: PatchHunk): number => (newCount > 0 ? newStart + newCount : newStart + 1);
