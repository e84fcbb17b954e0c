import type { PromiseFsClient } from 'isomorphic-git';
import { ProvError } from '../../errors.ts';

/** The git dirs of one work tree. */
export interface GitDirs {
  /** Its own, with its `HEAD`. */
  readonly gitDir: string;
  /** The one that all linked work trees share. */
  readonly commonDir: string;
}

/**
 * Finds the git dirs without git.
 * @param dir the top of a work tree (a linked one and a submodule too), or a git dir (a bare repository)
 * @throws ProvError `git` when it finds no git dir
 */
export async function findGitDirs(fs: PromiseFsClient, dir: string): Promise<GitDirs> {
  const text = async (path: string): Promise<string | undefined> =>
    fs.promises.readFile(path, 'utf8').then(
      (content: unknown) => String(content).trim(),
      () => undefined,
    );
  const top = dir.length > 1 ? dir.replace(/\/+$/, '') : dir;
  const pointer = /^gitdir: (.+)$/s.exec((await text(`${top}/.git`)) ?? '')?.[1];
  const candidates = pointer ? [join(top, pointer)] : [`${top}/.git`, top];
  for (const gitDir of candidates) {
    if ((await text(`${gitDir}/HEAD`)) === undefined) continue;
    const common = await text(`${gitDir}/commondir`);
    return { gitDir, commonDir: common ? join(gitDir, common) : gitDir };
  }
  throw new ProvError('git', `${dir} is not a git repository.`, {
    hint: 'Name the top of a work tree, or a git dir.',
  });
}

// Git writes `/` on every system; without `..`, so that any file system understands the path.
function join(from: string, to: string): string {
  if (/^(?:[A-Za-z]:)?[/\\]/.test(to)) return to;
  const parts = from.split('/');
  for (const part of to.split('/'))
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}
