import { appendFileSync } from 'node:fs';
import { revListIfKnown } from '../../git/history/rev-list.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { loadState } from '../state/load-state.ts';
import { recordRun } from './record-run.ts';
import { dropRun, keepRun, type WaitingRun, waitingRuns } from './waiting-files.ts';

/** Commits that are looked at for a run. */
const MAX_COMMITS = 500;

/**
 * Adds the checks that wait to the notes of the commits that have the checked contents by now. A run waits on for files that are not
 * committed as it saw them. It never throws: a fault is kept for `git prov status`, and the next drain tries again.
 */
export async function landRuns(repo: Repo): Promise<void> {
  const dir = provDirOf(repo);
  try {
    if (loadState(dir).outgoing.length > 0) return; // a commit that it is about may have no note yet
    for (const { name, run } of waitingRuns(dir, Date.now())) {
      if (run.gitDir !== repo.gitDir) continue;
      const commits = await commitsSince(repo, run);
      const [head] = commits;
      if (!head || head === run.looked) continue;
      const files = await landed(repo, run, commits);
      if (files.length === 0) dropRun(dir, name);
      else keepRun(dir, { ...run, files, looked: head }, name);
    }
  } catch (cause) {
    const line = `${new Date().toISOString()} a check that waits for its commit: ${String(cause).slice(0, 500)}\n`;
    appendFileSync(filesOf(repo).faults, line);
  }
}

const commitsSince = (repo: Repo, { head }: WaitingRun): Promise<Oid[]> =>
  revListIfKnown(repo, { flags: [`--max-count=${MAX_COMMITS}`], from: ['HEAD'], not: head ? [head] : [] });

// Adds the run to the notes of these commits. Returns the files with other contents in HEAD than the checked ones.
async function landed(repo: Repo, run: WaitingRun, commits: readonly Oid[]): Promise<WaitingRun['files']> {
  const checked = new Map<RepoPath, Oid>(run.files);
  const ranOn = (path: RepoPath, content: Oid): boolean => checked.get(path) === content;
  for (const commit of commits.toReversed())
    await recordRun(repo, run.report, { by: run.by, commit, noted: [commit], at: run.at, ranOn, dryRun: false });
  const objects = new ObjectReader(repo);
  try {
    const found = await objects.info(run.files.map(([path]) => `${commits[0]}:${path}`));
    return run.files.filter(([, content], i) => found[i]?.oid !== content);
  } finally {
    await objects.close();
  }
}
