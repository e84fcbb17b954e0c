import { changesOf, type CommitChange, type FileChange, type LineRange } from '../../git/history/diff.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import { records } from '../../git/process/records.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { isOid, type Oid, type RepoPath } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { squeeze, weight } from '../../lines/text.ts';
import type { ReadNotes, Source, Texts } from './source.ts';

/** How many commits are looked through for lines, the youngest first. */
const MAX_CANDIDATES = 2000;
/** Lines that say less than this tell nothing of where they come from. */
const TELLING = 4;
/** So many letters and digits of a source have to be found (the defaults of git blame -C and -M): with less, nobody is named; with still less, it is chance. */
const SURE = 40;
const LEAST = 20;
/** A file of a source has to be found with this share of what it added and nobody overwrote later. */
const SHARE = 0.5;
/** Two commits that have so much in common added the same. */
const SAME = 0.9;

export interface ContentAround {
  readonly repo: Repo;
  readonly objects: ObjectReader;
  readonly texts: Texts;
  readonly readNotes: ReadNotes;
}

/** The commits of a branch, from where it left another one. */
export interface CandidateRange {
  readonly base: Oid;
  readonly head: Oid;
}

/**
 * Commits of any branch, and such as were there once, that `targets` do not build on: only what is not in the history of a
 * commit can have been made anew in it. The youngest first.
 */
export async function candidatesFor(
  repo: Repo,
  targets: readonly CommitChange[],
  range?: CandidateRange,
): Promise<Oid[]> {
  const own = new Set(targets.map(({ commit }) => commit));
  const below = targets.flatMap(({ parents }) => parents.flatMap(({ parent }) => parent ?? []));
  const not = [...new Set(below)].filter((id) => !own.has(id)).map((id) => `^${id}`);
  const all = range ? [] : ['--all', '--reflog'];
  const args = ['rev-list', ...all, '--no-merges', `--max-count=${MAX_CANDIDATES}`, '--stdin'];
  const found: Oid[] = [];
  const input = [...(range ? [range.head, `^${range.base}`] : []), ...not, ''].join('\n');
  for await (const id of records(args, { cwd: repo.cwd, env: repo.env, input, end: '\n' }))
    if (isOid(id) && !own.has(id)) found.push(id);
  return found;
}

/**
 * Finds by their lines alone which candidates went into each target: a forge's squash or rebase, a cherry-pick without a
 * trace. A candidate counts for those of its files of which the target holds a good part, so that who merely touches the same
 * lines, or types one alike, is not taken for a copy.
 * @param candidates the youngest first, without what the targets build on
 * @param isNamed somebody has said that the targets were made from these: then little lines count too
 */
export async function findByContent(
  targets: readonly CommitChange[],
  candidates: readonly Oid[],
  { repo, objects, texts, readNotes }: ContentAround,
  isNamed = false,
): Promise<Map<Oid, Source[]>> {
  const found = new Map<Oid, Source[]>();
  const names = new Set(targets.flatMap((target) => filesOf(target).map(({ path }) => nameOf(path))));
  const notes = await readNotes(candidates);
  const near = candidates.filter((id) => mentions(notes.get(id), names));
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

/** What a commit did to a file, as texts without white space. */
interface Patch {
  readonly path: RepoPath;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

interface Candidate {
  readonly commit: Oid;
  readonly files: readonly Patch[];
}

function match(target: readonly Patch[], pool: readonly Candidate[], isNamed: boolean): Source[] {
  // What a commit puts elsewhere or indents anew was there before it.
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
      .map((file) => ({ ...file, said: saidIn(file, wantedIn(file), overwritten, named.has(nameOf(file.path))) }))
      .filter(({ said }) => said > 0);
    if (shares.length === 0) continue;
    const said = shares.reduce((sum, one) => sum + one.said, 0);
    const all = files.reduce((sum, { added }) => sum + saying(added), 0);
    // A good part of the commit: then also the few lines that are left of another file of it.
    const counting = said >= SURE && said >= SHARE * all ? files : shares;
    for (const { removed } of counting) for (const line of removed) overwritten.add(line);
    found.push({ commit, said, all, files: counting });
  }
  // What is a copy for the most part may have small parts too; a small commit has to be the same both ways.
  const sure = new Set(
    found.filter(({ said }) => said >= SURE).flatMap(({ files }) => files.flatMap(({ added }) => added)),
  );
  const whole = saying([...wanted]);
  const isCopy = isNamed || saying([...wanted].filter((line) => sure.has(line))) >= SHARE * whole;
  return found.flatMap(({ commit, said, all, files }): Source[] => {
    const isSame = said >= LEAST && said >= SAME * all && said >= SAME * whole;
    const isWeak = said < SURE && !isCopy && !isSame;
    if (isWeak && (said < LEAST || said < SAME * all)) return [];
    return [
      { commit, how: 'content', main: false, only: files.map(({ path }) => path), ...(isWeak && { weak: true }) },
    ];
  });
}

interface Match {
  readonly commit: Oid;
  /** How much of it is in the target, and how much it added. */
  readonly said: number;
  readonly all: number;
  readonly files: readonly Patch[];
}

const saying = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + weight(line), 0);

/** Whether a commit holds a good part of what another one added. */
export async function holds(target: CommitChange, source: CommitChange, texts: Texts): Promise<boolean> {
  const wanted = new Set((await readFiles(target, texts)).flatMap(({ added }) => added));
  const added = (await readFiles(source, texts)).flatMap((file) => file.added);
  return saying(added.filter((line) => wanted.has(line))) >= SHARE * saying(added);
}

// How much of a file is found in the target; nothing when it is too small a share.
function saidIn(
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
  // Under another name it has to be nearly all.
  return found >= (isNamed ? SHARE : SAME) * all ? found : 0;
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
    .filter((line) => weight(line) >= TELLING)
    .map(squeeze);

const filesOf = (change: CommitChange): readonly FileChange[] =>
  (change.parents[0]?.files ?? []).filter(({ binary }) => !binary);

const blobsOf = ({ newBlob, oldBlob }: FileChange): Oid[] => [newBlob, oldBlob].filter((blob) => blob !== undefined);

// A file may have been moved to another folder meanwhile, but seldom gets another name at the same time.
const nameOf = (path: RepoPath): string => path.slice(path.lastIndexOf('/') + 1);

const mentions = (note: Note | undefined, names: ReadonlySet<string>): boolean =>
  note !== undefined && [...note.lines.keys()].some((path) => names.has(nameOf(path)));
