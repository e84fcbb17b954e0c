import { existsSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { ProvError } from '../../errors.ts';
import { type InstallChange, pathOf } from '../install-change.ts';

/**
 * Refuses changes that a link in the work tree would lead out of it: whoever made the repository chose where it leads. A link to
 * another place of the same work tree is followed.
 * @param workTree its top, as a real path
 * @throws ProvError `data` that names the file
 */
export function stayInside(changes: readonly InstallChange[], workTree: string): void {
  const isInside = (path: string): boolean => path === workTree || path.startsWith(workTree + sep);
  for (const path of changes.map(pathOf).filter(isInside)) {
    let there = path;
    while (!existsSync(there)) there = dirname(there);
    const real = realpathSync(there);
    if (!isInside(real))
      throw new ProvError('data', `${path} leads out of the repository, to ${real}, so it is not written.`, {
        hint: 'Remove the link, or run git prov init without --shared, --guide and --ci.',
      });
  }
}
