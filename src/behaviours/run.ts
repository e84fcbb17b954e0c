import type { Repo } from '../git/repository/repo.ts';
import type { Behaviour } from '../model/behaviours/behaviour.ts';
import { BUILT_IN } from './built-in/all.ts';
import { type Declared, inForce, loadDeclared } from './declared/load.ts';
import { dispatch, type Dispatched } from './dispatch.ts';
import { canReact } from './settings.ts';

/** Lets the behaviours react. @returns undefined where nothing is recorded, or another process does it */
export async function react(repo: Repo): Promise<Dispatched | undefined> {
  if (!canReact(repo)) return undefined;
  return dispatch(repo, { behaviours: allOf(await loadDeclared(repo)) });
}

/** The built-in behaviours, and those that the repository declares and a person here accepted. */
export const allOf = (declared: Declared): readonly Behaviour[] => [...BUILT_IN, ...inForce(declared)];
