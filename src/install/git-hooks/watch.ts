import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Repo } from '../../git/repository/repo.ts';
import { filesOf } from '../../git/repository/local-files.ts';
import { dataFiles } from '../user-paths.ts';

/** Records the time of a check that found the hooks in order. Only a later change causes another check. */
export function markChecked(repo: Repo): void {
  writeFileSync(filesOf(repo).checked, '', { mode: 0o600 });
}

/**
 * Whether another program may have displaced our hooks, or started to use Git LFS, since the last check. Compares only file
 * times; hooks/git and hooks/agent have the same rule. Also true where `init --global` records a repository that has no hooks
 * yet. False where no `init` ran.
 */
export function mayBeDisplaced(repo: Repo): boolean {
  const { checked, hooks, lfs } = filesOf(repo);
  const last = timeOf(checked);
  if (last === undefined) return existsSync(filesOf(repo).journal) || isNewInGlobal(repo);
  const home = repo.env['HOME'];
  const watched = ['config', 'hooks', 'hooks/pre-push'].map((path) => join(repo.commonDir, path));
  if ([...watched, hooks, ...(home ? [join(home, '.gitconfig')] : [])].some((path) => (timeOf(path) ?? 0) > last))
    return true;
  return existsSync(join(repo.commonDir, 'lfs')) && !existsSync(lfs);
}

/** Whether only `init --global` records this repository, so that it has no git hooks and no refspec for notes yet. */
export function isNewInGlobal(repo: Repo): boolean {
  const { journal, disabled, spool } = filesOf(repo);
  if (existsSync(journal) || existsSync(disabled) || !existsSync(spool) || !repo.workTree) return false;
  return existsSync(dataFiles({ home: repo.env['HOME'] ?? homedir(), env: repo.env }).global);
}

const timeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** Returns unread notices about displaced hooks, each only once. */
export function takeNotice(repo: Pick<Repo, 'commonDir'>): string[] {
  const { notice: file } = filesOf(repo);
  try {
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    rmSync(file, { force: true });
    return lines;
  } catch {
    return [];
  }
}
