import { presentCommits } from '../git/history/reachable.ts';
import { records } from '../git/process/records.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Oid } from '../model/ids.ts';
import { knownTips } from './remote-identity.ts';

/** What of this clone's history a remote knows, or is about to. */
export interface Known {
  /** Remotes whose branches, as they were last fetched or pushed, are known there. */
  readonly branchesOf: readonly string[];
  /** What is being pushed. */
  readonly tips: readonly Oid[];
}

/**
 * Those of the commits that a remote knows, or is about to: the others are nobody's business there, and neither are
 * their notes. A commit that is not in this clone does not count. Three git processes, for any number of commits.
 */
export async function publishedAmong(repo: Repo, commits: readonly Oid[], known: Known): Promise<Set<Oid>> {
  const here = await presentCommits(repo, commits);
  if (here.size === 0) return here;
  const heads = [...known.tips, ...(await knownTips(repo, known.branchesOf))];
  if (heads.length === 0) return new Set();
  // What leads from them to nothing that the remote knows is unpublished, and so are they when they are among it.
  const input = [...here, ...heads.map((id) => `^${id}`), ''].join('\n');
  const args = ['--no-replace-objects', 'rev-list', '--ignore-missing', '--stdin'];
  const env = { ...repo.env, GIT_NO_LAZY_FETCH: '1' };
  for await (const id of records(args, { cwd: repo.cwd, env, input, end: '\n' })) here.delete(id as Oid);
  return here;
}
