import { describe, expect, test } from 'vitest';
import { readOutput } from '../../src/model/checks/output.ts';
import { type Ended, resultsOf } from '../../src/model/checks/result.ts';
import { marksOf } from '../../src/model/shell/parse/marks.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';

const results = (command: string, output: string, outcome: Ended['outcome'] = 'ok'): string =>
  resultsOf(readCommand(command).runs ?? [], { outcome }, readOutput(output, marksOf(command)))
    .map(({ kind, result }) => `${kind} ${result}`)
    .join(', ');

describe('a run that skipped all its tests is no pass, although the runner exits with 0', () => {
  test.each([
    [
      'go test -v ./e2e',
      '=== RUN   TestA\n    a_test.go:5: no db\n--- SKIP: TestA (0.00s)\n=== RUN   TestB\n--- SKIP: TestB (0.00s)\nPASS\nok  \texample.com/m/e2e\t0.003s',
    ],
    ['go test -v ./e2e 2>&1 | tail -3', '--- SKIP: TestB (0.00s)\nPASS\nok  \texample.com/m/e2e\t0.003s'],
    [
      'go test -json ./e2e',
      '{"Time":"2026-01-01T00:00:00Z","Action":"run","Package":"x/e2e","Test":"TestA"}\n{"Time":"2026-01-01T00:00:00Z","Action":"skip","Package":"x/e2e","Test":"TestA","Elapsed":0}\n{"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"x/e2e","Output":"PASS\\n"}\n{"Time":"2026-01-01T00:00:00Z","Action":"pass","Package":"x/e2e","Elapsed":0.003}',
    ],
    [
      'gotestsum ./...',
      '∅  x (2ms)\n✓  x/e2e (3ms)\n\n=== Skipped\n=== SKIP: e2e TestA (0.00s)\n\nDONE 2 tests, 2 skipped in 0.1s',
    ],
    [
      'python -m unittest',
      'sss\n----------------------------------------------------------------------\nRan 3 tests in 0.000s\n\nOK (skipped=3)',
    ],
    [
      'python manage.py test',
      'Found 2 test(s).\nSystem check identified no issues (0 silenced).\nss\n----------------------------------------------------------------------\nRan 2 tests in 0.001s\n\nOK (skipped=2)',
    ],
    [
      'nosetests',
      'SS\n----------------------------------------------------------------------\nRan 2 tests in 0.003s\n\nOK (SKIP=2)',
    ],
    ['trial app', 'Ran 2 tests in 0.003s\n\nPASSED (skips=2)'],
    ['pytest', '============================= 3 skipped in 0.02s =============================='],
    [
      'pytest -q',
      'sss                                                                      [100%]\n3 skipped in 0.02s',
    ],
    ['pytest -qq', 'sss                                                                      [100%]'],
    ['pytest', '========== 3 deselected in 0.02s =========='],
    [
      'npx jest',
      'Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\nSnapshots:   0 total\nTime:        0.5 s\nRan all test suites.',
    ],
    [
      'npx jest',
      'PASS ./a.test.js\n  ✎ todo one\n\nTest Suites: 1 passed, 1 total\nTests:       1 todo, 1 total\nSnapshots:   0 total\nTime:        0.5 s',
    ],
    ['npx vitest run', ' Test Files  1 skipped (1)\n      Tests  3 todo (3)'],
    ['npx vitest run', ' Test Files  1 passed (1)\n      Tests  2 todo (2)'],
    ['npx mocha', '\n  0 passing (2ms)\n  3 pending\n'],
    ['node --test', 'ℹ tests 2\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0\nℹ skipped 2\nℹ todo 0\nℹ duration_ms 5'],
    [
      'cargo test',
      'running 2 tests\ntest a ... ignored\ntest b ... ignored\n\ntest result: ok. 0 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    ],
    ['cargo nextest run', '     Summary [   0.001s] 0 tests run: 0 passed, 2 skipped'],
    ['bundle exec rspec', '**\n\nFinished in 0.001 seconds\n2 examples, 0 failures, 2 pending'],
    ['bin/rails test', 'SS\n\nFinished in 0.01s\n2 runs, 0 assertions, 0 failures, 0 errors, 2 skips'],
    [
      'ruby -Itest test/a_test.rb',
      '2 tests, 0 assertions, 0 failures, 0 errors, 0 pendings, 2 omissions, 0 notifications',
    ],
    ['vendor/bin/phpunit', 'OK, but incomplete, skipped, or risky tests!\nTests: 2, Assertions: 0, Skipped: 2.'],
    ['vendor/bin/phpunit', 'OK, but there were issues!\nTests: 2, Assertions: 0, Incomplete: 1, Skipped: 1.'],
    ['vendor/bin/pest', '  Tests:    2 skipped (0 assertions)\n  Duration: 0.05s'],
    [
      'mvn test',
      '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2, Time elapsed: 0.1 s - in a.ATest\n[INFO] Results:\n[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2\n[INFO] BUILD SUCCESS',
    ],
    [
      './gradlew test',
      '> Task :test\n\nMathTest > adds() SKIPPED\n\nMathTest > subs() SKIPPED\n\nBUILD SUCCESSFUL in 1s\n3 actionable tasks: 3 executed',
    ],
    ['sbt test', '[info] Passed: Total 2, Failed 0, Errors 0, Passed 0, Skipped 2'],
    ['sbt test', '[info] Tests: succeeded 0, failed 0, canceled 0, ignored 3, pending 0\n[info] All tests passed.'],
    [
      'ctest --test-dir build',
      'Test project /b\n    Start 1: a\n1/2 Test #1: a ................................***Skipped   0.00 sec\n    Start 2: b\n2/2 Test #2: b ................................***Skipped   0.00 sec\n\n100% tests passed, 0 tests failed out of 2\n\nTotal Test time (real) =   0.01 sec\n\nThe following tests did not run:\n\t  1 - a (Skipped)\n\t  2 - b (Skipped)',
    ],
    [
      'ctest --test-dir build 2>&1 | tail -8',
      '100% tests passed, 0 tests failed out of 2\n\nTotal Test time (real) =   0.01 sec\n\nThe following tests did not run:\n\t  1 - a (Skipped)\n\t  2 - b (Skipped)',
    ],
    [
      'dotnet test',
      'Skipped! - Failed:     0, Passed:     0, Skipped:     2, Total:     2, Duration: 3 ms - a.dll (net8.0)',
    ],
    [
      'dotnet test',
      'Test summary: total: 2, failed: 0, succeeded: 0, skipped: 2, duration: 1.0s\nBuild succeeded in 3.0s',
    ],
    ['dotnet test', 'Test Run Successful.\nTotal tests: 2\n    Skipped: 2\n Total time: 0.9 Seconds'],
    ['prove -r t', 't/a.t .. skipped: no db\nFiles=1, Tests=0,  0 wallclock secs ( 0.01 usr)\nResult: NOTESTS'],
    ['bats test', 'a.bats\n - one (skipped)\n - two (skipped: no)\n\n2 tests, 0 failures, 2 skipped'],
    ['bats --tap test', '1..2\nok 1 one # skip\nok 2 two # skip no db'],
    ['mix test', '**\n\nFinished in 0.01 seconds\n2 tests, 0 failures, 2 skipped'],
    ['mix test', '2 tests, 0 failures, 2 excluded'],
    ['npx playwright test', 'Running 3 tests using 1 worker\n\n  -  1 a.spec.ts:3:5 › one\n\n  3 skipped'],
    ['npx ava', '  - one\n  ─\n\n  2 tests skipped'],
    ['npx jasmine', '2 specs, 0 failures, 2 pending specs\nFinished in 0.01 seconds'],
    [
      'npx karma start --single-run',
      'Chrome Headless 120 (Linux): Executed 0 of 3 (skipped 3) SUCCESS (0.01 secs / 0 secs)',
    ],
    [
      'npx cypress run',
      '    ✔  All specs passed!                        00:01        3        -        -        3        -',
    ],
    [
      'deno test',
      'running 2 tests from ./a.ts\na ... ignored (0ms)\nb ... ignored (0ms)\n\nok | 0 passed | 0 failed | 2 ignored (1ms)',
    ],
    ['dart test', '00:00 +0 ~2: All tests skipped.'],
    ['zig build test --summary all', 'Build Summary: 3/3 steps succeeded; 0/2 tests passed; 2 skipped'],
    ['zig test a.zig', '0 passed; 2 skipped; 0 failed.'],
    [
      'meson test -C build',
      'Ok:                 0   \nExpected Fail:      0   \nFail:               0   \nUnexpected Pass:    0   \nSkipped:            2   \nTimeout:            0   ',
    ],
    ['make check', '# TOTAL: 2\n# PASS:  0\n# SKIP:  2\n# XFAIL: 0\n# FAIL:  0\n# XPASS: 0\n# ERROR: 0'],
    [
      'bazel test //...',
      '//a:t                                                           SKIPPED\nExecuted 0 out of 1 test: 1 was skipped.',
    ],
    [
      'swift test',
      "Test Case '-[A.B a]' started.\nTest Case '-[A.B a]' skipped (0.001 seconds).\nTest Suite 'All tests' passed at 2026-01-01 00:00:00.\n\t Executed 1 test, with 1 test skipped and 0 failures (0 unexpected) in 0.001 (0.002) seconds",
    ],
    [
      'swift test',
      '◇ Test run started.\n➜ Test a() skipped.\n➜ Test b() skipped: "no"\n✔ Test run with 2 tests in 0 suites passed after 0.001 seconds.',
    ],
    [
      './build/tests',
      '[==========] Running 2 tests from 1 test suite.\n[  SKIPPED ] A.a (0 ms)\n[==========] 2 tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 0 tests.\n[  SKIPPED ] 2 tests, listed below:',
    ],
    ['./build/tests', 'All tests skipped.\ntest cases: 2 | 2 skipped\nassertions: - none -'],
    [
      'ginkgo -r',
      'Ran 0 of 3 Specs in 0.001 seconds\nSUCCESS! -- 0 Passed | 0 Failed | 0 Pending | 3 Skipped\nPASS\n\nGinkgo ran 1 suite in 1s\nTest Suite Passed',
    ],
    ['busted', '0 successes / 0 failures / 0 errors / 2 pending : 0.001 seconds'],
    ['./build/unity_tests', 'a.c:3:test_a:IGNORE\n-----------------------\n2 Tests 0 Failures 2 Ignored \nOK'],
    ['npx cucumber-js', '3 scenarios (3 skipped)\n9 steps (9 skipped)\n0m00.01s (executing steps: 0m00.00s)'],
    ['npx cucumber-js | tail -3', '2 scenarios (1 undefined, 1 passed)\n9 steps (1 undefined, 8 passed)\n0m00.01s'],
    [
      'behave',
      '0 features passed, 0 failed, 1 skipped\n0 scenarios passed, 0 failed, 3 skipped\n0 steps passed, 0 failed, 9 skipped, 0 undefined\nTook 0m0.000s',
    ],
    ['robot tests', '3 tests, 0 passed, 0 failed, 3 skipped'],
    [
      'stestr run',
      'Totals\n======\nRan: 2 tests in 0.5 sec.\n - Passed: 0\n - Skipped: 2\n - Expected Fail: 0\n - Unexpected Success: 0\n - Failed: 0',
    ],
    [
      'forge test',
      'Suite result: ok. 0 passed; 0 failed; 2 skipped; finished in 1ms\n\nRan 1 test suite in 2ms: 0 tests passed, 0 failed, 2 skipped (2 total tests)',
    ],
    ['rebar3 ct', 'Skipped 2 (0, 2) tests. Passed 0 tests.'],
    ['lein test', 'Ran 0 tests containing 0 assertions.\n0 failures, 0 errors.'],
    ['npx tap', '# { total: 2, skip: 2 }\n# time=20ms'],
    ['npx testcafe chrome tests', ' 0/2 failed\n 2 skipped'],
    ['npx uvu tests', '  Total:     3\n  Passed:    0\n  Skipped:   3\n  Duration:  0.5ms'],
  ])('%s: %s', (command, output) => expect(results(command, output)).toBe('test unknown'));

  test('a runner that fails because no test is left has an unknown result', () => {
    const output = 'Test setup error: no test cases matching filter or all test cases were disabled';
    expect(results('./build/boost_tests', output, 'failed')).toBe('test unknown');
  });
});

describe('a run with some skipped tests passes', () => {
  test.each([
    [
      'go test -v ./...',
      '=== RUN   TestA\n--- SKIP: TestA (0.00s)\nPASS\nok  \tx/e2e\t0.003s\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok  \tx/core\t0.003s',
    ],
    [
      'go test -v ./...',
      '=== RUN   TestA\n=== RUN   TestA/x\n--- PASS: TestA (0.00s)\n    --- SKIP: TestA/x (0.00s)\nPASS\nok  \tx/e2e\t0.003s',
    ],
    [
      'go test -json ./e2e',
      '{"Action":"pass","Package":"x/e2e","Test":"TestA","Elapsed":0}\n{"Action":"pass","Package":"x/e2e","Elapsed":0.003}',
    ],
    ['gotestsum ./...', 'DONE 3 tests, 2 skipped in 0.1s'],
    [
      'python -m unittest',
      '.ss\n----------------------------------------------------------------------\nRan 3 tests in 0.000s\n\nOK (skipped=2)',
    ],
    ['trial app', 'Ran 2 tests in 0.003s\n\nPASSED (successes=2)'],
    ['pytest -qq', 's..                                                                      [100%]'],
    ['npx vitest run 2>&1 | grep "Test Files"', ' Test Files  3 passed (3)'],
    ['bundle exec rspec', '3 examples, 0 failures, 2 pending'],
    ['bin/rails test', '3 runs, 4 assertions, 0 failures, 0 errors, 2 skips'],
    ['vendor/bin/phpunit', 'OK, but some tests were skipped!\nTests: 3, Assertions: 1, Skipped: 2.'],
    ['mvn test', '[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 2\n[INFO] BUILD SUCCESS'],
    [
      './gradlew test',
      '> Task :test\n\nMathTest > adds() PASSED\n\nMathTest > subs() SKIPPED\n\nBUILD SUCCESSFUL in 1s',
    ],
    [
      'ctest --test-dir build 2>&1 | tail -8',
      '100% tests passed, 0 tests failed out of 5\n\nTotal Test time (real) =   0.01 sec\n\nThe following tests did not run:\n\t  1 - a (Skipped)\n\t  2 - b (Disabled)',
    ],
    [
      'ctest',
      '1/2 Test #1: a ................................   Passed    0.00 sec\n2/2 Test #2: b ................................***Skipped   0.00 sec\n\n100% tests passed, 0 tests failed out of 2',
    ],
    ['dotnet test', 'Test Run Successful.\nTotal tests: 3\n     Passed: 1\n    Skipped: 2\n Total time: 0.9 Seconds'],
    ['dotnet vstest a.dll | tail -4', 'Test Run Successful.\nTotal tests: 3\n     Passed: 3\n Total time: 0.9 Seconds'],
    ['bats test', '2 tests, 0 failures, 1 skipped'],
    ['bats --tap test', '1..2\nok 1 one # skip\nok 2 two'],
    ['npx tape test/*.js', 'TAP version 13\n# one\nok 1 should be equal\n\n1..1\n# tests 1\n# pass  1\n\n# ok'],
    ['mix test', '3 doctests, 2 tests, 0 failures, 2 excluded'],
    ['npx playwright test 2>&1 | tail -2', '  2 skipped\n  5 passed (3.1s)'],
    ['npx ava', '  1 test passed\n  2 tests skipped'],
    ['npx jasmine', '3 specs, 0 failures, 2 pending specs'],
    [
      'npx karma start --single-run',
      'Chrome Headless 120 (Linux): Executed 0 of 3 SUCCESS (0 secs / 0 secs)\nChrome Headless 120 (Linux): Executed 3 of 3 SUCCESS (0.01 secs / 0 secs)',
    ],
    [
      'npx cypress run',
      '    ✔  All specs passed!                        00:01        3        2        -        1        -',
    ],
    ['flutter test', '00:01 +1 ~2: All tests passed!'],
    ['zig build test --summary all', 'Build Summary: 3/3 steps succeeded; 2/3 tests passed; 1 skipped'],
    [
      'bazel test //...',
      '//a:t                                                           (cached) PASSED in 0.1s\nExecuted 0 out of 1 test: 1 test passes.',
    ],
    [
      'swift test 2>&1 | tail -1',
      '\t Executed 5 tests, with 1 test skipped and 0 failures (0 unexpected) in 0.001 (0.002) seconds',
    ],
    [
      'swift test',
      '◇ Test run started.\n➜ Test a() skipped.\n✔ Test b() passed after 0.001 seconds.\n✔ Test run with 2 tests in 0 suites passed after 0.001 seconds.',
    ],
    ['ginkgo -r', 'Ran 2 of 3 Specs in 0.001 seconds\nSUCCESS! -- 2 Passed | 0 Failed | 0 Pending | 1 Skipped\nPASS'],
    ['npx cucumber-js | tail -3', '3 scenarios (3 passed)\n9 steps (9 passed)\n0m00.01s'],
    [
      'behave | tail -4',
      '1 feature passed, 0 failed, 0 skipped\n3 scenarios passed, 0 failed, 0 skipped\n9 steps passed, 0 failed, 0 skipped, 0 undefined\nTook 0m0.001s',
    ],
    ['robot tests | tail -5', '3 tests, 3 passed, 0 failed'],
    [
      'stestr run | tail -6',
      ' - Passed: 2\n - Skipped: 2\n - Expected Fail: 0\n - Unexpected Success: 0\n - Failed: 0',
    ],
    [
      'forge test | tail -1',
      'Ran 1 test suite in 2ms (1ms CPU time): 5 tests passed, 0 failed, 0 skipped (5 total tests)',
    ],
    ['rebar3 ct | tail -1', 'All 5 tests passed.'],
    ['lein test | tail -3', 'Ran 3 tests containing 5 assertions.\n0 failures, 0 errors.'],
    ['clojure -M:test -m kaocha.runner | tail -1', '3 tests, 3 assertions, 0 failures.'],
    ['npx uvu tests 2>&1 | tail -5', '  Total:     3\n  Passed:    3\n  Skipped:   0\n  Duration:  0.5ms'],
  ])('%s: %s', (command, output) => expect(results(command, output)).toBe('test passed'));
});

describe('a run with a failed test fails, whatever was skipped', () => {
  test.each([
    ['mix test | tail -1', '3 tests, 0 failures, 3 invalid'],
    [
      'swift test 2>&1 | tail -1',
      '\t Executed 5 tests, with 1 test skipped and 2 failures (0 unexpected) in 0.001 (0.002) seconds',
    ],
    ['npx cucumber-js | tail -3', '3 scenarios (1 failed, 2 passed)\n9 steps (1 failed, 8 passed)\n0m00.01s'],
    [
      'forge test | tail -1',
      'Ran 1 test suite in 2ms (1ms CPU time): 4 tests passed, 1 failed, 0 skipped (5 total tests)',
    ],
    ['lein test | tail -3', 'Ran 3 tests containing 5 assertions.\n1 failures, 0 errors.\nTests failed.'],
    ['npx uvu tests 2>&1 | tail -5', '  Total:     3\n  Passed:    2\n  Skipped:   0\n  Duration:  0.5ms'],
  ])('%s: %s', (command, output) => expect(results(command, output)).toBe('test failed'));
});
