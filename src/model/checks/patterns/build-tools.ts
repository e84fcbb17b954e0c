import {
  BUILD,
  COMPILES,
  count,
  counts,
  failures,
  ofAll,
  ofRun,
  overall,
  type Summary,
  tally,
  TEST,
  test,
  worst,
} from '../summary.ts';

/** Maven found no project. */
const NO_POM = /^\[ERROR\] The goal you specified requires a project .*there is no POM in this directory/;

/** Summary lines of tests that build tools run, of the runners of compiled languages, and of task runners. */
export const BUILD_TOOL_SUMMARIES: readonly Summary[] = [
  // Maven, Gradle, sbt
  worst(
    TEST,
    /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: \d+)?/,
    ofRun(/Skipped: (\d+)/),
  ),
  worst(COMPILES, /^(?:\[\w+\] )?BUILD (?:FAILURE|FAILED)\b/, (_, after) =>
    after.some((line) => NO_POM.test(line)) ? 'nothing' : 'failed',
  ),
  worst(COMPILES, NO_POM, 'nothing'),
  { ...overall(/^(?:\[\w+\] )?BUILD SUCCESS(?:FUL)?\b/, 'passed', COMPILES), unlessSkipped: true },
  worst(TEST, /^(?:No tests to run|Tests are skipped)\.?$/, 'nothing'),
  // `> Task :core:test NO-SOURCE`, and not `> Task :compileTestJava`
  {
    ...worst(
      TEST,
      /^> Task :(?:[\w.-]+:)*(?!testClasses|(?:compile|process|generate|merge|pre|bundle|package|assemble|java|kapt|ksp)[A-Z])(?:test\w*|\w+Tests?)( .*)?$/,
      ([, how = '']) => (/FAILED/.test(how) ? 'failed' : /NO-SOURCE|SKIPPED/.test(how) ? 'nothing' : 'passed'),
    ),
    unlessSkipped: true,
  },
  test(/^\d+ tests completed, (\d+) failed/, failures),
  test(
    /^\[info\] (?:Passed|Failed|Error): Total (\d+), Failed (\d+), Errors (\d+).*$/,
    ofRun(/(?:Ignored|Skipped|Canceled|Pending) (\d+)/),
  ),
  test(/^\[info\] Tests: succeeded (\d+), failed (\d+)/, ofAll),
  test(/^\[info\] No tests were executed/, 'nothing'),
  worst(COMPILES, /^\[error\] (?:Failed tests:|\(.*\) )/, 'failed'),
  // .NET
  // In any language: `Passed!  - Failed:     0, Passed:     5, Skipped:     0, Total:     5`
  worst(TEST, /^\S+ ?! +[-:] +[^\d:]+: +(\d+), [^\d:]+: +(\d+), [^\d:]+: +\d+, [^\d:]+: +\d+/, ([, failed, passed]) =>
    count(failed) > 0 ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
  test(/^Test summary: total: \d+, failed: \d+, succeeded: \d+/, tally(/succeeded: (\d+)/, /failed: (\d+)/)),
  // `Total tests: 2` and `Skipped: 2` follow, and no `Passed: 2`
  worst(TEST, /^Test Run (Successful|Failed|Aborted)\.$/, ([, how], after) =>
    how !== 'Successful'
      ? 'failed'
      : after.some((line) => line.startsWith('Total tests: ')) && !after.some((line) => /^Passed: \d/.test(line))
        ? 'nothing'
        : 'passed',
  ),
  worst(COMPILES, /^\S+\(\d+,\d+\): error (?:CS|FS|BC|MSB|NETSDK|NU)\d+: |^Build failed with [1-9]\d* error/, 'failed'),
  worst(BUILD, /^(\d+) Error\(s\)$/, ([, found]) => (count(found) > 0 ? 'failed' : 'passed')),
  worst(TEST, /^No test (?:is available in|matches the given testcase filter) /, 'nothing'),
  worst(COMPILES, /^Build FAILED\.?/, 'failed'),
  worst(BUILD, /^Build succeeded\.?/, 'passed'),
  // prove, Pester
  worst(TEST, /^Result: (PASS|FAIL|NOTESTS)$/, ([, how]) =>
    how === 'FAIL' ? 'failed' : how === 'PASS' ? 'passed' : 'nothing',
  ),
  test(/^Tests Passed: (\d+), Failed: (\d+)/, tally(/Passed: (\d+)/, /Failed: (\d+)/)),
  // Swift, Xcode
  test(/^Executed (\d+) tests?, with (?:\d+ tests? skipped and )?(\d+) failures?/, ofRun(/(\d+) tests? skipped/)),
  {
    ...test(/^(?:\S{1,2} +)?Test run with (\d+) tests?.* (passed|failed)\b/, ([, all, how]) =>
      how === 'failed' ? 'failed' : count(all) > 0 ? 'passed' : 'nothing',
    ),
    unlessSkipped: true,
  },
  worst(COMPILES, /^\*\* (?:TEST|BUILD|ARCHIVE|ANALYZE)(?: \w+)? FAILED/, 'failed'),
  overall(/^\*\* (?:TEST|BUILD|ARCHIVE|ANALYZE)(?: \w+)? SUCCEEDED/, 'passed', COMPILES),
  worst(BUILD, /^Build complete!/, 'passed'),
  worst(
    COMPILES,
    /^\S+\.swift:\d+:\d+: error: |^[|` -]*`- error: |^error: (?:'[^']+': |emit-module command failed|fatalError$)/,
    'failed',
  ),
  worst(TEST, /^Test Suite 'All tests' (passed|failed) at /, ([, how]) => (how === 'failed' ? 'failed' : undefined)),
  worst(COMPILES, /^(?:▸ )?(?:Test|Build) Failed$/i, 'failed'),
  overall(/^(?:▸ )?(?:Test|Build) Succeeded$/i, 'passed', COMPILES),
  // OCaml: the place, the code, and then `Error: …` or a warning
  worst(COMPILES, /^File "[^"]+", lines? \d+/, (_, after) =>
    after.slice(0, 6).some((line) => /^Error(?: \(|:)/.test(line)) ? 'failed' : undefined,
  ),
  // Elixir, Erlang
  test(/^Result: (\d+)(?:\/(\d+))? passed\b/, ([, passed, all = passed]) =>
    count(passed) < count(all) ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
  worst(TEST, /^\d+\) (?:test|doctest|property) .*\([A-Z][\w.]*\)$/, 'failed'),
  test(
    /^(?:(\d+) doctests?, )?(?:(\d+) propert\w+, )?(\d+) tests?, (\d+) failures?.*$/,
    ([line, doctests, properties, tests, failed]) => {
      const unrun = [...line.matchAll(/(\d+) (?:skipped|excluded)/g)].reduce((sum, [, one]) => sum + count(one), 0);
      if (count(failed) > 0 || /[1-9]\d* invalid/.test(line)) return 'failed';
      return count(doctests) + count(properties) + count(tests) > unrun ? 'passed' : 'nothing';
    },
  ),
  test(/^All (\d+) tests passed\.?$/, ofAll),
  worst(TEST, /^All tests have been excluded\.$/, 'nothing'),
  test(
    /^Failed: \d+\.\s+Skipped: \d+\.\s+Passed: \d+|^(?:Failed \d+ tests?\. )?(?:Skipped \d+ .*tests?\. )?Passed \d+ tests?\./,
    tally(/Passed:? (\d+)/, /Failed:? (\d+)/),
  ),
  // Dart, Flutter
  test(/^(?:[\d:]+ )?\+\d+(?: ~\d+)?(?: -\d+)?: (All tests (?:passed!|skipped\.)|Some tests failed\.)/, ([, how]) =>
    how!.startsWith('S') ? 'failed' : how!.endsWith('!') ? 'passed' : 'nothing',
  ),
  test(/^All tests passed!$/, 'passed'),
  // CTest, Zig, Julia, R, Bazel, tox, nox
  // `1 - a (Skipped)` follows for each test that did not run
  test(/^\d+% tests passed, (\d+) tests? failed out of (\d+)/, ([, failed, all], after) => {
    const unrun = after.filter((line) => /^\d+ - .*\((?:Skipped|Disabled|Not Run.*)\)$/.test(line)).length;
    return count(failed) > 0 ? 'failed' : count(all) > unrun ? 'passed' : 'nothing';
  }),
  test(/^No tests were found!+|^ERROR: No test targets were found\b/, 'nothing'),
  test(/^(\d+) passed; \d+ skipped; (\d+) failed\./, counts),
  worst(TEST, /^Build Summary: .*; (\d+)\/(\d+) tests passed(?:; (\d+) skipped)?/, ([, passed, all, skipped]) =>
    count(passed) + count(skipped) < count(all) ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
  worst(COMPILES, /^error: the following (?:build |test )?command failed with exit code /, 'failed'),
  worst(TEST, /^\/\/\S+ +(?:\(cached\) +)?(?:PASSED|FAILED|TIMEOUT) in /, ([line]) =>
    / PASSED in /.test(line) ? 'passed' : 'failed',
  ),
  worst(COMPILES, /^(?:ERROR|FAILED): Build did NOT complete successfully/, 'failed'),
  worst(BUILD, /^INFO: Build completed successfully/, 'passed'),
  // Meson, GoogleTest, Catch2, doctest, Boost, Qt, Unity
  worst(TEST, /^Ok: +(\d+)$/, ofAll),
  worst(TEST, /^(?:Fail|Unexpected Pass|Timeout): +(\d+)$/, failures),
  worst(TEST, /^\[ +PASSED +\] (\d+) tests?\./, ofAll),
  worst(TEST, /^\[ +FAILED +\] \S/, 'failed'),
  test(/^All tests passed \(\d+ assertions? in (\d+) test cases?\)/, ofAll),
  test(/^(?:\[doctest\] )?test cases: +\d+ \|.*/, tally(/(\d+) passed/, /(\d+) failed/)),
  worst(TEST, /^\*\*\* (No errors detected|[1-9]\d* failures? (?:is|are) detected)\b/, ([, how]) =>
    how!.startsWith('No') ? 'passed' : 'failed',
  ),
  test(/^Totals: (\d+) passed, (\d+) failed, \d+ skipped/, counts),
  worst(TEST, /^Test setup error: no test cases matching/, 'nothing'),
  test(/^(\d+) Tests (\d+) Failures \d+ Ignored/, ofRun(/(\d+) Ignored/)),
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
  test(/^Executed \d+ out of (\d+) tests?: (?:.*?(\d+) fails?)?.*$/, ofRun(/(\d+) (?:was|were) skipped/)),
  // Tox, Nox, Nx, Lerna, Turborepo run checks of any kind
  overall(/^nox > Session \S+ (was successful|failed)\b/, ([, how]) => (how === 'failed' ? 'failed' : 'passed')),
  overall(/^congratulations :\)/, 'passed'),
  overall(/^evaluation failed :\(/, 'failed'),
  overall(/^(?:NX|Lerna \(powered by Nx\)) +Successfully ran targets? /, 'passed'),
  overall(/^(?:NX|Lerna \(powered by Nx\)) +(?:Running|Ran) targets? .* failed$/, 'failed'),
  overall(/^NX +No tasks were run|^No tasks were executed as part of this run/, 'nothing'),
  overall(/^nox > (?:Session|\*) \S+?:? skipped\b/, 'nothing'),
  // npm, pnpm, Yarn, Lerna: no package has the script, or the script does nothing
  overall(
    /^No projects matched the filters\b|^None of the selected packages has a "|^lerna \w+ .*\bNo packages found with the lifecycle script\b/,
    'nothing',
  ),
  overall(/^[>$] (?:echo\b[^;&|]*|true|exit 0|:)$/, 'nothing'),
  overall(/^Tasks: +(\d+) successful, (\d+) total$/, ([, done, all]) =>
    count(all) === 0 ? 'nothing' : done === all ? 'passed' : undefined,
  ),
];
