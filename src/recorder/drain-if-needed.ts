import type { Repo } from '../git/repository/repo.ts';
import { localFiles, provDirOf } from '../git/repository/local-files.ts';
import { hasUnjoined } from '../notes/transport/tracking.ts';
import type { DrainOptions } from './drain-options.ts';
import { keepOwner } from './keep-owner.ts';
import { hasUnrecorded, isEnabled } from './repo-state.ts';
import { hasWaitingRuns } from './runs/waiting-files.ts';
import { Spool } from './spool/spool.ts';
import { hasStaged } from './state/atomic-files.ts';
import { peekState } from './state/load-state.ts';
import { haveOwnersChanged } from './worktree/owners-file.ts';
import { hasManySnapshots } from './worktree/snapshots.ts';

/**
 * Records what waits. Where nothing does, it loads nothing of the recorder: that takes longer than to look.
 * @param options is called only where something waits
 */
export async function drainIfNeeded(repo: Repo, options: () => Promise<DrainOptions> | DrainOptions): Promise<void> {
  if (await hasWork(repo)) {
    const { drain } = await import('./drain.ts');
    await drain(repo, await options());
  } else keepOwner(repo.commonDir, Date.now());
}

/**
 * Whether a drain would do anything: record events or commits, join fetched notes, finish what a killed process left, report a damaged
 * file, land a check, or clear snapshots. Changes nothing. Starts a process only where refs are kept as reftables.
 */
export async function hasWork(repo: Repo): Promise<boolean> {
  if (!isEnabled(repo)) return false;
  const dir = provDirOf(repo);
  const state = peekState(dir);
  if (!state || hasStaged(dir) || new Spool(dir).names().length > 0 || hasUnrecorded(repo, state)) return true;
  if (hasWaitingRuns(dir) || hasManySnapshots(dir) || (await hasUnjoined(repo))) return true;
  return haveOwnersChanged(localFiles(dir).owners, state.memoBytes, state.memoHash);
}
