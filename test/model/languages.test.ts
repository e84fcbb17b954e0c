import { describe, expect, test } from 'vitest';
import { languageOf, languagesOf, READS_PROSE } from '../../src/model/checks/languages.ts';

describe('the language of a file', () => {
  test.each([
    ['a.ts', 'js'],
    ['src/App.vue', 'js'],
    ['a.py', 'python'],
    ['a.rs', 'rust'],
    ['a.go', 'go'],
    ['a.rb', 'ruby'],
    ['a.php', 'php'],
    ['A.JAVA', 'jvm'],
    ['a.cs', 'dotnet'],
    ['a.hpp', 'c'],
    ['a.swift', 'swift'],
    ['a.exs', 'elixir'],
    ['a.erl', 'erlang'],
    ['a.hs', 'haskell'],
    ['a.dart', 'dart'],
    ['a.zig', 'zig'],
    ['a.lua', 'lua'],
    ['a.bats', 'shell'],
    ['a.r', 'r'],
    ['a.jl', 'julia'],
    ['a.pm', 'perl'],
    ['a.ml', 'ocaml'],
    ['a.scss', 'css'],
    ['.github/ci.yml', 'yaml'],
    ['main.tf', 'terraform'],
    ['Dockerfile', 'docker'],
    ['a.dockerfile', 'docker'],
    ['a.json', undefined],
    ['a.rs.txt', undefined],
    ['rs/a', undefined],
    ['a.', undefined],
  ])('%s: %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });
});

describe('the languages that a check covers', () => {
  test.each([
    ['jest', 'js css'],
    ['node_modules/.bin/vitest run', 'js css'],
    ['npx eslint .', 'js css'],
    ['biome check', 'js css'],
    ['cypress run', 'js css'],
    ['tsc --noEmit', 'js'],
    ['python -m pytest', 'python'],
    ['cargo test', 'rust c'],
    ['cargo-nextest run', 'rust'],
    ['go test ./...', 'go c'],
    ['golangci-lint run', 'go'],
    ['bundle exec rspec', 'ruby'],
    ['phpunit', 'php'],
    ['./mvnw test', 'jvm'],
    ['dotnet test', 'dotnet'],
    ['swift test', 'swift c'],
    ['swiftlint', 'swift'],
    ['mix test', 'elixir erlang js css'],
    ['rebar3 ct', 'erlang'],
    ['hlint .', 'haskell'],
    ['dart test', 'dart'],
    ['flutter test', 'dart jvm swift c'],
    ['zig build test', 'zig'],
    ['busted', 'lua'],
    ['shellcheck a.sh', 'shell'],
    ['prove -l', 'perl'],
    ['dune test', 'ocaml c'],
    ['stylelint .', 'css'],
    ['yamllint .', 'yaml'],
    ['tflint', 'terraform'],
    ['hadolint Dockerfile', 'docker'],
    ['npm test', undefined],
    ['make check', undefined],
    ['a b c jest', undefined], // only the first words name the program
    ['constructor', undefined],
  ])('%s: %s', (words, languages) => {
    const found = languagesOf(words);
    expect(found && [...found].join(' ')).toBe(languages);
  });

  test.each([
    ['prettier --check .', true],
    ['npx markdownlint-cli2 docs', true],
    ['markdownlint docs', true],
    ['node_modules/.bin/vale docs', true],
    ['codespell', true],
    ['eslint .', false],
    ['prettierd .', false],
    ['my-vale docs', false],
  ])('%s reads prose: %s', (words, reads) => {
    expect(READS_PROSE.test(words)).toBe(reads);
  });
});
