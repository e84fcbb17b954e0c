import type { NodeId, RepoPath } from '../../model/ids.ts';
import type { Blamed, Piece } from './blamed.ts';
import { UNKNOWN, type LineOwner } from './ownership.ts';
import { repoPath, type Entry } from './porcelain.ts';
import type { NoteView } from './note-lookup.ts';
import type { Why } from './why.ts';

/** The part of `Blamed` that splitting by owner needs. */
export type Known = Pick<Blamed, 'notes' | 'lastChange'>;

/** The blamed lines, split by owner, in order. */
export const piecesOf = ({ pieces }: Blamed): readonly Piece[] => pieces;

/** The pieces of one entry, in order. */
export function piecesOfEntry(known: Known, entry: Entry): Piece[] {
  const { line, count, origLine } = entry;
  const view = known.notes.view(entry.commit.oid);
  if (!view) return [{ entry, line, count, origLine, owner: UNKNOWN, why: undefined }];
  const path = repoPath(entry.path);
  return view.owners(path, origLine, count).map((owned) => ({
    entry,
    line: line + owned.line - origLine,
    count: owned.count,
    origLine: owned.line,
    owner: owned.owner,
    why: whyOwned(known, view, owned.owner, path, entry),
  }));
}

function whyOwned(known: Known, view: NoteView, owner: LineOwner, path: RepoPath, entry: Entry): Why | undefined {
  const node = owner.node ?? owner.likely;
  return node && view.why(owner, () => whyOf(known, view, node, path, entry));
}

function whyOf({ notes, lastChange }: Known, view: NoteView, node: NodeId, path: RepoPath, entry: Entry): Why {
  const verified = view.verification(node, path);
  const changedLater = lastChange !== undefined && lastChange !== entry.commit.oid;
  const hasPassed = verified === 'passed' || verified === 'stale';
  // After another commit changed the file, an earlier pass only counts if that commit passed too.
  const verification =
    !changedLater || !hasPassed ? verified : notes.view(lastChange)?.passed(path) ? 'passed' : 'stale';
  return { ...view.context(node), verification, checks: view.checks(node, path) };
}
