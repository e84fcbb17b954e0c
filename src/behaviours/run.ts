import type { Repo } from '../git/repository/repo.ts';
import type { Behaviour } from '../model/behaviours/behaviour.ts';
import { BUILT_IN } from './built-in/all.ts';
import { dispatch, type Dispatched } from './dispatch.ts';
import { canReact } from './settings.ts';

/** The behaviours of a repository. */
export const behavioursOf = async (_repo: Repo): Promise<readonly Behaviour[]> => BUILT_IN;

/** Lets the behaviours react. @returns undefined where nothing is recorded, or another process does it */
export async function react(repo: Repo): Promise<Dispatched | undefined> {
  if (!canReact(repo)) return undefined;
  return dispatch(repo, { behaviours: await behavioursOf(repo) });
}
