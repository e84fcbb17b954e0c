import { toRepoPath } from '../../recorder/spool/event-paths.ts';
import { ProvError } from '../../errors.ts';
import type { Repo } from '../../git/repository/repo.ts';

/**
 * Converts a user's path to one relative to the top of the repository; empty for the top itself.
 * @throws ProvError `usage` when it is outside
 */
export function pathFrom({ workTree }: Repo, cwd: string, path: string): string {
  const inside = path === '' || path.includes('\0') ? undefined : toRepoPath(path, workTree ?? cwd, cwd);
  if (inside !== undefined) return inside === '.' ? '' : inside.replace(/\/+$/, '');
  throw new ProvError('usage', `${JSON.stringify(path.slice(0, 80))} is not a path inside this repository.`, {
    hint: 'Name a file or a folder of the work tree.',
  });
}
