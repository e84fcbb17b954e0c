import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Repo } from './repo.ts';

/**
 * Whether git may find refs below a folder of refs. Starts no process, and is never false where there is one.
 * @param folder such as `refs/heads`
 */
export function mayHaveRefs({ commonDir }: Pick<Repo, 'commonDir'>, folder: string): boolean {
  const packed = join(commonDir, 'packed-refs');
  if (existsSync(join(commonDir, 'reftable')) || existsSync(join(commonDir, folder))) return true;
  return existsSync(packed) && readFileSync(packed).includes(` ${folder}/`);
}
