import { builtinModules } from 'node:module';
import { parse as parseJsonWithComments } from 'jsonc-parser';
import type { ResolvedImport, Resolver } from '../language.ts';
import { filesNamed, folderOf, joined, type TreeView } from '../../tree-view.ts';
import { lockedVersions } from './locked.ts';

const ENDINGS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];
/** The endings that a TypeScript source may have where the import names the compiled file. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
const BUILT_IN = new Set(builtinModules);

interface Package {
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}
interface Paths {
  readonly base: string;
  readonly patterns: readonly (readonly [pattern: string, places: readonly string[]])[];
  /** Whether names are also looked up from the base. */
  readonly hasBaseUrl: boolean;
}

/**
 * Resolves the imports of JavaScript and TypeScript as Node and the TypeScript compiler do with the files of the tree: files and
 * folders, `paths` of a `tsconfig.json`, packages of the same repository, and packages of a registry.
 */
export async function jsModules(tree: TreeView): Promise<Resolver> {
  const packages = await packagesIn(tree);
  const byName = new Map([...packages.values()].map((one) => [String(one.manifest['name']), one]));
  const paths = await pathsIn(tree);
  const locked = await lockedVersions(tree);
  return (from, { specifier }): ResolvedImport | undefined => {
    if (/^\.{1,2}(?:\/|$)/.test(specifier)) return inFile(fileAt(tree, joined(folderOf(from), specifier)));
    if (specifier.startsWith('#')) return inFile(ownImport(tree, packageAround(packages, from), specifier));
    const mapped = mappedFile(tree, nearest(paths, from), specifier);
    if (mapped !== undefined) return inFile(mapped);
    const [name, rest] = splitName(specifier);
    const own = byName.get(name);
    if (own) return inFile(entryOf(tree, own, rest));
    if (specifier.startsWith('node:') || BUILT_IN.has(specifier))
      return { external: { from: 'node', name: specifier.replace(/^node:/, '') } };
    if (!/^(?:@[\w.~-]+\/)?[\w.~-]+$/.test(name)) return undefined;
    const around = packageAround(packages, from);
    const version = locked(around?.folder ?? '', name) ?? requested(around, name);
    return { external: { from: 'npm', name, ...(version !== undefined && { version }) } };
  };
}

const inFile = (path: string | undefined): ResolvedImport | undefined => (path === undefined ? undefined : { file: path });

/** `@a/b/c` is the package `@a/b` and the path `c` in it. */
function splitName(specifier: string): [name: string, rest: string] {
  const parts = specifier.split('/');
  const count = specifier.startsWith('@') ? 2 : 1;
  return [parts.slice(0, count).join('/'), parts.slice(count).join('/')];
}

/** The file that a path without or with an ending means. */
function fileAt(tree: TreeView, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const ending = /\.[a-z]+$/.exec(path)?.[0] ?? '';
  const asSource = (SOURCES[ending] ?? []).map((other) => path.slice(0, -ending.length) + other);
  const inFolder = path === '' ? 'index' : `${path}/index`;
  const places = [path, ...asSource, ...ENDINGS.map((end) => path + end), ...ENDINGS.map((end) => inFolder + end)];
  return places.find((place) => tree.paths.has(place));
}

async function packagesIn(tree: TreeView): Promise<Map<string, Package>> {
  const files = filesNamed(tree, ['package.json']);
  const packages = new Map<string, Package>();
  for (const [path, text] of await tree.texts(files)) {
    const manifest = objectIn(text);
    if (manifest) packages.set(folderOf(path), { folder: folderOf(path), manifest });
  }
  return packages;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectIn(text: string): Record<string, unknown> | undefined {
  const value: unknown = parseJsonWithComments(text, [], { allowTrailingComma: true });
  return isObject(value) ? value : undefined;
}

/** What stands for the nearest folder around a file. */
function nearest<T>(byFolder: ReadonlyMap<string, T>, path: string): T | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const found = byFolder.get(folder);
    if (found !== undefined || folder === '') return found;
  }
}

const packageAround = (packages: ReadonlyMap<string, Package>, path: string): Package | undefined =>
  nearest(packages, path);

async function pathsIn(tree: TreeView): Promise<Map<string, Paths>> {
  const files = [...tree.paths].filter((path) => /(?:^|\/)[jt]sconfig(?:\.[\w-]+)?\.json$/.test(path));
  const configs = new Map<string, Record<string, unknown>>();
  for (const [path, text] of await tree.texts(files)) {
    const config = objectIn(text);
    if (config) configs.set(path, config);
  }
  const paths = new Map<string, Paths>();
  for (const path of configs.keys()) {
    if (!/(?:^|\/)[jt]sconfig\.json$/.test(path)) continue;
    const found = pathsOf(configs, path, 0);
    if (found) paths.set(folderOf(path), found);
  }
  return paths;
}

/** Configurations extend each other at most this often. */
const MAX_EXTENDS = 8;

function pathsOf(configs: ReadonlyMap<string, Record<string, unknown>>, path: string, depth: number): Paths | undefined {
  const config = configs.get(path);
  if (!config || depth > MAX_EXTENDS) return undefined;
  const options = isObject(config['compilerOptions']) ? config['compilerOptions'] : {};
  const { paths, baseUrl } = options;
  if (isObject(paths) || typeof baseUrl === 'string') {
    const base = joined(folderOf(path), typeof baseUrl === 'string' ? baseUrl : '.');
    if (base === undefined) return undefined;
    const patterns = Object.entries(isObject(paths) ? paths : {}).map(
      ([pattern, places]) => [pattern, Array.isArray(places) ? places.filter((one) => typeof one === 'string') : []] as const,
    );
    return { base, patterns, hasBaseUrl: typeof baseUrl === 'string' };
  }
  const parents = [config['extends']].flat().filter((one) => typeof one === 'string');
  for (const parent of parents) {
    const at = parent.startsWith('.') ? joined(folderOf(path), parent) : undefined;
    const file = at !== undefined && [at, `${at}.json`].find((one) => configs.has(one));
    const found = file ? pathsOf(configs, file, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

function mappedFile(tree: TreeView, paths: Paths | undefined, specifier: string): string | undefined {
  if (!paths) return undefined;
  for (const [pattern, places] of paths.patterns) {
    const part = matchStar(pattern, specifier);
    if (part === undefined) continue;
    for (const place of places) {
      const file = fileAt(tree, joined(paths.base, place.replace('*', () => part)));
      if (file !== undefined) return file;
    }
  }
  return paths.hasBaseUrl ? fileAt(tree, joined(paths.base, specifier)) : undefined;
}

/** What the star of a pattern stands for; undefined when the text does not fit. */
function matchStar(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text ? '' : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = text.length >= pattern.length - 1 && text.startsWith(before) && text.endsWith(after);
  return fits ? text.slice(before.length, text.length - after.length) : undefined;
}

function ownImport(tree: TreeView, around: Package | undefined, specifier: string): string | undefined {
  const imports = around?.manifest['imports'];
  return around && isObject(imports) ? conditional(tree, around.folder, imports, specifier) : undefined;
}

// `imports` and `exports` map names to files, or to files under conditions.
function conditional(tree: TreeView, folder: string, map: Record<string, unknown>, name: string): string | undefined {
  for (const [pattern, value] of Object.entries(map)) {
    const part = matchStar(pattern, name);
    if (part === undefined) continue;
    for (const place of filesIn(value)) {
      const file = sourceOf(tree, joined(folder, place.replace('*', () => part)));
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

function filesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : [];
}

/** The file of a package of this repository that an import of its name means. */
function entryOf(tree: TreeView, { folder, manifest }: Package, rest: string): string | undefined {
  const { exports } = manifest;
  const name = rest === '' ? '.' : `./${rest}`;
  if (isObject(exports) && Object.keys(exports).some((key) => key.startsWith('.'))) {
    const file = conditional(tree, folder, exports, name);
    if (file !== undefined) return file;
  }
  if (rest !== '') return sourceOf(tree, joined(folder, rest)) ?? sourceOf(tree, joined(folder, `src/${rest}`));
  for (const value of [exports, manifest['source'], manifest['types'], manifest['module'], manifest['main']])
    for (const place of isObject(value) || typeof value === 'string' ? filesIn(value) : []) {
      const file = sourceOf(tree, joined(folder, place));
      if (file !== undefined) return file;
    }
  return fileAt(tree, joined(folder, 'src')) ?? fileAt(tree, folder);
}

/** Folders that compiled files are written to. Their sources are in `src`, or beside them. */
const COMPILED = /(^|\/)(?:dist|lib|build|out|esm|cjs)\//;

function sourceOf(tree: TreeView, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const inSource = path.replace(COMPILED, '$1src/');
  const beside = path.replace(COMPILED, '$1');
  for (const place of new Set([path, inSource, beside])) {
    const file = fileAt(tree, place) ?? fileAt(tree, place.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ''));
    if (file !== undefined) return file;
  }
  return undefined;
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function requested(around: Package | undefined, name: string): string | undefined {
  for (const key of DEPENDENCIES) {
    const list = around?.manifest[key];
    const version = isObject(list) && Object.hasOwn(list, name) ? list[name] : undefined;
    if (typeof version === 'string') return version;
  }
  return undefined;
}
