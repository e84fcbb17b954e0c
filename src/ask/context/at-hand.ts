import { git } from '../../git/process/process.ts';
import type { Repo } from '../../git/repository/repo.ts';

/** Files at hand, at most. In a work tree with more changes, none is special. */
const MAX_FILES = 200;
/** Bytes. */
const MAX_OUTPUT = 1 << 16;

/**
 * The files that the work tree or the index has changed: what an agent that begins here most likely works on.
 * @returns an empty list before the first commit, and with more than 200 changed files
 */
export async function filesAtHand(repo: Repo): Promise<readonly string[]> {
  if (!repo.workTree) return [];
  const args = [
    '--no-optional-locks',
    'diff',
    '--name-only',
    '--no-renames',
    '--ignore-submodules',
    '-z',
    'HEAD',
    '--',
  ];
  try {
    const { stdout } = await git(['-c', 'core.quotePath=false', ...args], { cwd: repo.workTree, env: repo.env });
    if (stdout.length > MAX_OUTPUT) return [];
    const files = stdout.toString('utf8').split('\0').filter(Boolean);
    return files.length > MAX_FILES ? [] : files;
  } catch {
    return []; // no commit yet
  }
}
