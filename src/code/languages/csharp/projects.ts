import { namespaceOf } from '../../facts.ts';
import type { TreeView } from '../../tree-view.ts';
import type { ResolvedImport, Resolver } from '../language.ts';

const IS_CSHARP = /\.cs$/i;
const IS_PROJECT =
  /(?:\.(?:cs|fs|vb)proj|(?:^|\/)(?:Directory\.(?:Packages|Build)\.(?:props|targets)|packages\.config|packages\.lock\.json))$/i;

/** Namespaces of .NET itself. */
const OF_DOTNET = /^(?:System|Microsoft\.(?:CSharp|VisualBasic|Win32|SqlServer\.Server))(?:\.|$)/;

/**
 * Resolves `using`: a namespace means all files that declare it, a type means its file. Others are packages that a project file asks
 * for, with a name that the namespace begins with, or .NET.
 */
export async function csharpImports(tree: TreeView): Promise<Resolver> {
  const files = namespacesIn(tree);
  const packages = await packagesIn(tree);
  return (from, named): ResolvedImport | undefined => {
    const { all } = named;
    const specifier = inOwnNamespaces(tree, from, named.specifier).find((one) => files.has(one)) ?? named.specifier;
    const declaring = files.get(specifier);
    if (declaring) return declaring.length === 1 ? { file: declaring[0]! } : { files: declaring };
    const dot = specifier.lastIndexOf('.');
    const name = specifier.slice(dot + 1);
    const ofType = (files.get(specifier.slice(0, Math.max(0, dot))) ?? []).filter((path) =>
      definesAtTop(tree, path, name),
    );
    if (ofType.length > 0) return { file: ofType[0]!, ...(all && { rest: [name] }) };
    for (let at = specifier; ; at = at.slice(0, at.lastIndexOf('.'))) {
      const found = packages.get(at.toLowerCase());
      if (found) return { external: { from: 'nuget', ...found } };
      if (!at.includes('.')) break;
    }
    return OF_DOTNET.test(specifier) ? { external: { from: 'dotnet', name: specifier } } : undefined;
  };
}

/** What a `using` may mean in a file: `using Results;` inside of `namespace Shop.Checks` may be `Shop.Results`. The nearest is first. */
function inOwnNamespaces(tree: TreeView, from: string, specifier: string): string[] {
  const facts = tree.facts(from);
  const spaces = new Set(facts?.definitions.map((one) => namespaceOf(facts, one)));
  const meant: string[] = [];
  for (const space of spaces)
    for (let at = space; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'))))
      meant.push(`${at}.${specifier}`);
  return [...meant.toSorted((a, b) => b.length - a.length), specifier];
}

const definesAtTop = (tree: TreeView, path: string, name: string): boolean =>
  tree.facts(path)?.definitions.some((one) => one.parent < 0 && one.name === name) ?? false;

/** The files of each namespace. */
function namespacesIn(tree: TreeView): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const path of tree.paths) {
    const facts = IS_CSHARP.test(path) ? tree.facts(path) : undefined;
    if (!facts) continue;
    for (const space of new Set(facts.definitions.map((one) => namespaceOf(facts, one)))) {
      const same = files.get(space);
      if (same) same.push(path);
      else files.set(space, [path]);
    }
  }
  return files;
}

interface Package {
  readonly name: string;
  readonly version?: string;
}

const ENTRY = /<(?:PackageReference|PackageVersion|package)\s([^<>]*?)\/?>(?:\s*<Version>([^<]*)<)?/gi;

// The packages by their names in small letters; a version that a lock file or a project file gives counts before none.
async function packagesIn(tree: TreeView): Promise<Map<string, Package>> {
  const packages = new Map<string, Package>();
  const add = (name: string, version: string | undefined): void => {
    const known = packages.get(name.toLowerCase());
    if (!known?.version) packages.set(name.toLowerCase(), version ? { name, version } : { name });
  };
  const texts = await tree.texts([...tree.paths].filter((path) => IS_PROJECT.test(path)));
  for (const [path, text] of texts)
    if (path.endsWith('.json'))
      for (const [, name, version] of text.matchAll(/"([\w.-]+)":\s*\{\s*"type":[^{}]*?"resolved":\s*"([^"]+)"/g))
        add(name!, version);
  for (const [path, text] of texts) {
    if (path.endsWith('.json')) continue;
    for (const [, attributes, inner] of text.matchAll(ENTRY)) {
      const value = (key: string): string | undefined =>
        new RegExp(`\\b${key}\\s*=\\s*"([^"]*)"`, 'i').exec(attributes!)?.[1];
      const name = value('Include') ?? value('Update') ?? value('id');
      const version = value('Version') ?? inner;
      if (name) add(name, version?.includes('$(') ? undefined : version);
    }
  }
  return packages;
}

const globalUsings = new WeakMap<TreeView, readonly string[]>();

function globalUsingsIn(tree: TreeView): readonly string[] {
  let usings = globalUsings.get(tree);
  if (!usings) {
    const all = [...tree.paths].flatMap((path) => (IS_CSHARP.test(path) ? (tree.facts(path)?.imports ?? []) : []));
    usings = [...new Set(all.filter(({ form }) => form === 'global').map(({ specifier }) => specifier))];
    globalUsings.set(tree, usings);
  }
  return usings;
}

/** Where a name is defined that a file uses: in its own namespace and those around it, then in the namespaces that it uses. */
export function csharpNamesElsewhere(tree: TreeView, from: string, name: string): string[] {
  const facts = tree.facts(from);
  const defining = tree.defining(name).filter((path) => IS_CSHARP.test(path));
  if (!facts || defining.length === 0) return [];
  const found = (spaces: ReadonlySet<string>): string[] =>
    defining.filter((path) => {
      const its = tree.facts(path)!;
      return its.definitions.some((one) => one.name === name && one.parent < 0 && spaces.has(namespaceOf(its, one)));
    });
  const own = new Set(facts.definitions.map((one) => namespaceOf(facts, one)));
  for (
    let spaces = own;
    ;
    spaces = new Set([...spaces].map((one) => one.slice(0, Math.max(0, one.lastIndexOf('.')))))
  ) {
    const files = found(spaces);
    if (files.length > 0) return files;
    if ([...spaces].every((one) => one === '')) break;
  }
  const used = facts.imports.flatMap(({ specifier }) => inOwnNamespaces(tree, from, specifier));
  return found(new Set([...used, ...globalUsingsIn(tree)]));
}
