import { type CodeTree, withCode } from '../../code/code-index.ts';
import { CodeGraph } from '../../code/resolve/code-graph.ts';
import { folderOf, filesNamed } from '../../code/tree-view.ts';
import type { CodeKind } from './code-kinds.ts';
import { symbolId, symbolsIn } from '../../code/symbols.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';

/** The name of the format of `git prov list function --json`. Fields may be added, but never changed or removed. */
export const CODE_LIST_SCHEMA = 'git-prov/code-list/1';

/** A function, a type, a package of this repository, or one from outside. */
export interface CodeItem {
  /** `function:src/calc.js#mean`, `module:packages/a`, `external:npm/yargs`. */
  readonly id: string;
  readonly name: string;
  /** The file, or the folder of a module; null for an external package. */
  readonly path: string | null;
  /** The first and the last line, from 1. */
  readonly lines?: readonly [start: number, end: number];
  /** The version of an external package, where a lock file or a manifest says it. */
  readonly version?: string;
  /** The number of files that import an external package. */
  readonly importedBy?: number;
}

/** The answer to `git prov list` for the kinds of the code. */
export interface CodeListAnswer {
  readonly schema: typeof CODE_LIST_SCHEMA;
  readonly kind: CodeKind;
  readonly items: readonly CodeItem[];
  /** The number of further items that the limit left out. */
  readonly more: number;
}

export interface CodeListQuery {
  readonly kind: CodeKind;
  /** Only this file, or files in this folder. */
  readonly path?: string | undefined;
  readonly limit?: number | undefined;
  /** The commit; undefined for the work tree. */
  readonly commit?: Oid | undefined;
  readonly tell?: ((done: number, all: number) => void) | undefined;
}

/** Lists what the code of the work tree or of a commit has of a kind, by path and line. */
export function listCode(repo: Repo, { kind, path, limit = Infinity, ...options }: CodeListQuery): Promise<CodeListAnswer> {
  return withCode(repo, options, async (tree) => {
    const isMeant = (one: string): boolean =>
      path === undefined || path === '' || one === path || one.startsWith(`${path}/`);
    const items = await ITEMS[kind](tree, isMeant);
    const shown = items.slice(0, limit);
    return { schema: CODE_LIST_SCHEMA, kind, items: shown, more: items.length - shown.length };
  });
}

type Lister = (tree: CodeTree, isMeant: (path: string) => boolean) => Promise<CodeItem[]> | CodeItem[];

const ITEMS: Readonly<Record<CodeKind, Lister>> = {
  function: (tree, isMeant) => symbols(tree, isMeant, 'function'),
  type: (tree, isMeant) => symbols(tree, isMeant, 'type'),
  module: (tree, isMeant) => modules(tree, isMeant),
  external: (tree, isMeant) => externals(tree, isMeant),
};

function symbols(tree: CodeTree, isMeant: (path: string) => boolean, kind: 'function' | 'type'): CodeItem[] {
  return inOrder(tree.paths, isMeant).flatMap((path) => {
    const facts = tree.facts(path);
    if (!facts) return [];
    return symbolsIn(path, facts)
      .filter((symbol) => symbol.kind === kind)
      .map((symbol) => ({
        id: symbolId(symbol),
        name: symbol.name,
        path,
        lines: [symbol.ranges[0]![0], symbol.ranges.at(-1)![1]] as const,
      }));
  });
}

const inOrder = (paths: ReadonlySet<string>, isMeant: (path: string) => boolean): string[] =>
  [...paths].filter(isMeant).toSorted((a, b) => (a < b ? -1 : 1));

/** Files that make their folder a package. */
const MANIFESTS = ['package.json', 'pyproject.toml', 'setup.py', 'go.mod', 'Cargo.toml', 'pom.xml', 'build.gradle',
  'build.gradle.kts', 'composer.json', 'Gemfile', 'CMakeLists.txt'];

function modules(tree: CodeTree, isMeant: (path: string) => boolean): CodeItem[] {
  const folders = new Set(filesNamed(tree, MANIFESTS).filter(isMeant).map(folderOf));
  return [...folders].toSorted().map((folder) => ({
    id: `module:${folder === '' ? '.' : folder}`,
    name: folder.slice(folder.lastIndexOf('/') + 1) || '.',
    path: folder === '' ? '.' : folder,
  }));
}

async function externals(tree: CodeTree, isMeant: (path: string) => boolean): Promise<CodeItem[]> {
  const graph = await CodeGraph.of(tree);
  const found = new Map<string, { readonly item: CodeItem; readonly files: Set<string> }>();
  for (const path of inOrder(tree.paths, isMeant)) {
    if (!tree.facts(path)?.imports.length) continue;
    for (const meant of graph.importsOf(path)) {
      if (!meant || !('external' in meant)) continue;
      const { from, name, version } = meant.external;
      const id = `external:${from}/${name}`;
      const known = found.get(id) ?? {
        item: { id, name, path: null, ...(version !== undefined && { version }) },
        files: new Set<string>(),
      };
      known.files.add(path);
      found.set(id, known);
    }
  }
  return [...found.values()]
    .map(({ item, files }) => ({ ...item, importedBy: files.size }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
