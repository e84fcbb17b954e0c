import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prov } from '../../helpers/agent.ts';
import type { TestRepo } from '../../helpers/repo.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const HOOKS = ['post-commit', 'post-rewrite', 'post-merge', 'post-applypatch'] as const;

/** Our git hooks: those that `git prov init` installs, or none, so that everything must be found later. */
export type Hooks = 'all' | 'none';

/** Sets up recording in a repository, like `git prov init` but without an agent's settings. */
export function install(repo: TestRepo, hooks: Hooks): void {
  const gitDir = repo.git('rev-parse', '--absolute-git-dir');
  for (const dir of ['new', 'bad']) mkdirSync(join(gitDir, 'prov/spool', dir), { recursive: true });
  prov(repo, 'hook', 'watch');
  if (hooks === 'none') return;
  const data = join(repo.home, '.local/share/git-prov');
  mkdirSync(data, { recursive: true });
  repo.env['XDG_DATA_HOME'] = join(repo.home, '.local/share');
  writeFileSync(join(data, 'runtime'), `${process.execPath}\n${join(ROOT, 'dist/git-prov.js')}\n`);
  mkdirSync(join(gitDir, 'hooks'), { recursive: true });
  for (const name of HOOKS) {
    const file = join(gitDir, 'hooks', name);
    copyFileSync(join(ROOT, 'hooks/git'), file);
    chmodSync(file, 0o755);
  }
}
