import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Repo } from '../../git/repository/repo.ts';
import { provFiles } from '../paths.ts';

/** Records the time of a check that found the hooks in order. Only a later change causes another check. */
export function markChecked(repo: Repo): void {
  writeFileSync(provFiles(repo).checked, '', { mode: 0o600 });
}

/**
 * Whether another program may have displaced our hooks, or started to use Git LFS, since the last check. Compares only file
 * times; hooks/git and hooks/agent have the same rule. False where `init` did not run.
 */
export function mayBeDisplaced(repo: Repo): boolean {
  const { checked, hooks, lfs } = provFiles(repo);
  const last = timeOf(checked);
  if (last === undefined) return existsSync(provFiles(repo).journal);
  const home = repo.env['HOME'];
  const watched = ['config', 'hooks', 'hooks/pre-push'].map((path) => join(repo.commonDir, path));
  if ([...watched, hooks, ...(home ? [join(home, '.gitconfig')] : [])].some((path) => (timeOf(path) ?? 0) > last))
    return true;
  return existsSync(join(repo.commonDir, 'lfs')) && !existsSync(lfs);
}

const timeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** Returns unread notices about displaced hooks, each only once. */
export function takeNotice(repo: Pick<Repo, 'commonDir'>): string[] {
  const { notice: file } = provFiles(repo);
  try {
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    rmSync(file, { force: true });
    return lines;
  } catch {
    return [];
  }
}
