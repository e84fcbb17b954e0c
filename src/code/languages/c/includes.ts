import { folderOf, joined, type TreeView } from '../../tree-view.ts';
import type { ImportsOf, ResolvedImport, Resolver } from '../language.ts';

/** How many headers are followed from one file. */
const MAX_HEADERS = 400;
/** Include folders: a header is named by its path inside. */
const INCLUDE_FOLDER = /(?:^|\/)(?:include|includes|inc|src|lib|source)$/;
const OF_C_FAMILY = /\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|h\+\+|inl|ipp|tpp)$/i;
const IS_SOURCE = /\.(?:c|cc|cpp|cxx|c\+\+|inl|ipp|tpp)$/i;

const OF_STANDARD =
  /^(?:assert|complex|ctype|errno|fcntl|fenv|float|inttypes|iso646|limits|locale|math|pthread|setjmp|signal|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|strings|time|unistd|wchar|wctype)\.h$/;

/**
 * Resolves `#include` as a compiler does: beside the file, in the include folders of the tree, and otherwise by the end of a path, if
 * only one fits. A header in angle brackets that is not in the tree comes from outside.
 */
export async function cIncludes(tree: TreeView): Promise<Resolver> {
  const byName = new Map<string, string[]>();
  for (const path of tree.paths) {
    const name = baseOf(path);
    const same = byName.get(name);
    if (same) same.push(path);
    else byName.set(name, [path]);
  }
  return (from, { specifier }): ResolvedImport | undefined => {
    const isQuoted = specifier.startsWith('"');
    const path = specifier.slice(1, -1).trim();
    const beside = isQuoted ? joined(folderOf(from), path) : undefined;
    if (beside !== undefined && tree.paths.has(beside)) return { file: beside };
    const plain = joined('', path.replace(/^(?:\.\.?\/)+/, ''));
    const found = plain === undefined ? undefined : inFolders(byName.get(baseOf(plain)) ?? [], plain, from, isQuoted);
    if (found !== undefined) return { file: found };
    // What is in quotes and missing is made by a build, unless another folder or the standard has it.
    const isOutside = !isQuoted || OF_STANDARD.test(path) || (plain?.includes('/') && !tree.folders.has(root(plain)));
    if (!isOutside || path === '') return undefined;
    return { external: { from: path.endsWith('.h') ? 'c' : 'c++', name: path } };
  };
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

// The file that a path from an include folder means.
function inFolders(named: readonly string[], path: string, from: string, isQuoted: boolean): string | undefined {
  const fitting = named.filter((one) => one === path || one.endsWith(`/${path}`));
  const root = (one: string): string => one.slice(0, Math.max(0, one.length - path.length - 1));
  const included = fitting.filter((one) => root(one) === '' || INCLUDE_FOLDER.test(root(one)));
  if (included.length > 0) return nearest(included, from);
  // A name in brackets without a folder is more often a header of the system than one that lies deep in the tree.
  if (!isQuoted && !path.includes('/')) return undefined;
  return fitting.length === 1 ? fitting[0] : isQuoted && fitting.length > 1 ? nearest(fitting, from) : undefined;
}

// The one that shares the most folders with a file; undefined where two share as many.
function nearest(paths: readonly string[], from: string): string | undefined {
  const shared = paths.map((path) => sharedFolders(path, from));
  const most = Math.max(...shared);
  const best = paths.filter((_, i) => shared[i] === most);
  return best.length === 1 ? best[0] : best.find((path) => root(path) === root(from));
}

const root = (path: string): string => path.slice(0, Math.max(0, path.indexOf('/')));

function sharedFolders(a: string, b: string): number {
  const [one, other] = [folderOf(a).split('/'), folderOf(b).split('/')];
  let count = 0;
  while (count < one.length && one[count] === other[count]) count++;
  return count;
}

const headersOf = new WeakMap<TreeView, Map<string, ReadonlySet<string>>>();

/** All headers that a file includes, also through others. */
function visibleFrom(tree: TreeView, from: string, imports: ImportsOf): ReadonlySet<string> {
  let ofTree = headersOf.get(tree);
  if (!ofTree) headersOf.set(tree, (ofTree = new Map<string, ReadonlySet<string>>()));
  const known = ofTree.get(from);
  if (known) return known;
  const seen = new Set([from]);
  for (const path of seen) {
    if (seen.size > MAX_HEADERS) break;
    for (const one of imports(path)) if (one && 'file' in one) seen.add(one.file);
  }
  ofTree.set(from, seen);
  return seen;
}

/** Where a name may be defined: in included headers, in the sources beside them, otherwise in the only file that defines it. */
export function definedElsewhere(tree: TreeView, from: string, name: string, imports: ImportsOf): string[] {
  const defining = tree.defining(name).filter((path) => path !== from && OF_C_FAMILY.test(path));
  if (defining.length === 0) return [];
  const spaces = spacesOf(tree, from);
  const files = defining.filter((path) => isVisible(tree, path, name, spaces));
  if (files.length === 0) return [];
  const visible = visibleFrom(tree, from, imports);
  const seen = files.filter((path) => visible.has(path));
  if (seen.length > 0) return seen;
  const beside = files.filter((path) => IS_SOURCE.test(path) && isBeside(visible, path));
  if (beside.length > 0) return beside.length === 1 ? beside : [];
  return files.length === 1 ? files : [];
}

// Outside of all types, and in a namespace that the file is in as well.
function isVisible(tree: TreeView, path: string, name: string, spaces: ReadonlySet<string>): boolean {
  const facts = tree.facts(path);
  return (
    facts?.definitions.some(
      (one) =>
        one.name === name &&
        one.parent < 0 &&
        one.owner === undefined &&
        (one.namespace === undefined || spaces.size === 0 || spaces.has(one.namespace)),
    ) ?? false
  );
}

/** The namespaces that a file has definitions in, and those around them. */
function spacesOf(tree: TreeView, path: string): ReadonlySet<string> {
  const spaces = new Set<string>();
  for (const { namespace } of tree.facts(path)?.definitions ?? [])
    for (let at = namespace ?? ''; at !== '' && !spaces.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf('.'))))
      spaces.add(at);
  return spaces;
}

const stem = (path: string): string => path.replace(/\.[^./]+$/, '');

// Whether a header of the same name is visible, in the same folder or in another one.
function isBeside(visible: ReadonlySet<string>, source: string): boolean {
  const own = stem(source);
  const ending = `/${baseOf(own)}`;
  for (const path of visible) {
    const other = stem(path);
    if (path !== source && (other === own || other.endsWith(ending))) return true;
  }
  return false;
}
