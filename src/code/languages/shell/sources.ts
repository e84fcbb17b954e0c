import { folderOf, joined, type TreeView } from '../../tree-view.ts';
import type { ImportsOf, ResolvedImport, Resolver } from '../language.ts';

/** How many files are followed from one script. */
const MAX_FILES = 200;

/**
 * Resolves `source` and `.`: beside the script, from the top of the repository, and otherwise by the end of the path, if only one file
 * has it.
 */
export async function sourcedFiles(tree: TreeView): Promise<Resolver> {
  return (from, { specifier }): ResolvedImport | undefined => {
    if (specifier.startsWith('/') || specifier.startsWith('~')) return undefined;
    const path = specifier.replace(/^\?\//, '');
    for (const place of [joined(folderOf(from), path), joined('', path)])
      if (place !== undefined && tree.paths.has(place)) return { file: place };
    const ending = `/${path.replace(/^(?:\.{1,2}\/)+/, '')}`;
    const fitting = [...tree.paths].filter((one) => one.endsWith(ending));
    return fitting.length === 1 ? { file: fitting[0]! } : undefined;
  };
}

function sourcedFrom(from: string, imports: ImportsOf): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const path of seen) {
    if (seen.size > MAX_FILES) break;
    for (const one of imports(path)) if (one && 'file' in one) seen.add(one.file);
  }
  return seen;
}

/** Where a command may be defined as a function: in files that the script sources, or in those that source the script. */
export function shellNamesElsewhere(tree: TreeView, from: string, name: string, imports: ImportsOf): string[] {
  const files = tree
    .defining(name)
    .filter(
      (path) => path !== from && tree.facts(path)?.definitions.some((one) => one.name === name && one.parent < 0),
    );
  if (files.length === 0) return [];
  const sourced = sourcedFrom(from, imports);
  const seen = files.filter((path) => sourced.has(path));
  if (seen.length > 0) return seen;
  const sourcing = files.filter((path) => sourcedFrom(path, imports).has(from));
  return sourcing.length === 1 ? sourcing : []; // each script that sources this one may have its own
}
