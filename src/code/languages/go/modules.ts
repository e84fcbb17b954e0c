import type { ResolvedImport, Resolver } from '../language.ts';
import { filesNamed, folderOf, foldersOf, joined, type TreeView } from '../../tree-view.ts';

interface Module {
  readonly folder: string;
  readonly name: string;
  /** The versions of the modules that it needs. */
  readonly needs: ReadonlyMap<string, string>;
  /** Modules that are replaced by a folder of the repository. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** Resolves the imports of Go by the `go.mod` files of the tree: packages of its modules, of other modules and of the library. */
export async function goModules(tree: TreeView): Promise<Resolver> {
  const modules = await modulesIn(tree);
  const vendored = await vendoredIn(tree);
  const withGo = foldersOf([...tree.paths].filter((path) => path.endsWith('.go')));
  return (from, { specifier }): ResolvedImport | undefined => {
    const around = moduleAround(modules, from);
    if (/^\.{1,2}(?:\/|$)/.test(specifier)) return inFolder(withGo, joined(folderOf(from), specifier));
    const replaced = longest(around?.replaced.keys() ?? [], specifier);
    if (replaced !== undefined) {
      const folder = joined(around!.folder, around!.replaced.get(replaced)!);
      const found = inFolder(withGo, folder === undefined ? folder : joined(folder, specifier.slice(replaced.length)));
      if (found) return found;
    }
    const own = longest(modules.keys(), specifier);
    if (own !== undefined) return inFolder(withGo, joined(modules.get(own)!.folder, specifier.slice(own.length)));
    const needed = longest(around?.needs.keys() ?? [], specifier);
    const vendor = longest(vendored.keys(), specifier);
    const version = (needed && around!.needs.get(needed)) ?? (vendor && vendored.get(vendor));
    if (!specifier.split('/')[0]!.includes('.')) return { external: { from: 'go', name: specifier } };
    return {
      external: { from: 'go', name: needed ?? vendor ?? guessedModule(specifier), ...(version && { version }) },
    };
  };
}

const inFolder = (withGo: ReadonlySet<string>, folder: string | undefined): ResolvedImport | undefined =>
  folder !== undefined && withGo.has(folder) ? { folder } : undefined;

/** The longest of some module paths that a package's path starts with. */
function longest(paths: Iterable<string>, of: string): string | undefined {
  let found: string | undefined;
  for (const path of paths)
    if ((of === path || of.startsWith(`${path}/`)) && path.length > (found?.length ?? -1)) found = path;
  return found;
}

// Forges have a module for each repository.
const guessedModule = (path: string): string =>
  path
    .split('/')
    .slice(0, /^(?:github\.com|gitlab\.com|bitbucket\.org|golang\.org)\//.test(path) ? 3 : undefined)
    .join('/');

function moduleAround(modules: ReadonlyMap<string, Module>, path: string): Module | undefined {
  let found: Module | undefined;
  for (const one of modules.values())
    if ((one.folder === '' || path.startsWith(`${one.folder}/`)) && one.folder.length >= (found?.folder.length ?? 0))
      found = one;
  return found;
}

async function modulesIn(tree: TreeView): Promise<Map<string, Module>> {
  const modules = new Map<string, Module>();
  for (const [path, text] of await tree.texts(filesNamed(tree, ['go.mod']))) {
    const name = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
    if (name !== undefined && !/(?:^|\/)(?:vendor|testdata)\//.test(path))
      modules.set(name, { folder: folderOf(path), name, needs: needsOf(text), replaced: replacedIn(text) });
  }
  // What a workspace says counts for all its modules.
  for (const [path, text] of await tree.texts(filesNamed(tree, ['go.work'])))
    for (const [name, one] of modules)
      if (`${one.folder}/`.startsWith(folderOf(path)))
        modules.set(name, { ...one, needs: new Map([...needsOf(text), ...one.needs]) });
  return modules;
}

// `require a v1`, or in a block; replacements name a version too: `a => b v2`.
function needsOf(text: string): Map<string, string> {
  const needs = new Map<string, string>();
  for (const [, name, version] of text.matchAll(/^\s*(?:require\s+)?([^\s()"]+\.[^\s()"]+)\s+(v\d[^\s]*)/gm))
    needs.set(name!, version!);
  for (const [, name, version] of text.matchAll(
    /^\s*(?:replace\s+)?([^\s()"]+)(?:\s+v\S+)?\s+=>\s+[^\s.][^\s]*\s+(v\d[^\s]*)/gm,
  ))
    needs.set(name!, version!);
  return needs;
}

function replacedIn(text: string): Map<string, string> {
  const replaced = new Map<string, string>();
  for (const [, name, folder] of text.matchAll(
    /^\s*(?:replace\s+)?([^\s()"]+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}\/[^\s]*|\.{1,2}(?=\s))/gm,
  ))
    replaced.set(name!, folder!);
  return replaced;
}

async function vendoredIn(tree: TreeView): Promise<Map<string, string>> {
  const vendored = new Map<string, string>();
  const files = [...tree.paths].filter((path) => /(?:^|\/)vendor\/modules\.txt$/.test(path));
  for (const text of (await tree.texts(files)).values())
    for (const [, name, version] of text.matchAll(/^# (\S+) (v\S+)/gm)) vendored.set(name!, version!);
  return vendored;
}
