import type { CheckContext, DoctorFinding } from '../../../install/repair/doctor-finding.ts';
import { knownState } from './known-state.ts';

const MAX_LISTED = 20;

/** Checks the structural invariants of what is declared, if an index exists. */
export async function checkInvariantsOf({ repo }: CheckContext): Promise<DoctorFinding[]> {
  let warnings: readonly string[];
  try {
    warnings = (await knownState(repo))?.warnings ?? [];
  } catch {
    return []; // other checks report what prevents reading
  }
  const left = warnings.length - MAX_LISTED;
  const listed = warnings.slice(0, MAX_LISTED);
  if (left > 0) listed.push(`${left} more links contradict each other.`);
  return listed.map((what) => ({ name: 'links', state: 'warning', what, todo: TODO }));
}

const TODO = 'Look with git prov trace. Remove a link (git prov link … --remove), or retract or revise an entry.';
