import { isEnabled } from '../../../recorder/repo-state.ts';
import { loadState } from '../../../recorder/state/load-state.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import { provDirOf } from '../../../git/repository/local-files.ts';
import type { Graph } from '../../../model/model.ts';

/** Whether agents or people recorded something here, in a commit or not. */
export const hasSessions = (repo: Repo): boolean => sessionsOf(repo).length > 0;

/** The graphs of steps of this clone since the last commit of their session. What draws them is loaded only when there are some. */
export const localGraphsOf = async (repo: Repo): Promise<readonly Graph[]> =>
  sessionsOf(repo).some(({ nodes }) => nodes.length > 0)
    ? (await import('../../../recorder/commit/uncommitted.ts')).localGraphs(repo)
    : [];

const sessionsOf = (repo: Repo) => (isEnabled(repo) ? Object.values(loadState(provDirOf(repo)).sessions) : []);
