import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, type Oid } from '../../model/ids.ts';
import type { Repo } from '../repository/repo.ts';

/** The last commits of a shallow clone: their parents are not here. None where the clone is whole. */
export function shallowCommits({ commonDir }: Repo): Set<Oid> {
  const file = join(commonDir, 'shallow');
  return new Set(existsSync(file) ? readFileSync(file, 'latin1').split('\n').filter(isOid) : []);
}
