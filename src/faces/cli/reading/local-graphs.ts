import { isEnabled } from '../../../recorder/repo-state.ts';
import { loadState } from '../../../recorder/state/load-state.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import { provDirOf } from '../../../git/repository/local-files.ts';
import type { Graph } from '../../../model/model.ts';

/** Whether there are steps that no commit contains yet. */
export const hasSessions = (repo: Repo): boolean =>
  isEnabled(repo) && Object.keys(loadState(provDirOf(repo)).sessions).length > 0;

/** The graphs of steps of this clone since the last commit of their session. What draws them is loaded only when there are some. */
export const localGraphsOf = async (repo: Repo): Promise<readonly Graph[]> =>
  hasSessions(repo) ? (await import('../../../recorder/commit/uncommitted.ts')).localGraphs(repo) : [];
