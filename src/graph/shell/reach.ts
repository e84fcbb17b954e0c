import { type Directories, union } from './flow.ts';
import type { Effect, Writes } from './verdict.ts';
import { joinPath } from './word.ts';

/**
 * Where the parts of a command line write; relative to where it starts, or absolute. Unlike `Writes`, it keeps the parts apart:
 * of `cd ../a && make` only what lies in `../a` is meant, and `make && echo x > ../a/f` names its file all the same.
 */
export interface Reach {
  /** Files that parts name, as in `Writes`. */
  readonly paths: readonly string[];
  /** Directories in which programs run that may write anything; undefined when one runs nobody knows where. */
  readonly any: Directories;
  /** The same for git's bringing content of its own. */
  readonly git: Directories;
}

const PATH_LIMIT = 256;
export const NOWHERE: Reach = { paths: [], any: [], git: [] };
export const ANYWHERE: Reach = { paths: [], any: undefined, git: [] };

/** What is reached once this part has run too. @param writes of the part, seen from where the command line starts @param at where it may run */
export function reachToo(before: Reach, { writes: own, within }: Effect, writes: Writes, at: Directories): Reach {
  switch (writes.kind) {
    case 'none':
      return before;
    case 'paths': {
      const paths = [...new Set([...before.paths, ...writes.paths])];
      return paths.length > PATH_LIMIT ? { ...before, any: undefined } : { ...before, paths };
    }
    case 'git':
      return { ...before, git: union(before.git, placesOf(at, within)) };
    case 'any':
      // Files that it names somewhere: in a directory that is not known.
      return { ...before, any: union(before.any, own.kind === 'paths' ? undefined : placesOf(at, within)) };
  }
}

function placesOf(at: Directories, within: string | null | undefined): Directories {
  if (within === undefined || within === '') return at;
  if (within === null) return undefined;
  return within.startsWith('/') ? [within] : at?.map((directory) => joinPath(directory, within));
}
