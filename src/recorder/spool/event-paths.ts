import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathBelow } from '../../git/paths/path-below.ts';
import type { RepoPath } from '../../model/ids.ts';

const MAX_PATH_CHARACTERS = 8192;

/**
 * A path from a tool, relative to the top of the work tree (a real path); undefined outside it. Symbolic links on
 * the way are resolved while they still exist: the tool wrote to their targets.
 */
export const toRepoPath = (path: string, top: string, cwd = top): RepoPath | undefined =>
  insideTop(realPath(resolve(cwd, path)), top);

/** Where a command that names a path may write: to the path itself and, if it is a symbolic link, to its target. */
export function writtenPaths(path: string, top: string, cwd = top): RepoPath[] {
  const whole = resolve(cwd, path);
  const literal = insideTop(join(realPath(dirname(whole)), basename(whole)), top);
  const behind = insideTop(realPath(whole), top);
  return [...new Set([literal, behind])].filter((one) => one !== undefined);
}

/** The path with all symbolic links followed, as far as it exists. */
export function realPath(path: string): string {
  if (path.length > MAX_PATH_CHARACTERS) return path; // no system allows such a path
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** A real path, relative to the top of the work tree; undefined outside it. */
export function insideTop(path: string, top: string): RepoPath | undefined {
  const way = pathBelow(top, path);
  return way === undefined ? undefined : ((way || '.') as RepoPath);
}
