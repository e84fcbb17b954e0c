import type { CheckContext, DoctorFinding } from '../../install/repair/doctor-finding.ts';
import { areOn } from '../settings.ts';
import { loadDeclared } from './load.ts';

/** Checks `.gitprov.toml`, where behaviours are on: what a fault leaves out does not run, and nothing else shows that. */
export async function checkDeclared({ repo }: CheckContext): Promise<DoctorFinding[]> {
  if (repo.workTree === undefined || !(await areOn(repo))) return [];
  const { state, faults } = await loadDeclared(repo);
  const found = faults.map(({ what, why, todo }): DoctorFinding => ({
    name: 'behaviours',
    state: 'warning',
    what,
    why,
    todo,
  }));
  if (state === 'new' || state === 'changed')
    found.push({
      name: 'behaviours',
      state: 'warning',
      what: 'The present content of .gitprov.toml is not accepted in this clone.',
      why: 'What it declares does not run.',
      todo: 'Read it, then run git prov behaviours --accept.',
    });
  return found;
}
