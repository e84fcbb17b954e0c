import { parse } from 'smol-toml';
import type { Import } from '../../facts.ts';
import type { ResolvedImport, Resolver } from '../language.ts';
import { filesNamed, folderOf, joined, type TreeView } from '../../tree-view.ts';
import { nearestOf } from '../nearest.ts';

interface Crate {
  readonly folder: string;
  readonly name: string;
  /** The files that the compiler starts from; the library first. */
  readonly roots: readonly string[];
  /** The names of packages that are used under another one, and the versions that are asked for. */
  readonly needs: ReadonlyMap<string, { readonly name: string; readonly version?: string }>;
}

const LIBRARY = new Set(['std', 'core', 'alloc', 'proc_macro', 'test']);

/** Resolves the paths of Rust: modules by their files, crates of the same repository, and others with their locked version. */
export async function rustModules(tree: TreeView): Promise<Resolver> {
  const crates = await cratesIn(tree);
  const byName = new Map(crates.map((one) => [one.name, one]));
  const locked = await lockedIn(tree);
  return (from, named): ResolvedImport | undefined => {
    if (named.form === 'mod') return inFile(childModule(tree, crates, from, named.specifier));
    if (named.form === 'path attribute') return inFile(existing(tree, [joined(folderOf(from), named.specifier)]));
    const around = crateAround(crates, from);
    const [first = '', ...rest] = named.specifier.split('::');
    if (first === 'crate') return walk(tree, rootOf(tree, around, from), rest);
    if (first === 'self') return walk(tree, from, rest);
    if (first === 'super') return walk(tree, parentModule(tree, around, from), rest);
    return ownModule(tree, around, from, [first, ...rest], named) ?? crateNamed(first, rest);

    function crateNamed(name: string, path: readonly string[]): ResolvedImport | undefined {
      if (LIBRARY.has(name)) return { external: { from: 'rust', name } };
      const needed = around?.needs.get(name);
      const wanted = normalized(needed?.name ?? name);
      const own = byName.get(wanted);
      if (own) return own.roots[0] === undefined ? undefined : walk(tree, own.roots[0], path);
      if (named.form === 'path' && !needed) return undefined; // any name in an expression
      const lock = nearestOf(locked, folderOf(from), wanted);
      const version = lock?.version ?? needed?.version;
      return {
        external: {
          from: 'cargo',
          name: lock?.name ?? needed?.name ?? name,
          ...(version !== undefined && { version }),
        },
      };
    }
  };
}

const inFile = (path: string | undefined): ResolvedImport | undefined =>
  path === undefined ? undefined : { file: path };

const normalized = (name: string): string => name.replaceAll('-', '_');

const existing = (tree: TreeView, places: readonly (string | undefined)[]): string | undefined =>
  places.find((place): place is string => place !== undefined && tree.paths.has(place));

/** Follows the parts of a path through the files of modules, as far as they go. */
function walk(tree: TreeView, start: string | undefined, path: readonly string[]): ResolvedImport | undefined {
  let at = start;
  for (const [i, part] of path.entries()) {
    const next = at === undefined ? undefined : moduleInside(tree, at, part);
    if (next === undefined) return at === undefined ? undefined : { file: at, rest: path.slice(i) };
    at = next;
  }
  return inFile(at);
}

/** The file of a module in a module; `super` is the one around it. */
export function moduleInside(tree: TreeView, path: string, name: string): string | undefined {
  if (name === 'super') return parentModule(tree, undefined, path);
  if (name === 'self') return path;
  const folder = folderOfModule(tree, path);
  return existing(tree, [`${folder}${name}.rs`, `${folder}${name}/mod.rs`]);
}

// The files of a module's modules are beside `lib.rs`, `main.rs` and `mod.rs`, otherwise in a folder of the module's name.
function folderOfModule(tree: TreeView, path: string): string {
  const folder = folderOf(path);
  const start = folder === '' ? '' : `${folder}/`;
  if (/(?:^|\/)(?:lib|main|mod|build)\.rs$/.test(path)) return start;
  const own = path.replace(/\.rs$/, '/');
  const isRoot =
    /(?:^|\/)(?:src\/bin|tests|examples|benches)\/[^/]+\.rs$/.test(path) && !tree.folders.has(own.slice(0, -1));
  return isRoot ? start : own;
}

const childModule = (tree: TreeView, crates: readonly Crate[], from: string, name: string): string | undefined => {
  const beside = folderOf(from) === '' ? '' : `${folderOf(from)}/`;
  const isRoot = crates.some(({ roots }) => roots.includes(from));
  return (
    (isRoot ? existing(tree, [`${beside}${name}.rs`, `${beside}${name}/mod.rs`]) : undefined) ??
    moduleInside(tree, from, name)
  );
};

function parentModule(tree: TreeView, around: Crate | undefined, path: string): string | undefined {
  if (around?.roots.includes(path) || ['src/lib.rs', 'src/main.rs'].some((root) => `/${path}`.endsWith(`/${root}`)))
    return undefined;
  const folder = path.endsWith('/mod.rs') ? folderOf(folderOf(path)) : folderOf(path);
  const beside = folder === '' ? '' : `${folder}/`;
  const roots = (around?.roots ?? []).filter((root) => folderOf(root) === folder);
  return existing(
    tree,
    [`${folder}.rs`, `${beside}mod.rs`, ...roots, `${beside}lib.rs`, `${beside}main.rs`].filter((one) => one !== path),
  );
}

// A path may begin with a module that the file declares or imports, or with one of its own types.
function ownModule(
  tree: TreeView,
  around: Crate | undefined,
  from: string,
  path: readonly string[],
  { form }: Import,
): ResolvedImport | undefined {
  if (form === 'path') return undefined;
  const facts = tree.facts(from);
  const declares = facts?.imports.some((one) => one.form === 'mod' && one.specifier === path[0]);
  if (declares) return walk(tree, from, path);
  return facts?.definitions.some(({ kind, name, parent }) => kind === 'type' && parent < 0 && name === path[0]) &&
    !around?.needs.has(path[0]!)
    ? { file: from, rest: path }
    : undefined;
}

function crateAround(crates: readonly Crate[], path: string): Crate | undefined {
  let found: Crate | undefined;
  for (const one of crates)
    if ((one.folder === '' || path.startsWith(`${one.folder}/`)) && one.folder.length >= (found?.folder.length ?? 0))
      found = one;
  return found;
}

// A program in `src/bin`, an example and a test are crates of their own.
function rootOf(tree: TreeView, around: Crate | undefined, from: string): string | undefined {
  if (!around) return undefined;
  if (around.roots.includes(from)) return from;
  const start = around.folder === '' ? '' : `${around.folder}/`;
  const own = /^(src\/bin|tests|examples|benches)\/([^/]+)(\/?)/.exec(from.slice(start.length));
  if (own) {
    if (own[3] === '' && own[2]!.endsWith('.rs')) return from;
    const folder = `${start}${own[1]}`;
    const root = existing(tree, [`${folder}/${own[2]}/main.rs`, `${folder}/${own[2]}.rs`]);
    const declaring = root ?? declaringModule(tree, folder, own[2]!);
    if (declaring !== undefined) return declaring;
  }
  const under = around.roots.filter((root) => `${from}/`.startsWith(folderOf(root) === '' ? '' : `${folderOf(root)}/`));
  return under.toSorted((a, b) => folderOf(b).length - folderOf(a).length)[0] ?? around.roots[0];
}

// Each test is a crate of its own, and several may declare a module that they share. One is as good as another then.
const declaringModule = (tree: TreeView, folder: string, name: string): string | undefined =>
  [...tree.paths].find(
    (path) =>
      folderOf(path) === folder &&
      tree.facts(path)?.imports.some(({ form, specifier }) => form === 'mod' && specifier === name),
  );

async function cratesIn(tree: TreeView): Promise<Crate[]> {
  const crates: Crate[] = [];
  const texts = await tree.texts(filesNamed(tree, ['Cargo.toml']));
  const shared = new Map<string, unknown>();
  const manifests = [...texts].map(([path, text]) => [path, manifestIn(text)] as const);
  for (const [, { workspace }] of manifests)
    if (isObject(workspace)) for (const [name, one] of entriesOf(workspace['dependencies'])) shared.set(name, one);
  for (const [path, manifest] of manifests) {
    const { package: own, lib, bin, test } = manifest;
    if (!isObject(own) || typeof own['name'] !== 'string') continue;
    const folder = folderOf(path);
    const library = isObject(lib) ? lib : {};
    const named = [library, ...(Array.isArray(bin) ? bin : [])].map((one) =>
      isObject(one) ? textOf(one['path']) : undefined,
    );
    const tests = Array.isArray(test) ? test.map((one) => (isObject(one) ? textOf(one['path']) : undefined)) : [];
    const places = [...named, 'src/lib.rs', 'src/main.rs', ...tests].map((place) =>
      place === undefined ? undefined : joined(folder, place),
    );
    const roots = [...new Set(places)].filter((place): place is string => place !== undefined && tree.paths.has(place));
    crates.push({
      folder,
      name: normalized(textOf(library['name']) ?? own['name']),
      roots,
      needs: needsOf(manifest, shared),
    });
  }
  return crates;
}

const TABLES = ['dependencies', 'dev-dependencies', 'build-dependencies'];

function needsOf(manifest: Record<string, unknown>, shared: ReadonlyMap<string, unknown>): Crate['needs'] {
  const needs = new Map<string, { name: string; version?: string }>();
  const targets = entriesOf(manifest['target']).map(([, one]) => (isObject(one) ? one : {}));
  for (const from of [manifest, ...targets])
    for (const [name, value] of TABLES.flatMap((table) => entriesOf(from[table]))) {
      const one = isObject(value) && value['workspace'] === true ? (shared.get(name) ?? value) : value;
      const version = isObject(one) ? textOf(one['version']) : textOf(one);
      const real = isObject(one) ? textOf(one['package']) : undefined;
      needs.set(normalized(name), { name: real ?? name, ...(version !== undefined && { version }) });
    }
  return needs;
}

async function lockedIn(tree: TreeView) {
  const locked = new Map<string, Map<string, { name: string; version: string }>>();
  for (const [path, text] of await tree.texts(filesNamed(tree, ['Cargo.lock']))) {
    const found = new Map<string, { name: string; version: string }>();
    for (const [, name, version] of text.matchAll(/^name = "([^"]+)"\r?\nversion = "([^"]+)"/gm))
      found.set(normalized(name!), { name: name!, version: version! });
    locked.set(folderOf(path), found);
  }
  return locked;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** A manifest; nothing where it is damaged. */
function manifestIn(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch {
    return {};
  }
}
