import { toRepoPath } from '../../recorder/spool/paths.ts';
import { ProvError } from '../../errors.ts';
import type { Repo } from '../../git/repository/repo.ts';

/**
 * A path as the user names it, relative to the top of the repository; empty for the top itself.
 * @throws ProvError `usage` when it lies outside
 */
export function pathFrom({ workTree }: Repo, cwd: string, path: string): string {
  const inside = path === '' || path.includes('\0') ? undefined : toRepoPath(path, workTree ?? cwd, cwd);
  if (inside !== undefined) return inside === '.' ? '' : inside.replace(/\/+$/, '');
  throw new ProvError('usage', `${JSON.stringify(path.slice(0, 80))} is no path inside this repository.`, {
    hint: 'Say a file or a folder of the work tree.',
  });
}
