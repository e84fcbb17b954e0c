import { type Directories, union } from './parse/flow.ts';
import { type Effect, hasGit, type Writes } from './verdict.ts';
import { joinPath } from './parse/word.ts';

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
  /** The same for commits, whose hooks may change files. */
  readonly commits: Directories;
}

const PATH_LIMIT = 256;
export const NOWHERE: Reach = { paths: [], any: [], git: [], commits: [] };
export const ANYWHERE: Reach = { paths: [], any: undefined, git: [], commits: undefined };

/** What is reached once this part has run too. @param writes of the part, seen from where the command line starts @param at where it may run */
export function reachToo(before: Reach, effect: Effect, writes: Writes, at: Directories): Reach {
  const places = placesOf(at, effect.within);
  const reach = {
    ...before,
    ...(effect.commits && { commits: union(before.commits, places) }),
    ...(hasGit(effect.writes) && { git: union(before.git, places) }),
  };
  switch (writes.kind) {
    case 'none':
    case 'git':
      return reach;
    case 'paths': {
      const paths = [...new Set([...before.paths, ...writes.paths])];
      return paths.length > PATH_LIMIT ? { ...reach, any: undefined } : { ...reach, paths };
    }
    case 'any':
      // Files that it names somewhere: in a directory that is not known.
      return { ...reach, any: union(before.any, effect.writes.kind === 'paths' ? undefined : places) };
  }
}

function placesOf(at: Directories, within: string | null | undefined): Directories {
  if (within === undefined || within === '') return at;
  if (within === null) return undefined;
  return within.startsWith('/') ? [within] : at?.map((directory) => joinPath(directory, within));
}
