import { describe, expect, test } from 'vitest';
import { readOutput } from '../../src/model/checks/output.ts';
import { type Ended, resultsOf } from '../../src/model/checks/result.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';
import { marksOf } from '../../src/model/shell/parse/marks.ts';

const kindsOf = (command: string): string => (readCommand(command).runs ?? []).map(({ kind }) => kind).join(' ');
const resultOf = (command: string, output: string, outcome: Ended['outcome'] = 'ok'): string =>
  resultsOf(readCommand(command).runs ?? [], { outcome }, readOutput(output, marksOf(command)))
    .map(({ kind, result }) => `${kind} ${result}`)
    .join(', ');

describe('a program with an option as its first word', () => {
  test.each([
    ['pytest -v', 'test'],
    ['.venv/bin/python -m pytest -v', 'test'],
    ['python -m unittest -v tests.test_a', 'test'],
    ['prove -v t', 'test'],
    ['ginkgo -v ./...', 'test'],
    ['ctest -V', 'test'],
    ['cargo -v test', 'test'],
    ['mypy -v src', 'types'],
    ['flake8 -v .', 'lint'],
    ['isort -c .', 'format'],
    ['eslint -v', ''],
    ['vitest -v', ''],
    ['pytest -V', ''],
  ])('%s: %s', (command, kinds) => expect(kindsOf(command)).toBe(kinds));
});

describe('a task or a program whose words show that it checks, or that it does not', () => {
  test.each([
    ['mix precommit', 'test'],
    ['mix check', 'lint'],
    ['mix coveralls.html', 'test'],
    ['mix test.unit', 'test'],
    ['mix sobelow --exit', 'lint'],
    ['mix ecto.migrate', ''],
    ['mix test.reset', ''],
    ['mix setup', ''],
    ['bin/rails test:models', 'test'],
    ['bin/rails test:prepare', ''],
    ['bin/rails db:test:prepare', ''],
    ['php -d memory_limit=-1 vendor/bin/phpunit', 'test'],
    ['php bin/phpunit --testdox', 'test'],
    ['php composer.phar test', 'test'],
    ['php composer.phar install', ''],
    ['php bin/console lint:twig templates', 'lint'],
    ['php bin/console cache:clear', ''],
    ['ruby bin/rspec', 'test'],
    ['ruby bin/setup', ''],
    ['php artisan test', 'test'],
    ['php artisan make:test UserTest', ''],
    ['java -cp out org.junit.runner.JUnitCore ATest', 'test'],
    ['java -jar lib/junit-platform-console-standalone-1.10.jar -cp out --scan-classpath', 'test'],
    ['java -jar app.jar', ''],
    ['dotnet run --project tests/App.Tests', 'test'],
    ['dotnet run --project src/App', ''],
    ['swift format lint --strict -r Sources', 'format'],
    ['swift format -i -r Sources', ''],
    ['python tests/run.py', 'test'],
    ['python tests/make_data.py', ''],
  ])('%s: %s', (command, kinds) => expect(kindsOf(command)).toBe(kinds));

  test.each([
    ['java org.junit.runner.JUnitCore ATest', 'OK (3 tests)', 'ok', 'test passed'],
    ['java org.junit.runner.JUnitCore ATest | tail -2', 'Tests run: 3,  Failures: 1', 'ok', 'test failed'],
    [
      'java -jar junit-platform-console.jar | tail -9',
      '[         3 tests successful      ]\n[         0 tests failed          ]',
      'ok',
      'test passed',
    ],
    // On a Mac the line begins with a letter of a private font.
    [
      'swift test | tail -1',
      '\u{100105}  Test run with 12 tests in 3 suites passed after 0.2 seconds.',
      'ok',
      'test passed',
    ],
    ['swift test', '✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.', 'ok', 'test unknown'],
    [
      'swift test',
      'Executed 12 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds\n✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.',
      'ok',
      'test passed',
    ],
  ] as const)('%s: %s', (command, output, outcome, result) => expect(resultOf(command, output, outcome)).toBe(result));
});

describe('a program that runs a check', () => {
  test.each([
    ['wsl.exe -d Ubuntu -- bash -lc "cd /mnt/d/app && go test ./..."', 'test'],
    ['python.exe -m pytest', 'test'],
    ['npx.cmd vitest run', 'test'],
    ['gradlew.bat test', 'test'],
    ['mise exec node@22 -- npm test', 'test'],
    ['direnv exec . pytest', 'test'],
    ['nix develop --command bash -c "cargo test"', 'test'],
    ['eval "npm test"', 'test'],
    ['yarn workspaces foreach -A run lint', 'lint'],
    ['cargo insta test', 'test'],
    ['vendor/bin/pint --test', 'format'],
    ['npx karma start --single-run', 'test'],
    ['ninja -C build test', 'test'],
  ])('%s: %s', (command, kinds) => expect(kindsOf(command)).toBe(kinds));

  test.each(['npx jest --clearCache', 'nox -l', 'npm test -- --listTests', 'yarn workspaces list'])(
    '%s checks nothing',
    (command) => expect(kindsOf(command)).toBe(''),
  );
});

describe('a run that failed although its tests passed', () => {
  test.each([
    ['vitest run', ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n     Errors  1 error\n   Start at  10:00:00'],
    [
      'vitest run --coverage',
      ' Tests  3 passed (3)\nERROR: Coverage for lines (20%) does not meet global threshold (80%)',
    ],
    ['jest', 'Jest: "global" coverage threshold for lines (80%) not met: 20%\nTests:       7 passed, 7 total'],
  ])('%s', (command, output) => expect(resultOf(`npx ${command} 2>&1 | tail -9`, output)).toBe('test failed'));
});

describe('a run without tests is no pass and no failure', () => {
  test.each<[command: string, output: string, outcome: Ended['outcome']]>([
    ['./gradlew test', '> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 3s', 'ok'],
    ['mvn test', '[INFO] No tests to run.\n[INFO] BUILD SUCCESS', 'ok'],
    ['mvn test', '[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS', 'ok'],
    ['npx turbo run test', ' Tasks:    0 successful, 0 total\nNo tasks were executed as part of this run.', 'ok'],
    ['mix test', 'All tests have been excluded.\n\n0 failures (3 excluded)', 'ok'],
    ['npx playwright test', 'Error: No tests found', 'failed'],
    ['deno test', 'error: No test modules found', 'failed'],
    ['bun test', 'error: 0 test files matching **{.test,.spec}.{js,ts} in --cwd="/app"', 'failed'],
    ['swift test', "error: no tests found; create a target in the 'Tests' directory", 'failed'],
    ['cargo nextest run', 'error: no tests to run\n(hint: use `--no-tests` to customize)', 'failed'],
    ['go test ./...', 'Exit code 1\ngo: warning: "./..." matched no packages\nno packages to test', 'failed'],
    ['npm test', '> a@1.0.0 test\n> echo "Error: no test specified" && exit 1\n\nError: no test specified', 'failed'],
    ['node --test | grep "^# pass"', '# pass 3', 'ok'],
  ])('%s: %s', (command, output, outcome) => expect(resultOf(command, output, outcome)).toBe('test unknown'));

  test('but one module without tests does not hide the tests of another', () => {
    const output = '> Task :a:test NO-SOURCE\n> Task :b:test\n\nBUILD SUCCESSFUL in 3s';
    expect(resultOf('./gradlew test', output)).toBe('test passed');
    expect(resultOf('./gradlew test | tail -2', 'BUILD SUCCESSFUL in 3s')).toBe('test passed');
  });
});

describe('a check that did not begin is unknown', () => {
  test.each([
    ['scripts/test-all.sh', 'zsh:1: no such file or directory: scripts/test-all.sh'],
    ['scripts/test-all.sh', 'bash: scripts/test-all.sh: Permission denied'],
    ['go version && go test ./...', 'mise WARN  missing: go@1.24.13\nzsh:1: command not found: go'],
    [
      'go test ./...',
      'Exit code 1\npattern ./...: directory prefix . does not contain main module or its selected dependencies',
    ],
    [
      'pnpm test',
      `ERR_PNPM_UNSUPPORTED_ENGINE  Unsupported environment (bad pnpm and/or Node.js version)

Your Node version is incompatible with "/home/a/app".

Expected version: >=20.0.0
Got: v14.16.0

This is happening because the package's manifest has an engines.node field specified.
To fix this issue, install the required Node version.`,
    ],
  ])('%s: %s', (command, output) => expect(resultOf(command, output, 'failed')).toBe('test unknown'));
});

test('a task runner that would have printed that it failed did not run', () => {
  const output = '16 app TestAll app_test.go:161:1\nexit status 1';
  expect(resultOf('staticcheck ./... && make test', output, 'failed')).toBe('lint failed, test unknown');
  const failed = '--- FAIL: TestA (0.00s)\nmake: *** [Makefile:3: test] Error 1';
  expect(resultOf('staticcheck ./... && make test', failed, 'failed')).toBe('lint passed, test failed');
});

describe('a summary behind a filter', () => {
  test.each([
    ['npx ava', '  3 tests passed', 'test passed'],
    ['npx ava', '  2 tests passed\n  1 test failed', 'test failed'],
    ['npx jasmine', '5 specs, 1 failure\nFinished in 0.01 seconds', 'test failed'],
    [
      'ng test --watch=false',
      'Chrome Headless 120.0 (Linux): Executed 5 of 5 (1 FAILED) (0.01 secs / 0.005 secs)',
      'test failed',
    ],
    ['npx cypress run', '    ✔  All specs passed!      00:01     3     3     -', 'test passed'],
    ['npx cypress run', '    ✖  1 of 2 failed (50%)    00:01     3     2     1', 'test failed'],
    ['gotestsum', 'DONE 3 tests, 1 skipped, 1 failure in 0.3s', 'test failed'],
    ['gotestsum', 'DONE 3 tests in 0.300s', 'test passed'],
    ['go test -json ./...', '{"Time":"x","Action":"fail","Package":"a","Elapsed":0.01}', 'test failed'],
    ['ginkgo -r', 'FAIL! -- 2 Passed | 1 Failed | 0 Pending | 0 Skipped', 'test failed'],
    ['dotnet test', 'Test Run Failed.\nTotal tests: 5\n     Passed: 4\n     Failed: 1', 'test failed'],
    ['dotnet test', 'Test summary: total: 5, failed: 0, succeeded: 5, skipped: 0, duration: 1.2s', 'test passed'],
    [
      'dotnet test',
      'Fehler!      : Fehler:     1, erfolgreich:     4, übersprungen:     0, gesamt:     5, Dauer: 20 ms - A.dll (net8.0)',
      'test failed',
    ],
    ['dotnet build', 'Program.cs(3,5): error CS1002: ; expected [/app/a.csproj]', 'build failed'],
    ['dotnet build', '    0 Warning(s)\n    0 Error(s)', 'build passed'],
    ['bazel build //...', 'ERROR: Build did NOT complete successfully', 'build failed'],
    ['zig build test --summary all', 'Build Summary: 3/3 steps succeeded; 5/5 tests passed', 'test passed'],
    ['meson test -C build', 'Ok:                 2\nFail:               1\nTimeout:            0', 'test failed'],
    ['./build/tests', '[  PASSED  ] 2 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] A.b', 'test failed'],
    ['./build/tests', 'All tests passed (5 assertions in 3 test cases)', 'test passed'],
    ['busted', '2 successes / 1 failure / 0 errors / 0 pending : 0.01 seconds', 'test failed'],
    ['cabal test', '1 of 2 test suites (3 of 4 test cases) passed.', 'test failed'],
    ['deno check main.ts', 'TS2322 [ERROR]: Type x\n\nerror: Type checking failed.', 'types failed'],
    ['deno lint', 'Found 2 problems\nChecked 3 files', 'lint failed'],
    ['deno fmt --check', 'error: Found 1 not formatted file in 3 files', 'format failed'],
    ['vendor/bin/phpstan analyse', ' [ERROR] Found 3 errors', 'types failed'],
    ['vendor/bin/phpstan analyse', ' [OK] No errors', 'types passed'],
    ['npx astro check', 'Result (5 files): \n- 2 errors\n- 0 warnings', 'types failed'],
    [
      'pre-commit run -a',
      'ruff......................Passed\nmypy......................Failed\n- hook id: mypy',
      'lint failed',
    ],
    ['pre-commit run -a', 'trim trailing whitespace......................Passed', 'lint passed'],
    ['pre-commit run', 'ruff............(no files to check)Skipped', 'lint unknown'],
    [
      'npx markdownlint-cli2 a.md',
      'a.md:143:121 error MD013/line-length Line length [Expected: 120; Actual: 331]',
      'lint failed',
    ],
    ['shellcheck a.sh', 'In a.sh line 3:\necho $x\n     ^-- SC2086 (info): Double quote', 'lint failed'],
    ['swiftlint', 'Done linting! Found 2 violations, 0 serious in 5 files.', 'lint passed'],
    ['tox -e lint', '  lint: OK (3.21 seconds)\n  congratulations :) (3.3 seconds)', 'lint passed'],
    ['nox -s lint', 'nox > Session lint was successful in 3 seconds.', 'lint passed'],
    ['nx lint api', ' NX   Successfully ran target lint for project api', 'lint passed'],
    ['nx type-check api', ' NX   Running target type-check for project api failed', 'types failed'],
    ['npx turbo run test', ' Tasks:    3 successful, 3 total\nCached:    0 cached, 3 total', 'test passed'],
    ['gofmt -l .', 'config\\segment.go', 'format failed'],
  ])('%s: %s', (command, output, expected) => expect(resultOf(`${command} 2>&1 | tail -9`, output)).toBe(expected));

  test('of a task runner is no pass of a check with a failed summary of its own', () => {
    const output =
      'Found 1 error in 1 file (checked 5 source files)\n NX   Successfully ran target test for project api';
    expect(resultOf('nx test api | tail -3; mypy . | tail -3', output)).toBe('test passed, types failed');
  });
});
