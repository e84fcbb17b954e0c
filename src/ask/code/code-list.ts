import { type CodeTree, withCode, withTexts } from '../../code/code-index.ts';
import { externalsByPath } from '../../code/resolve/externals.ts';
import { CodeGraph } from '../../code/resolve/code-graph.ts';
import type { ParseFault } from '../../code/facts.ts';
import { type ModuleRole, modulesOf } from '../../code/modules-of.ts';
import type { TreeTexts } from '../../code/tree-view.ts';
import type { CodeKind } from './code-kinds.ts';
import { externalId, moduleId } from './code-reference.ts';
import type { WrittenLines } from './written-lines.ts';
import type { McpTool, Service } from '../../code/services/service.ts';
import { servicesOf, toolsOf } from '../../code/services/services-of.ts';
import { symbolId, symbolsIn } from '../../code/symbols.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';

/** The name of the format of `git prov list function --json`. Fields may be added, but never changed or removed. */
export const CODE_LIST_SCHEMA = 'git-prov/code-list/1';

/** A function, a type, a package of this repository, or one from outside. */
export interface CodeItem {
  /** `function:src/calc.js#mean`, `module:packages/a`, `external:npm/yargs`, `service:compose.yaml#db`. */
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
  /** What a file says of a service. */
  readonly service?: Pick<
    Service,
    'source' | 'command' | 'image' | 'user' | 'ports' | 'hosts' | 'dependsOn' | 'secrets'
  >;
  /** What a settings file says of an MCP server. */
  readonly tool?: Pick<McpTool, 'command' | 'host' | 'secrets'>;
  /** What a module is for. */
  readonly role?: ModuleRole;
}

/** The answer to `git prov list` for the kinds of the code. */
export interface CodeListAnswer {
  readonly schema: typeof CODE_LIST_SCHEMA;
  readonly kind: CodeKind;
  readonly items: readonly CodeItem[];
  /** The number of further items that the limit left out. */
  readonly more: number;
  /** Files that could not be parsed, so that their functions and types are missing, with the reason. Absent without any. */
  readonly unparsed?: readonly { readonly path: string; readonly why: ParseFault }[];
}

export interface CodeListQuery {
  readonly kind: CodeKind;
  /** Only this file, or files in this folder. */
  readonly path?: string | undefined;
  /** Only things of this name: the whole name, or its last part. */
  readonly name?: string | undefined;
  /** Only functions and types with such lines; the commit must be theirs. */
  readonly written?: WrittenLines | undefined;
  readonly limit?: number | undefined;
  /** The commit; undefined for the work tree. */
  readonly commit?: Oid | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

/** Lists what the code of the work tree or of a commit has of a kind, by path and line. */
export function listCode(
  repo: Repo,
  { kind, path, name, written, limit = Infinity, ...options }: CodeListQuery,
): Promise<CodeListAnswer> {
  const answer = (all: readonly CodeItem[]): CodeListAnswer => {
    const items = name === undefined ? all : all.filter((one) => one.name === name || one.name.endsWith(`.${name}`));
    const shown = items.slice(0, limit);
    return { schema: CODE_LIST_SCHEMA, kind, items: shown, more: items.length - shown.length };
  };
  const isMeant = isBelow(path);
  if (kind === 'module' || kind === 'service' || kind === 'tool')
    return withTexts(repo, options, async (tree) => answer(await FROM_TEXTS[kind](tree, isMeant)));
  return withCode(repo, options, async (tree) => {
    const found = answer(await PARSED[kind](tree, isMeant, written));
    const unparsed = unparsedIn(tree, isMeant);
    return unparsed.length === 0 ? found : { ...found, unparsed };
  });
}

const unparsedIn = (tree: CodeTree, isMeant: (path: string) => boolean): NonNullable<CodeListAnswer['unparsed']> =>
  inOrder(tree.paths, isMeant).flatMap((path) => {
    const why = tree.facts(path)?.fault;
    return why ? [{ path, why }] : [];
  });

const isBelow =
  (folder = '') =>
  (path: string): boolean =>
    folder === '' || path === folder || path.startsWith(`${folder}/`);

type Lister<Tree> = (
  tree: Tree,
  isMeant: (path: string) => boolean,
  written?: WrittenLines,
) => Promise<CodeItem[]> | CodeItem[];

const PARSED: Readonly<Record<'function' | 'type' | 'external', Lister<CodeTree>>> = {
  function: (tree, isMeant, written) => symbols(tree, isMeant, 'function', written),
  type: (tree, isMeant, written) => symbols(tree, isMeant, 'type', written),
  external: (tree, isMeant) => externals(tree, isMeant),
};

const FROM_TEXTS: Readonly<Record<'module' | 'service' | 'tool', Lister<TreeTexts>>> = {
  module: (tree, isMeant) => modules(tree, isMeant),
  service: async (tree, isMeant) =>
    (await servicesOf(tree))
      .filter(({ path }) => isMeant(path))
      .map(({ name, path, line, ...service }) => ({
        id: placedId('service', path, name),
        name,
        path,
        lines: [line, line],
        service,
      })),
  tool: async (tree, isMeant) =>
    (await toolsOf(tree))
      .filter(({ path }) => isMeant(path))
      .map(({ name, path, line, ...tool }) => ({
        id: placedId('tool', path, name),
        name,
        path,
        lines: [line, line],
        tool,
      })),
};

/** The id of a service or a tool: `service:compose.yaml#db`. */
export const placedId = (kind: 'service' | 'tool', path: string, name: string): string => `${kind}:${path}#${name}`;

function symbols(
  tree: CodeTree,
  isMeant: (path: string) => boolean,
  kind: 'function' | 'type',
  written: WrittenLines | undefined,
): CodeItem[] {
  return inOrder(tree.paths, isMeant).flatMap((path) => {
    const facts = tree.facts(path);
    if (!facts) return [];
    return symbolsIn(path, facts)
      .filter((symbol) => symbol.kind === kind && (written?.has(path, symbol.ranges) ?? true))
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

const modules = (tree: TreeTexts, isMeant: (path: string) => boolean): CodeItem[] =>
  modulesOf(tree.paths)
    .filter(({ folder }) => isMeant(folder))
    .map(({ folder, role }) => ({
      id: moduleId(folder),
      name: folder.slice(folder.lastIndexOf('/') + 1) || '.',
      path: folder === '' ? '.' : folder,
      role,
    }));

async function externals(tree: CodeTree, isMeant: (path: string) => boolean): Promise<CodeItem[]> {
  const graph = await CodeGraph.of(tree);
  const found = new Map<string, { readonly item: CodeItem; readonly files: Set<string> }>();
  for (const path of inOrder(tree.paths, isMeant)) {
    const facts = tree.facts(path);
    if (!facts) continue;
    const imported = graph.importsOf(path).flatMap((meant) => (meant && 'external' in meant ? [meant.external] : []));
    for (const one of [...imported, ...externalsByPath(graph, path, facts.references)]) {
      const { name, version } = one;
      const id = externalId(one);
      const known = found.get(id) ?? {
        item: { id, name, path: null, ...(version !== undefined && { version }) },
        files: new Set<string>(),
      };
      known.files.add(path);
      found.set(id, known);
    }
  }
  return [...found.values()]
    .map(({ item, files }): CodeItem => Object.assign(item, { importedBy: files.size }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
