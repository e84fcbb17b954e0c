import { describe, expect, test } from 'vitest';
import { coverOf } from '../../src/model/checks/cover.ts';
import type { CheckKind } from '../../src/model/checks/kind.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';

const cover = (kind: CheckKind, words: string, path: string, scope?: string[]): string =>
  coverOf({ kind, words, scope }, path);

describe('a test run', () => {
  test.each([
    ['npm test', 'src/a.js', 'yes'],
    ['npm test', 'test/a.test.js', 'yes'],
    ['cargo test', 'src/lib.rs', 'yes'],
    ['cargo test', 'Cargo.toml', 'yes'],
    ['pytest', 'templates/page.html', 'yes'],
    ['pytest', 'web/app.ts', 'no'],
    ['cargo test', 'scripts/gen.py', 'no'],
    ['make test', 'scripts/gen.py', 'yes'],
    ['npm test', 'CHANGELOG.md', 'no'],
    ['npm test', 'LICENSE', 'no'],
    ['npm test', 'LICENSE-MIT', 'no'],
    ['npm test', 'docs/guide.rst', 'no'],
    ['npm test', 'logo.svg', 'no'],
    ['npm test', 'package-lock.json', 'no'],
    ['cargo test', 'Cargo.lock', 'no'],
    ['go test ./...', 'api/v1.pb.go', 'no'],
    ['npm test', 'dist/app.js', 'no'],
    ['npm test', 'src/notice.go', 'yes'],
    ['go test ./...', 'src/notice.go', 'yes'],
    ['npm test', 'src/changes.ts', 'yes'],
    ['node --test test/docs.test.js CHANGELOG.md', 'CHANGELOG.md', 'yes'],
  ])('%s and %s: %s', (words, path, expected) => {
    expect(cover('test', words, path)).toBe(expected);
  });

  test('covers only the parts of the project that it ran in', () => {
    expect(cover('test', 'cargo test -p a', 'crates/a/src/lib.rs', ['crates/a'])).toBe('yes');
    expect(cover('test', 'cargo test -p a', 'crates/ab/src/lib.rs', ['crates/a'])).toBe('no');
    expect(cover('test', 'cargo test -p a', 'src/lib.rs', ['crates/a'])).toBe('no');
    expect(cover('test', 'cargo test', 'crates/a/src/lib.rs', [''])).toBe('yes');
  });
});

test.each<[CheckKind, string, string, string]>([
  ['lint', 'eslint src', 'src/a.ts', 'yes'],
  ['lint', 'eslint src', 'src/a.py', 'no'],
  ['lint', 'eslint src', 'README.md', 'no'],
  ['lint', 'npx eslint src', 'src/a.vue', 'yes'],
  ['lint', 'markdownlint docs', 'docs/guide.md', 'yes'],
  ['lint', 'npm run lint', 'src/a.ts', 'likely'],
  ['lint', 'npm run lint', 'docs/guide.md', 'no'],
  ['lint', 'shellcheck hooks/agent', 'hooks/agent', 'yes'],
  ['format', 'prettier --check .', 'docs/guide.md', 'yes'],
  ['format', 'prettier --check .', 'package-lock.json', 'no'],
  ['types', 'tsc --noEmit', 'src/a.ts', 'yes'],
  ['types', 'tsc --noEmit', 'src/a.py', 'no'],
  ['types', 'python -m mypy src', 'src/a.py', 'yes'],
  ['types', 'npm run typecheck', 'src/a.ts', 'likely'],
  ['build', 'cargo build', 'src/main.rs', 'yes'],
  ['build', 'cargo build', 'README.md', 'no'],
])('a %s check: %s and %s: %s', (kind, words, path, expected) => {
  expect(cover(kind, words, path)).toBe(expected);
});

test.each([
  ['cargo test -p a --package=b', undefined, ['a', 'b']],
  ['npm test -w packages/a', undefined, ['packages/a']],
  ['pnpm --filter @x/a test', undefined, ['@x/a']],
  ['yarn workspace a test', undefined, ['a']],
  ['go test ./a/... ./b', undefined, ['./a', './b']],
  ['go test ./...', undefined, undefined],
  ['./gradlew :core:util:test', undefined, ['core/util']],
  ['mvn -pl a,b test', undefined, ['a', 'b']],
  ['nx test a', undefined, ['a']],
  ['cd packages/a && npm test', 'packages/a', undefined],
  ['make -C sub test', 'sub', undefined],
  ['npm --prefix web test', 'web', undefined],
  ['cargo test --manifest-path tools/Cargo.toml', 'tools', undefined],
  ['cd "$X" && npm test', null, undefined],
])('the part of the project that %s names', (command, folder, packages) => {
  const [run] = readCommand(command).runs ?? [];
  expect([run?.folder, run?.packages]).toEqual([folder, packages]);
});
