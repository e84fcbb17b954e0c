import { type Directories, union } from './parse/flow.ts';
import { type Effect, hasGit, type Writes } from './verdict.ts';
import { joinPath } from './parse/word.ts';

/**
 * Where the parts of a command line write. Paths are relative to the start directory, or absolute. Unlike `Writes`, it
 * keeps the parts apart: `cd ../a && make` may write only in `../a`, and `make && echo x > ../a/f` still names its file.
 */
export interface WriteTargets {
  /** Files that parts name, as in `Writes`. */
  readonly paths: readonly string[];
  /** Directories of programs that may write anything; undefined when one of them is unknown. */
  readonly any: Directories;
  /** Directories where git writes its own content. */
  readonly git: Directories;
  /** Directories where commits are made. Their hooks may change files. */
  readonly commits: Directories;
}

const MAX_PATHS = 256;
export const NOWHERE: WriteTargets = { paths: [], any: [], git: [], commits: [] };
export const ANYWHERE: WriteTargets = { paths: [], any: undefined, git: [], commits: undefined };

/**
 * Adds one part.
 * @param writes the writes of the part, relative to the start directory
 * @param at the directories in which it may run
 */
export function reachToo(before: WriteTargets, effect: Effect, writes: Writes, at: Directories): WriteTargets {
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
      return paths.length > MAX_PATHS ? { ...reach, any: undefined } : { ...reach, paths };
    }
    case 'any':
      // A named file in an unknown directory may be anywhere.
      return { ...reach, any: union(before.any, effect.writes.kind === 'paths' ? undefined : places) };
  }
}

function placesOf(at: Directories, within: string | null | undefined): Directories {
  if (within === undefined || within === '') return at;
  if (within === null) return undefined;
  return within.startsWith('/') ? [within] : at?.map((directory) => joinPath(directory, within));
}
