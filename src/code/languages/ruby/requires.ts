import { filesNamed, folderOf, joined, type TreeView } from '../../tree-view.ts';
import type { ImportsOf, ResolvedImport, Resolver } from '../language.ts';
import { OF_RUBY } from './common-members.ts';

const IS_RUBY =
  /\.(?:rb|rake|gemspec|ru)$|(?:^|\/)(?:Rakefile|Gemfile|Guardfile|Capfile|Vagrantfile|Podfile|Fastfile|Brewfile)$/;
/** Folders that are searched for what is required. */
const ROOTS = /(?:^|\/)(?:lib|test|spec|app\/\w+|ext|features\/support)$/;

/**
 * Resolves `require_relative` and `load` beside the file, and `require` in the folders that Ruby and its test tools search: `lib`,
 * `test`, `spec`. Others are of Ruby itself or gems, with the version of the `Gemfile.lock`.
 */
export async function rubyRequires(tree: TreeView): Promise<Resolver> {
  const byName = new Map<string, string[]>();
  for (const path of tree.paths) {
    if (!path.endsWith('.rb')) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const same = byName.get(name);
    if (same) same.push(path);
    else byName.set(name, [path]);
  }
  const locked = await lockedGems(tree);
  return (from, { specifier, form }): ResolvedImport | undefined => {
    const path = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`;
    if (form === 'require_relative' || /^\.{1,2}\//.test(specifier)) return inFile(tree, joined(folderOf(from), path));
    if (form === 'load') {
      const places = [joined(folderOf(from), specifier), joined('', specifier)];
      const found = places.find((place) => place !== undefined && tree.paths.has(place));
      if (found !== undefined) return { file: found };
    }
    const file = inRoots(byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? [], path, from);
    return file === undefined ? external(specifier, locked) : { file };
  };
}

const inFile = (tree: TreeView, path: string | undefined): ResolvedImport | undefined =>
  path !== undefined && tree.paths.has(path) ? { file: path } : undefined;

function inRoots(named: readonly string[], path: string, from: string): string | undefined {
  const root = (one: string): string => one.slice(0, Math.max(0, one.length - path.length - 1));
  const fitting = named.filter((one) => one === path || (one.endsWith(`/${path}`) && ROOTS.test(root(one))));
  const isAround = (one: string): boolean => `${from}/`.startsWith(`${folderOf(root(one))}/`) || root(one) === '';
  const around = fitting.filter((one) => isAround(one) || folderOf(root(one)) === '');
  const best = around.length > 0 ? around : fitting;
  // The nearest: that of the same gem, where one repository has several.
  return best.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))[
    around.length > 0 ? 0 : best.length === 1 ? 0 : best.length
  ];
}

function external(specifier: string, locked: ReadonlyMap<string, string>): ResolvedImport | undefined {
  const first = specifier.split('/')[0]!;
  for (const name of [specifier, specifier.replaceAll('/', '-'), first, first.replaceAll('_', '-')]) {
    const version = locked.get(name);
    if (version !== undefined) return { external: { from: 'gem', name, version } };
  }
  if (!/^[\w.-]+$/.test(first)) return undefined;
  return { external: OF_RUBY.has(first) ? { from: 'ruby', name: specifier } : { from: 'gem', name: first } };
}

// The gems under `specs:` have four spaces before them, what they depend on has six.
async function lockedGems(tree: TreeView): Promise<Map<string, string>> {
  const gems = new Map<string, string>();
  for (const text of (await tree.texts(filesNamed(tree, ['Gemfile.lock', 'gems.locked']))).values())
    for (const [, name, version] of text.matchAll(/^ {4}([\w.-]+) \(([^\s()]+)\)\r?$/gm)) gems.set(name!, version!);
  return gems;
}

/** How many files are followed from one file. */
const MAX_FILES = 400;

/** The files that define a name outside of all types: any part of a type, and a method if its file is required. */
export function rubyNamesElsewhere(tree: TreeView, from: string, name: string, imports: ImportsOf): string[] {
  const files = tree.defining(name).filter((path) => IS_RUBY.test(path));
  const withKind = (kind: string): string[] =>
    files.filter((path) =>
      tree
        .facts(path)
        ?.definitions.some(
          (one) => one.name === name && one.parent < 0 && one.owner === undefined && one.kind === kind,
        ),
    );
  const types = withKind('type');
  if (types.length > 0) return types;
  const functions = withKind('function');
  if (functions.length === 0) return [];
  const required = new Set([from]);
  for (const path of required) {
    if (required.size > MAX_FILES) break;
    for (const one of imports(path)) if (one && 'file' in one) required.add(one.file);
  }
  return functions.filter((path) => required.has(path));
}
