import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitForAll } from './at-work.ts';
import { removeFolder } from './remove-folder.ts';
import type { TestRepo } from './repo.ts';

/**
 * Keeps the current state of a repository, with the folder beside it and its environment. For tests that begin with the same story: to tell it
 * takes dozens of processes.
 * @returns puts everything back into the same place, so that recorded paths stay right
 */
export function keep(repo: TestRepo): () => void {
  const kept = join(dirname(repo.dir), 'kept');
  const env = { ...repo.env };
  const copy = (from: string, to: string): void =>
    cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  waitForAll(repo.home);
  for (const folder of ['repo', 'home']) copy(join(repo.dir, '..', folder), join(kept, folder));
  return () => {
    waitForAll(repo.home);
    for (const folder of [repo.dir, repo.home]) removeFolder(folder);
    copy(kept, dirname(repo.dir));
    for (const name of Object.keys(repo.env)) delete repo.env[name];
    Object.assign(repo.env, env);
    // The index names the inodes of the files before.
    if (existsSync(join(repo.dir, '.git/index'))) repo.git('update-index', '-q', '--refresh');
  };
}
