import { changesOf, type CommitChange, type FileChange, type LineRange } from '../../git/history/commit-changes.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { type Oid, type RepoPath } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { squeeze, weight } from '../../lines/text.ts';
import type { SourceCommit, Texts } from './source-commit.ts';
import { revList } from '../../git/history/rev-list.ts';

/** Commits that are searched for lines, the youngest first. */
const MAX_CANDIDATES = 2000;
/** Lines with less weight show nothing of their source. */
const MIN_LINE_WEIGHT = 4;
/** Letters and digits of a source that must be found (the defaults of git blame -C and -M). Below the first, no owner is named; below the second, it is chance. */
const MIN_SURE_WEIGHT = 40;
const MIN_WEIGHT = 20;
/** The share of a source file's additions, without those overwritten later, that must be found. */
const MIN_SHARE = 0.5;
/** Two commits that have this share in common added the same lines. */
const MIN_SAME_SHARE = 0.9;

export interface ContentAround {
  readonly repo: Repo;
  readonly objects: ObjectReader;
  readonly texts: Texts;
  /** The commits with a note that is wanted. */
  readonly noted: (commits: readonly Oid[], isWanted: (note: Note) => boolean) => Promise<ReadonlySet<Oid>>;
}

/** The commits of a branch, from where it left another branch. */
export interface CandidateRange {
  readonly base: Oid;
  readonly head: Oid;
}

/**
 * Commits of any branch, also former ones, that are not ancestors of `targets`: only these can have been rewritten into a target.
 * The youngest first.
 */
export async function candidatesFor(
  repo: Repo,
  targets: readonly CommitChange[],
  range?: CandidateRange,
): Promise<Oid[]> {
  const own = new Set(targets.map(({ commit }) => commit));
  const below = targets.flatMap(({ parents }) => parents.flatMap(({ parent }) => parent ?? []));
  const not = [...new Set(below)].filter((id) => !own.has(id));
  const shared = ['--no-merges', `--max-count=${MAX_CANDIDATES}`] as const;
  const walk = range
    ? { flags: shared, from: [range.head], not: [range.base, ...not] }
    : { flags: ['--all', '--reflog', ...shared] as const, not };
  const found: Oid[] = [];
  for await (const id of revList(repo, walk)) if (!own.has(id)) found.push(id);
  return found;
}

/**
 * Finds by lines alone which candidates went into each target: a forge's squash or rebase, or a cherry-pick without a
 * trace. A candidate counts only for those of its files that the target largely contains, so that a commit that merely touches
 * the same lines, or repeats one, is not taken for a source.
 * @param candidates the youngest first, without ancestors of the targets
 * @param isNamed the caller knows that the targets were made from these: then a few lines are enough
 */
export async function findByContent(
  targets: readonly CommitChange[],
  candidates: readonly Oid[],
  { repo, objects, texts, noted }: ContentAround,
  isNamed = false,
): Promise<Map<Oid, SourceCommit[]>> {
  const found = new Map<Oid, SourceCommit[]>();
  const names = new Set(targets.flatMap((target) => filesOf(target).map(({ path }) => nameOf(path))));
  const wanted = await noted(candidates, (note) => mentions(note, names));
  const near = candidates.filter((id) => wanted.has(id));
  if (near.length === 0) return found;
  const changes = await changesOf(repo, near, objects);
  const pool: Candidate[] = [];
  await texts.load([...changes.values()].flatMap((change) => filesOf(change).flatMap(blobsOf)));
  for (const id of near) {
    const change = changes.get(id);
    if (change) pool.push({ commit: id, files: await readFiles(change, texts) });
  }
  await texts.load(targets.flatMap((target) => filesOf(target).flatMap(blobsOf)));
  for (const target of targets) {
    const sources = match(await readFiles(target, texts), pool, isNamed);
    if (sources.length > 0) found.set(target.commit, sources);
  }
  return found;
}

/** The changes of a commit in a file, as texts without white space. */
interface Patch {
  readonly path: RepoPath;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

interface Candidate {
  readonly commit: Oid;
  readonly files: readonly Patch[];
}

function match(target: readonly Patch[], pool: readonly Candidate[], isNamed: boolean): SourceCommit[] {
  // Lines that a commit moves or indents existed before it.
  const kept = new Set(target.flatMap(({ removed }) => removed));
  const wanted = new Set(target.flatMap(({ added }) => added).filter((line) => !kept.has(line)));
  if (wanted.size === 0) return [];
  const named = new Map<string, Set<string>>();
  for (const { path, added } of target) {
    const lines = named.get(nameOf(path)) ?? new Set();
    named.set(nameOf(path), lines);
    for (const line of added) if (wanted.has(line)) lines.add(line);
  }
  const wantedIn = ({ path }: Patch): ReadonlySet<string> => named.get(nameOf(path)) ?? wanted;
  const overwritten = new Set<string>();
  const found: Match[] = [];
  for (const { commit, files } of pool) {
    const shares = files
      .map((file) => ({ ...file, said: matchesIn(file, wantedIn(file), overwritten, named.has(nameOf(file.path))) }))
      .filter(({ said: matchedWeight }) => matchedWeight > 0);
    if (shares.length === 0) continue;
    const matchedWeight = shares.reduce((sum, one) => sum + one.said, 0);
    const all = files.reduce((sum, { added }) => sum + totalWeight(added), 0);
    // If a large part of the commit is found, the few remaining lines of its other files count too.
    const counting = matchedWeight >= MIN_SURE_WEIGHT && matchedWeight >= MIN_SHARE * all ? files : shares;
    for (const { removed } of counting) for (const line of removed) overwritten.add(line);
    found.push({ commit, matchedWeight, all, files: counting });
  }
  // A target that is mostly a copy may have small parts too; a small source must be equal in both directions.
  const sure = new Set(
    found
      .filter(({ matchedWeight }) => matchedWeight >= MIN_SURE_WEIGHT)
      .flatMap(({ files }) => files.flatMap(({ added }) => added)),
  );
  const whole = totalWeight([...wanted]);
  const isCopy = isNamed || totalWeight([...wanted].filter((line) => sure.has(line))) >= MIN_SHARE * whole;
  return found.flatMap(({ commit, matchedWeight, all, files }): SourceCommit[] => {
    const isSame =
      matchedWeight >= MIN_WEIGHT && matchedWeight >= MIN_SAME_SHARE * all && matchedWeight >= MIN_SAME_SHARE * whole;
    const isWeak = matchedWeight < MIN_SURE_WEIGHT && !isCopy && !isSame;
    if (isWeak && (matchedWeight < MIN_WEIGHT || matchedWeight < MIN_SAME_SHARE * all)) return [];
    return [
      { commit, how: 'content', main: false, only: files.map(({ path }) => path), ...(isWeak && { weak: true }) },
    ];
  });
}

interface Match {
  readonly commit: Oid;
  /** The weight of its lines in the target, and of all its lines. */
  readonly matchedWeight: number;
  readonly all: number;
  readonly files: readonly Patch[];
}

const totalWeight = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + weight(line), 0);

/** Whether a commit contains most of the lines that another one added. */
export async function holds(target: CommitChange, source: CommitChange, texts: Texts): Promise<boolean> {
  const wanted = new Set((await readFiles(target, texts)).flatMap(({ added }) => added));
  const added = (await readFiles(source, texts)).flatMap((file) => file.added);
  return totalWeight(added.filter((line) => wanted.has(line))) >= MIN_SHARE * totalWeight(added);
}

// The weight of a file's lines in the target; 0 when the share is too small.
function matchesIn(
  { added }: Patch,
  wanted: ReadonlySet<string>,
  overwritten: ReadonlySet<string>,
  isNamed: boolean,
): number {
  let all = 0;
  let found = 0;
  for (const line of added) {
    const says = weight(line);
    if (wanted.has(line)) found += says;
    if (wanted.has(line) || !overwritten.has(line)) all += says;
  }
  // Under another name, nearly all of it must be found.
  return found >= (isNamed ? MIN_SHARE : MIN_SAME_SHARE) * all ? found : 0;
}

async function readFiles(change: CommitChange, texts: Texts): Promise<Patch[]> {
  const read: Patch[] = [];
  for (const file of filesOf(change)) {
    const [after, before] = [await texts.lines(file.newBlob ?? null), await texts.lines(file.oldBlob ?? null)];
    read.push({ path: file.path, added: pick(after, file.added), removed: pick(before, file.removed) });
  }
  return read;
}

const pick = (lines: readonly string[] | undefined, ranges: readonly LineRange[]): string[] =>
  ranges
    .flatMap(([start, count]) => lines?.slice(start - 1, start - 1 + count) ?? [])
    .filter((line) => weight(line) >= MIN_LINE_WEIGHT)
    .map(squeeze);

const filesOf = (change: CommitChange): readonly FileChange[] =>
  (change.parents[0]?.files ?? []).filter(({ binary }) => !binary);

const blobsOf = ({ newBlob, oldBlob }: FileChange): Oid[] => [newBlob, oldBlob].filter((blob) => blob !== undefined);

// A file may have moved to another folder meanwhile, but is seldom renamed at the same time.
const nameOf = (path: RepoPath): string => path.slice(path.lastIndexOf('/') + 1);

const mentions = (note: Note, names: ReadonlySet<string>): boolean =>
  [...note.lines.keys()].some((path) => names.has(nameOf(path)));
