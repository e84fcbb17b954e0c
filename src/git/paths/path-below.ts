import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Repo } from '../repository/repo.ts';

/**
 * A path relative to a folder, with `/` between its parts; empty for the folder itself, undefined outside of it. A name may begin with
 * two points, and where `/` separates names a backslash is a letter of one.
 */
export function pathBelow(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way.replaceAll(sep, '/');
}

/**
 * A path that a person names in a folder, relative to the top of the work tree; undefined outside of it, and for the top itself.
 * Without a work tree the path begins at the top already.
 */
export const pathInWorkTree = ({ workTree }: Pick<Repo, 'workTree'>, cwd: string, path: string): string | undefined =>
  (workTree === undefined ? path : pathBelow(workTree, resolve(cwd, path))) || undefined;
