import { namespaceOf } from '../../facts.ts';
import { filesNamed, folderOf, joined, type TreeView } from '../../tree-view.ts';
import type { ImportsOf, ResolvedImport, Resolver } from '../language.ts';

/** A start of class names, and the folders or the package that has the classes. */
interface Prefix {
  readonly name: string;
  readonly folders: readonly string[];
  readonly version?: { readonly name: string; readonly version: string };
}

/**
 * Resolves `use` by the namespaces that the files of the tree declare, then by the folders in `composer.json` (PSR-4), and at last by
 * the packages in `composer.lock`. `require` means a file.
 */
export async function phpImports(tree: TreeView): Promise<Resolver> {
  const texts = await tree.texts(filesNamed(tree, ['composer.json', 'composer.lock', 'installed.json']));
  const own = [...texts].flatMap(([path, text]) =>
    path.endsWith('composer.json') ? ownPrefixes(folderOf(path), text) : [],
  );
  const locked = [...texts].flatMap(([path, text]) => (path.endsWith('composer.json') ? [] : lockedPrefixes(text)));
  const versions = new Map(
    [...texts].flatMap(([path, text]) => (path.endsWith('composer.json') ? [] : lockedVersions(text))),
  );
  const requested = [...texts]
    .flatMap(([path, text]) => (path.endsWith('composer.json') ? requestedPackages(text) : []))
    .map(({ name, version }) => ({ name, version: versions.get(name) ?? version }));
  own.sort((a, b) => b.name.length - a.name.length);
  locked.sort((a, b) => b.name.length - a.name.length);
  return (from, { specifier, form }): ResolvedImport | undefined => {
    if (form === 'file') return fileAt(tree, from, specifier);
    const files = filesDefining(tree, specifier.split('\\').join('.'));
    if (files.length > 0) return { file: files[0]! };
    const inFolder = inPrefix(tree, own, specifier);
    if (inFolder !== undefined) return { file: inFolder };
    const space = folderOfNamespace(tree, own, specifier);
    if (space !== undefined) return { folder: space };
    if (!specifier.includes('\\')) return { external: { from: 'php', name: specifier } };
    const known = locked.find(({ name }) => `${specifier}\\`.startsWith(name))?.version ?? byName(requested, specifier);
    return known && { external: { from: 'composer', ...known } };
  };
}

function fileAt(tree: TreeView, from: string, path: string): ResolvedImport | undefined {
  const places = [joined(folderOf(from), path), joined('', path)];
  const file = places.find((place) => place !== undefined && tree.paths.has(place));
  return file === undefined ? undefined : { file };
}

const IS_PHP = /\.(?:php|phtml)$/i;

// The files that define a name with its namespace: `a.b.C`.
function filesDefining(tree: TreeView, fullName: string): string[] {
  const dot = fullName.lastIndexOf('.');
  return definingIn(tree, fullName.slice(Math.max(0, dot + 1)), fullName.slice(0, Math.max(0, dot)));
}

function definingIn(tree: TreeView, name: string, namespace: string): string[] {
  return tree.defining(name).filter((path) => {
    const facts = IS_PHP.test(path) ? tree.facts(path) : undefined;
    return facts?.definitions.some(
      (one) => one.name === name && one.parent < 0 && namespaceOf(facts, one) === namespace,
    );
  });
}

function inPrefix(tree: TreeView, prefixes: readonly Prefix[], specifier: string): string | undefined {
  for (const { name, folders } of prefixes) {
    if (!specifier.startsWith(name)) continue;
    const rest = `${specifier.slice(name.length).split('\\').join('/')}.php`;
    const file = folders
      .map((folder) => joined(folder, rest))
      .find((path) => path !== undefined && tree.paths.has(path));
    if (file !== undefined) return file;
  }
  return undefined;
}

// `use Shop\Handler;` may name a namespace: `new Handler\File()`.
function folderOfNamespace(tree: TreeView, prefixes: readonly Prefix[], specifier: string): string | undefined {
  for (const { name, folders } of prefixes) {
    if (!specifier.startsWith(name) || specifier.length === name.length) continue;
    const rest = specifier.slice(name.length).split('\\').join('/');
    const folder = folders.map((one) => joined(one, rest)).find((path) => path !== undefined && tree.folders.has(path));
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** The folder of a namespace in a namespace. An import of a namespace binds its last name, so this name leads to the folder itself. */
export function namespaceInside(tree: TreeView, folder: string, name: string): string | undefined {
  if (!folder.endsWith('/')) return undefined;
  if (tree.folders.has(folder + name)) return `${folder}${name}/`;
  return `/${folder}`.endsWith(`/${name}/`) ? folder : undefined;
}

type Json = Readonly<Record<string, unknown>>;

function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function ownPrefixes(folder: string, text: string): Prefix[] {
  const manifest = objectIn(parsed(text));
  return ['autoload', 'autoload-dev'].flatMap((key) =>
    Object.entries(objectIn(objectIn(manifest[key])['psr-4'])).map(([name, places]) => ({
      name,
      folders: [places].flat().flatMap((place) => (typeof place === 'string' ? (joined(folder, place) ?? []) : [])),
    })),
  );
}

function lockedPackages(text: string): { readonly name: string; readonly version: string; readonly autoload: Json }[] {
  const lock = objectIn(parsed(text));
  return [lock['packages'], lock['packages-dev']].flat().flatMap((one) => {
    const { name, version, autoload } = objectIn(one);
    return typeof name === 'string' && typeof version === 'string'
      ? [{ name, version, autoload: objectIn(autoload) }]
      : [];
  });
}

const lockedVersions = (text: string): [string, string][] =>
  lockedPackages(text).map(({ name, version }) => [name, version]);

function lockedPrefixes(text: string): Prefix[] {
  return lockedPackages(text).flatMap(({ name, version, autoload }) =>
    [objectIn(autoload['psr-4']), objectIn(autoload['psr-0'])]
      .flatMap(Object.keys)
      .filter((space) => space !== '')
      .map((space) => ({ name: space, folders: [], version: { name, version } })),
  );
}

interface Requested {
  readonly name: string;
  readonly version: string;
}

function requestedPackages(text: string): Requested[] {
  const manifest = objectIn(parsed(text));
  return ['require', 'require-dev'].flatMap((key) =>
    Object.entries(objectIn(manifest[key])).flatMap(([name, version]) =>
      typeof version === 'string' ? [{ name, version }] : [],
    ),
  );
}

const plain = (name: string): string => name.replace(/[-_]/g, '');

// Where no lock file names the namespace: `Psr\Log\LoggerInterface` is of `psr/log`, `PHPUnit\Framework\TestCase` of `phpunit/phpunit`.
function byName(requested: readonly Requested[], specifier: string): Omit<Requested, 'version'> | undefined {
  const parts = specifier.toLowerCase().split('\\');
  const [vendor, second, third] = parts;
  const ofVendor = requested.filter(({ name }) => plain(name).split('/')[0] === vendor);
  const isNamed = ({ name }: Requested): boolean => {
    const own = name.toLowerCase().slice(name.indexOf('/') + 1);
    return (
      parts.includes(plain(own), 1) ||
      parts.includes(plain(own).replace(/s$/, ''), 1) ||
      own.split(/[-_]/).every((word) => parts.includes(word, 1))
    );
  };
  return (
    ofVendor.find(({ name }) => plain(name) === `${vendor}/${second}`) ??
    ofVendor.find(isNamed) ??
    ofVendor.find(({ name }) => plain(name) === `${vendor}/${vendor}`) ??
    // A package of one that is asked for: these two name all of theirs alike.
    (vendor === 'psr' && second === 'http' && third === 'message' ? { name: 'psr/http-message' } : undefined) ??
    (vendor === 'symfony' && second === 'component' && third ? { name: `symfony/${kebab(specifier)}` } : undefined) ??
    (ofVendor.length === 1 ? ofVendor[0] : undefined)
  );
}

// The package of a component: `http-kernel` of `Symfony\Component\HttpKernel`.
const kebab = (specifier: string): string =>
  specifier
    .split('\\')[2]!
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase();

/** Where a name without a namespace is defined: in the same namespace, or outside of all, in a file that is required or the only one. */
export function phpNamesElsewhere(tree: TreeView, from: string, name: string, imports: ImportsOf): string[] {
  const facts = tree.facts(from);
  const spaces = new Set([facts?.namespace ?? facts?.definitions.find((one) => one.namespace)?.namespace ?? '', '']);
  for (const space of spaces) {
    const files = definingIn(tree, name, space);
    if (files.length === 1 || (files.length > 0 && space !== '')) return files;
    const required = new Set(imports(from).flatMap((one) => (one && 'file' in one ? [one.file] : [])));
    const seen = files.filter((path) => required.has(path));
    if (seen.length > 0) return seen;
  }
  return [];
}
