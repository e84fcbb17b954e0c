import type { External, ResolvedImport, Resolver } from '../language.ts';
import { filesNamed, folderOf, foldersOf, joined, type TreeView } from '../../tree-view.ts';
import { STANDARD_LIBRARY } from './standard-library.ts';
import { type Versions, versionsIn } from './versions.ts';

const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const ENDINGS = ['.py', '.pyi', '.pyw'];

/**
 * Resolves the imports of Python: relative ones from the package of the file, others from the folder that the file's package is
 * in, then from the projects around it and their `src` folders. What is not in the tree is the standard library or a package.
 */
export async function pythonModules(tree: TreeView): Promise<Resolver> {
  const projects = new Set(filesNamed(tree, PROJECT_FILES).map(folderOf));
  const versions = await versionsIn(tree);
  const withPython = foldersOf([...tree.paths].filter((path) => /\.py[iw]?$/.test(path)));
  const rootsOf = new Map<string, readonly string[]>();
  return (from, { specifier, form }): ResolvedImport | undefined => {
    const folder = folderOf(from);
    const dots = /^\.*/.exec(specifier)![0].length;
    const parts = specifier.slice(dots).split('.').filter(Boolean);
    if (dots > 0) {
      const base = joined(folder, '../'.repeat(dots - 1));
      return base === undefined ? undefined : moduleAt(tree, base, parts, form === 'from');
    }
    let roots = rootsOf.get(folder);
    if (!roots) rootsOf.set(folder, (roots = importRoots(tree, projects, folder)));
    for (const root of roots)
      if (isModule(tree, withPython, root, parts[0]!)) return moduleAt(tree, root, parts, form === 'from');
    return { external: externalOf(parts, folder, versions) };
  };
}

function externalOf(parts: readonly string[], folder: string, versions: Versions): External {
  const [first = ''] = parts;
  if (STANDARD_LIBRARY.has(first) || first.startsWith('_')) return { from: 'python', name: first };
  const { name, version } = versions(folder, parts);
  return { from: 'pypi', name, ...(version !== undefined && { version }) };
}

/** The folders in which the first part of a module's name is looked up. */
function importRoots(tree: TreeView, projects: ReadonlySet<string>, folder: string): string[] {
  let above = folder;
  while (above !== '' && ENDINGS.some((end) => tree.paths.has(`${above}/__init__${end}`))) above = folderOf(above);
  const roots = [above];
  for (let at = above; ; at = folderOf(at)) {
    if (projects.has(at) || at === '') roots.push(at, at === '' ? 'src' : `${at}/src`, at === '' ? 'lib' : `${at}/lib`);
    if (at === '') break;
  }
  return [...new Set([...roots, ...[...projects].flatMap((at) => [at, at === '' ? 'src' : `${at}/src`])])];
}

// A folder without `__init__.py` is a package too, unless it only has other files.
function isModule(tree: TreeView, withPython: ReadonlySet<string>, root: string, name: string): boolean {
  const path = root === '' ? name : `${root}/${name}`;
  return fileOf(tree, path) !== undefined || withPython.has(path);
}

/** The file of a module or of a package. */
function fileOf(tree: TreeView, path: string): string | undefined {
  const init = path === '' ? '__init__' : `${path}/__init__`;
  const places = [...ENDINGS.map((end) => init + end), ...ENDINGS.map((end) => path + end)];
  return places.find((place) => tree.paths.has(place));
}

/** @param isName the last part may be a name in the module that the others mean */
function moduleAt(tree: TreeView, base: string, parts: readonly string[], isName: boolean): ResolvedImport | undefined {
  const whole = moduleOf(tree, base, parts);
  if (whole || !isName) return whole;
  const around = moduleOf(tree, base, parts.slice(0, -1));
  return around && 'file' in around ? { file: around.file, rest: parts.slice(-1) } : undefined;
}

function moduleOf(tree: TreeView, base: string, parts: readonly string[]): ResolvedImport | undefined {
  const path = [...(base === '' ? [] : [base]), ...parts].join('/');
  const file = fileOf(tree, path);
  if (file !== undefined) return { file };
  return tree.folders.has(path) ? { folder: path } : undefined;
}

/** The file of the module of a name in a package. */
export function submodule(tree: TreeView, path: string, name: string): string | undefined {
  const folder = path.endsWith('/') ? path.slice(0, -1) : /\/?__init__\.pyi?$/.test(path) ? folderOf(path) : undefined;
  return folder === undefined ? undefined : fileOf(tree, folder === '' ? name : `${folder}/${name}`);
}
