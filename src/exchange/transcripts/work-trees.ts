import { resolve } from 'node:path';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { insideTop, realPath, toRepoPath } from '../../recorder/spool/event-paths.ts';
import type { RepoPath } from '../../model/ids.ts';

/** Maximum number of cached paths. */
const MAX_CACHED_PATHS = 100_000;

/** The work trees of a repository. Caches paths, because transcripts repeat the same few, and each costs system calls. */
export class WorkTrees {
  readonly #tops: readonly string[];
  readonly #topOf = new PathCache<string | undefined>((folder) =>
    this.#tops.find((top) => this.#inside(folder, top, top) !== undefined),
  );
  readonly #pathOf = new PathCache<RepoPath | undefined>((path, cwd) => this.#findPath(path, cwd));
  readonly #realPaths = new PathCache<string>(realPath);

  /** @param tops real paths, longest first */
  constructor(tops: readonly string[]) {
    this.#tops = tops;
  }

  get first(): string {
    return this.#tops[0]!;
  }

  /** The work tree that contains a folder; undefined when none does. */
  topOf(folder: string): string | undefined {
    return this.#topOf.get(folder);
  }

  /** Converts a tool's path to one relative to its work tree; undefined for files outside and for git's own files. */
  pathOf(path: string, cwd: string | undefined): RepoPath | undefined {
    return this.#pathOf.get(path, cwd);
  }

  #findPath(path: string, cwd: string | undefined): RepoPath | undefined {
    for (const top of this.#tops) {
      const found = this.#inside(path, top, cwd ?? top);
      if (found !== undefined && found !== '.git' && !found.startsWith('.git/')) return found;
    }
    return undefined;
  }

  // A repository may have a hundred work trees: a path has its links followed once for all of them.
  #inside(path: string, top: string, cwd: string): RepoPath | undefined {
    return insideTop(this.#realPaths.get(resolve(cwd, path)), top);
  }
}

/** What was found for a path and the folder that it starts from. */
class PathCache<T> {
  readonly #find: (path: string, cwd?: string) => T;
  readonly #found = new Map<string, T>();

  constructor(find: (path: string, cwd?: string) => T) {
    this.#find = find;
  }

  get(path: string, cwd?: string): T {
    const key = cwd === undefined ? path : `${cwd}\0${path}`;
    if (this.#found.has(key)) return this.#found.get(key)!;
    if (this.#found.size >= MAX_CACHED_PATHS) this.#found.clear();
    const found = this.#find(path, cwd);
    this.#found.set(key, found);
    return found;
  }
}

/** Whether git tracks a file. Asks git in the work tree that contains it. */
export const trackedIn =
  (repo: Repo, tops: readonly string[]) =>
  async (path: string): Promise<boolean> => {
    for (const top of tops) {
      const name = toRepoPath(path, top);
      if (name === undefined) continue;
      const { stdout } = await git(['--literal-pathspecs', 'ls-files', '-z', '--', name], inRepo(repo, { cwd: top }));
      return stdout.length > 0;
    }
    return false;
  };

/** The tops of the repository's work trees, the longest path first. */
export async function topsOf(repo: Repo): Promise<string[]> {
  const { stdout } = await git(['worktree', 'list', '--porcelain'], inRepo(repo));
  const listed = stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('worktree ') ? [line.slice(9)] : []));
  const tops = [...(repo.workTree ? [repo.workTree] : []), ...listed].map(realPath);
  return [...new Set(tops)].toSorted((a, b) => b.length - a.length);
}
