import { git } from '../process/process.ts';
import { inRepo, type Repo } from './repo.ts';

/** The branch of the work tree, also before its first commit; undefined for a detached HEAD. */
export async function currentBranch(repo: Repo): Promise<string | undefined> {
  const { stdout } = await git(['symbolic-ref', '-q', '--short', 'HEAD'], inRepo(repo, { accept: [0, 1, 128] }));
  return stdout.toString('utf8').trim() || undefined;
}
