import type { CodeSymbol } from '../../../code/symbols.ts';
import type { NodeId, Oid, RepoPath } from '../../../model/ids.ts';
import type { Attribution } from '../../../model/model.ts';
import { readable, type Sourced } from '../../history/history.ts';
import { type FileAt, symbolsAt } from './symbols-at.ts';

/** Limit of commits that are looked at, newest changes first. */
const MAX_COMMITS = 200;

/** The lines that changes of a file have at a commit. */
interface ChangedLines extends FileAt {
  readonly lines: readonly Attribution[];
}

/**
 * The changes with lines in a function or type at the commit that recorded them. So a change stays joined to what it touched,
 * also when its lines were rewritten later.
 * @param names all names of the symbol's file
 * @param changes nodes that changed the file, in any order
 * @returns those of `changes` that touched the symbol, in the same order
 */
export async function changesOfSymbol(
  history: Sourced,
  symbol: Pick<CodeSymbol, 'kind' | 'name'>,
  names: readonly RepoPath[],
  changes: readonly NodeId[],
): Promise<readonly NodeId[]> {
  const places = await linesOf(history, names, new Set(changes));
  const symbols = await symbolsAt(history, places);
  const touched = new Set<NodeId>();
  for (const [i, { lines }] of places.entries()) {
    const ranges = symbols[i]!.flatMap((one) =>
      one.kind === symbol.kind && one.name === symbol.name ? one.ranges : [],
    );
    for (const { start, count, node } of lines)
      if (node && ranges.some(([from, to]) => start <= to && start + count - 1 >= from)) touched.add(node);
  }
  return changes.filter((id) => touched.has(id));
}

async function linesOf(
  history: Sourced,
  names: readonly RepoPath[],
  changes: ReadonlySet<NodeId>,
): Promise<readonly ChangedLines[]> {
  const commits = new Set<Oid>();
  for (const source of history.sources)
    for (const id of changes)
      for (const commit of await source.commitsWith(id)) if (commits.size < MAX_COMMITS) commits.add(commit);
  const found: ChangedLines[] = [];
  for await (const [commit, read] of history.notes.each([...commits])) {
    const note = readable(history, read);
    for (const path of names) {
      const own = (note?.lines.get(path) ?? []).filter(({ node }) => node !== null && changes.has(node));
      if (own.length > 0) found.push({ commit, path, lines: own });
    }
  }
  return found;
}
