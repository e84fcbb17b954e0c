import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder that all work trees of a repository share. */
const shared = (gitDir: string): string => gitDir.replace(/[\\/]worktrees[\\/][^\\/]+[\\/]?$/, '');

/**
 * Whether a file is in a work tree of the repository with this git directory. Starts no process.
 * @param file an absolute path
 */
export function isInWorkTreeOf(gitDir: string, file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = gitDirAt(folder);
    if (found !== undefined) return isSameFolder(shared(found), shared(gitDir));
    if (folder === dirname(folder)) return false;
  }
}

function gitDirAt(folder: string): string | undefined {
  const path = join(folder, '.git');
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (stat.isDirectory()) return path;
  const pointer = /^gitdir: (.+?)\s*$/.exec(readFileSync(path, 'utf8'))?.[1];
  return pointer && resolve(folder, pointer);
}

function isSameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false; // one of them is not there
  }
}
