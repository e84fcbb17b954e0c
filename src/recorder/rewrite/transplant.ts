import { addedLines, type CommitChange, type LineRange } from '../../git/history/commit-changes.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { countingLines } from '../../model/standing/imported.ts';
import type { Attribution, Note } from '../../model/model.ts';
import { isPatchOf } from '../../model/patch.ts';
import { each } from './source-files.ts';

/** A commit that a filter made from one with a note. Often the old commit is deleted and only its note remains. */
export interface Filtered {
  readonly commit: Oid;
  readonly old: Oid;
  readonly note: Note;
  readonly change: CommitChange;
  /** What the old commit changed, where it is still there. */
  readonly oldChange: CommitChange | undefined;
}

/** Whether an earlier text of this path had as many lines as the blob, with exactly the steps' lines that the note lists. */
export type HasSeen = (path: RepoPath, blob: Oid, list: readonly Attribution[]) => Promise<boolean>;

/** How the lines of a note match the lines that the new commit added to a file. */
type Fit =
  /** The old commit or its text is known, and it had the same lines. */
  | 'same'
  /** The note names whole hunks. */
  | 'whole'
  /** The note names a part of a hunk: the filter may have taken out lines above it. */
  | 'part'
  /** The note names lines that the new commit did not add. */
  | 'none';

interface PlacedLines {
  readonly path: RepoPath;
  readonly list: readonly Attribution[];
  readonly added: readonly LineRange[];
  readonly fit: Fit;
}

/**
 * Notes for commits that a filter (git-filter-repo) made from others: the attributions of the old notes, at the same lines. The
 * filter may rename files and replace words, so the text proves nothing. The places of the added lines do: a note fits when it
 * names only lines that the new commit added. Where it names a part of a hunk, other commits of that file have to fit too:
 * there, lines that the filter took out would show. Lines that cannot be placed are left unsure.
 */
export async function transplant(all: readonly Filtered[], hasSeen: HasSeen): Promise<Map<Oid, Note>> {
  const renames = renamesIn(all);
  const placed = new Map<Filtered, PlacedLines[]>();
  for (const one of all) placed.set(one, await placesOf(one, renames, hasSeen));
  const sound = soundPaths([...placed.values()].flat());
  const notes = new Map<Oid, Note>();
  for (const [{ commit, old, note }, places] of placed) {
    const lines = new Map<RepoPath, readonly Attribution[]>();
    for (const { path, list, added, fit } of places) {
      const isSure = fit === 'same' || fit === 'whole' || (fit === 'part' && sound.has(path));
      lines.set(path, isSure ? list.map(carried) : fit === 'part' ? list.map(unsure) : added.map(unsureRange));
    }
    notes.set(commit, { commit, graphs: note.graphs, lines, carried: [{ from: old, how: 'filter' }] });
  }
  return notes;
}

// Files with a commit that shows that no lines were taken out, and without one that shows the opposite.
function soundPaths(all: readonly PlacedLines[]): ReadonlySet<RepoPath> {
  const sound = new Set(all.filter(isSignificant).map(({ path }) => path));
  for (const { path, fit } of all) if (fit === 'none') sound.delete(path);
  return sound;
}

// In a new file all lines are added: any note fits.
const isSignificant = ({ added, fit }: PlacedLines): boolean =>
  fit === 'same' || (fit !== 'none' && !(added.length === 1 && added[0]![0] === 1));

async function placesOf(
  { old, note, change, oldChange }: Filtered,
  renames: Renames,
  hasSeen: HasSeen,
): Promise<PlacedLines[]> {
  const now = addedLines(change);
  const before = oldChange && addedLines(oldChange);
  const placed: PlacedLines[] = [];
  for (const from of note.lines.keys()) {
    const path = now.has(from) ? from : renames.get(from);
    const added = path === undefined ? undefined : now.get(path);
    const list = countingLines(note, from, old);
    if (path === undefined || !added || list.length === 0) continue; // the filter took the file out
    const blob = change.parents[0]!.files.find((file) => file.path === path)?.newBlob;
    const isSame = before && JSON.stringify(before.get(from)) === JSON.stringify(added);
    const fit = isSame ? 'same' : fitOf(list, added);
    placed.push({ path, list, added, fit: fit === 'part' && blob && (await hasSeen(from, blob, list)) ? 'same' : fit });
  }
  return placed;
}

function fitOf(list: readonly Attribution[], added: readonly LineRange[]): Fit {
  const end = Math.max(0, ...[...list.map(rangeOf), ...added].map(([start, count]) => start + count - 1));
  const noted = new Uint8Array(end);
  each(list.map(rangeOf), end, (line) => (noted[line] = 1));
  let [inside, part] = [0, false];
  for (const [start, count] of added) {
    const covered = noted.subarray(start - 1, start - 1 + count).reduce((sum, line) => sum + line, 0);
    inside += covered;
    part ||= covered > 0 && covered < count;
  }
  if (inside < noted.reduce((sum, line) => sum + line, 0)) return 'none';
  return part ? 'part' : 'whole';
}

const rangeOf = ({ start, count }: Attribution): LineRange => [start, count];

const carried = (one: Attribution): Attribution =>
  one.node === null || one.evidence === 'inferred' || one.evidence === 'imported'
    ? one
    : { ...one, evidence: 'carried' };

const unsure = ({ start, count }: Attribution): Attribution => ({ start, count, node: null, evidence: 'unsure' });
const unsureRange = ([start, count]: LineRange): Attribution => ({ start, count, node: null, evidence: 'unsure' });

/** New paths of files, by the old ones. */
type Renames = ReadonlyMap<RepoPath, RepoPath>;

/**
 * Which paths a filter renamed. A filter makes no files, so a path that only the new commit has is one that only the old one
 * has: the only one, or the one with the same name in another folder. A path for which two commits differ is left out.
 */
function renamesIn(all: readonly Filtered[]): Renames {
  const renames = new Map<RepoPath, RepoPath | undefined>();
  for (const { old, note, change } of all) {
    const before = pathsOf(note, old);
    const now = new Set((change.parents[0]?.files ?? []).map(({ path }) => path));
    const removed = [...before.paths].filter((path) => !now.has(path));
    const fresh = [...now].filter((path) => !before.paths.has(path));
    for (const path of removed) {
      const sameName = fresh.filter((one) => nameOf(one) === nameOf(path));
      const isOnly = before.isWhole && removed.length === 1 && fresh.length === 1;
      const isAlone = sameName.length === 1 && removed.filter((one) => nameOf(one) === nameOf(path)).length === 1;
      const found = isOnly ? fresh[0] : before.isWhole && isAlone ? sameName[0] : undefined;
      if (found === undefined) continue;
      renames.set(path, renames.has(path) && renames.get(path) !== found ? undefined : found);
    }
  }
  return new Map([...renames].flatMap(([path, found]) => (found === undefined ? [] : [[path, found]])));
}

// The files of the old commit: all, where a session's step lists them; else those with lines in the note.
function pathsOf({ graphs, lines }: Note, old: Oid): { paths: ReadonlySet<RepoPath>; isWhole: boolean } {
  const patch = graphs.flatMap(({ nodes }) => nodes).find((node) => isPatchOf(node, old));
  const files = patch?.detail?.['files'];
  const isWhole = Array.isArray(files) && patch?.detail?.['more'] === undefined;
  const listed = isWhole ? files.filter((path): path is RepoPath => typeof path === 'string') : [];
  return { paths: new Set([...lines.keys(), ...listed]), isWhole };
}

const nameOf = (path: RepoPath): string => path.slice(path.lastIndexOf('/') + 1);
