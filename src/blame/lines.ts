import type { NodeId } from '../graph/ids.ts';
import type { Verification } from '../graph/verification.ts';
import type { Blamed } from './blame.ts';
import type { Context } from './context.ts';
import { UNKNOWN, type LineOwner } from './ownership.ts';
import { repoPath, type Entry } from './porcelain.ts';
import type { NoteView } from './view.ts';

/** Why a line is there. */
export interface Why extends Context {
  readonly verification: Verification;
}

/** Lines `line` to `line + count - 1` of the blamed file: one commit, one owner. */
export interface Piece {
  readonly entry: Entry;
  readonly line: number;
  readonly count: number;
  readonly origLine: number;
  readonly owner: LineOwner;
  /** Only where the owner is an agent. */
  readonly why: Why | undefined;
}

/** What cutting by owner needs of a `Blamed`. */
export type Known = Pick<Blamed, 'notes' | 'lastChange'>;

/** Cuts what git blamed by owner. */
export const piecesOf = (blamed: Blamed): Piece[] => blamed.entries.flatMap((entry) => piecesOfEntry(blamed, entry));

/** The pieces of one entry, in order. */
export function piecesOfEntry(known: Known, entry: Entry): Piece[] {
  const { line, count, origLine } = entry;
  const view = known.notes.view(entry.commit.oid);
  if (!view) return [{ entry, line, count, origLine, owner: UNKNOWN, why: undefined }];
  return view.owners(repoPath(entry.path), origLine, count).map((owned) => ({
    entry,
    line: line + owned.line - origLine,
    count: owned.count,
    origLine: owned.line,
    owner: owned.owner,
    why: owned.owner.node ? whyOf(known, view, owned.owner.node, entry) : undefined,
  }));
}

function whyOf({ notes, lastChange }: Known, view: NoteView, node: NodeId, entry: Entry): Why {
  const path = repoPath(entry.path);
  const verified = view.verification(node, path);
  // Once the file is committed to again, what passed before counts for it only if that change passed too.
  const changedLater = lastChange !== undefined && lastChange !== entry.commit.oid;
  const stale = verified === 'passed' && changedLater && notes.view(lastChange)?.passed(path) !== true;
  return { ...view.context(node), verification: stale ? 'stale' : verified };
}
