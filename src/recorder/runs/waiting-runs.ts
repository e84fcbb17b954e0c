import { appendFileSync } from 'node:fs';
import { revListIfKnown } from '../../git/history/rev-list.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { loadState } from '../state/load-state.ts';
import { recordRun } from './record-run.ts';
import { dropRun, keepRun, type WaitingRun, waitingRuns } from './waiting-files.ts';

/** Newest commits that are looked at. Those of a person follow the check; a pull may bring thousands. */
const MAX_COMMITS = 64;
/** Contents that one drain asks git for, unless the first run alone needs more. A user may wait for it. */
const MAX_QUESTIONS = 50_000;

/**
 * Adds the checks that wait to the notes of the commits that have the checked contents by now. A run waits on for files that are not
 * committed as it saw them, and no commit is looked at twice for it. It never throws: a fault is kept for `git prov status`, and the
 * next drain tries again.
 */
export async function landRuns(repo: Repo): Promise<void> {
  const dir = provDirOf(repo);
  const objects = new ObjectReader(repo);
  try {
    const runs = waitingRuns(dir, Date.now()).filter(({ run }) => run.gitDir === repo.gitDir);
    if (runs.length === 0 || loadState(dir).outgoing.length > 0) return; // a commit that it is about may have no note yet
    const [head] = await objects.info(['HEAD']);
    const commits = new Map<Oid | null, Promise<Oid[]>>();
    let searched = 0;
    for (const { name, run } of runs) {
      const since = run.looked ?? run.head;
      if (!head || since === head.oid) continue;
      if (!commits.has(since)) commits.set(since, commitsSince(repo, since));
      const fresh = await commits.get(since)!;
      if (searched > 0 && searched + fresh.length * run.files.length > MAX_QUESTIONS) break; // the next drain continues here
      searched += (fresh.length + 1) * run.files.length;
      const files = await landed(repo, objects, run, fresh);
      if (files.length === 0) dropRun(dir, name);
      else keepRun(dir, { ...run, files, looked: head.oid }, name);
    }
  } catch (cause) {
    const line = `${new Date().toISOString()} a check that waits for its commit: ${String(cause).slice(0, 500)}\n`;
    appendFileSync(filesOf(repo).faults, line);
  } finally {
    await objects.close();
  }
}

const commitsSince = (repo: Repo, since: Oid | null): Promise<Oid[]> =>
  revListIfKnown(repo, { flags: [`--max-count=${MAX_COMMITS}`], from: ['HEAD'], not: since ? [since] : [] });

// Adds the run to the notes of those commits that have one of its contents. Returns the files that have another content in
// HEAD than the checked one.
async function landed(
  repo: Repo,
  objects: ObjectReader,
  run: WaitingRun,
  commits: readonly Oid[],
): Promise<WaitingRun['files']> {
  const missingIn = async (revision: string): Promise<WaitingRun['files']> => {
    const found = await objects.info(run.files.map(([path]) => `${revision}:${path}`));
    return run.files.filter(([, content], i) => found[i]?.oid !== content);
  };
  const checked = new Map<RepoPath, Oid>(run.files);
  const contentOf = (path: RepoPath): Oid | undefined => checked.get(path);
  for (const commit of commits.toReversed())
    if ((await missingIn(commit)).length < run.files.length)
      await recordRun(repo, run.report, { by: run.by, commit, noted: [commit], at: run.at, contentOf, dryRun: false });
  return missingIn('HEAD');
}
