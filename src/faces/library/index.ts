import type { OpenOptions, Repository } from './types.ts';

export { ProvError } from '../../errors.ts';
export type * from './types.ts';

/**
 * Opens a repository to read its notes: with the git binary, or, where `fs` is given, without git. What the other way needs
 * is not loaded.
 * @throws ProvError `git` when there is no repository that can be read so
 */
export async function openRepository(options: OpenOptions): Promise<Repository> {
  if (options.fs) return (await import('./browser.ts')).openRepository(options);
  return (await import('./binary.ts')).openWithGit(options);
}
