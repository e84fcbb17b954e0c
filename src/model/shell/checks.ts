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
  commitlint lychee vale gtest-parallel kaocha hspec tasty xctest xcbeautify testem act playwright-test cspell sqlfluff tfsec checkov
  trivy gitleaks zizmor pyrefly zuban oxlint ast-grep-test bun-test swift-test reek rufo testthat lintr`,
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
  dune: list('test runtest'),
  R: list('CMD'),
  rebar3: list('eunit ct proper dialyzer xref lint'),

  xcodebuild: list('test analyze'),
  mise: list('test check lint'),
  nix: list('flake'),
  trunk: list('check'),
  moon: list('check'),
  pants: list('test lint check'),
  pixi: list('test'),
  rye: list('test lint'),
  pdm: list('test lint'),
  vp: list('test lint check'),
  prisma: list('validate'),
  sui: list('test'),
  anchor: list('test'),
  scarb: list('test'),
  fastlane: list('test scan'),
  'wasm-pack': list('test'),
  fvm: list('test analyze'),
  tuist: list('test'),
  hugo: list('check'),
  molecule: list('test lint verify'),
  ginkgo: list('run'),
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
  clj: ['-M:test', '-X:test', '-T:test'],
  clojure: ['-M:test', '-X:test', '-T:test'],
};
// Build tools whose operands are the names of targets, goals or tasks.
const TARGETED = list(
  `make gmake just task rake ninja mvn mvnw gradle gradlew ant bazel invoke inv mage nx turbo lerna moon wireit grunt gulp
  xcodebuild sbt cmake doit poe earthly composer run-s run-p npm-run-all wsrun please dagger mill scons waf tusk mage go-task makim
  hatch nps bb npm-run-all2 taskipy maid`,
);
const TASK_WORDS = list(
  'test tests tst testing check checks lint lints linter linting typecheck typechecks tsc spec specs e2e verify validate clippy pytest jest vitest coverage unittest unittests ci qa preflight precommit selftest smoke vet fmtcheck',
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

/** Whether a target or script of this name builds: `build`, `build:prod`, `compile`. */
export const isBuildName = (name: string): boolean =>
  /^(?:re)?(?:build|compile|bundle|assemble)(?:$|[^a-z])/i.test(name);

// Programs that only compile or bundle.
const BUILDERS = list(
  `gcc g++ clang clang++ cc c++ rustc javac kotlinc scalac swiftc ghc ocamlc nasm tsup webpack rollup rolldown parcel unbuild
  microbundle ninja samu`,
);
// Programs that build with one of these words as first operand.
const BUILD_COMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  cargo: list('build b rustc'),
  go: list('build'),
  swift: list('build'),
  dotnet: list('build publish'),
  zig: list('build build-exe build-lib'),
  dune: list('build'),
  mix: list('compile'),
  stack: list('build'),
  cabal: list('build'),
  meson: list('compile'),
  bazel: list('build'),
  bazelisk: list('build'),
  buck2: list('build'),
  nix: list('build'),
  flutter: list('build'),
  gleam: list('build'),
  next: list('build'),
  nuxt: list('build'),
  vite: list('build'),
  astro: list('build'),
  ng: list('build'),
  expo: list('export'),
  forge: list('build'),
  hardhat: list('compile'),
  'wasm-pack': list('build'),
  rebar3: list('compile'),
  xcodebuild: list('build build-for-testing archive'),
  trunk: list('build'),
  tauri: list('build'),
  esbuild: list('--bundle'),
};
// Maven's phases and Gradle's, sbt's and make's names that compile.
const BUILD_TARGETS =
  /^(?:[\w.-]*:)*(?:(?:re)?build\w*|compile\w*|assemble\w*|package|classes|testClasses|bundle\w*|all)$/;
const BUILD_TOOLS = list(
  'make gmake just task mvn mvnw gradle gradlew ant sbt rake nx turbo invoke inv mill cmake lerna moon',
);

const MONOREPO = /^(?:nx|turbo|lerna|moon)$/;

/** Whether a program with these arguments compiles or bundles the project. */
export function isBuild(name: string, args: readonly Arg[]): boolean {
  if (args.some(({ value }) => value === '--version' || value === '--help' || value === '-v' || value === '-h'))
    return false;
  if (BUILDERS.has(name)) return args.length > 0 || name === 'webpack' || name === 'ninja' || name === 'tsup';
  const words = args.flatMap(({ value }) => value ?? []);
  const command = words.find((word) => !/^[-+]/.test(word)) ?? '';
  if (name === 'esbuild') return words.length > 0;
  if (name === 'cmake') return words.includes('--build');
  if (name === 'xcodebuild') return words.some((word) => /^(?:build|build-for-testing|archive)$/.test(word));
  if (name === 'python -m' || name === 'compileall' || name === 'py_compile') return true;
  if (own(BUILD_COMMANDS, name)?.has(command)) return true;
  if (!BUILD_TOOLS.has(name)) return false;
  const named = targets(words).filter((target, i) => i > 0 || target !== 'run' || !MONOREPO.test(name));
  // Without a target make builds the first one, which by custom is all.
  if (named.length === 0)
    return (name === 'make' || name === 'gmake') && !words.some((word) => /^-(?:n|q|p|v)/.test(word));
  return (
    named.every((target) => !/^(?:clean|install|run|dev|deploy|publish|release)$/.test(target)) &&
    named.some((target) => BUILD_TARGETS.test(target))
  );
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
