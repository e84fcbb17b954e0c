import type { Effect } from './verdict.ts';
import { checks, runs } from './verdict.ts';
import { type Arg, literalArg, splitOptions, UNKNOWN_ARG } from './parse/word.ts';
import { changesPaths } from './writers.ts';

const list = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/** The options with which a program changes the files it receives. */
interface Fixer {
  /** Options that make it write; absent when it always writes. */
  readonly writes?: readonly string[];
  /** Options that make it only check. */
  readonly unless?: readonly string[];
  /** Subcommands that take files. */
  readonly subcommands?: readonly string[];
  /** It also verifies, and may run the project's code. */
  readonly verifies?: true;
}

const LOOKING = list(
  '--check --diff --check-only --list-different -l --dry-run --verify --check-formatted -check --verify-no-changes',
);
const always: Fixer = { unless: LOOKING };
const linter: Fixer = { writes: list('--fix --fix-dangerously --fix-suggestions'), verifies: true };
const inPlace: Fixer = { writes: list('-i --in-place'), unless: LOOKING };
const onWrite: Fixer = { writes: list('-w --write') };
const sub = (...subcommands: string[]): Fixer => ({ ...always, subcommands });

// Programs that format or repair the files they receive.
const FIXERS: Readonly<Record<string, readonly Fixer[]>> = {
  prettier: [onWrite],
  prettierd: [onWrite],
  oxfmt: [always],
  biome: [
    { writes: list('--write --fix --apply --apply-unsafe'), subcommands: ['check', 'lint'], verifies: true },
    { writes: list('--write --fix'), subcommands: ['format'] },
  ],
  eslint: [linter],
  oxlint: [linter],
  stylelint: [linter],
  standard: [linter],
  xo: [linter],
  tslint: [linter],
  standardrb: [linter],
  markdownlint: [linter],
  'markdownlint-cli2': [linter],
  rubocop: [{ writes: list('-a -A --autocorrect --autocorrect-all --auto-correct'), verifies: true }],
  ruff: [{ writes: list('--fix --fix-only'), subcommands: ['check'], verifies: true }, sub('format')],
  ktlint: [{ writes: list('-F --format'), verifies: true }],
  typos: [{ writes: list('-w --write-changes'), verifies: true }],
  codespell: [{ writes: list('-w --write-changes'), verifies: true }],
  black: [always],
  isort: [{ unless: [...LOOKING, '-c'] }],
  pyupgrade: [always],
  rustfmt: [always],
  stylua: [always],
  nixfmt: [always],
  swiftformat: [{ unless: ['--lint', '--dryrun'] }],
  autopep8: [inPlace],
  autoflake: [inPlace],
  yapf: [inPlace],
  'clang-format': [inPlace],
  'swift-format': [inPlace],
  gofmt: [onWrite],
  goimports: [onWrite],
  gofumpt: [onWrite],
  shfmt: [onWrite],
  dprint: [sub('fmt')],
  deno: [sub('fmt')],
  taplo: [sub('fmt', 'format')],
  terraform: [sub('fmt')],
  tofu: [sub('fmt')],
  dart: [sub('format')],
  mix: [sub('format')],
  gleam: [sub('format')],
  zig: [sub('fmt')],
  sqlfluff: [sub('fix', 'format')],
  'php-cs-fixer': [sub('fix')],
  phpcbf: [always],
};
/** Options of these programs that take a value. */
const VALUED = list(
  `-c --config --config-path --configuration --ext --rule --rulesdir --plugin --parser --parser-options --ignore-path --ignore-pattern
  --env --global --format -f -o --output-file --cache-location --max-warnings --log-level --select --ignore --extend-select
  --line-length --target-version --settings-file --profile --edition --style --tab-width --print-width`,
);

/** Test runners that write snapshots, with the options that cause it. */
const SNAPSHOTS: Readonly<Record<string, readonly string[]>> = {
  jest: list('-u --updateSnapshot --ci=false'),
  vitest: list('-u --update'),
  ava: list('-u --update-snapshots'),
  playwright: list('-u --update-snapshots'),
  tap: list('--snapshot'),
};
const TEST_VALUED = list(
  '-t --testNamePattern -c --config --reporter --reporters --project --dir --root -r --maxWorkers --environment --shard --coverage',
);

/** Reads a program that formats or repairs files, when its options make it write; undefined for others. */
export function readFixer(name: string, args: readonly Arg[]): Effect | undefined {
  if (name === 'tsc' || name === 'vue-tsc') return readCompiler(args);
  if (Object.hasOwn(SNAPSHOTS, name)) return readSnapshots(name, args);
  if (!Object.hasOwn(FIXERS, name)) return undefined;
  const words = args.flatMap(({ value }) => value?.split('=', 1) ?? []);
  const first = words.find((word) => !word.startsWith('-'));
  const has = (flags: readonly string[]): boolean => flags.some((flag) => words.includes(flag));
  const fixer = FIXERS[name]!.find(
    ({ writes, unless, subcommands }) =>
      (!writes || has(writes)) && !(unless && has(unless)) && (!subcommands || subcommands.includes(first ?? '')),
  );
  if (!fixer) return undefined;
  const { operands } = splitOptions(args, VALUED);
  const given = fixer.subcommands ? operands.slice(1) : operands;
  const files = filesIn(given);
  if (fixer.verifies) return { ...checks, fixes: { files } };
  return files.length > 0 && files.length === given.length
    ? { ...changesPaths(given), fixes: { files } }
    : { ...runs, fixes: { files } };
}

// File names have an extension. Other operands are folders, patterns or unknown.
const filesIn = (given: readonly Arg[]): string[] =>
  given.flatMap(({ value }) => (value !== undefined && /^[^*?[{]*[^./]\.[^*?[{./]+$/.test(value) ? [value] : []));

function readSnapshots(name: string, args: readonly Arg[]): Effect | undefined {
  if (!args.some(({ value }) => value !== undefined && SNAPSHOTS[name]!.includes(value))) return undefined;
  return { ...checks, fixes: { files: filesIn(splitOptions(args, TEST_VALUED).operands), snapshots: true } };
}

// A compiler writes beside each named file or into the named folder.
function readCompiler(args: readonly Arg[]): Effect | undefined {
  const words = args.flatMap(({ value }) => value ?? []);
  if (words.some((word) => /^--(noEmit|showConfig|init|listFilesOnly)$/i.test(word))) return undefined;
  const valued = list('-p --project --outDir --outFile --target -t --module -m --lib --rootDir --declarationDir --jsx');
  const { operands, values } = splitOptions(args, valued);
  const into = ['--outDir', '--declarationDir'].flatMap((option) => values.get(option)?.value ?? []);
  const sources = operands.flatMap(({ value }) => (value && /\.[cm]?[jt]sx?$/.test(value) ? [value] : []));
  const beside = sources.flatMap((source) => {
    const stem = source.replace(/\.([cm]?)[jt]sx?$/, '');
    return ['.js', '.jsx', '.mjs', '.cjs', '.d.ts', '.js.map', '.d.ts.map'].map((ending) => stem + ending);
  });
  const files = [...(values.get('--outFile')?.value ? [values.get('--outFile')!.value!] : []), ...beside, ...into];
  return files.length > 0 ? { ...checks, fixes: { files, makes: true } } : undefined;
}

/** Whether the file name is that of a snapshot, which only test runners write. */
export const isSnapshot = (path: string): boolean =>
  /(^|\/)__snapshots__\/|-snapshots\//.test(path) || path.endsWith('.snap');

/**
 * The argument lists with which `xargs` or `parallel` runs a program, one for each different run. `fed` is its input when
 * literal.
 */
export function fedCommands(
  inner: readonly Arg[],
  replaced: string | undefined,
  fed: readonly string[] | undefined,
): (readonly Arg[])[] {
  if (replaced === undefined) return [[...inner, ...(fed?.map(literalArg) ?? [UNKNOWN_ARG])]];
  const put =
    (by: string | undefined) =>
    (arg: Arg): Arg =>
      arg.value?.includes(replaced)
        ? { text: arg.text, value: by === undefined ? undefined : arg.value.replaceAll(replaced, by) }
        : arg;
  return fed ? fed.map((word) => inner.map(put(word))) : [inner.map(put(undefined))];
}
