import type { BackgroundWrites } from './background-writes.ts';
import type { Effect, Writes } from './verdict.ts';

const MAX_PATHS = 256;
export const NOTHING_LASTS: BackgroundWrites = { paths: [], rest: 'none' };
export const ANYTHING_LASTS: BackgroundWrites = { paths: [], rest: 'any' };

/**
 * What may still be written when this part also runs in the background. A test, a server or a watcher may run for hours
 * beside a person's work, so only the files that it names count as its own.
 */
export function lastsToo(
  before: BackgroundWrites,
  effect: Pick<Effect, 'kind' | 'serves'>,
  writes: Writes,
): BackgroundWrites {
  switch (writes.kind) {
    case 'none':
      return before;
    case 'paths': {
      const paths = [...new Set([...before.paths, ...writes.paths])];
      return paths.length > MAX_PATHS ? { ...before, rest: 'any' } : { ...before, paths };
    }
    case 'git':
      return before.rest === 'any' ? before : { ...before, rest: 'git' };
    case 'any':
      return effect.kind === 'verification' || effect.serves === true ? before : { ...before, rest: 'any' };
  }
}

export const lasts = ({ paths, rest }: BackgroundWrites): boolean => paths.length > 0 || rest !== 'none';
