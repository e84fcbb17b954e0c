import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../git/repository/git-settings.ts';
import type { Repo } from '../../git/repository/repo.ts';

/** Whether this repository contains files of Git LFS and its filter is configured. hooks/git has the same rule. */
export async function usesLfs(repo: Repo): Promise<boolean> {
  const settings = await readSettings(['filter', 'lfs'], { cwd: repo.cwd, env: repo.env });
  const hasFilter = settings.has('filter.lfs.clean') || settings.has('filter.lfs.process');
  return hasFilter && (existsSync(join(repo.commonDir, 'lfs')) || settings.has('lfs.storage'));
}
