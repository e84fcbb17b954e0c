import type { Repo } from '../git/repository/repo.ts';
import { BUILT_IN } from './built-in/all.ts';
import { dispatch, type Dispatched } from './dispatch.ts';
import { canReact } from './settings.ts';

/** Lets the behaviours react. @returns undefined where nothing is recorded, or another process does it */
export async function react(repo: Repo): Promise<Dispatched | undefined> {
  if (!canReact(repo)) return undefined;
  return dispatch(repo, { behaviours: BUILT_IN });
}
