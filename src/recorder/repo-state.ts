import { existsSync } from 'node:fs';
import { filesOf, provDirOf } from '../git/repository/local-files.ts';
import type { Repo } from '../git/repository/repo.ts';
import { hasObservedCommits, observedCommits } from './worktree/head/reflog.ts';
import { arrivalMark } from '../notes/transport/arrivals.ts';
import { markDeclared } from './context-marker.ts';
import { hasPairs } from './commit/rewrite-pairs.ts';
import { Spool } from './spool/spool.ts';
import { saveState, type State } from './state/state.ts';
import { loadState } from './state/load-state.ts';
import { commitMapMark } from './rewrite/commit-map.ts';
import { refsMark, readTips } from './worktree/head/branch-tips.ts';

/** Whether git prov records in this repository. */
export const isEnabled = (repo: Repo): boolean => existsSync(filesOf(repo).spool);

/** Whether events or commits wait to be recorded. Light: reading commands check this first, and load the rest only then. */
export function isPending(repo: Repo): boolean {
  if (!isEnabled(repo)) return false;
  const dir = provDirOf(repo);
  if (new Spool(dir).names().length > 0) return true;
  return hasUnrecorded(repo, loadState(dir));
}

/** Whether commits wait to be recorded, or notes to be written. @param state the last saved one */
export function hasUnrecorded(repo: Repo, state: State): boolean {
  if (state.outgoing.length > 0 || hasObservedCommits(repo.commonDir, state.reflogs)) return true;
  return haveMoved(repo, state) || hasPairs(provDirOf(repo));
}

/** Whether branches may have moved since the last check, git-filter-repo ran, or notes of others came. Starts no process. */
export const haveMoved = (repo: Repo, { tips, filtered = '', arrived = '' }: State): boolean =>
  tips?.mark !== refsMark(repo.commonDir) ||
  commitMapMark(repo.commonDir) !== filtered ||
  arrivalMark(repo) !== arrived;

/** Begins to watch a repository: existing commits are left alone. Does nothing when it is watched already. */
export async function watch(repo: Repo): Promise<void> {
  const dir = provDirOf(repo);
  const state = loadState(dir);
  if (state.watched) return;
  observedCommits(repo.commonDir, state.reflogs, 0);
  state.watched = true;
  markDeclared(dir); // earlier notes have not been searched
  state.tips = await readTips(repo);
  saveState(dir, state);
}
