import { resolveCommit } from '../../ask/history/commit-info.ts';
import { changesOf } from '../../git/history/commit-changes.ts';
import { revListIfKnown } from '../../git/history/rev-list.ts';
import { readCommitObjects } from '../../git/history/commit-objects.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { type PastRun, runOfCommit } from '../commands/past-runs.ts';
import type { FoundEvent } from '../../model/behaviours/event.ts';
import { isOid, type Oid } from '../../model/ids.ts';

/** Commits that are looked at once, and positions of HEAD that are remembered. */
const MAX_COMMITS = 200;
const MAX_HEADS = 32;
const MAX_FILES = 500;
const MS = 1000;

/**
 * An event for each commit that came to HEAD since the marks, oldest first, with the files that it changed. A merge changed what its
 * first parent did not have.
 * @param runs the commands that behaviours ran, with the commits that came meanwhile
 */
export async function commitEvents(
  repo: Repo,
  heads: readonly string[],
  runs: readonly PastRun[] = [],
): Promise<{ events: FoundEvent[]; heads: readonly string[] }> {
  const head = await resolveCommit(repo, 'HEAD');
  if (!head || head === heads[0]) return { events: [], heads };
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
    const run = runOfCommit(runs, commit);
    const cause = { depth: run?.depth ?? 0, ...(run && { by: run.behaviour }) };
    return [{ type: 'changed', id: commit, subject: commit, at, ...cause, files: files.slice(0, MAX_FILES) }];
  });
  return { events, heads: [head, ...heads.filter((one) => one !== head)].slice(0, MAX_HEADS) };
}

async function timesOf(repo: Repo, commits: readonly Oid[]): Promise<Map<Oid, number>> {
  const objects = new ObjectReader(repo);
  try {
    const read = await readCommitObjects(objects, commits);
    return new Map([...read].map(([commit, { committedAt }]) => [commit, committedAt * MS]));
  } finally {
    await objects.close();
  }
}
