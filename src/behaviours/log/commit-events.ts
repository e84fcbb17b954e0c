import { changesOf } from '../../git/history/commit-changes.ts';
import { revListIfKnown } from '../../git/history/rev-list.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import type { FoundEvent } from '../../model/behaviours/event.ts';
import { isOid, type Oid } from '../../model/ids.ts';

/** Commits that are looked at once, and positions of HEAD that are remembered. */
const MAX_COMMITS = 200;
const MAX_HEADS = 32;
const MAX_FILES = 500;
const MS = 1000;

/** Where HEAD is now; empty before the first commit. */
export async function headNow(repo: Repo): Promise<string> {
  const args = ['rev-parse', '--quiet', '--verify', '--end-of-options', 'HEAD^{commit}'];
  const { code, stdout } = await git(args, inRepo(repo, { accept: [0, 1, 128] }));
  const head = stdout.toString('latin1').trim();
  return code === 0 && isOid(head) ? head : '';
}

/**
 * An event for each commit that came to HEAD since the marks, oldest first, with the files that it changed. A merge changed what its
 * first parent did not have.
 */
export async function commitEvents(
  repo: Repo,
  heads: readonly string[],
): Promise<{ events: FoundEvent[]; heads: readonly string[] }> {
  const head = await headNow(repo);
  if (head === '' || head === heads[0]) return { events: [], heads };
  const commits = await revListIfKnown(repo, {
    flags: ['--first-parent', `--max-count=${MAX_COMMITS}`, '--ignore-missing'],
    from: [head],
    not: heads.filter(isOid),
  });
  const [changes, times] = await Promise.all([changesOf(repo, commits), timesOf(repo, commits)]);
  const events = commits.reverse().flatMap((commit): FoundEvent[] => {
    const files = (changes.get(commit)?.parents[0]?.files ?? []).flatMap(({ path, oldPath }) =>
      oldPath === undefined ? [path] : [path, oldPath],
    );
    const at = times.get(commit);
    if (files.length === 0 || at === undefined) return [];
    return [{ type: 'changed', id: commit, subject: commit, at, depth: 0, files: files.slice(0, MAX_FILES) }];
  });
  return { events, heads: [head, ...heads.filter((one) => one !== head)].slice(0, MAX_HEADS) };
}

// The dates of commits. What they reach is not walked.
async function timesOf(repo: Repo, commits: readonly Oid[]): Promise<Map<string, number>> {
  if (commits.length === 0) return new Map();
  const input = Buffer.from(`${commits.join('\n')}\n`);
  const { stdout } = await git(['rev-list', '--no-walk=unsorted', '--timestamp', '--stdin'], inRepo(repo, { input }));
  const pairs = stdout.toString('latin1').split('\n').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [at = '', commit = ''] = pair.split(' ');
      return [commit, Number(at) * MS];
    }),
  );
}
