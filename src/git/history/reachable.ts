import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, type Oid } from '../../model/ids.ts';
import { gitDirs } from './reflogs.ts';
import type { Repo } from '../repository/repo.ts';
import { readSettings } from '../repository/git-settings.ts';
import { revList } from './rev-list.ts';

/** What `git rev-list --all` passes over in each work tree: refs beside `refs/`, and files of work that is not done. */
const HEADS = ['ORIG_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD', 'BISECT_HEAD'];
const FILES = ['FETCH_HEAD', 'MERGE_HEAD'];
const FOLDERS = ['rebase-merge', 'rebase-apply', 'sequencer'];

/** What a clone lacks on purpose: history (`shallow`), or objects that its remote has (`partial`). */
export type MissingHistory = 'shallow' | 'partial';

/**
 * All reachable commits: from refs, reflogs and HEADs of all work trees, the stash, and a rebase, merge, bisection or sequence in
 * progress. Runs one git process; its time grows with the history. (An index leads to no commit.)
 * @throws ProvError `git` when a ref or the history is broken: the result would be incomplete
 */
export async function reachableCommits(repo: Repo): Promise<Set<Oid>> {
  // Git reads its arguments in order: a broken ref of `--all` is an error, a missing id of `--stdin` is not.
  const flags = ['--all', '--reflog', '--ignore-missing'] as const;
  return collected(revList(repo, { flags, from: underWay(repo), replace: false, env: here(repo) }));
}

/** The ids that belong to commits in the local object store. Nothing is fetched. */
export async function presentCommits(repo: Repo, commits: readonly Oid[]): Promise<Set<Oid>> {
  if (commits.length === 0) return new Set();
  // With `--missing` git does not ask the remote of a partial clone.
  const flags = ['--missing=allow-any', '--no-walk=unsorted', '--ignore-missing'] as const;
  const found = await collected(revList(repo, { flags, from: commits, replace: false, env: here(repo) }));
  // For a tag git gives the commit behind it.
  return new Set(commits.filter((commit) => found.has(commit)));
}

/** Those of some commits that no branch, tag or HEAD reaches. Missing commits are not among them. */
export async function unreachableCommits(repo: Repo, commits: readonly Oid[]): Promise<ReadonlySet<string>> {
  if (commits.length === 0) return new Set();
  const notRefs = ['--branches', '--tags', '--remotes'] as const;
  // `--ignore-missing` is also for a HEAD without a commit.
  return collected(revList(repo, { flags: ['--ignore-missing'], from: commits, not: ['HEAD'], notRefs }));
}

/** What this clone lacks on purpose; undefined when nothing. */
export async function lackOf(repo: Repo): Promise<MissingHistory | undefined> {
  const shallow = join(repo.commonDir, 'shallow');
  if ((statSync(shallow, { throwIfNoEntry: false })?.size ?? 0) > 0) return 'shallow';
  const settings = await readSettings(['extensions', 'remote'], { cwd: repo.cwd, env: repo.env });
  const isPartial = [...settings.keys()].some((name) => /^extensions\.partialclone$|^remote\..*\.promisor$/.test(name));
  return isPartial ? 'partial' : undefined;
}

// Commits of operations in progress in any work tree, in the form that git uses.
function underWay({ commonDir }: Repo): string[] {
  const found: string[] = [];
  for (const gitDir of gitDirs(commonDir)) {
    const name = gitDir === commonDir ? 'main-worktree' : gitDir.slice(commonDir.length + 1).replaceAll('\\', '/');
    found.push(...HEADS.map((head) => `${name}/${head}`));
    const inFolders = FOLDERS.flatMap((folder) => filesIn(join(gitDir, folder)));
    for (const file of [...FILES.map((one) => join(gitDir, one)), ...inFolders])
      if (existsSync(file)) found.push(...(readFileSync(file, 'latin1').match(/\b[0-9a-f]{40,64}\b/g) ?? []));
  }
  return found.filter((name) => isOid(name) || name.includes('/'));
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isFile() ? [join(folder, one.name)] : []))
    : [];

const here = ({ env }: Repo): NodeJS.ProcessEnv => ({ ...env, GIT_NO_LAZY_FETCH: '1' });

async function collected(ids: AsyncIterable<Oid>): Promise<Set<Oid>> {
  const all = new Set<Oid>();
  for await (const id of ids) all.add(id);
  return all;
}
