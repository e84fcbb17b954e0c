import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../../git/process/process.ts';
import { inRepo, type Repo } from '../../../git/repository/repo.ts';
import { isOid, type Oid } from '../../../model/ids.ts';
import { commitsIn, revList } from '../../../git/history/rev-list.ts';

/** The tips of branches and remote-tracking branches at the last reading. */
export interface Tips {
  /** Changes whenever a ref may have moved. */
  readonly mark: string;
  readonly oids: readonly Oid[];
}

/** Refs that are followed, the youngest first. */
const MAX_REFS = 2000;
/** Folders of refs that are examined. */
const MAX_FOLDERS = 500;
/** Fetched commits that are examined, the youngest first. */
const MAX_NEW_COMMITS = 1000;

/**
 * A mark that changes whenever branches may have moved: git writes a ref by renaming a file into its folder. Starts no
 * process.
 */
export const refsMark = (commonDir: string): string =>
  ['heads', 'remotes'].map((name) => timesIn(commonDir, name).join(' ')).join(ELSEWHERE);

/** Separates the times of branches from those of remote-tracking branches. */
const ELSEWHERE = ' | ';

/**
 * The tips after a commit that was seen to be made upon one of them, when nothing was fetched: the commit does not wait for a git
 * process. Other branches may have moved too; the next reader asks git. Undefined when git must be asked at once.
 */
export function afterCommit(commonDir: string, before: Tips, made: ReadonlyMap<Oid, readonly Oid[]>): Tips | undefined {
  const elsewhere = refsMark(commonDir).split(ELSEWHERE)[1]!;
  if (elsewhere !== before.mark.split(ELSEWHERE)[1]) return undefined;
  const known = new Set([...before.oids, ...made.keys()]);
  if (made.size === 0 || ![...made.values()].flat().every((id) => known.has(id))) return undefined;
  return { mark: `?${ELSEWHERE}${elsewhere}`, oids: [...known].slice(-MAX_REFS) };
}

function timesIn(commonDir: string, name: string): string[] {
  const times = ['packed-refs', 'reftable'].map((file) => timeOf(join(commonDir, file)));
  const folders = [join(commonDir, 'refs', name)];
  for (let n = 0; n < Math.min(folders.length, MAX_FOLDERS); n++) {
    times.push(timeOf(folders[n]!));
    for (const entry of listed(folders[n]!)) if (entry.isDirectory()) folders.push(join(folders[n]!, entry.name));
  }
  return times;
}

const timeOf = (path: string): string => String(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? '-');

function listed(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The current tips of branches. */
export async function readTips(repo: Repo): Promise<Tips> {
  const mark = refsMark(repo.commonDir);
  const args = ['for-each-ref', `--count=${MAX_REFS}`, '--sort=-committerdate', '--format=%(objectname)'];
  const { stdout } = await git([...args, 'refs/heads', 'refs/remotes'], inRepo(repo));
  const oids = [...new Set(stdout.toString('latin1').split('\n').filter(isOid))];
  return { mark, oids };
}

/**
 * The commit of a ref before the commits that no branch had at the last reading: for a ref without a
 * reflog. Returns a revision; it does not exist when the very first commit is among them.
 */
export async function startOf(repo: Repo, ref: string, before: Tips): Promise<string> {
  const flags = ['--first-parent', '--ignore-missing', `--max-count=${MAX_NEW_COMMITS}`] as const;
  let oldest: Oid | undefined;
  for await (const id of revList(repo, { flags, from: [ref], not: before.oids })) oldest = id;
  return oldest ? `${oldest}^` : ref;
}

/**
 * The commits among these that were fetched: remote-tracking branches or FETCH_HEAD reach them.
 * @param commits that no branch had `before`
 * @param most how many commits, the youngest, are examined: all of a history where nothing was fetched
 */
export async function fetchedAmong(
  repo: Repo,
  before: Pick<Tips, 'oids'>,
  commits: readonly Oid[],
  most?: number,
): Promise<Set<Oid>> {
  if (commits.length === 0) return new Set();
  const last = join(repo.gitDir, 'FETCH_HEAD');
  const fetched = existsSync(last) ? readFileSync(last, 'latin1').split('\n') : [];
  const not = fetched.map((line) => line.split('\t', 1)[0]!).filter(isOid);
  const here = new Set<Oid>();
  const flags = ['--ignore-missing', ...(most === undefined ? [] : [`--max-count=${most}` as const])] as const;
  const walk = { from: commits, not: [...not, ...before.oids], notRefs: ['--remotes'] } as const;
  for await (const id of revList(repo, { flags, ...walk })) here.add(id);
  return new Set(commits.filter((id) => !here.has(id)));
}

/**
 * The commits that are new on branches, the youngest, at most a thousand.
 * @param made commits that were seen to be made here, with their parents: a branch that moved to one of them brought
 * nothing else, unless its parent was not seen either
 */
export async function newCommits(
  repo: Repo,
  before: Tips,
  now: Tips,
  made: ReadonlyMap<Oid, readonly Oid[]>,
): Promise<Oid[]> {
  const known = new Set([...before.oids, ...made.keys()]);
  const upon = [...made.values()].flat().filter((id) => !known.has(id));
  const fresh = [...new Set([...now.oids.filter((id) => !known.has(id)), ...upon])];
  if (fresh.length === 0) return [];
  return youngestCommits(repo, fresh, before.oids);
}

/** The youngest commits of these tips, at most a thousand. */
export function youngestCommits(repo: Repo, tips: readonly Oid[], not: readonly Oid[] = []): Promise<Oid[]> {
  if (tips.length === 0) return Promise.resolve([]);
  return commitsIn(repo, { flags: ['--ignore-missing', `--max-count=${MAX_NEW_COMMITS}`], from: tips, not });
}
