import { prov } from '../helpers/agent.ts';
import type { TestRepo } from '../helpers/repo.ts';

/** Writes checkpoints in Entire's layout. @param files by their paths on the branch */
export function checkpoint(repo: TestRepo, ref: string, files: Readonly<Record<string, string>>): void {
  const env = { ...repo.env };
  repo.env['GIT_INDEX_FILE'] = `${repo.home}/checkpoints`;
  for (const [path, content] of Object.entries(files)) {
    const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
    repo.git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
  }
  const tree = repo.git('write-tree');
  const commit = repo.git('commit-tree', tree, '-m', 'Checkpoint');
  repo.git('update-ref', ref, commit);
  Object.assign(repo.env, env);
  delete repo.env['GIT_INDEX_FILE'];
}

export interface Report {
  readonly commits: readonly {
    readonly lines: { readonly agent: number; readonly person: number; readonly unsure: number };
  }[];
  readonly dropped: readonly { readonly what: string; readonly count: number }[];
}

export const importEntire = (repo: TestRepo, ...names: string[]): Report =>
  JSON.parse(prov(repo, 'import', 'entire', ...names, '--json')) as Report;
const at = (repo: TestRepo): number => Number(repo.env['GIT_COMMITTER_DATE']!.split(' ')[0]) * 1000 - 50_000;

// Transcripts from another user's machine.
export const where = (repo: TestRepo): { home: string; cwd: string; at: number } => ({
  home: repo.home,
  cwd: '/Users/ann/work',
  at: at(repo),
});
