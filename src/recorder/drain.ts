import { quickenSteps } from '../git/objects/native-hash.ts';
import type { Repo } from '../git/repository/repo.ts';
import { loadAgents } from './agent-port.ts';
import { type RecordedCommit } from './commit/new-commits.ts';
import { withLock } from './spool/lock.ts';
import { isEnabled } from './repo-state.ts';
import { hasWaitingRuns } from './runs/waiting-files.ts';
import { hasManySnapshots, pruneSnapshots } from './worktree/snapshots.ts';
import { keepOwner } from './keep-owner.ts';
import { finishStaged } from './state/atomic-files.ts';
import { hasState, saveState } from './state/state.ts';
import { loadState } from './state/load-state.ts';
import { provDirOf } from '../git/repository/local-files.ts';

import type { Drained, DrainOptions } from './drain-options.ts';
import { DrainRun } from './drain-run.ts';

export type { Drained, DrainOptions };
export type { RecordedCommit };

/**
 * Records what waits: events of agents in the order of their time, and new commits. Writes the notes of these commits in
 * one transaction. If it is killed at any moment, the next drain does the rest, and nothing twice: the state is replaced as a
 * whole, together with the notes to write, before the events are removed.
 * Returns undefined when another process is draining.
 */
export function drain(repo: Repo, options: DrainOptions): Promise<Drained | undefined> {
  if (!isEnabled(repo)) return Promise.resolve({ events: 0, notes: 0, declared: new Map() });
  const dir = provDirOf(repo);
  return withLock(dir, options.patience, async () => {
    await loadAgents();
    quickenSteps();
    const began = Date.now();
    finishStaged(dir);
    // Shows that this drain was the first, if it is killed.
    if (!hasState(dir)) saveState(dir, loadState(dir));
    try {
      const drained = await new DrainRun(repo, { ...options, ...laterBy(options, repo, began) }).run();
      if (hasWaitingRuns(dir)) await (await import('./runs/waiting-runs.ts')).landRuns(repo);
      if (options.tidy && hasManySnapshots(dir)) await pruneSnapshots(repo, dir, Date.now());
      return drained;
    } finally {
      keepOwner(repo.commonDir, began);
    }
  });
}

// What is done later writes files of its own.
function laterBy({ later }: DrainOptions, { commonDir }: Repo, began: number): Pick<DrainOptions, 'later'> {
  if (!later) return {};
  return { later: (work) => later(() => work().finally(() => keepOwner(commonDir, began))) };
}
