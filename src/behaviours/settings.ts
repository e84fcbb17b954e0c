import { isTrue, readSettings } from '../git/repository/git-settings.ts';
import type { Repo } from '../git/repository/repo.ts';
import { isEnabled } from '../recorder/repo-state.ts';

/** How long a person's command waits for what runs in the background at the end of an agent's turn (ms). */
export const BACKGROUND_MS = 10_000;

/** Whether behaviours are turned on here (`prov.behaviours`). */
export const areOn = async (repo: Repo): Promise<boolean> =>
  isTrue((await readSettings(['prov'], repo)).get('prov.behaviours'), false) === true;

/** Whether anything is recorded here that behaviours could react to. */
export const canReact = (repo: Repo): boolean => isEnabled(repo) && repo.workTree !== undefined;
