import { symbolAround, symbolId, symbolsIn } from '../../code/symbols.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Located } from '../find/locate.ts';
import { pathInWorkTree } from '../../git/paths/path-below.ts';
import { outlineAt } from './located-symbol.ts';

/**
 * Names the innermost function or type around lines of a file.
 * @returns a function that takes the first and the last line, from 1
 */
export async function symbolsAround(
  repo: Repo,
  { path, cwd, revision }: Located,
): Promise<(start: number, end: number) => string | null> {
  const place = { repo, cwd, revision };
  const inside = pathInWorkTree(place.repo, place.cwd, path);
  const facts = inside === undefined ? undefined : await outlineAt(place, inside);
  if (inside === undefined || !facts) return () => null;
  const symbols = symbolsIn(inside, facts);
  return (start, end) => {
    const symbol = symbolAround(symbols, start, end);
    return symbol ? symbolId(symbol) : null;
  };
}
