import { presentCommits } from '../git/history/reachable.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Oid } from '../model/ids.ts';
import { knownTips } from './remote-identity.ts';
import { revList } from '../git/history/rev-list.ts';

/** The part of this clone's history that a remote has, or is about to get. */
export interface RemoteHistory {
  /** Remotes with branches (as last fetched or pushed) that are known there. */
  readonly branchesOf: readonly string[];
  /** The commits being pushed. */
  readonly tips: readonly Oid[];
}

/**
 * The commits among these that a remote has, or is about to get: the others are unpublished, and so are
 * their notes. A commit that is not in this clone does not count. Three git processes, for any number of commits.
 */
export async function publishedAmong(repo: Repo, commits: readonly Oid[], known: RemoteHistory): Promise<Set<Oid>> {
  const here = await presentCommits(repo, commits);
  if (here.size === 0) return here;
  const heads = [...known.tips, ...(await knownTips(repo, known.branchesOf))];
  if (heads.length === 0) return new Set();
  // The commits that `rev-list` prints are unreachable from anything the remote has, so they are unpublished.
  const env = { ...repo.env, GIT_NO_LAZY_FETCH: '1' };
  const walk = { flags: ['--ignore-missing'], from: [...here], not: heads, replace: false, env } as const;
  for await (const id of revList(repo, walk)) here.delete(id);
  return here;
}
