import {
  BUILD,
  COMPILES,
  count,
  counts,
  failures,
  loose,
  ofAll,
  overall,
  type Summary,
  tally,
  TEST,
  test,
  worst,
} from './summary.ts';

/** Summary lines of test runners, and of builds that run tests. */
export const TEST_SUMMARIES: readonly Summary[] = [
  // pytest
  test(
    /^=* ?(?:\d+ [a-z]+, )*\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)(?:, \d+ [a-z]+)* in [\d.:]+ ?s?.*$/,
    tally(/(\d+) (?:passed|xfailed|xpassed)/, /(\d+) (?:failed|errors?)\b/),
  ),
  test(/^=* ?no tests (?:ran|collected)\b/, 'nothing'),
  worst(TEST, /^!+ Interrupted: \d+ errors? during collection/, 'failed'),
  worst(TEST, /^ImportError while loading conftest|^E +(?:\w*(?:Error|Exception)\b|assert )/, 'failed'),
  // unittest
  test(/^Ran (\d+) tests? in [\d.]+s$/, ofAll),
  worst(TEST, /^FAILED \((?:failures|errors|unexpected)/, 'failed'),
  // Jest, Vitest, Pest
  test(/^Tests:? +.*\d+ (?:failed|passed|total|skipped|todo).*$/, tally(/(\d+) passed/, /(\d+) failed/)),
  worst(TEST, /^(?:Test Suites:|Test Files) .*?([1-9]\d*) failed/, 'failed'),
  test(/^(?:Test Suites:|Test Files) .*?\b([1-9]\d*) passed/, 'passed'),
  worst(TEST, /^Errors +[1-9]\d* errors?$|^Vitest caught [1-9]\d* unhandled error/, 'failed'),
  worst(
    TEST,
    /^(?:ERROR: )?Coverage for \w+ \([\d.]+%\) does not meet |^Jest: .*coverage threshold .* not met|^Coverage failure: /,
    'failed',
  ),
  test(/^(?:error: )?no tests?(?: files| suites?| modules?)? (?:found|to run|ran)\b/i, 'nothing'),
  test(/^error: 0 test files matching |^no packages to test$|^Error: no test specified$/, 'nothing'),
  worst(TEST, /^(?:FAIL|❌ FAIL) .*\.(?:[cm]?[jt]sx?|vue)\b/, 'failed'),
  // Ava, Jasmine, Karma, Cypress
  worst(TEST, /^(\d+) tests? failed$/, failures),
  worst(TEST, /^[1-9]\d* (?:uncaught exceptions?|unhandled rejections?)$/, 'failed'),
  test(/^(\d+) tests? passed$/, ofAll),
  test(/^(\d+) specs?, (\d+) failures?/, ofAll),
  test(/(?:^| )Executed (\d+) of \d+\b.*/, ([line, ran]) =>
    /[1-9]\d* FAILED| ERROR\b| DISCONNECTED\b/.test(line)
      ? 'failed'
      : / SUCCESS\b/.test(line) && count(ran) > 0
        ? 'passed'
        : undefined,
  ),
  worst(TEST, /^✔ +All specs passed!/, 'passed'),
  worst(TEST, /^✖ +[1-9]\d* of \d+ failed /, 'failed'),
  // Mocha, Playwright
  worst(TEST, /^(\d+) failing\b/, failures),
  test(/^(\d+) passing \(/, ofAll),
  worst(TEST, /^(\d+) failed$/, failures),
  test(/^(\d+) passed \([\d.]+\s*m?s?(?:in)?\)$/, ofAll),
  worst(TEST, /^(\d+) did not run$/, failures),
  worst(TEST, /^\d+\) \[[\w -]+\] › /, 'failed'),
  // node --test, TAP
  worst(TEST, /^(?:#|ℹ) fail (\d+)$/, failures),
  worst(TEST, /^(?:#|ℹ) cancelled ([1-9]\d*)$/, 'failed'),
  test(/^(?:#|ℹ) pass (\d+)$/, ofAll),
  worst(TEST, /^(?:#|ℹ) tests 0$|^1\.\.0$/, 'nothing'),
  worst(TEST, /^not ok \d+(?!.*# (?:TODO|SKIP))/, 'failed'),
  // Bun
  worst(TEST, /^\(fail\) \S/, 'failed'),
  worst(TEST, /^(\d+) fail$/, failures),
  worst(TEST, /^(\d+) errors?$/, failures),
  test(/^(\d+) pass$/, ofAll),
  // Deno
  test(/^(?:ok|FAILED) \| (\d+) passed(?: \([^)]*\))? \| (\d+) failed/, ofAll),
  // Cargo, nextest
  worst(TEST, /^test result: FAILED\b/, 'failed'),
  worst(TEST, /^test result: ok\. (\d+) passed/, ofAll),
  test(/^Summary \[.*\] +\d+(?:\/\d+)? tests? run: .*$/, tally(/(\d+) passed/, /(\d+) (?:failed|timed out)/)),
  // Go
  worst(TEST, /^FAIL(?:\t| |$)(?!.*\.[cm]?[jt]sx?\b)/, 'failed'),
  worst(TEST, /^--- FAIL:/, 'failed'),
  worst(TEST, /^panic: /, 'failed'),
  worst(TEST, /^ok +\t?\S+\t(?:[\d.]+s|\(cached\))(?:\t?.*coverage:.*)?( \[no tests to run\])?$/, ([, none]) =>
    none ? 'nothing' : 'passed',
  ),
  { ...worst(TEST, /^PASS$/, 'passed'), unlessAfter: 'testing: warning: no tests to run' },
  worst(TEST, /^\?? +\t?\S+\t\[no test files\]$/, 'nothing'),
  worst(TEST, /^--- PASS: /, 'passed'),
  worst(TEST, /^\{.*"Action":"(pass|fail|build-fail)"[,}]/, ([, action]) => (action === 'pass' ? 'passed' : 'failed')),
  test(
    /^DONE (?:\d+ runs?, )?(\d+) tests?(?:, \d+ skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+s$/,
    ofAll,
  ),
  test(/^(?:SUCCESS|FAIL)! -- (\d+) Passed \| (\d+) Failed\b/, counts),
  // Ruby
  test(/^(\d+) examples?, (\d+) failures?(?:, (\d+) errors?)?/, ofAll),
  test(/^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors/, ofAll),
  // PHPUnit
  test(/^OK \((\d+) tests?, \d+ assertions?\)/, ofAll),
  test(/^Tests: (\d+), Assertions: \d+(?:, Errors: (\d+))?(?:, Failures: (\d+))?/, ofAll),
  test(/^No tests executed!/, 'nothing'),
  // Maven, Gradle, sbt
  worst(TEST, /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+)/, ofAll),
  worst(COMPILES, /^(?:\[\w+\] )?BUILD (?:FAILURE|FAILED)\b/, 'failed'),
  overall(/^(?:\[\w+\] )?BUILD SUCCESS(?:FUL)?\b/, 'passed', COMPILES),
  worst(TEST, /^(?:No tests to run|Tests are skipped)\.?$/, 'nothing'),
  // `> Task :core:test NO-SOURCE`, and not `> Task :compileTestJava`
  worst(
    TEST,
    /^> Task :(?:[\w.-]+:)*(?!testClasses|(?:compile|process|generate|merge|pre|bundle|package|assemble|java|kapt|ksp)[A-Z])(?:test\w*|\w+Tests?)( .*)?$/,
    ([, how = '']) => (/FAILED/.test(how) ? 'failed' : /NO-SOURCE|SKIPPED/.test(how) ? 'nothing' : 'passed'),
  ),
  test(/^\d+ tests completed, (\d+) failed/, failures),
  test(/^\[info\] (?:Passed|Failed|Error): Total (\d+), Failed (\d+), Errors (\d+)/, ofAll),
  test(/^\[info\] Tests: succeeded (\d+), failed (\d+)/, ofAll),
  worst(COMPILES, /^\[error\] (?:Failed tests:|\(.*\) )/, 'failed'),
  // .NET
  // In any language: `Passed!  - Failed:     0, Passed:     5, Skipped:     0, Total:     5`
  worst(TEST, /^\S+ ?! +[-:] +[^\d:]+: +(\d+), [^\d:]+: +(\d+), [^\d:]+: +\d+, [^\d:]+: +\d+/, ([, failed, passed]) =>
    count(failed) > 0 ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
  test(/^Test summary: total: (\d+), failed: (\d+), succeeded: \d+/, ofAll),
  worst(TEST, /^Test Run (Successful|Failed|Aborted)\.$/, ([, how]) => (how === 'Successful' ? 'passed' : 'failed')),
  worst(COMPILES, /^\S+\(\d+,\d+\): error (?:CS|FS|BC|MSB|NETSDK|NU)\d+: |^Build failed with [1-9]\d* error/, 'failed'),
  worst(BUILD, /^(\d+) Error\(s\)$/, ([, found]) => (count(found) > 0 ? 'failed' : 'passed')),
  worst(TEST, /^No test is available in /, 'nothing'),
  worst(COMPILES, /^Build FAILED\.?/, 'failed'),
  worst(BUILD, /^Build succeeded\.?/, 'passed'),
  // prove, Pester
  worst(TEST, /^Result: (PASS|FAIL)$/, ([, how]) => (how === 'FAIL' ? 'failed' : 'passed')),
  test(/^Tests Passed: (\d+), Failed: (\d+)/, tally(/Passed: (\d+)/, /Failed: (\d+)/)),
  // Swift, Xcode
  test(/^Executed (\d+) tests?, with (\d+) failures?/, ofAll),
  test(/^[✔✘◇]? ?Test run with (\d+) tests?.* (passed|failed)\b/, ([, all, how]) =>
    how === 'failed' ? 'failed' : count(all) > 0 ? 'passed' : undefined,
  ),
  worst(COMPILES, /^\*\* (?:TEST|BUILD|ARCHIVE|ANALYZE)(?: \w+)? (SUCCEEDED|FAILED)/, ([, how]) =>
    how === 'FAILED' ? 'failed' : 'passed',
  ),
  worst(BUILD, /^Build complete!/, 'passed'),
  worst(
    COMPILES,
    /^\S+\.swift:\d+:\d+: error: |^[|` -]*`- error: |^error: (?:'[^']+': |emit-module command failed|fatalError$)/,
    'failed',
  ),
  worst(TEST, /^Test Suite 'All tests' (passed|failed) at /, ([, how]) => (how === 'failed' ? 'failed' : undefined)),
  worst(COMPILES, /^(?:▸ )?(?:Test|Build) (Succeeded|Failed)$/i, ([, how]) =>
    how!.toLowerCase() === 'failed' ? 'failed' : 'passed',
  ),
  // Elixir, Erlang
  test(/^Result: (\d+)(?:\/(\d+))? passed\b/, ([, passed, all = passed]) =>
    count(passed) < count(all) ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
  worst(TEST, /^\d+\) (?:test|doctest|property) .*\([A-Z][\w.]*\)$/, 'failed'),
  test(/^(?:\d+ doctests?, )?(?:\d+ propert\w+, )?(\d+) tests?, (\d+) failures?/, ofAll),
  test(/^All (\d+) tests passed\.?$/, ofAll),
  worst(TEST, /^All tests have been excluded\.$/, 'nothing'),
  test(/^Failed: (\d+)\.\s+Skipped: \d+\.\s+Passed: (\d+)/, ([, failed, passed]) =>
    count(failed) > 0 ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
  // Dart, Flutter
  test(/^(?:[\d:]+ )?\+\d+(?: ~\d+)?(?: -\d+)?: (All tests passed!|Some tests failed\.)/, ([, how]) =>
    how!.startsWith('A') ? 'passed' : 'failed',
  ),
  test(/^All tests passed!$/, 'passed'),
  // CTest, Zig, Julia, R, Bazel, tox, nox
  test(/^\d+% tests passed, (\d+) tests? failed out of (\d+)/, ([, failed, all]) =>
    count(failed) > 0 ? 'failed' : count(all) > 0 ? 'passed' : 'nothing',
  ),
  test(/^No tests were found!+|^ERROR: No test targets were found\b/, 'nothing'),
  test(/^(\d+) passed; \d+ skipped; (\d+) failed\./, counts),
  worst(TEST, /^Build Summary: .*; (\d+)\/(\d+) tests passed/, ([, passed, all]) =>
    count(passed) < count(all) ? 'failed' : count(all) > 0 ? 'passed' : 'nothing',
  ),
  worst(COMPILES, /^error: the following (?:build |test )?command failed with exit code /, 'failed'),
  worst(TEST, /^\/\/\S+ +(?:\(cached\) +)?(?:PASSED|FAILED|TIMEOUT) in /, ([line]) =>
    / PASSED in /.test(line) ? 'passed' : 'failed',
  ),
  worst(COMPILES, /^(?:ERROR|FAILED): Build did NOT complete successfully/, 'failed'),
  worst(BUILD, /^INFO: Build completed successfully/, 'passed'),
  // Meson, GoogleTest, Catch2, doctest, Boost, Qt, Unity
  worst(TEST, /^Ok: +([1-9]\d*)$/, 'passed'),
  worst(TEST, /^(?:Fail|Unexpected Pass|Timeout): +(\d+)$/, failures),
  worst(TEST, /^\[ +PASSED +\] (\d+) tests?\./, ofAll),
  worst(TEST, /^\[ +FAILED +\] \S/, 'failed'),
  test(/^All tests passed \(\d+ assertions? in (\d+) test cases?\)/, ofAll),
  test(/^(?:\[doctest\] )?test cases: +\d+ \|.*/, tally(/(\d+) passed/, /(\d+) failed/)),
  worst(TEST, /^\*\*\* (No errors detected|[1-9]\d* failures? (?:is|are) detected)\b/, ([, how]) =>
    how!.startsWith('No') ? 'passed' : 'failed',
  ),
  test(/^Totals: (\d+) passed, (\d+) failed, \d+ skipped/, counts),
  test(/^(\d+) Tests (\d+) Failures \d+ Ignored/, ofAll),
  // Busted, Cabal
  test(/^(\d+) success(?:es)? \/ (\d+) failures? \/ (\d+) errors? /, ([, passed, failed, errors]) =>
    count(failed) + count(errors) > 0 ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
  worst(TEST, /^(\d+) of (\d+) test suites? \(/, ([, passed, all]) =>
    count(passed) < count(all) ? 'failed' : count(all) > 0 ? 'passed' : 'nothing',
  ),
  test(/^Testing \S+ tests (passed|failed)/, ([, how]) => (how === 'passed' ? 'passed' : 'failed')),
  worst(TEST, /Some tests did not pass: /, 'failed'),
  test(/^\[ FAIL (\d+) \| WARN \d+ \| SKIP \d+ \| PASS (\d+) \]/, ([, failed, passed]) =>
    count(failed) > 0 ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
  test(/^Status: (?:OK|(?:\d+ (WARNING|ERROR|NOTE)s?)(?:, .*)?)$/, ([line]) =>
    /ERROR/.test(line) ? 'failed' : 'passed',
  ),
  test(/^Executed \d+ out of (\d+) tests?: (?:.*?(\d+) fails?)?/, ofAll),
  // Automake, and counts as scripts print them
  worst(TEST, /^# (?:FAIL|XPASS|ERROR): +(\d+)$/, failures),
  test(/^# PASS: +(\d+)$/, ofAll),
  loose(
    /^\W*(?:(?:results?|tests?|summary|total)\b\D{0,12}(?:\d+\D{1,12})?)?(\d+) (?:tests? |checks? )?pass(?:ed|es|ing)?\b\D{1,15}(\d+) (?:tests? |checks? )?fail(?:ed|s|ing|ures?)?\b/i,
    counts,
  ),
  loose(
    /^\W*(?:(?:results?|tests?|summary|total)\b\D{0,12}(?:\d+\D{1,6})?)?pass(?:ed|es|ing)?: *(\d+)\D{1,15}fail(?:ed|s|ing|ures?)?: *(\d+)/i,
    counts,
  ),
  // Tox, Nox, Nx, Lerna, Turborepo run checks of any kind
  overall(/^nox > Session \S+ (was successful|failed)\b/, ([, how]) => (how === 'failed' ? 'failed' : 'passed')),
  overall(/^congratulations :\)/, 'passed'),
  overall(/^evaluation failed :\(/, 'failed'),
  overall(/^(?:NX|Lerna \(powered by Nx\)) +Successfully ran targets? /, 'passed'),
  overall(/^(?:NX|Lerna \(powered by Nx\)) +(?:Running|Ran) targets? .* failed$/, 'failed'),
  overall(/^NX +No tasks were run|^No tasks were executed as part of this run/, 'nothing'),
  overall(/^Tasks: +(\d+) successful, (\d+) total$/, ([, done, all]) =>
    count(all) === 0 ? 'nothing' : done === all ? 'passed' : undefined,
  ),
  loose(/^\W*All (?:\d+ )?(?:\w+ )?(?:tests?|specs?|scenarios?) (?:have )?passed(?: \(\d+\))?\W*$/i, 'passed'),
];
