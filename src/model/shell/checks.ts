import type { Arg } from './parse/word.ts';
import { baseName } from './parse/word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

// Test runners, linters and type checkers whatever their arguments.
const CHECKERS = list(
  `jest vitest mocha ava tap tape jasmine karma cypress playwright wtr web-test-runner testcafe uvu pytest py.test nosetests nose2
  tox nox unittest doctest eslint oxlint tslint stylelint standard xo jshint tsc vue-tsc svelte-check tsd attw publint knip depcheck
  madge mypy dmypy pyright basedpyright pyre pytype ty flake8 pylint pycodestyle pydocstyle bandit vulture golangci-lint staticcheck
  revive govulncheck gotestsum ginkgo rspec minitest rubocop standardrb brakeman erb_lint phpunit pest phpstan psalm phpcs paratest
  phan shellcheck hadolint yamllint markdownlint markdownlint-cli2 actionlint ansible-lint tflint cppcheck clang-tidy ctest codespell
  typos prove bats busted luacheck ktlint detekt checkstyle swiftlint hlint credo cargo-clippy cargo-nextest semgrep
  commitlint lychee vale`,
);
// Programs that check with one of these words as first operand.
const SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  cargo: list('test t check c clippy nextest bench audit deny miri hack llvm-cov tarpaulin machete'),
  go: list('test vet'),
  dotnet: list('test vstest'),
  swift: list('test'),
  flutter: list('test analyze'),
  dart: list('test analyze'),
  deno: list('test check lint'),
  bun: list('test'),
  mix: list('test credo dialyzer'),
  zig: list('test'),
  stack: list('test'),
  cabal: list('test check'),
  sbt: list('test'),
  lein: list('test check'),
  bazel: list('test'),
  bazelisk: list('test'),
  buck2: list('test'),
  buf: list('lint breaking'),
  ruff: list('check'),
  biome: list('check lint ci'),
  sqlfluff: list('lint'),
  terraform: list('validate test'),
  tofu: list('validate test'),
  helm: list('lint test'),
  opa: list('test check'),
  srb: list('tc'),
  rails: list('test test:system spec'),
  ng: list('test lint e2e'),
  next: list('lint'),
  astro: list('check'),
  'pre-commit': list('run'),
  lefthook: list('run'),
  phx: list('test'),
  forge: list('test'),
  hardhat: list('test check'),
  expo: list('lint'),
  gleam: list('test check'),
  hatch: list('test'),
  meson: list('test'),
  artisan: list('test'),
};
// Formatters, which check with one of these options.
const CHECK_FLAGS: Readonly<Record<string, readonly string[]>> = {
  prettier: ['--check', '-c', '--list-different', '-l'],
  oxfmt: ['--check', '-c', '--list-different'],
  black: ['--check'],
  isort: ['--check', '--check-only', '-c'],
  ruff: ['--check'],
  rustfmt: ['--check'],
  cargo: ['--check'],
  'clang-format': ['--dry-run', '-n'],
  shfmt: ['-d', '-l'],
  gofmt: ['-l', '-d'],
  dotnet: ['--verify-no-changes'],
  deno: ['--check'],
  biome: ['--check'],
  terraform: ['-check', '--check'],
  node: ['--test', '--check', '-c'],
  php: ['-l'],
  ruby: ['-c'],
  mix: ['--check-formatted'],
  dart: ['--set-exit-if-changed'],
  'php-cs-fixer': ['--dry-run'],
};
// Build tools whose operands are the names of targets, goals or tasks.
const TARGETED = list(
  `make gmake just task rake ninja mvn mvnw gradle gradlew ant bazel invoke inv mage nx turbo lerna moon wireit grunt gulp
  xcodebuild sbt cmake doit poe earthly composer run-s run-p npm-run-all wsrun`,
);
const TASK_WORDS = list(
  'test tests tst testing check checks lint lints linter linting typecheck tsc spec specs e2e verify validate clippy pytest jest vitest coverage unittest unittests',
);
// Names that begin so make something even where they speak of tests: `build:test`.
const MAKING = list(
  'build start serve dev install deploy release publish setup create generate gen clean seed docs open debug init new add update compile',
);

/** Whether a target or script of this name checks: `test:unit`, `checkstyleMain`, `type-check`, `lint`. */
export function isCheckName(name: string): boolean {
  const words = baseName(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return !MAKING.has(words[0] ?? '') && words.some((word) => TASK_WORDS.has(word) || word.startsWith('checkstyle'));
}

/** Whether a program with these arguments is a test, a lint or a type check. */
export function isCheck(name: string, args: readonly Arg[]): boolean {
  if (CHECKERS.has(name))
    return !['--init', 'install', 'init', 'show', 'codegen', 'open', '--showConfig'].includes(first(args));
  const words = args.flatMap(({ value }) => value ?? []);
  if (own(CHECK_FLAGS, name)?.some((flag) => words.includes(flag))) return true;
  // `cargo +nightly test`, `mix do test`
  const command = words.find((word) => !/^[-+]/.test(word)) ?? '';
  if (own(SUBCOMMANDS, name)?.has(command)) return true;
  return TARGETED.has(name) && targets(words).some(isTask);
}

const first = (args: readonly Arg[]): string => args[0]?.value ?? '';
const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

// `-C dir`, `-f file`, `-p project` take a value in make, just, mvn, ninja and nx; `VAR=1` sets a variable.
const targets = (words: readonly string[]): string[] =>
  words.filter((word, i) => !word.startsWith('-') && !/^-[CfpIj]$/.test(words[i - 1] ?? '') && !/^\w+=/.test(word));

// Gradle's `:app:testDebugUnitTest`, Maven's `surefire:test`, Nx's `run app:test`.
const isTask = (target: string): boolean =>
  isCheckName(target.slice(target.lastIndexOf(':') + 1)) || isCheckName(target);
