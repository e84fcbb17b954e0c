/** What a check looks at, the strongest first. */
export const CHECK_KINDS = ['test', 'build', 'types', 'lint', 'format'] as const;

export type CheckKind = (typeof CHECK_KINDS)[number];

/** The first rule that matches the words of a check decides its kind. */
const RULES: readonly (readonly [kind: CheckKind, words: RegExp])[] = [
  [
    'format',
    /^(?:prettier|oxfmt|black|isort|rustfmt|gofmt|gofumpt|shfmt|clang-format|dprint|php-cs-fixer|cargo(?: \+\S+)? fmt|dotnet format|deno fmt|mix format|terraform fmt|dart format|ruff format|swiftformat)\b/,
  ],
  ['format', /\b(?:fmt|format|prettier|style)(?:[:_-]?check)?$|\b(?:check|lint)[:_-](?:fmt|format|style)\b/],
  [
    'types',
    /^(?:tsc|vue-tsc|tsd|attw|svelte-check|mypy|dmypy|pyright|basedpyright|pyre|pytype|ty|phpstan|psalm|phan|srb|flow|luacheck|cargo(?: \+\S+)? (?:check|c)|mix dialyzer|rebar3 dialyzer|gleam check|deno check|astro check)\b/,
  ],
  ['types', /\b(?:typecheck|type-check|types?[:_-]check|check[:_-]types?|tsc|mypy|pyright|typing)\b/],
  [
    'lint',
    /^(?:eslint|oxlint|tslint|stylelint|standard|xo|jshint|publint|knip|depcheck|madge|flake8|pylint|pycodestyle|pydocstyle|bandit|vulture|ruff|golangci-lint|staticcheck|revive|govulncheck|rubocop|standardrb|brakeman|erb_lint|phpcs|shellcheck|hadolint|yamllint|markdownlint\S*|actionlint|ansible-lint|tflint|cppcheck|clang-tidy|codespell|typos|ktlint|detekt|checkstyle|swiftlint|hlint|credo|semgrep|commitlint|lychee|vale|biome|sqlfluff|buf|pre-commit|lefthook|go vet|cargo(?: \+\S+)? (?:clippy|deny|audit|machete)|mix credo|deno lint|ng lint|next lint|helm lint|terraform validate|tofu validate|swift-format|xcodebuild analyze|flutter analyze|dart analyze|cargo-clippy|git diff|bash -n|sh -n|node --check|node -c|php -l|ruby -c)\b/,
  ],
  ['lint', /\b(?:lint|linter|linting|linters|clippy|vet|eslint|checkstyle\w*|detekt|analyze)\b/],
  ['test', /\b(?:test|tests|spec|specs|e2e|unit|unittest|pytest|jest|vitest|coverage|integration|smoke|nextest)\b/],
  ['test', /^g?make\b.*\bcheck\b/],
  [
    'build',
    /\b(?:(?:re)?build\w*|bundle\w*|compile\w*|assemble\w*|package|publish|install|classes|dist|compileall|py_compile)\b|^(?:make|gmake|ninja|gcc|g\+\+|clang|clang\+\+|cc|rustc|javac|kotlinc|scalac|tsup|webpack|rollup|esbuild|vite|next|xcodebuild)\b/,
  ],
];

/**
 * The kind of a check by its words.
 * @param label the command without its wrappers, such as `cargo test -p core`
 * @param otherwise the kind where no word tells
 */
export function checkKind(label: string, otherwise: CheckKind = 'test'): CheckKind {
  const words = label
    .toLowerCase()
    .replace(/^\S*\//, '')
    .split(' ')
    .filter((word, i) => !word.startsWith('-') || i === 1)
    .slice(0, 6)
    .join(' ');
  return RULES.find(([, rule]) => rule.test(words))?.[0] ?? otherwise;
}

/** Whether a recorded text names a kind of check. */
export const isCheckKind = (text: unknown): text is CheckKind => CHECK_KINDS.includes(text as CheckKind);
