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

  test.each([
    ['pytest tests/unit/test_a.py -v', 'tests/unit/test_a.py', 'yes'],
    ['pytest tests/unit/test_a.py::TestIt::test_one', 'tests/unit/test_a.py', 'yes'],
    ['pytest tests/unit/test_a.py -v', 'tests/unit/test_b.py', 'no'],
    ['pytest tests/unit', 'tests/system/test_b.py', 'no'],
    ['pytest tests/', 'tests/unit/test_b.py', 'yes'],
    ['pytest -k one', 'tests/unit/test_b.py', 'yes'],
    ['pytest tests/unit/test_a.py', 'src/b.py', 'yes'],
    ['pytest tests/unit/test_a.py', 'tests/conftest.py', 'yes'],
    ['npx jest src/a', 'src/b.test.ts', 'yes'],
    ['flutter test test/features/a/', 'test/features/b/x_test.dart', 'no'],
    ['go test -run TestA ./pkg/...', 'cmd/b_test.go', 'no'],
    ['go test -run TestA ./pkg/...', 'pkg/a/b.go', 'yes'],
    ['go test ./pkg', 'pkg/b.go', 'yes'],
    ['go test ./pkg', 'pkg/a/b.go', 'no'],
    ['go test ./pkg/', 'core/pkg/b.go', 'yes'],
    ['go test ./pkg ./cmd/...', 'cmd/a/b.go', 'yes'],
    ['go test ./pkg', 'main.go', 'no'],
    ['go test ./pkg', 'pkg/testdata/a.json', 'yes'],
    ['go test', 'pkg/b.go', 'yes'],
    ['go test .', 'pkg/b.go', 'yes'],
    ['go test ./...', 'pkg/b.go', 'yes'],
    ['go test ./pkg ./...', 'cmd/b.go', 'yes'],
    ['go test ./{pkg,cmd}', 'cmd/b.go', 'yes'],
    ['go test example.com/app/pkg', 'cmd/b.go', 'no'],
    ['go test -coverprofile ./pkg/c.out', 'cmd/b.go', 'yes'],
    ['gotestsum -- ./pkg', 'cmd/b.go', 'no'],
    ['go test -race ./pkg …', 'cmd/b.go', 'yes'],
    ['npm test', '.gitignore', 'no'],
    ['npm test', '.github/workflows/ci.yml', 'no'],
    ['npm test', '.env.example', 'no'],
    ['npm test', 'config/app.yml', 'yes'],
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
  ['lint', 'ruff check src/a.py src/b.py', 'src/a.py', 'yes'],
  ['lint', 'ruff check src/a.py src/b.py', 'src/c.py', 'no'],
  ['lint', 'ruff check --config src/x.toml', 'lib/c.py', 'yes'],
  ['lint', 'ruff check --config x.toml src', 'lib/c.py', 'no'],
  ['lint', 'ruff check src', 'src/c.py', 'yes'],
  ['lint', 'biome check web', 'api/a.ts', 'no'],
  ['format', 'prettier --check web', 'api/a.ts', 'no'],
  ['format', 'black --check src tests', 'tools/a.py', 'no'],
  ['types', 'mypy src', 'src/a.py', 'yes'],
  ['types', 'mypy src', 'tools/a.py', 'no'],
  ['types', 'tsc --noEmit src/a.ts', 'src/b.ts', 'likely'],
  ['types', 'tsc --noEmit src/a.ts', 'src/a.ts', 'yes'],
  ['types', 'tsc -p tsconfig.json --noEmit', 'src/b.ts', 'yes'],
  ['types', 'phpstan analyse src/A', 'src/B/b.php', 'no'],
  ['types', 'phpstan analyse src/A', 'src/A/a.php', 'yes'],
  ['lint', 'dart analyze lib', 'web/a.dart', 'no'],
  ['test', 'go test example.com/m/web', 'api/a.go', 'no'],
  ['test', 'go test example.com/m/web', 'web/a.go', 'yes'],
  ['test', 'go test example.com/m/web/...', 'web/ui/a.go', 'yes'],
  ['test', 'go test github.com/o/m/web/...', 'api/a.go', 'no'],
  ['test', 'go test example.com/m/...', 'api/a.go', 'yes'],
  ['test', 'go test github.com/o/m/...', 'api/a.go', 'yes'],
  ['lint', 'go vet example.com/m/web', 'web/a.go', 'yes'],
  ['lint', 'go vet example.com/m/web', 'api/a.go', 'no'],
  ['test', 'go test github.com/o/m/web', 'a.go', 'yes'],
  ['lint', 'ruff check src/a.py .', 'src/c.py', 'yes'],
  ['lint', 'ruff check src/a.py tests', 'tests/c.py', 'yes'],
  ['lint', 'ruff check src/a.py src/b…', 'src/c.py', 'yes'],
  ['lint', 'eslint src/3d/ src/widgets/tunnel.tsx', 'web/src/3d/Scene.tsx', 'yes'],
  ['lint', 'eslint src/3d/ src/widgets/tunnel.tsx', 'web/src/auth/Login.tsx', 'no'],
  ['lint', "eslint 'src/**/*.ts'", 'lib/a.ts', 'yes'],
  ['lint', 'eslint /home/me/app/src/a.ts', 'src/a.ts', 'yes'],
  ['lint', 'eslint /home/me/app/src/a.ts', 'src/b.ts', 'no'],
  ['lint', 'eslint /home/me/app', 'src/b.ts', 'yes'],
  ['lint', 'golangci-lint run ./color/... ./terminal/...', 'src/color/a.go', 'yes'],
  ['lint', 'golangci-lint run ./color/... ./terminal/...', 'src/prompt/a.go', 'no'],
  ['lint', 'go vet ./...', 'src/prompt/a.go', 'yes'],
  ['format', 'ruff format --check a.py', 'b.py', 'no'],
  ['lint', 'actionlint', '.github/workflows/ci.yml', 'yes'],
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
  ['swift build --package-path libs/a', 'libs/a', undefined],
  ['pnpm --filter web exec tsc --noEmit', undefined, ['web']],
  ['npm -w web exec -- vitest run', undefined, ['web']],
  ['npm exec --workspace=web vitest run', undefined, ['web']],
  ['cd "$X" && npm test', null, undefined],
  ['cd "$PWD/web" && npm test', 'web', undefined],
  ['cd ${PWD} && npm test', undefined, undefined],
  ['env -C web npm test', 'web', undefined],
  ['env --chdir=web CI=1 npm test', 'web', undefined],
  ['tox -c web/tox.ini', 'web', undefined],
  ['npx jest -c web/jest.config.js', 'web', undefined],
  ['terraform -chdir=infra/a validate', 'infra/a', undefined],
  ['composer -d web test', 'web', undefined],
  ['cargo test --workspace --exclude api', undefined, ['!api']],
  ["pnpm --filter '!api' test", undefined, ['!api']],
  ['pnpm --filter web... test', undefined, ['web']],
  ["pnpm --filter './web/**' test", undefined, ['?']],
  ["mvn -pl '!:api' test", undefined, ['!api']],
  ['./gradlew test -x :api:test', undefined, ['!api']],
  ['yarn workspaces foreach -A --include web run test', undefined, ['web']],
  ['dotnet build web/web.csproj', undefined, ['./web']],
  ['dotnet build all.sln', undefined, undefined],
  ['dotnet test web/web.csproj', undefined, undefined],
  ['sbt web/test', undefined, ['web']],
  ['bazel test //web/ui:all', undefined, ['./web/ui']],
  ['bazel test //...', undefined, undefined],
  ['npx deno test web', undefined, ['?web']],
  ['pytest -q web/tests/test_a.py::test_x', undefined, ['?web/tests/test_a.py']],
  ['pytest -k web', undefined, undefined],
  ['cd web && prettier --check ../api', 'web', ['./../api']],
  ['cd web && prettier --check src', 'web', undefined],
])('the part of the project that %s names', (command, folder, packages) => {
  const [run] = readCommand(command).runs ?? [];
  expect([run?.folder, run?.packages]).toEqual([folder, packages]);
});
