import type { Arg } from '../parse/word.ts';
import { baseName } from '../parse/word.ts';

/** Options that name packages, by program. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  cargo: /^(?:-p|--package)(?:=(.+))?$/,
  npm: /^(?:-w|--workspace)(?:=(.+))?$/,
  pnpm: /^(?:-F|--filter)(?:=(.+))?$/,
  turbo: /^(?:-F|--filter|--scope)(?:=(.+))?$/,
  lerna: /^(?:--scope)(?:=(.+))?$/,
  nx: /^(?:-p|--projects?)(?:=(.+))?$/,
  mvn: /^(?:-pl|--projects)(?:=(.+))?$/,
  yarn: /^--include(?:=(.+))?$/,
};
/** Options that name packages to leave out. */
const LEAVES_OUT: Readonly<Record<string, RegExp>> = {
  cargo: /^--exclude(?:=(.+))?$/,
  nx: /^--exclude(?:=(.+))?$/,
  yarn: /^--exclude(?:=(.+))?$/,
  lerna: /^--ignore(?:=(.+))?$/,
  gradle: /^(?:-x|--exclude-task)(?:=(.+))?$/,
};
const LIKE: Readonly<Record<string, string>> = {
  mvnw: 'mvn',
  gradlew: 'gradle',
  bun: 'pnpm',
  'go-task': 'task',
  bazelisk: 'bazel',
};
/** Options that name the folder to work in. */
const FOLDERS =
  /^(?:-C|--prefix|--cwd|--dir|--directory|--project-dir|--rootdir|-f|--manifest-path|--package-path|--chdir)(?:=(.+))?$/;
const IN_FOLDER: ReadonlySet<string> = new Set(
  'make gmake npm npx pnpm yarn bun deno env just gradle mvn go cargo cmake ninja swift uv poetry turbo task mise rake tflint'.split(
    ' ',
  ),
);
/** Options of single programs that name this folder, or a file of settings in it. */
const OWN_FOLDERS: Readonly<Record<string, RegExp>> = {
  gradle: /^-p()$/,
  mvn: /^(?:-f|--file)(?:=(.+))?$/,
  task: /^-d()$/,
  just: /^(?:-d|-f|--working-directory|--justfile)(?:=(.+))?$/,
  mise: /^--cd(?:=(.+))?$/,
  vitest: /^(?:-r|--root)(?:=(.+))?$/,
  jest: /^(?:--rootDir|-c|--config)(?:=(.+))?$/,
  phpunit: /^(?:-c|--configuration)(?:=(.+))?$/,
  pest: /^(?:-c|--configuration)(?:=(.+))?$/,
  playwright: /^(?:-c|--config)(?:=(.+))?$/,
  tox: /^-c()$/,
  nox: /^(?:-f|--noxfile)(?:=(.+))?$/,
  terraform: /^--?chdir=(.+)$/,
  tofu: /^--?chdir=(.+)$/,
  composer: /^(?:-d|--working-dir)(?:=(.+))?$/,
};
const SETTINGS =
  /(?:^|\/)(?:Cargo\.toml|pom\.xml|package\.json|[Mm]akefile|justfile|tsconfig[\w.-]*\.json|tox\.ini|noxfile\.py|phpunit[\w.-]*|(?:jest|playwright)[\w-]*\.config\.\w+)$/;
/** Runners whose operands are files and folders with tests. */
const TAKES_TESTS = /^(?:pytest|py\.test|nose2|vitest|jest|mocha|ava|deno|bun|phpunit|pest|rspec)$/;
/** Linters, formatters and type checkers whose operands are files and folders. */
const TAKES_PATHS =
  /^(?:eslint|oxlint|stylelint|prettier|oxfmt|biome|ruff|flake8|black|isort|mypy|pyright|rubocop|shellcheck|yamllint)$/;
/** Options without a value, before which a word is an operand. */
const FLAGS =
  /^(?:-[vqxsAlw]+|--(?:run|coverage|ci|bail|verbose|quiet|silent|watch|no-[\w-]+|passWithNoTests|runInBand|lf|ff|allow-\w+))$|=/;

/** The parts of a project that a check names: packages (see `Check`), and the folder that it works in. */
export interface NamedParts {
  readonly packages?: readonly string[];
  readonly folder?: string;
}

/**
 * What a check's words say about the part of the project: `cargo test -p a`, `npm test -w a`, `yarn workspace a test`,
 * `go test ./a/...`, `gradle :a:test`, `nx test a`, `make -C a test`. Folders of packages begin with `./`.
 */
export function namedParts(words: readonly Arg[]): NamedParts {
  const own = baseName(words[0]?.value ?? '');
  const name = Object.hasOwn(LIKE, own) ? LIKE[own]! : own;
  const values = words.slice(1).map(({ value }) => value ?? '');
  const packages = new Set<string>();
  let folder: string | undefined;
  for (const [i, value] of values.entries()) {
    if (value === '--') break;
    const named = Object.hasOwn(OPTIONS, name) ? OPTIONS[name]!.exec(value) : null;
    if (named) for (const one of (named[1] ?? values[i + 1] ?? '').split(',')) packages.add(plainName(one, name));
    const left = Object.hasOwn(LEAVES_OUT, name) ? LEAVES_OUT[name]!.exec(value) : null;
    if (left)
      for (const one of (left[1] ?? values[i + 1] ?? '').split(','))
        packages.add(leftOut(name === 'gradle' ? projectOf(one) : one));
    const placed = IN_FOLDER.has(name) ? FOLDERS.exec(value) : null;
    const isPlaced = placed && (value[1] === 'C' || value.startsWith('--'));
    const options = Object.hasOwn(OWN_FOLDERS, name) ? OWN_FOLDERS[name]!.exec(value) : null;
    if (isPlaced || options) folder = placed?.[1] || options?.[1] || values[i + 1];
    // A folder with types of its own need not have a manifest.
    if (/^(?:tsc|vue-tsc|tsgo)$/.test(name) && /^(?:-p|--project)$/.test(value))
      packages.add(typed(values[i + 1] ?? ''));
    if (name === 'yarn' && value === 'workspace') packages.add(values[i + 1] ?? '');
    if (name === 'go' && /^\.\/[^.]/.test(value)) packages.add(value.replace(/\/(?:\.\.\.)?$/, ''));
    if (name === 'gradle' && /^:?[\w.-]+:/.test(value) && !/^(?:-x|--exclude-task)$/.test(values[i - 1] ?? ''))
      packages.add(projectOf(value));
    if (name === 'sbt' && /^[\w-]+\/\w/.test(value)) packages.add(value.slice(0, value.indexOf('/')));
    if (name === 'bazel' && /^\/\/[\w-]/.test(value))
      packages.add(`./${value.slice(2).replace(/(?:\/\.\.\.)?(?::.*)?$/, '')}`);
  }
  const [first = '', second = ''] = values.filter((value) => !value.startsWith('-'));
  if (name === 'nx' && first !== 'run' && first !== 'run-many' && first !== 'affected' && second !== '')
    packages.add(second);
  if (name === 'nx' && first === 'run') packages.add(second.split(':')[0] ?? '');
  if (name === 'dotnet' && /^(?:build|publish|pack)$/.test(first)) packages.add(projectFolder(second));
  if (TAKES_PATHS.test(name)) for (const one of foldersIn(values)) packages.add(one);
  if (TAKES_TESTS.test(own)) for (const one of testsIn(values, own)) packages.add(one);
  packages.delete('');
  return {
    ...(packages.size > 0 && { packages: [...packages] }),
    ...(folder !== undefined && {
      folder: folder.replace(SETTINGS, '') || '.',
    }),
  };
}

// `tsc -p web/tsconfig.json`
function typed(project: string): string {
  const folder = project.replace(SETTINGS, '').replace(/^\.\/|\/$/g, '');
  return /^(?:\.{0,2}|\/.*|\.\.\/.*)$/.test(folder) ? '' : `./${folder}`;
}

// `@acme/web...` of pnpm also runs what it depends on, and `group:web` of Maven has the group before the name. A pattern or a range of
// commits shows no name.
function plainName(word: string, program: string): string {
  const isOut = word.startsWith('!');
  const bare = word.slice(isOut ? 1 : 0);
  const name =
    program === 'mvn' ? bare.replace(/^[^:]*:/, '') : bare.replace(/^(?:\.{3}|\^)+(?=\w|@)|(?:\^?\.{3})$/g, '');
  if (/[*[\]{}$]/.test(name)) return isOut ? '' : '?';
  return isOut ? leftOut(name) : name;
}

const leftOut = (name: string): string => (name === '' ? '' : `!${name}`);

// `:web:ui` of `:web:ui:test`
const projectOf = (task: string): string =>
  task
    .slice(0, Math.max(0, task.lastIndexOf(':')))
    .replace(/^:/, '')
    .replaceAll(':', '/');

// `dotnet build web/web.csproj` and `dotnet build web`. A solution has several projects. A project with tests tests others, too.
function projectFolder(operand: string): string {
  if (operand === '' || /\.slnx?$/.test(operand)) return '';
  const folder = operand.replace(/(?:^|\/)[^/]+\.(?:cs|fs|vb)proj$/, '').replace(/^\.\/|\/$/g, '');
  return /^(?:\.{0,2}|\/.*|\.\.\/.*)$/.test(folder) ? '' : `./${folder}`;
}

// The folders and files that a test runner names.
function testsIn(values: readonly string[], name: string): string[] {
  const operands = values.filter((value, i) => {
    const before = values[i - 1] ?? '';
    return !value.startsWith('-') && (i === 0 || !before.startsWith('-') || FLAGS.test(before));
  });
  const all = operands.filter((_, i) => i > 0 || !/^(?:run|watch|related|test|t)$/.test(operands[0]!));
  const isTest = !/^(?:deno|bun)$/.test(name) || values[0] === 'test';
  // `tests/test_a.py::test_x`, `spec/a_spec.rb:12`
  const names = all.map((one) => one.replace(/(?:::.*|(?::\d+)+)$/, ''));
  return isTest ? names.map((one) => (/^[\w@./-]+$/.test(one) ? `?${one}` : '?')) : [];
}

// The folders that a linter names, if one of them is not below the folder where it runs: `prettier --check ../api`.
function foldersIn(values: readonly string[]): string[] {
  const operands = values.filter((value, i) => !value.startsWith('-') && !(i === 0 && /^\w+$/.test(value)));
  return operands.some((one) => one.startsWith('../'))
    ? operands.map((one) => `./${one.replace(/(?:^|\/)[^/]+\.\w+$/, '')}`)
    : [];
}
