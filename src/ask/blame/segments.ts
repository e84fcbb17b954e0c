import { CHECK_KINDS } from '../../model/checks/kind.ts';
import { type CheckState, mayReplace, worstOf } from '../../model/graph/verification.ts';
import { isZero, type NodeId, type Oid, type RepoPath } from '../../model/ids.ts';
import type { Blamed, Segment } from './blamed.ts';
import type { LinesBeforeIgnored } from './ignored/ignored-commits.ts';
import { UNKNOWN, type LineOwner } from './ownership.ts';
import { repoPath, type Entry } from './porcelain.ts';
import type { NoteLookup } from './note-lookup.ts';
import type { Why } from './rationale.ts';
import type { Arguments } from './arguments.ts';

/** The part of `Blamed` that splitting by owner needs. */
export type BlamedOwners = Pick<Blamed, 'notes' | 'lastChange' | 'content' | 'path'> & {
  /** Where commits are ignored: their lines, as they were before. */
  readonly before?: LinesBeforeIgnored | undefined;
};

/** The blamed lines, split by owner, in order. */
export const piecesOf = ({ pieces }: Blamed): readonly Segment[] => pieces;

/** The pieces of one entry, in order. */
export function piecesOfEntry(known: BlamedOwners, entry: Entry): Segment[] {
  const { line, count, origLine } = entry;
  const lookup = known.notes.lookup(entry.commit.oid);
  if (!lookup) return [{ entry, line, count, origLine, owner: UNKNOWN, why: undefined }];
  const path = repoPath(entry.path);
  const runs = lookup.owners(path, origLine, count);
  return (known.before?.owners(entry, runs) ?? runs).map((owned) => ({
    entry,
    line: line + owned.line - origLine,
    count: owned.count,
    origLine: owned.line,
    owner: owned.owner,
    why: whyOwned(known, lookup, owned.owner, path, entry),
  }));
}

function whyOwned(
  known: BlamedOwners,
  lookup: NoteLookup,
  owner: LineOwner,
  path: RepoPath,
  entry: Entry,
): Why | undefined {
  const node = owner.node ?? owner.likely;
  return node && lookup.why(owner, () => whyOf(known, lookup, node, path, entry));
}

function whyOf(known: BlamedOwners, lookup: NoteLookup, node: NodeId, path: RepoPath, entry: Entry): Why {
  const { notes, lastChange, content } = known;
  const { oid } = entry.commit;
  const isLater = lastChange !== undefined && lastChange !== oid && !isZero(oid);
  const later = isLater && content && known.path !== undefined ? notes.lookup(lastChange) : undefined;
  const now = known.path === undefined ? path : repoPath(known.path);
  const own = lookup.checks(node, path, { content, isLater });
  const others = CHECK_KINDS.filter((kind) => !own.some((check) => check.kind === kind));
  const reported = later ? others.flatMap((kind) => later.reportedOn(kind, now, content!) ?? []) : [];
  const checks = [...own.map((check) => (later ? again(check, lookup, later, now, content!) : check)), ...reported];
  return { ...lookup.context(node), verification: worstOf(checks, path), checks };
}

// A later commit changed the file. A pass counts again if a check of that commit passed on the present content.
function again(check: CheckState, lookup: NoteLookup, later: NoteLookup, path: RepoPath, content: Oid): CheckState {
  if (check.state !== 'stale') return check;
  const rank = lookup.rankOf(check.by);
  const by = later.passedOn(check.kind, path, content, rank);
  if (by !== undefined) return Object.assign({}, check, { state: 'passed' as const, by });
  const reported = later.reportedOn(check.kind, path, content);
  return reported && mayReplace(later.rankOf(reported.by), rank) ? reported : check;
}

/** The pieces of the requested owner and kinds of evidence. */
export function only(
  pieces: readonly Segment[],
  { only: owner, evidence }: Pick<Arguments, 'only' | 'evidence'>,
): readonly Segment[] {
  if (owner === undefined && evidence.length === 0) return pieces;
  return pieces.filter(
    (piece) =>
      (owner === undefined || piece.owner.owner === owner) &&
      (evidence.length === 0 || (piece.owner.evidence !== undefined && evidence.includes(piece.owner.evidence))),
  );
}
