import { ProvError } from '../../errors.ts';
import { openPortable } from './without-git.ts';
import { repositoryOf } from './repository.ts';
import type { OpenOptions, Repository } from './types.ts';

export { ProvError };
export type * from './types.ts';

/**
 * The same as in `index.ts` for a browser: always without git, so `fs` is required.
 * @throws ProvError `usage` without `fs`, `git` without a readable repository
 */
export async function openRepository({ dir, fs, remotes = true }: OpenOptions): Promise<Repository> {
  if (!fs)
    throw new ProvError('usage', 'There is no git binary in a browser.', {
      hint: 'Give a file system, as isomorphic-git takes it: openRepository({ fs, dir }).',
    });
  return repositoryOf(await openPortable(dir, fs), remotes);
}
