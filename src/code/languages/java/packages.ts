import type { External, ResolvedImport, Resolver } from '../language.ts';
import { folderOf, type TreeView } from '../../tree-view.ts';
import { dependenciesIn } from './dependencies.ts';

/** Packages of the Java platform, apart from those that begin with `java.` or `javax.`. */
const PLATFORM = /^(?:jdk|sun|com\.sun|org\.w3c\.dom|org\.xml\.sax|org\.ietf\.jgss)(?:\.|$)/;

/**
 * Resolves the imports of Java: a type by the file of its name in the folder of its package, a package by its folder, and others
 * by the dependency whose group is the start of the name.
 */
export async function javaPackages(tree: TreeView): Promise<Resolver> {
  const files = filesOfTypes(tree);
  const dependencies = await dependenciesIn(tree);
  return (from, { specifier, form }): ResolvedImport | undefined => {
    if (form === 'path') return undefined;
    const parts = specifier.split('.');
    // The type, or the type around it.
    for (let count = parts.length; count > 0; count--) {
      const file = nearest(files.get(parts.slice(0, count).join('/')) ?? [], from);
      if (file !== undefined) return { file, rest: parts.slice(count - 1) };
    }
    const folder = nearest(files.get(`${parts.join('/')}/`) ?? [], from);
    return folder === undefined ? { external: externalOf(specifier, from, dependencies) } : { folder };
  };
}

function externalOf(name: string, from: string, dependencies: Awaited<ReturnType<typeof dependenciesIn>>): External {
  const package_ = packageOf(name);
  if (/^javax?\./.test(name) && !/^javax\.(?:inject|persistence|servlet|ws|validation|annotation)\b/.test(name))
    return { from: 'java', name: package_ };
  if (PLATFORM.test(name)) return { from: 'java', name: package_ };
  return { from: 'maven', ...(dependencies(folderOf(from), name) ?? { name: package_ }) };
}

// By convention packages are in lower case, and types are not.
function packageOf(name: string): string {
  const parts = name.split('.');
  const type = parts.findIndex((part) => /^\p{Lu}/u.test(part));
  return (type < 0 ? parts : parts.slice(0, type)).join('.');
}

/** Of several source folders the one that shares the most with a file's folder. */
function nearest(paths: readonly string[], from: string): string | undefined {
  let best: string | undefined;
  let most = -1;
  for (const path of paths) {
    let same = 0;
    while (same < path.length && path[same] === from[same]) same++;
    if (same > most) [best, most] = [path, same];
  }
  return best;
}

/** The files of types and the folders of packages, by each end of their paths: `c/D` and `b/c/` of `a/b/c/D.java`. */
function filesOfTypes(tree: TreeView): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (key: string, path: string): void => {
    const paths = found.get(key);
    if (!paths) found.set(key, [path]);
    else if (!paths.includes(path)) paths.push(path);
  };
  for (const path of tree.paths) {
    if (!path.endsWith('.java')) continue;
    const namespace = tree.facts(path)?.namespace;
    const name = path.slice(path.lastIndexOf('/') + 1, -'.java'.length);
    const folder = namespace === undefined ? folderOf(path) : namespace.replaceAll('.', '/');
    add(folder === '' ? name : `${folder}/${name}`, path);
    add(`${folder}/`, folderOf(path));
    // Types beside the one that the file is named after.
    for (const { kind, parent, name: other } of tree.facts(path)?.definitions ?? [])
      if (kind === 'type' && parent < 0 && other !== name) add(folder === '' ? other : `${folder}/${other}`, path);
  }
  return found;
}
