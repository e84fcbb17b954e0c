/** Extensions of source files, by language. Data and configuration (JSON, YAML, HTML, SQL …) belong to no language. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  js: 'js mjs cjs jsx ts mts cts tsx vue svelte astro',
  python: 'py pyi pyx ipynb',
  rust: 'rs',
  go: 'go',
  ruby: 'rb rake gemspec',
  php: 'php',
  jvm: 'java kt kts scala groovy clj cljc',
  dotnet: 'cs fs vb',
  c: 'c h cc cpp cxx hpp hh m mm',
  swift: 'swift',
  elixir: 'ex exs eex heex leex',
  erlang: 'erl hrl',
  haskell: 'hs lhs',
  dart: 'dart',
  zig: 'zig',
  lua: 'lua',
  shell: 'sh bash zsh bats',
  r: 'r rmd',
  julia: 'jl',
  perl: 'pl pm t',
  ocaml: 'ml mli',
  css: 'css scss sass less',
  yaml: 'yml yaml',
  terraform: 'tf tfvars',
  docker: 'dockerfile',
};
const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, all]) =>
    all.split(' ').map((one): [string, string] => [one, language]),
  ),
);

/** The languages of programs that check only these. Programs that run the project's own scripts are not listed. */
const PROGRAMS: Readonly<Record<string, string>> = {
  js: `jest vitest mocha ava tap tape jasmine karma cypress uvu wtr tsc vue-tsc svelte-check tsd attw eslint oxlint tslint standard xo
    jshint publint knip depcheck madge biome deno tsgo`,
  python: `pytest py.test nosetests nose2 unittest doctest mypy dmypy pyright basedpyright pyre pytype ty ruff flake8 pylint pycodestyle
    pydocstyle bandit vulture black isort py_compile compileall`,
  rust: 'cargo rustc clippy rustfmt cargo-nextest cargo-clippy nextest',
  go: 'go gofmt gofumpt goimports gotestsum ginkgo golangci-lint staticcheck revive govulncheck',
  ruby: 'rspec minitest rubocop standardrb brakeman steep sorbet',
  php: 'phpunit pest paratest phpstan psalm phan phpcs php-cs-fixer behat codecept',
  jvm: 'mvn mvnw sbt javac kotlinc scalac ktlint detekt checkstyle scalafmt google-java-format',
  dotnet: 'dotnet csc',
  swift: 'swift swiftc swiftlint swiftformat',
  elixir: 'mix credo',
  erlang: 'rebar3 erlc dialyzer',
  haskell: 'hspec tasty hlint ghc stack cabal ormolu',
  dart: 'dart flutter',
  zig: 'zig',
  lua: 'busted luacheck',
  shell: 'shellcheck bats shfmt shellspec',
  perl: 'prove',
  ocaml: 'dune',
  css: 'stylelint',
  yaml: 'yamllint actionlint ansible-lint',
  terraform: 'terraform tofu tflint',
  docker: 'hadolint',
};
const BY_PROGRAM: ReadonlyMap<string, string> = new Map(
  Object.entries(PROGRAMS).flatMap(([language, all]) =>
    all.split(/\s+/).map((one): [string, string] => [one, language]),
  ),
);
/** Languages that a program for another one checks too. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  eslint: ['css'],
  biome: ['css'],
  vitest: ['css'],
  jest: ['css'],
  cypress: ['css'],
  cargo: ['c'],
  go: ['c'],
  dune: ['c'],
  swift: ['c'],
  mix: ['erlang', 'js', 'css'],
  flutter: ['jvm', 'swift', 'c'],
};

/** Linters and formatters that read prose. */
export const READS_PROSE =
  /(?:^|[\s/])(?:prettier|oxfmt|dprint|markdownlint(?:-cli2)?|vale|codespell|typos|cspell|lychee|alex|textlint|remark)(?:\s|$)/;

/** The language of a source file; undefined for other files. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1));
}

/** The languages that a check's program covers; undefined where its words do not show them. */
export function languagesOf(words: string): ReadonlySet<string> | undefined {
  // `python -m pytest`, `npx eslint`, `cargo +nightly clippy`
  for (const word of words.split(/\s+/, 3)) {
    const name = word.slice(word.lastIndexOf('/') + 1);
    const language = BY_PROGRAM.get(name);
    if (language !== undefined) return new Set([language, ...(Object.hasOwn(ALSO, name) ? ALSO[name]! : [])]);
  }
  return undefined;
}
