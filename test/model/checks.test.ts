import { describe, expect, test } from 'vitest';
import type { CheckKind } from '../../src/model/checks/kind.ts';
import { readOutput } from '../../src/model/checks/output.ts';
import { type Ended, resultsOf } from '../../src/model/checks/result.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';

const kindsOf = (command: string): string => (readCommand(command).runs ?? []).map(({ kind }) => kind).join(' ');

describe('checks recognised by structure', () => {
  const KINDS: Readonly<Record<CheckKind, readonly string[]>> = {
    test: [
      'mise run test:ci',
      'mise r test -- -run TestX',
      'just test',
      'task test:unit',
      'make -C core check',
      'nx test app',
      'nx run-many -t test',
      'nx run app:test',
      'turbo run test --filter=web',
      'pdm run test',
      'hatch run test',
      'hatch run cov:test',
      'uv run pytest -q',
      'uv run python -m pytest',
      'poetry run pytest tests/',
      'poetry run test',
      'tox -e py312',
      'nox -s tests',
      'docker exec app npm test',
      "docker exec -it app bash -lc 'cd /srv && npm test'",
      "kubectl exec pod -- sh -c 'npm test'",
      "nix-shell --run 'make test'",
      'pwsh -NoProfile -Command "npm test"',
      'pwsh -c "Invoke-Pester -Path tests"',
      'cmd /c "npm test"',
      'mix do ecto.create --quiet + test',
      'elixir -S mix test',
      'ruby -S rspec spec',
      'mix do ecto.migrate, test',
      'docker compose run --rm web pytest -q',
      'nix develop -c cargo test',
      'bazel test //...',
      'zig test src/main.zig',
      'zig build test',
      'dune runtest',
      'R CMD check pkg_1.0.tar.gz',
      "Rscript -e 'devtools::test()'",
      "julia --project -e 'using Pkg; Pkg.test()'",
      'julia test/runtests.jl',
      'swift test',
      'dotnet test --no-build',
      './gradlew :app:testDebugUnitTest',
      'gradle check',
      'mvn -q verify',
      './mvnw test',
      'mix test test/x_test.exs',
      'rebar3 eunit',
      'sbt core/test',
      "sbt 'testOnly *Spec'",
      'flutter test',
      'ctest --output-on-failure',
      'cmake --build build --target test',
      'xcodebuild test -scheme App -destination x',
      'pnpm --filter web test',
      'bun run test',
      'deno test -A',
      'deno task test',
      'cargo nextest run',
      'composer test',
      'composer run-script test',
      'phpunit tests',
      'bundle exec rspec',
      'op run -- npm test',
      'go test ./...',
    ],
    types: ['npx tsc --noEmit', 'pnpm -r typecheck', 'uv run mypy src', 'pyright', 'cargo check', 'vue-tsc -b'],
    lint: [
      'golangci-lint run ./...',
      'go vet ./...',
      'ruff check .',
      'shellcheck hooks/*',
      'cargo clippy -- -D warnings',
      'just lint',
      'node --check src/a.js',
      'bash -n hooks/agent',
      'yarn lint',
      'eslint --fix src',
    ],
    build: [
      'npm run build',
      'pnpm build:web',
      'go build ./...',
      'go test -c ./x -o /dev/null',
      'cargo build --release',
      'dotnet build',
      './gradlew assembleDebug build',
      'mvn package -DskipTests',
      'make',
      'cmake --build build',
      'swift build',
      'vite build',
      'tsup src/index.ts',
      'next build',
      'dune build',
      'zig build',
      'docker exec app go build ./...',
    ],
    format: [
      'prettier --check .',
      'gofmt -l .',
      'cargo fmt --check',
      'black --check src',
      'npm run format:check',
      'mix format --check-formatted',
      'terraform fmt -check -recursive',
    ],
  };
  const all = Object.entries(KINDS).flatMap(([kind, commands]) => commands.map((command) => [command, kind] as const));
  test.each(all)('%s is a check of kind %s', (command, kind) => {
    expect(kindsOf(command)).toBe(kind);
  });

  test.each([
    'cat test.txt',
    'rg "npm test"',
    'echo npm test',
    'npm install jest',
    'brew install shellcheck',
    'npx playwright install chromium',
    'jest --listTests',
    'git checkout test',
    'git commit -m "cargo test passes"',
    'gh pr checks 12',
    'mise install',
    'mise tasks test',
    'just --list',
    'vite',
    'next dev',
    'cargo fmt',
    'gofmt -w .',
    'prettier --write .',
    'make -n',
    'docker compose up -d',
    'command -v pytest',
    'which tsc',
    'test -f package.json',
    'npm run start:test',
    'npx playwright test --list',
    'bundle exec rspec --dry-run',
    'npx mocha --dry-run',
    'npx concurrently "npm:dev" "echo test"',
    'cargo test -- --list',
    'cargo nextest list',
    'npx vitest list',
    'pytest --co -q',
    'eslint --print-config src/a.js',
    'ruff check --show-settings',
    'npx jest --showConfig',
    'ctest -N',
    'ctest --show-only=json-v1',
    'make -n test',
    'make --dry-run check',
    'just --dry-run test',
    'turbo run test --dry-run',
    'docker exec app sh -c "ls test"',
    'echo \'bash -c "npm test"\'',
    'nix-shell --run "git log --grep test"',
  ])('%s is no check', (command) => {
    expect(kindsOf(command)).toBe('');
  });

  test('the folder of a script in a container is not known, and it writes no file by its name', () => {
    const { runs, writes } = readCommand("docker exec app sh -c 'cd /srv && npm test > out.txt'");
    expect([runs?.map(({ folder }) => folder), writes.kind]).toEqual([[null], 'any']);
    expect(readCommand("nix-shell --run 'cd a && make test'").runs).toMatchObject([{ folder: 'a' }]);
  });

  test('each part of a command line is a check of its own', () => {
    expect(kindsOf('mise run fmt && mise run lint && mise run test:ci')).toBe('lint test');
    expect(kindsOf('make lint test')).toBe('lint test');
    expect(kindsOf('npm run build 2>&1 | tail -3 && npm test')).toBe('build test');
  });

  test('each command that another program runs beside others is a check of its own', () => {
    expect(kindsOf('npx concurrently "npm:lint" -n a,b "npm:test" "cd web && tsc --noEmit"')).toBe('lint test types');
    expect(kindsOf("concurrently --kill-others 'npm run lint' 'jest'")).toBe('lint test');
  });

  test('a word such as test given to an unknown program makes a check likely', () => {
    expect(readCommand('acme test').runs).toMatchObject([{ kind: 'test', likely: true }]);
    expect(readCommand('npm test').runs?.[0]?.likely).toBeUndefined();
  });

  test('a change and a check on one line are recognised separately, in order', () => {
    expect(readCommand("sed -i 's/a/b/' f && npm test").changes).toBe('before check');
    expect(readCommand('cat > f <<EOF\nx\nEOF\nnpm test').changes).toBe('before check');
    expect(readCommand("npm test && sed -i 's/a/b/' f").changes).toBe('after check');
    expect(readCommand('cd core && npm test').changes).toBeUndefined();
  });
});

describe('the result of a check', () => {
  const results = (command: string, output: string, ended: Partial<Ended> = {}): string =>
    resultsOf(readCommand(command).runs ?? [], { outcome: 'ok', ...ended }, readOutput(output))
      .map(({ kind, result }) => `${kind} ${result}`)
      .join(', ');

  test.each([
    ['npm test 2>&1 | tail -5', 'Tests:       3 passed, 3 total\nTime:        1.2 s', 'passed'],
    ['npm test 2>&1 | tail -5', 'Tests:       1 failed, 2 passed, 3 total', 'failed'],
    [
      'npx vitest run | tail -6',
      ' Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 12 passed (13)',
      'failed',
    ],
    ['pytest -q | tail -1', '7 passed in 0.02s', 'passed'],
    ['pytest | tail -1', '===== 1 failed, 201 passed in 1.52s =====', 'failed'],
    ['go test ./... | tail -2', 'ok  \texample.com/a\t0.3s\nok  \texample.com/b\t(cached)', 'passed'],
    ['go test ./... | tail -2', 'FAIL\texample.com/a [build failed]\nFAIL', 'failed'],
    ['cargo test | tail -2', 'test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out', 'passed'],
    ['bun test | tail -4', ' 12 pass\n 1 fail\n 20 expect() calls', 'failed'],
    ['mix test | tail -1', '5 tests, 0 failures', 'passed'],
    ['bundle exec rspec | tail -1', '12 examples, 2 failures', 'failed'],
    ['dotnet test | tail -1', 'Passed!  - Failed:     0, Passed:     5, Skipped: 0, Total: 5', 'passed'],
    ['swift build 2>&1 | tail -2', "App/Groups.swift:17:49: error: cannot find 'Request' in scope", 'build failed'],
    ['swift build | tail -3', "226 |\n    |   `- error: cannot find 'Request' in scope\n228 |", 'build failed'],
    ['swift build | tail -1', "error: 'app': unknown package 'Scim' in dependencies of target 'App'", 'build failed'],
    ['pytest -x --tb=short | head -9', "ImportError while loading conftest '/a/conftest.py'.", 'failed'],
    ['pytest -x | tail -1', "E   ModuleNotFoundError: No module named 'respx'", 'failed'],
    [
      'npx next build | tail -2',
      '○  (Static)   prerendered as static content\nƒ  (Dynamic)  server-rendered',
      'build passed',
    ],
    ['npm run build | tail -2', '[SUCCESS] Generated static files in "build".\n[INFO] Serve it.', 'build passed'],
    ['vale docs | tail -1', '✖ 10 errors, 9 warnings and 0 suggestions in 3 files.', 'lint failed'],
    ['vale docs | tail -1', '✔ 0 errors, 0 warnings and 0 suggestions in 3 files.', 'lint passed'],
    ["wsl -d Ubuntu -e sh -c 'cd a && go test ./...' 2>&1 | tail -1", 'FAIL\tgithub.com/a/b\t0.1s', 'failed'],
    ['swift test 2>&1 | tail -1', 'Executed 5 tests, with 1 failure (0 unexpected) in 0.1 seconds', 'failed'],
    ['./gradlew test | tail -2', 'BUILD SUCCESSFUL in 3s', 'passed'],
    ['mvn test | tail -3', '[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0', 'failed'],
    ['flutter test | tail -1', '00:03 +12: All tests passed!', 'passed'],
    ['ctest | tail -2', '100% tests passed, 0 tests failed out of 5', 'passed'],
    ['zig test a.zig 2>&1 | tail -1', 'All 3 tests passed.', 'passed'],
    ["Rscript -e 'devtools::test()' | tail -1", '[ FAIL 0 | WARN 0 | SKIP 0 | PASS 12 ]', 'passed'],
    ['cargo nextest run 2>&1 | tail -1', '     Summary [   1.234s] 45 tests run: 45 passed, 2 skipped', 'passed'],
    ['cargo nextest run | tail -1', '     Summary [   1.2s] 45 tests run: 44 passed, 1 failed, 0 skipped', 'failed'],
    ['prove -l t | tail -2', 'Files=3, Tests=12,  1 wallclock secs\nResult: FAIL', 'failed'],
    ['prove -l t | tail -1', 'Result: PASS', 'passed'],
    ['pwsh -c "Invoke-Pester" | tail -1', 'Tests Passed: 11, Failed: 1, Skipped: 0 NotRun: 0', 'failed'],
    ['sbt test | tail -2', '[info] Tests: succeeded 5, failed 1, canceled 0', 'failed'],
  ])('%s ending in %j', (command, output, result) => {
    expect(results(command, output)).toBe(result.includes(' ') ? result : `test ${result}`);
  });

  test.each([
    ['jest --passWithNoTests', 'No tests found, exiting with code 0'],
    ['pytest -q', 'no tests ran in 0.01s'],
    ['go test ./...', '?   \texample.com/a\t[no test files]'],
    ['go test -run Nope ./a', 'ok  \texample.com/a\t0.1s [no tests to run]'],
    ['cargo test nope', 'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out'],
    ['node --test', '# tests 0\n# pass 0\n# fail 0'],
    ['python -m unittest', 'Ran 0 tests in 0.000s\n\nOK'],
  ])('%s without tests is no pass', (command, output) => {
    expect(results(command, output)).toBe('test unknown');
  });

  test('the exit status counts when it belongs to the check', () => {
    expect(results('npm test', '')).toBe('test passed');
    expect(results('npm test', '', { outcome: 'failed' })).toBe('test failed');
    expect(results('npm test | tail', 'x')).toBe('test unknown');
    expect(results('npm test || true', 'x')).toBe('test unknown');
    expect(results('npm test; echo "exit: $?"', 'exit: 1')).toBe('test failed');
    expect(results('npm test; echo "exit: $?"', 'exit: 0')).toBe('test passed');
    expect(results('npm test | tail -1; echo "exit: $?"', 'exit: 0')).toBe('test unknown');
  });

  test('the exit status may be the last line of the output', () => {
    expect(results('npm test >/dev/null 2>&1; echo $?', '0')).toBe('test passed');
    expect(results('npm test >/dev/null 2>&1; echo $?', '1')).toBe('test failed');
    expect(results('npm test >/dev/null 2>&1; echo $?', '124')).toBe('test unknown');
    expect(results('npm test; echo "done $?"', '0\ndone 1')).toBe('test unknown');
    expect(results('npm test | tail -1', '0')).toBe('test unknown');
  });

  test('a program that watches files has the result that it printed', () => {
    expect(results('npm test -- --watch', 'Watch Usage\n › Press a to run all tests.')).toBe('test unknown');
    expect(results('npm run test:watch', '> x@1.0.0 test:watch')).toBe('test unknown');
    expect(results('npx tsc --noEmit -w', '')).toBe('types unknown');
    expect(results('npx vitest watch', 'Tests  3 passed (3)')).toBe('test passed');
    expect(results('npx vitest --watch', 'Tests  1 failed (3)', { outcome: 'interrupted' })).toBe('test failed');
    expect(results('npx jest --watchAll=false', '')).toBe('test passed');
    expect(results('npm test -- src/watch', '')).toBe('test passed');
    expect(results('npx tsc --noEmit --watch false', '')).toBe('types passed');
    expect(results('npx tsc --noEmit --watch', '')).toBe('types unknown');
  });

  test('a status of success does not hide a failure in the summary', () => {
    expect(results('npm test', 'Tests:       1 failed, 2 passed, 3 total')).toBe('test failed');
  });

  test('an interrupted or background check has an unknown result', () => {
    expect(results('npm test', '', { outcome: 'interrupted' })).toBe('test unknown');
    expect(results('npm test', '', { behind: true })).toBe('test unknown');
    expect(results('npm test &', '')).toBe('test unknown');
  });

  test.each([
    ['npm test', 'Exit code 143\nCommand timed out after 2m 0s\n> x@1.0.0 test'],
    ['npm test', 'Exit code 137\n> x@1.0.0 test'],
    ['timeout 60 npm test', 'Exit code 124\n> x@1.0.0 test'],
    ['npm test', '> x@1.0.0 test\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 120000 ms'],
    ['npm test', 'command timed out after 10003 milliseconds\n> x@1.0.0 test'],
    ['npm test', 'Error: Exit code 143\n> x@1.0.0 test\none\ntwo\nthree\nfour\nfive'],
    ['npm test', 'Exit code 143\nTests:       3 passed, 3 total'],
  ])('%s that was stopped (%j) has an unknown result', (command, output) => {
    expect(results(command, output, { outcome: 'failed' })).toBe('test unknown');
    expect(results(command, output)).toBe('test unknown');
  });

  test('a failure that it printed before counts, and the same words in the middle of an output do not', () => {
    const failed = 'Tests:       1 failed, 2 passed, 3 total';
    expect(results('npm test', `Exit code 143\n${failed}`, { outcome: 'failed' })).toBe('test failed');
    expect(results('npm test', 'Exit code 1\nx', { outcome: 'failed' })).toBe('test failed');
    const own = `one\ntwo\nthree\ncommand timed out after 3 s\nfour\nfive\nTests:       3 passed, 3 total\nTime: 1 s`;
    expect(results('npm test', own)).toBe('test passed');
    expect(results('npm test; echo "exit: $?"', 'exit: 124')).toBe('test unknown');
  });

  test('each kind has a result of its own', () => {
    const lint = '× Some errors were emitted while running checks.';
    expect(results('bun run lint | tail -2; bun test | tail -3', `${lint}\n 3 pass\n 0 fail`)).toBe(
      'lint failed, test passed',
    );
    expect(results('eslint . && cargo test', 'test result: FAILED. 1 passed; 1 failed', { outcome: 'failed' })).toBe(
      'lint passed, test failed',
    );
  });

  test('a check that prints only faults has passed when nothing came through the pipe', () => {
    expect(results('npx tsc --noEmit | tail -5', '\n')).toBe('types passed');
    expect(results('npx tsc --noEmit | grep src/a', '\n')).toBe('types unknown');
    expect(results('npx tsc --noEmit > log', '\n')).toBe('types passed');
    expect(results('npx tsc --noEmit > log; true', '\n')).toBe('types unknown');
    expect(results('npx tsc --noEmit | tail -5', "src/a.ts(1,2): error TS2304: Cannot find name 'x'.")).toBe(
      'types failed',
    );
  });

  test('a long output is read at both ends, and no line can delay the reader', () => {
    const start = process.hrtime.bigint();
    const noise = `${'x '.repeat(200_000)}\n${'1 passed, '.repeat(60_000)}\n`;
    expect(results('pytest | cat', `${noise.repeat(4)}\n3 passed in 1.0s`)).toBe('test passed');
    expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(2000);
  });
});
