import { type CodeSymbol, symbolId, symbolsOfLines } from '../../../code/symbols.ts';
import { presentNames } from '../../../git/history/file-names.ts';
import type { LineRange } from '../../../git/history/patch-parser.ts';
import type { NodeId, Oid, RepoPath } from '../../../model/ids.ts';
import { readable, type Sourced } from '../../history/history.ts';
import { type LinesAt, symbolsAt } from './symbols-at.ts';

/** Limit of commits that are looked at. */
const MAX_COMMITS = 200;
/** Limit of files that are parsed. */
const MAX_FILES = 200;
/** Lines of a file that are searched for symbols. */
const MAX_LINES = 10_000;

/**
 * The functions and types around the lines that changes wrote, by their names at the commits that recorded the changes. A
 * file that was renamed since has its present path.
 * @param changes nodes that may own lines
 * @param isPresent whether the present paths are meant; otherwise those of the commits
 * @returns each once, by path and first line
 */
export async function writtenSymbols(
  history: Sourced,
  changes: readonly NodeId[],
  isPresent: boolean,
): Promise<readonly CodeSymbol[]> {
  const places = (await linesOf(history, new Set(changes))).slice(0, MAX_FILES);
  const symbols = await symbolsAt(history, places);
  const paths = [...new Set(places.map(({ path }) => path as RepoPath))];
  const present = isPresent ? await presentNames(history.repo, paths, MAX_FILES) : new Map<RepoPath, RepoPath>();
  const found = new Map<string, CodeSymbol>();
  for (const [i, { path, ranges }] of places.entries())
    for (const written of symbolsOfLines(symbols[i]!, ranges, MAX_LINES)) {
      const symbol = { ...written, path: present.get(path as RepoPath) ?? path };
      if (!found.has(symbolId(symbol))) found.set(symbolId(symbol), symbol);
    }
  return [...found.values()].toSorted((a, b) =>
    a.path === b.path ? a.ranges[0]![0] - b.ranges[0]![0] : a.path < b.path ? -1 : 1,
  );
}

async function linesOf(history: Sourced, changes: ReadonlySet<NodeId>): Promise<readonly LinesAt[]> {
  const commits = new Set<Oid>();
  for (const source of history.sources)
    for (const id of changes)
      for (const commit of await source.commitsWith(id)) if (commits.size < MAX_COMMITS) commits.add(commit);
  const found: LinesAt[] = [];
  for await (const [commit, read] of history.notes.each([...commits]))
    for (const [path, list] of readable(history, read)?.lines ?? []) {
      const ranges = list.flatMap(({ node, start, count }): LineRange[] =>
        node !== null && changes.has(node) ? [[start, count]] : [],
      );
      if (ranges.length > 0) found.push({ commit, path, ranges });
    }
  return found;
}
