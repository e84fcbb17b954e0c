import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { RepoPath } from '../../model/ids.ts';

const LONGEST = 8192;

/**
 * A path that a tool named, relative to the top of the work tree (a real path); undefined when it lies outside. Symbolic links on
 * the way are followed as far as they are still there: the tool wrote to what is behind them.
 */
export const toRepoPath = (path: string, top: string, cwd = top): RepoPath | undefined =>
  inside(realPath(resolve(cwd, path)), top);

/** Where a command that names a path may write: to the path itself, and to what is behind it when it is a symbolic link. */
export function writtenPaths(path: string, top: string, cwd = top): RepoPath[] {
  const whole = resolve(cwd, path);
  const literal = inside(join(realPath(dirname(whole)), basename(whole)), top);
  const behind = inside(realPath(whole), top);
  return [...new Set([literal, behind])].filter((one) => one !== undefined);
}

/** The path with all symbolic links followed, as far as it exists. */
export function realPath(path: string): string {
  if (path.length > LONGEST) return path; // no system knows such a one
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

function inside(path: string, top: string): RepoPath | undefined {
  const way = relative(top, path).replaceAll('\\', '/');
  return way === '..' || way.startsWith('../') || isAbsolute(way) ? undefined : ((way || '.') as RepoPath);
}
