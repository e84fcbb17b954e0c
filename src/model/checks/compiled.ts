/**
 * What a linter prints when the code does not compile, so that it judges no file: `go vet`, golangci-lint, clippy. Another file may have
 * caused it.
 */
const UNBUILT =
  /^vet: |\(typecheck\)|: (?:not enough|too many) arguments in call\b|: assignment mismatch: |^error\[E\d{4}\]|\bundefined: \w|\bundeclared name\b|\bcould not import\b|\bno required module provides package\b|\bcannot find (?:package|module)\b/;

/** Test runners and linters that first compile all code that they cover, the tests too. */
const COMPILES =
  /^(?:go (?:test|vet)|gotestsum|cargo (?:\+\S+ )?(?:test|nextest run)|dotnet test|swift test|xcodebuild|(?:\.\/)?(?:gradlew?|mvnw?)|sbt|dune|zig|mix test|rebar3|stack test|cabal test)(?= |$)/;

/** Whether a line of a linter's output says that the code did not compile. */
export const isUnbuilt = (line: string): boolean => UNBUILT.test(line);

/** Words that name a part of the project: `-p core`, `-pl core`, `:core:test`. */
const NAMES_PART = / (?:-p|--package|-pl|--projects|--project|-scheme)(?:[ =]|$)| :?[\w-]+:\w/;

/**
 * Whether a passed run shows that the code which it covers compiles, too.
 * @param words of the check, without wrappers
 * @param isScoped whether the parts of the project that it covers are known; otherwise its words must not name any, but for Go, where
 * they name folders (`coverOf`)
 */
export const compilesToo = (words: string, isScoped: boolean): boolean =>
  COMPILES.test(words) && (isScoped || (/^go(?: |tests)/.test(words) ? / \.\//.test(words) : !NAMES_PART.test(words)));
