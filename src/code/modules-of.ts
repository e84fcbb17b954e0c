import { folderOf } from './tree-view.ts';

/** What a folder is for. `package`: a manifest or its language makes it one. */
export type ModuleRole =
  | 'package'
  | 'sources'
  | 'tests'
  | 'documentation'
  | 'examples'
  | 'scripts'
  | 'benchmarks'
  | 'continuous integration';

/** A folder that is a package, or that has a role by its name. */
export interface Module {
  /** The empty string for the top folder. */
  readonly folder: string;
  readonly role: ModuleRole;
}

/** Files that make their folder a package. */
const MANIFESTS: ReadonlySet<string> = new Set([
  'package.json',
  'pyproject.toml',
  'setup.py',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
  'CMakeLists.txt',
]);

/** The same, by the ending of the name. */
const MANIFEST_ENDING = /\.(?:csproj|fsproj|vbproj|gemspec)$/i;

/** Folders with such a file are packages of a language: Python's, Go's and Java's. */
const IN_PACKAGE = /^(?:__init__\.pyi?|.*\.go|.*\.java)$/;

/** Roles by the names that projects commonly give to folders: at the top, and directly in a folder with a manifest. */
const ROLES: ReadonlyMap<string, ModuleRole> = new Map(
  (
    [
      ['sources', 'src', 'lib', 'app', 'source'],
      ['tests', 'test', 'tests', 'spec', 'specs', '__tests__', 'e2e', 'testing'],
      ['documentation', 'doc', 'docs', 'documentation'],
      ['examples', 'example', 'examples', 'demo', 'demos', 'samples'],
      ['scripts', 'script', 'scripts', 'bin', 'tools'],
      ['benchmarks', 'bench', 'benches', 'benchmark', 'benchmarks'],
      ['continuous integration', '.github', '.gitlab', '.circleci'],
    ] as const
  ).flatMap(([role, ...names]) => names.map((name) => [name, role] as const)),
);

/** The packages of a tree, and its folders with a role, by path. */
export function modulesOf(paths: Iterable<string>): Module[] {
  const roles = new Map<string, ModuleRole>();
  const tops = new Set(['']);
  const folders = new Set<string>();
  for (const path of paths) {
    const folder = folderOf(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isManifest = MANIFESTS.has(name) || MANIFEST_ENDING.test(name);
    if (isManifest) tops.add(folder);
    if (isManifest || IN_PACKAGE.test(name)) roles.set(folder, 'package');
    for (let at = folder; at !== '' && !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  for (const folder of folders) {
    const role = ROLES.get(folder.slice(folder.lastIndexOf('/') + 1));
    if (role && !roles.has(folder) && tops.has(folderOf(folder))) roles.set(folder, role);
  }
  return [...roles].map(([folder, role]) => ({ folder, role })).toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}
