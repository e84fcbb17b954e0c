import { findEachInTree } from '../../code/find-in-tree.ts';
import type { CodeSymbol } from '../../code/symbols.ts';
import { presentNames } from '../../git/history/file-names.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { NodeId, RepoPath } from '../../model/ids.ts';
import { type SymbolThing, type Thing, thingId, thingOf } from '../../model/knowledge/thing.ts';
import { resolveCommit } from '../history/commit-info.ts';
import type { GraphSource } from '../index/graph-source.ts';

type PlacedThing = SymbolThing | Extract<Thing, { readonly kind: 'file' }>;

/** Limit of references that are searched for former places. */
const MAX_REFERENCES = 20_000;
/** Limit of former paths: each takes several calls of git. */
const MAX_FORMER_PATHS = 100;

/** Where things are searched. */
interface ThingSearch {
  readonly repo: Repo;
  readonly sources: readonly GraphSource[];
}

/**
 * The ids of functions and types: their own ids, and the ids of their former places. A file that was
 * renamed is followed. A function that its file does not define any more is followed to the only definition of its
 * qualified name and kind in the work tree.
 * @param withFiles whether to include their files
 * @returns the ids for each symbol, in the same order
 */
export async function thingsAbout(
  search: ThingSearch,
  symbols: readonly Pick<CodeSymbol, 'kind' | 'path' | 'name'>[],
  withFiles: boolean,
): Promise<readonly (readonly NodeId[])[]> {
  const paths = new Set(symbols.map(({ path }) => path));
  const names = new Set(symbols.map(({ name }) => name));
  const wanted = new Set(symbols.map((symbol) => `${symbol.kind} ${symbol.path}#${symbol.name}`));
  const elsewhere = (await referenced(search.sources)).filter((thing) =>
    thing.kind === 'file'
      ? withFiles && !paths.has(thing.path)
      : names.has(thing.name) && !wanted.has(`${thing.kind} ${thing.path}#${thing.name}`),
  );
  const others = [...new Set(elsewhere.map(({ path }) => path))].filter((path) => !paths.has(path));
  const present = await presentNames(search.repo, others, MAX_FORMER_PATHS);
  const symbolsElsewhere = elsewhere.filter((thing) => thing.kind !== 'file');
  const moved = await followed(search.repo, symbolsElsewhere);
  return symbols.map(({ kind, path, name }) => {
    const file = path as RepoPath;
    const isSame = (thing: PlacedThing): boolean =>
      thing.kind === 'file' || (thing.kind === kind && thing.name === name);
    const former = elsewhere.filter(
      (thing) => isSame(thing) && (present.get(thing.path) === path || moved.get(thingId(thing)) === path),
    );
    const own: readonly Thing[] = [
      { kind, path: file, name },
      ...(withFiles ? [{ kind: 'file', path: file } as const] : []),
    ];
    return [...new Set([...own, ...former].map(thingId))];
  });
}

// The files, functions and types that entries are linked to.
async function referenced(sources: readonly GraphSource[]): Promise<PlacedThing[]> {
  const found = new Map<NodeId, PlacedThing>();
  let count = 0;
  for (const source of sources)
    for (const kind of ['file', 'function', 'type'])
      for await (const { node } of source.ofKind({ kind })) {
        if (count++ >= MAX_REFERENCES) return [...found.values()];
        const thing = thingOf(node);
        if (thing?.kind === 'file' || thing?.kind === 'function' || thing?.kind === 'type')
          found.set(thingId(thing), thing);
      }
  return [...found.values()];
}

// Of functions and types that have no place any more, those that only one file of the present tree defines.
async function followed(repo: Repo, things: readonly SymbolThing[]): Promise<ReadonlyMap<NodeId, string>> {
  const found = new Map<NodeId, string>();
  if (things.length === 0) return found;
  const commit = repo.workTree === undefined ? await resolveCommit(repo, 'HEAD') : undefined;
  if (repo.workTree === undefined && !commit) return found;
  const queries = things.map(({ kind, name }) => ({ kind, path: undefined, name }));
  const named = await findEachInTree(repo, { commit }, queries);
  for (const [i, thing] of things.entries()) {
    const places = new Set(named[i]!.flatMap((one) => (one.name === thing.name ? [one.path] : [])));
    const [only] = places;
    if (places.size === 1 && only !== thing.path) found.set(thingId(thing), only!);
  }
  return found;
}
