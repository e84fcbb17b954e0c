import { realpathSync } from 'node:fs';
import { isAbsolute, posix, relative } from 'node:path';
import type { Check } from '../../../model/checks/kind.ts';
import type { Oid, RepoPath } from '../../../model/ids.ts';
import type { CheckedCode } from '../../../model/step.ts';
import type { RecordedContents } from '../../worktree/recorded-contents.ts';

/** Files that mark a part of a project. */
const MANIFESTS = [
  'package.json',
  'Cargo.toml',
  'go.mod',
  'pyproject.toml',
  'setup.py',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'mix.exs',
  'pubspec.yaml',
  'Package.swift',
  'project.json',
  'Makefile',
  'justfile',
  'deno.json',
  'dune-project',
  'build.zig',
];
/** Those of them that contain the name of the package. */
const NAMING = ['package.json', 'Cargo.toml', 'pyproject.toml', 'project.json'];
/** Folders on the way to the top that are examined. */
const MAX_DEPTH = 12;

/** Where the command ran. */
interface Around {
  /** The snapshot after it. */
  readonly tree: Oid;
  readonly top: string;
  readonly cwd: string;
  /** The tops of other work trees where it ran. */
  readonly others?: readonly string[];
}

/**
 * The parts of the project that checks cover: the packages that they name, or the part that they run in, by the nearest manifest.
 * @param changed the files to which the answer is applied
 * @returns the folders of the parts, without `scope` for the whole project
 */
export async function checkedParts(
  runs: readonly Check[],
  changed: readonly RepoPath[],
  around: Around,
  files: RecordedContents,
): Promise<Pick<CheckedCode, 'scope' | 'likely'>> {
  const parts = new Parts(files, around.tree);
  const scope = new Set<string>();
  let likely = runs.every((run) => run.likely);
  for (const run of runs) {
    const folder = folderOf(run, around);
    if (folder === 'outside') continue;
    const named = run.packages?.filter((name) => !name.startsWith('!'));
    if (folder === undefined) addUnknown();
    else if (named && named.length > 0) for (const name of named) await addPackage(name, folder.inside);
    else if (run.packages) await addAllBut(run.packages.map((name) => name.slice(1)));
    else scope.add(staysInside(run.label) ? folder.inside : await parts.of(folder.inside));
  }
  return { ...(!scope.has('') && { scope: [...scope].sort() }), ...(likely && { likely }) };

  function addUnknown(): void {
    likely = true;
    scope.add('');
  }

  async function addAllBut(names: readonly string[]): Promise<void> {
    for (const path of changed) {
      const part = await parts.of(posix.dirname(path));
      const isLeftOut = await Promise.all(names.map((name) => parts.isNamed(part, name)));
      // A file in no part stands for itself: the top contains what is left out.
      if (!isLeftOut.includes(true)) scope.add(part === '' ? path : part);
    }
  }

  // An existing path, or one in an existing folder: `src/button` may stand for `src/button.test.ts`.
  async function isPlace(path: string, folder: string): Promise<boolean> {
    if (path === '' || (await parts.has(path))) return true;
    const above = posix.dirname(path);
    return above !== (folder || '.') && (await parts.has(above));
  }

  // `vitest run api` runs the tests whose paths contain the word. Where no changed file does, tests of any part below may.
  async function addMatching(word: string, folder: string): Promise<void> {
    const home = await parts.of(folder);
    const below = changed.filter((path) => folder === '' || path.startsWith(`${folder}/`));
    const isMatch = (path: string): boolean => path.toLowerCase().includes(word.toLowerCase());
    const matching = below.filter((path) => isMatch(path.slice(folder === '' ? 0 : folder.length + 1)));
    for (const path of matching) scope.add(await parts.of(posix.dirname(path)));
    if (matching.length > 0) return;
    scope.add(home);
    for (const path of below) if ((await parts.of(posix.dirname(path))) !== home) likely = true;
  }

  async function addPackage(name: string, folder: string): Promise<void> {
    if (name === '?') {
      addUnknown();
      return;
    }
    if (name.startsWith('?')) {
      const path = folderOf({ folder: name.slice(1) }, { ...around, cwd: posix.join(around.top, folder) });
      if (typeof path !== 'object') scope.add(await parts.of(folder));
      else if (await isPlace(path.inside, folder)) scope.add(await parts.of(path.inside));
      else await addMatching(name.slice(1), folder);
      return;
    }
    if (name.startsWith('./')) {
      scope.add(posix.join(folder, name).replace(/^\.$/, ''));
      return;
    }
    let isKnown = false;
    for (const path of changed) {
      const part = await parts.of(posix.dirname(path));
      const isNamed = await parts.isNamed(part, name);
      if (isNamed) scope.add(part);
      isKnown ||= isNamed || part !== '';
    }
    // Without parts, the name says nothing about the files. A manifest at the top with another name shows that they are in no part.
    if (!isKnown && !(await parts.hasManifest())) addUnknown();
  }
}

/** Programs that look for files in the folder where they run, and below. */
const INSIDE =
  /^(?:go (?:-C \S+ )?(?:build|test|vet)|gotestsum|golangci-lint|staticcheck|gofmt|gofumpt|eslint|oxlint|stylelint|prettier|oxfmt|biome|ruff|flake8|black|isort|mypy|pyright|basedpyright|rubocop|standardrb|shellcheck|yamllint|markdownlint(?:-cli2)?|swiftlint)(?= |$)/;

/** An interpreter with a script. */
const RUNS_SCRIPT = /^(?:node|deno run|bun|tsx|ts-node|python[\d.]*|ruby|php|perl) (?:-\S+ )*\S+\.\w+(?= |$)/;

// Not with `../api` or `/srv/api` among its words, nor with a package of Go by its name.
const staysInside = (label: string): boolean =>
  INSIDE.test(label) && !/[ ='"](?:\/|\.\.|\$|~|[\w-]+\.[\w.-]+\/)/.test(label);

/** A folder in a work tree. */
interface Place {
  /** Relative to the top of its work tree. */
  readonly inside: string;
  readonly top: string;
}

/** The tops of the work trees where checks ran, of these; all of them, if that is not known. */
export function topsOf(runs: readonly Check[], cwd: string, tops: readonly string[]): readonly string[] {
  const [top, ...others] = tops;
  if (top === undefined) return tops;
  const places = runs.map((run) => folderOf(run, { top, cwd, others }));
  const found = places.flatMap((place) => (typeof place === 'object' ? [place.top] : []));
  return places.includes(undefined) || found.length === 0 ? tops : tops.filter((one) => found.includes(one));
}

// The folder of a check, relative to the top of its work tree; undefined where it is not known.
function folderOf(
  { folder = '', label = '' }: Partial<Pick<Check, 'folder' | 'label'>>,
  { top, cwd, others = [] }: Pick<Around, 'top' | 'cwd' | 'others'>,
): Place | 'outside' | undefined {
  if (folder === null) return undefined;
  const base = isAbsolute(folder) ? folder : posix.join(cwd.replaceAll('\\', '/'), folder);
  // A work tree may be in a folder of another one.
  for (const one of [top, ...others].sort((a, b) => b.length - a.length)) {
    const inside = within(one, base) ?? within(real(one), real(base));
    if (inside !== undefined) return { inside, top: one };
  }
  // Without a folder of its own it ran where the session works, whatever that path is. A script may test what it does not contain.
  return folder === '' || RUNS_SCRIPT.test(label) ? undefined : 'outside';
}

function within(top: string, path: string): string | undefined {
  const inside = relative(top, path).replaceAll('\\', '/');
  return inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? undefined : inside;
}

// A path may lead through a symbolic link: `/tmp` is `/private/tmp` on a Mac.
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The parts of the project in a tree. */
class Parts {
  readonly #files: RecordedContents;
  readonly #tree: Oid;
  readonly #known = new Map<string, string>();

  constructor(files: RecordedContents, tree: Oid) {
    this.#files = files;
    this.#tree = tree;
  }

  /** The nearest folder with a manifest, from this one up; empty for the top. */
  async of(folder: string): Promise<string> {
    const start = folder === '.' ? '' : folder;
    const known = this.#known.get(start);
    if (known !== undefined) return known;
    const folders: string[] = [];
    for (let at = start; at !== '' && at !== '.' && folders.length < MAX_DEPTH; at = posix.dirname(at))
      folders.push(at);
    const names = folders.flatMap((at) => MANIFESTS.map((name) => `${this.#tree}:${at}/${name}`));
    const found = await this.#files.objects.info(names.filter((name) => !name.includes('\n')));
    const first = found.findIndex((one) => one?.type === 'blob');
    const part = first < 0 ? '' : folders[Math.floor(first / MANIFESTS.length)]!;
    this.#known.set(start, part);
    return part;
  }

  /** Whether the tree has this path. */
  async has(path: string): Promise<boolean> {
    if (path.includes('\n')) return false;
    const [found] = await this.#files.objects.info([`${this.#tree}:${path}`]);
    return found !== undefined;
  }

  /** Whether the top has a manifest that names its package. */
  async hasManifest(): Promise<boolean> {
    const names = NAMING.map((name) => `${this.#tree}:${name}`);
    return (await this.#files.objects.info(names)).some((one) => one?.type === 'blob');
  }

  /** Whether a part has this name: that of its folder, or the one in its manifest. */
  async isNamed(part: string, name: string): Promise<boolean> {
    const last = name.slice(name.lastIndexOf('/') + 1);
    if (part !== '' && (posix.basename(part) === last || part === name)) return true;
    for (const manifest of NAMING) {
      const path = (part === '' ? manifest : `${part}/${manifest}`) as RepoPath;
      const lines = await this.#files.lines(await this.#files.blobAt(this.#tree, path));
      for (const line of lines ?? []) if (/^\s*"?name"?\s*[:=]\s*"([^"]{1,200})"/.exec(line)?.[1] === name) return true;
    }
    return false;
  }
}
