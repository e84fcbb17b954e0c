import {
  count,
  counts,
  failures,
  loose,
  ofAll,
  ofRun,
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
  // pytest -qq prints no counts
  overall(/^s+ +\[100%\]$/, 'nothing', TEST),
  worst(TEST, /^!+ Interrupted: \d+ errors? during collection/, 'failed'),
  worst(TEST, /^ImportError while loading conftest|^E +(?:\w*(?:Error|Exception)\b|assert )/, 'failed'),
  // unittest
  // the next line says how many were skipped: `OK (skipped=3)`
  test(/^Ran (\d+) tests? in [\d.]+s$/, ([, all], [next = '']) =>
    count(all) > count(/^(?:OK|PASSED) \(.*?\bskip\w*=(\d+)/i.exec(next)?.[1]) ? 'passed' : 'nothing',
  ),
  worst(TEST, /^FAILED \((?:failures|errors|unexpected)/, 'failed'),
  // Jest, Vitest, Pest
  test(/^Tests:? +.*\d+ (?:failed|passed|total|skipped|todo).*$/, tally(/(\d+) passed/, /(\d+) failed/)),
  worst(TEST, /^(?:Test Suites:|Test Files) .*?([1-9]\d*) failed/, 'failed'),
  // a file with nothing but `todo` passes
  { ...test(/^(?:Test Suites:|Test Files) .*?\b([1-9]\d*) passed/, 'passed'), weak: true },
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
  worst(TEST, /^\d+ tests? (?:skipped|todo)$/, 'nothing'),
  test(/^(\d+) specs?, (\d+) failures?.*$/, ofRun(/(\d+) pending/)),
  test(/(?:^| )Executed (\d+) of \d+\b.*/, ([line, ran]) =>
    /[1-9]\d* FAILED| ERROR\b| DISCONNECTED\b/.test(line)
      ? 'failed'
      : / SUCCESS\b/.test(line)
        ? count(ran) > 0
          ? 'passed'
          : 'nothing'
        : undefined,
  ),
  // the columns after the time are those of all tests and of those that passed
  worst(TEST, /^✔ +All specs passed!(?: +\S+ +\d+ +(\d+|-) )?/, ([, passed]) =>
    passed === '-' ? 'nothing' : 'passed',
  ),
  worst(TEST, /^✖ +[1-9]\d* of \d+ failed /, 'failed'),
  // Mocha, Playwright
  worst(TEST, /^(\d+) failing\b/, failures),
  test(/^(\d+) passing \(/, ofAll),
  worst(TEST, /^(\d+) failed$/, failures),
  test(/^(\d+) passed \([\d.]+\s*m?s?(?:in)?\)$/, ofAll),
  worst(TEST, /^(\d+) did not run$/, failures),
  worst(TEST, /^\d+ skipped$/, 'nothing'),
  worst(TEST, /^[1-9]\d* flaky$/, 'passed'),
  worst(TEST, /^\d+\) \[[\w -]+\] › /, 'failed'),
  // node --test, TAP
  worst(TEST, /^(?:#|ℹ) fail (\d+)$/, failures),
  worst(TEST, /^(?:#|ℹ) cancelled ([1-9]\d*)$/, 'failed'),
  test(/^(?:#|ℹ) pass (\d+)$/, ofAll),
  worst(TEST, /^(?:#|ℹ) tests 0$|^1\.\.0(?= |$)/, 'nothing'),
  test(/^# \{ total: \d+.* \}$/, tally(/pass: (\d+)/, /fail: (\d+)/)),
  worst(TEST, /^not ok \d+(?!.*# (?:TODO|SKIP))/, 'failed'),
  // Bun
  worst(TEST, /^\(fail\) \S/, 'failed'),
  worst(TEST, /^(\d+) fail$/, failures),
  worst(TEST, /^(\d+) errors?$/, failures),
  test(/^(\d+) pass$/, ofAll),
  // Deno
  test(/^(?:ok|FAILED) \| (\d+) passed(?: \([^)]*\))? \| (\d+) failed/, ofAll),
  // Cargo, nextest
  worst(TEST, /^test result: FAILED\b|^error: (?:test failed, to rerun|\d+ targets? failed:)/, 'failed'),
  worst(TEST, /^test result: ok\. (\d+) passed/, ofAll),
  test(/^Summary \[.*\] +\d+(?:\/\d+)? tests? run: .*$/, tally(/(\d+) passed/, /(\d+) (?:failed|timed out)/)),
  // Go
  worst(TEST, /^FAIL(?:\t| |$)(?!.*\.[cm]?[jt]sx?\b)/, 'failed'),
  worst(TEST, /^--- FAIL:/, 'failed'),
  worst(TEST, /^panic: /, 'failed'),
  {
    ...worst(TEST, /^ok +\t?\S+\t(?:[\d.]+s|\(cached\))(?:\t?.*coverage:.*)?( \[no tests to run\])?$/, ([, none]) =>
      none ? 'nothing' : 'passed',
    ),
    unlessSkipped: true,
  },
  { ...worst(TEST, /^PASS$/, 'passed'), unlessAfter: /^testing: warning: no tests to run$/, unlessSkipped: true },
  worst(TEST, /^\?? +\t?\S+\t\[no test files\]$/, 'nothing'),
  worst(TEST, /^--- PASS: /, 'passed'),
  {
    ...worst(TEST, /^\{.*"Action":"(pass|fail|build-fail)"[,}]/, ([, how]) => (how === 'pass' ? 'passed' : 'failed')),
    unlessSkipped: true,
  },
  test(
    /^DONE (?:\d+ runs?, )?(\d+) tests?(?:, \d+ skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+s$/,
    ofRun(/(\d+) skipped/),
  ),
  test(/^(?:SUCCESS|FAIL)! -- (\d+) Passed \| (\d+) Failed\b/, counts),
  // Ruby
  test(/^(\d+) examples?, (\d+) failures?(?:, \d+ pending)?(?:, (\d+) errors?)?.*$/, ofRun(/(\d+) pending/)),
  test(
    /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors.*$/,
    ofRun(/(\d+) (?:skips|pendings|omissions)/),
  ),
  // PHPUnit
  test(/^OK \((\d+) tests?, \d+ assertions?\)/, ofAll),
  test(
    /^Tests: (\d+), Assertions: \d+(?:, Errors: (\d+))?(?:, Failures: (\d+))?.*$/,
    ofRun(/(?:Skipped|Incomplete): (\d+)/),
  ),
  test(/^No tests executed!/, 'nothing'),
  // JUnit on the command line
  test(/^OK \((\d+) tests?\)$/, ofAll),
  test(/^Tests run: (\d+),  Failures: (\d+)$/, ofAll),
  test(/^\[ +(\d+) tests successful +\]$/, ofAll),
  worst(TEST, /^\[ +(\d+) tests failed +\]$/, failures),
  // Cucumber, Behave, Robot Framework, stestr, Foundry, TestCafe
  test(/^\d+ scenarios? \((.*)\)$/, ([, counted = '']) =>
    /\d failed/.test(counted)
      ? 'failed'
      : /undefined|pending|ambiguous/.test(counted)
        ? undefined
        : /\d passed/.test(counted)
          ? 'passed'
          : 'nothing',
  ),
  test(/^(\d+) scenarios? passed, (\d+) failed, \d+ skipped/, counts),
  test(/^\d+ tests?, (\d+) passed, (\d+) failed/, counts),
  test(/^- Passed: (\d+)$/, ofAll),
  worst(TEST, /^- (?:Failed|Unexpected Success): (\d+)$/, failures),
  test(/^Ran \d+ test suites? .*: (\d+) tests passed, (\d+) failed, \d+ skipped/, counts),
  worst(TEST, /^Suite result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed;/, counts),
  worst(TEST, /^[1-9]\d*\/\d+ failed$/, 'failed'),
  // clojure.test, Kaocha
  test(/^Ran (\d+) tests containing \d+ assertions\.$/, ofAll),
  worst(TEST, /^(\d+) failures, (\d+) errors\.$/, ([, failed, errors]) =>
    count(failed) + count(errors) > 0 ? 'failed' : undefined,
  ),
  test(
    /^(\d+) tests?, \d+ assertions?,(?: (\d+) errors?,)?(?: \d+ pending,)? (\d+) failures?\.$/,
    ofRun(/(\d+) pending/),
  ),
  // uvu
  test(/^Total: +(\d+)$/, ([, all], [passed = '', skipped = '']) => {
    const found = /^Passed: +(\d+)$/.exec(passed)?.[1];
    if (found === undefined) return undefined;
    const unrun = count(/^Skipped: +(\d+)$/.exec(skipped)?.[1]);
    if (count(found) === 0 && unrun >= count(all)) return 'nothing';
    if (count(found) < count(all)) return unrun > 0 ? undefined : 'failed';
    return 'passed';
  }),
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
  loose(/^\W*All (?:\d+ )?(?:\w+ )?(?:tests?|specs?|scenarios?) (?:have )?passed(?: \(\d+\))?\W*$/i, 'passed'),
];
