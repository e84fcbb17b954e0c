import type { OpenOptions, Repository } from './types.ts';

export { ProvError } from '../../errors.ts';
export type * from './types.ts';

/**
 * Opens a repository to read its notes: with the git binary, or without git when `fs` is given. Only the code for one of
 * them is loaded.
 * @throws ProvError `git` without a repository that can be read this way
 */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  if (options.fs) return (await import('./browser.ts')).openRepository(options);
  return (await import('./with-git.ts')).openWithGit(options);
}
