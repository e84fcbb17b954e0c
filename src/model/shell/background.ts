import type { Lasting } from './lasting.ts';
import type { Effect, Writes } from './verdict.ts';

const PATH_LIMIT = 256;
export const NOTHING_LASTS: Lasting = { paths: [], rest: 'none' };
export const ANYTHING_LASTS: Lasting = { paths: [], rest: 'any' };

/**
 * What may still be written when this part also runs in the background. A test, a server or a watcher may run for hours
 * beside a person's work, so only the files that it names count as its own.
 */
export function lastsToo(before: Lasting, effect: Pick<Effect, 'kind' | 'serves'>, writes: Writes): Lasting {
  switch (writes.kind) {
    case 'none':
      return before;
    case 'paths': {
      const paths = [...new Set([...before.paths, ...writes.paths])];
      return paths.length > PATH_LIMIT ? { ...before, rest: 'any' } : { ...before, paths };
    }
    case 'git':
      return before.rest === 'any' ? before : { ...before, rest: 'git' };
    case 'any':
      return effect.kind === 'verification' || effect.serves === true ? before : { ...before, rest: 'any' };
  }
}

export const lasts = ({ paths, rest }: Lasting): boolean => paths.length > 0 || rest !== 'none';
