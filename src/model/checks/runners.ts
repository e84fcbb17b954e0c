import type { CheckKind } from './kind.ts';

/** What one line of a runner's output shows; `nothing` means that no test ran. */
export type RunnerLine = 'passed' | 'failed' | 'nothing';

/** Interprets a line that matched a pattern. */
type Reader = (match: RegExpExecArray) => RunnerLine | undefined;

/** A summary line of one runner. */
export interface Summary {
  readonly kinds: readonly CheckKind[];
  readonly pattern: RegExp;
  readonly says: RunnerLine | Reader;
  /** The last match counts, because it sums up all before it. Otherwise the worst match counts. */
  readonly last?: true;
  /** The line shows nothing right after this one. */
  readonly unlessAfter?: string;
}

const count = (text: string | undefined): number => Number(text ?? 0);
/** Reads the counts of passes and failures in a line, for example `3 failed, 12 passed`. */
const tally =
  (passes: RegExp, failures: RegExp): Reader =>
  (match) => {
    const failed = [...match[0].matchAll(new RegExp(failures, 'gi'))].reduce((sum, one) => sum + count(one[1]), 0);
    const passed = [...match[0].matchAll(new RegExp(passes, 'gi'))].reduce((sum, one) => sum + count(one[1]), 0);
    return failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'nothing';
  };
/** Reads `5 tests, 0 failures`: the first number is the total, the others are failures. */
const ofAll: Reader = ([, all, ...failed]) =>
  failed.some((one) => count(one) > 0) ? 'failed' : count(all) > 0 ? 'passed' : 'nothing';
/** Reads a count of failures. Zero failures do not prove that a test passed. */
const failures: Reader = ([, found]) => (count(found) > 0 ? 'failed' : undefined);
const faults: Reader = ([, found]) => (count(found) > 0 ? 'failed' : 'passed');

const TEST: readonly CheckKind[] = ['test'];
const TYPES: readonly CheckKind[] = ['types'];
const LINT: readonly CheckKind[] = ['lint', 'format'];
const BUILD: readonly CheckKind[] = ['build'];
const FORMAT: readonly CheckKind[] = ['format', 'lint'];
const COMPILES: readonly CheckKind[] = ['build', 'types', 'lint', 'test'];

const test = (pattern: RegExp, says: RunnerLine | Reader, last = true): Summary => ({
  kinds: TEST,
  pattern,
  says,
  ...(last && { last: true }),
});
const worst = (kinds: readonly CheckKind[], pattern: RegExp, says: RunnerLine | Reader): Summary => ({
  kinds,
  pattern,
  says,
});

/** Summary lines of test runners, type checkers, linters, formatters and builds. */
export const SUMMARIES: readonly Summary[] = [
  // pytest
  test(
    /^=* ?(?:\d+ [a-z]+, )*\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)(?:, \d+ [a-z]+)* in [\d.:]+ ?s?.*$/,
    tally(/(\d+) (?:passed|xfailed|xpassed)/, /(\d+) (?:failed|errors?)\b/),
  ),
  test(/^=* ?no tests (?:ran|collected)\b/, 'nothing'),
  worst(TEST, /^!+ Interrupted: \d+ errors? during collection/, 'failed'),
  worst(
    TEST,
    /^ImportError while loading conftest|^E +(?:ModuleNotFound|Import|Syntax|Indentation|Name)Error: /,
    'failed',
  ),
  // unittest
  test(/^Ran (\d+) tests? in [\d.]+s$/, ofAll),
  worst(TEST, /^FAILED \((?:failures|errors|unexpected)/, 'failed'),
  // Jest, Vitest, Pest
  test(/^Tests:? +.*\d+ (?:failed|passed|total|skipped|todo).*$/, tally(/(\d+) passed/, /(\d+) failed/)),
  worst(TEST, /^(?:Test Suites:|Test Files) .*?([1-9]\d*) failed/, 'failed'),
  test(/^(?:Test Suites:|Test Files) .*?\b([1-9]\d*) passed/, 'passed'),
  test(/^No test(?:s| files| suites?) found\b/i, 'nothing'),
  worst(TEST, /^(?:FAIL|❌ FAIL) .*\.(?:[cm]?[jt]sx?|vue)\b/, 'failed'),
  // Mocha, Playwright, Cypress
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
  // Ruby
  test(/^(\d+) examples?, (\d+) failures?(?:, (\d+) errors?)?/, ofAll),
  test(/^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors/, ofAll),
  // PHPUnit
  test(/^OK \((\d+) tests?, \d+ assertions?\)/, ofAll),
  test(/^Tests: (\d+), Assertions: \d+(?:, Errors: (\d+))?(?:, Failures: (\d+))?/, ofAll),
  test(/^No tests executed!/, 'nothing'),
  // Maven, Gradle, sbt
  worst(TEST, /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+)/, ofAll),
  worst(COMPILES, /^(?:\[\w+\] )?BUILD (SUCCESS(?:FUL)?|FAILURE|FAILED)\b/, ([, how]) =>
    how!.startsWith('S') ? 'passed' : 'failed',
  ),
  test(/^\d+ tests completed, (\d+) failed/, failures),
  test(/^\[info\] (?:Passed|Failed|Error): Total (\d+), Failed (\d+), Errors (\d+)/, ofAll),
  test(/^\[info\] Tests: succeeded (\d+), failed (\d+)/, ofAll),
  worst(COMPILES, /^\[error\] (?:Failed tests:|\(.*\) )/, 'failed'),
  // .NET
  worst(TEST, /^(?:Passed|Failed)! +- Failed: +(\d+), Passed: +(\d+)/, ([, failed, passed]) =>
    count(failed) > 0 ? 'failed' : count(passed) > 0 ? 'passed' : 'nothing',
  ),
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
  // Elixir, Erlang
  test(/^(?:\d+ doctests?, )?(?:\d+ propert\w+, )?(\d+) tests?, (\d+) failures?/, ofAll),
  test(/^All (\d+) tests passed\.?$/, ofAll),
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
  test(/^No tests were found!+/, 'nothing'),
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
  test(/^Passed: \d+, Failed: \d+\b/, tally(/Passed: (\d+)/, /Failed: (\d+)/)),
  worst(TEST, /^(?:nox > |\S+: |)Session \S+ failed\b/, 'failed'),
  test(/^(?:congratulations :\)|  ?congratulations :\))/, 'passed'),
  test(/^(?:evaluation failed :\()/, 'failed'),
  test(/^All tests passed(?: \(\d+\))?\.?$/, 'passed'),
  // TypeScript, mypy, Pyright
  worst(
    ['types', 'build', 'test'],
    /^\S+\(\d+,\d+\): error TS\d+:|^\S+:\d+:\d+ - error TS\d+:|^error TS\d+:/,
    'failed',
  ),
  worst(TYPES, /^Success: no issues found in \d+ source files?/, 'passed'),
  worst(TYPES, /^Found (\d+) errors? in \d+ files?/, faults),
  worst(TYPES, /^(\d+) errors?, \d+ warnings?,/, faults),
  worst(TYPES, /^svelte-check found (\d+) errors?/, faults),
  worst(TYPES, /^"errorCount": (\d+),?$/, faults),
  // Rust's compiler
  worst(COMPILES, /^error: (?:could not compile|aborting due to)|^error\[E\d+\]/, 'failed'),
  worst(
    ['types', 'lint', 'build'],
    /^Finished `?(?:dev|release|test|bench|debug|\w+)`?(?: profile)? .*target\(s\) in/,
    'passed',
  ),
  worst(LINT, /^(?:advisories|bans|licenses|sources) FAILED/, 'failed'),
  // Go's compiler and vet
  worst(['build', 'lint', 'test'], /^\S+\.go:\d+:\d+: /, 'failed'),
  worst(['build', 'test'], /^(?:package \S+|imports \S+.*import cycle)|import cycle not allowed/, 'failed'),
  // Linters
  worst(LINT, /^(\d+) issues[.:]/, faults),
  worst(LINT, /^[✖×] \d+ problems? \((\d+) errors?,/, faults),
  worst(LINT, /^× Some errors were emitted while running checks/, 'failed'),
  worst(LINT, /^Found (\d+) errors?\.?$/, faults),
  worst(LINT, /^Found \d+ warnings? and (\d+) errors?\.?/, faults),
  worst(
    LINT,
    /^Checked \d+ files? in \S+ No fixes applied\.$|^Checked \d+ files? in \S+ Fixed \d+ files?\.$/,
    'passed',
  ),
  worst(LINT, /^All checks passed!$/, 'passed'),
  worst(LINT, /^Found (\d+) errors? \(\d+ fixed, (\d+) remaining\)/, ([, , left]) =>
    count(left) > 0 ? 'failed' : 'passed',
  ),
  worst(
    LINT,
    /^\d+ files? inspected, (no|\d+) offenses?(?: detected, (\d+) offenses? corrected)?/,
    ([, found, mended]) => (found === 'no' || found === mended ? 'passed' : 'failed'),
  ),
  worst(LINT, /^--> \S+\.pyi?:\d+:\d+$|^\S+\.pyi?:\d+:\d+: [A-Z]+\d+ |^[A-Z]{1,4}\d{3,4} \[\*\] /, 'failed'),
  worst(TYPES, /^\S+\.pyi?:\d+(?::\d+)?: error: /, 'failed'),
  worst(LINT, /^\d+:\d+ +error +\S/, 'failed'),
  worst(LINT, /^[x×] [\w-]+\([\w/@-]+\): /, 'failed'),
  worst(LINT, /^Done linting! Found (\d+) violations?/, faults),
  worst(LINT, /^No issues found!/, 'passed'),
  // Vale
  worst(LINT, /^[✖✔] (\d+) errors?, \d+ warnings? and \d+ suggestions? in \d+ (?:files?|stdin)/, faults),
  worst(LINT, /^(\d+) issues? found\.?/, faults),
  worst(LINT, /^(?:Your code has been rated at|⚠|✗) /, () => undefined),
  // Formatters
  worst(FORMAT, /^Format issues found in /, 'failed'),
  // `gofmt -l` prints the paths of files, and its exit status shows nothing
  worst(['format'], /^[\w@.+/-]+\.go$/, 'failed'),
  worst(FORMAT, /^All matched files use Prettier code style!/, 'passed'),
  worst(FORMAT, /Code style issues (?:found|detected)/, 'failed'),
  worst(FORMAT, /^(\d+) files? would be reformatted/, faults),
  worst(FORMAT, /^(?:All done!|\d+ files? (?:already formatted|would be left unchanged))/, 'passed'),
  worst(FORMAT, /^Diff in \S+/, 'failed'),
  worst(FORMAT, /^[✖×] (?:Formatter would have printed|File content differs)/, 'failed'),
  // Bundlers and frameworks
  worst(
    BUILD,
    /^✓ built in |^built in |^(?:webpack|rspack) .*compiled (?:successfully|with \d+ warning)|^✓ Compiled successfully|^Done in [\d.]+m?s\.?$|⚡️ Build success|^\[build\] Complete!|^Created \d+ bundles?/,
    'passed',
  ),
  worst(
    BUILD,
    /^Failed to compile\.?|^(?:webpack|rspack) .*compiled with \d+ errors?|^✗ Build failed|^error during build:|^Build failed\b|^ERROR in \S+/,
    'failed',
  ),
  worst(
    BUILD,
    /^> Build error occurred|^(?:⨯ )?Next\.js build worker exited with code: [1-9]|, exiting the build\.$/,
    'failed',
  ),
  worst(BUILD, /^\S+:\d+:\d+: (?:fatal )?error: /, 'failed'),
  worst(['build', 'test'], /^failed to load config from /, 'failed'),
  // The last lines of Next.js, which prints its table of routes after a build, and of Docusaurus
  worst(BUILD, /^[○●◐ƒλ] +\((?:Static|SSG|ISR|Partial Prerender|Dynamic|Server)\) +\S/, 'passed'),
  worst(BUILD, /^\[SUCCESS\] Generated static files in /, 'passed'),
];

/** A task runner or package manager reports that its command failed, without details. */
export const FAULTS: readonly RegExp[] = [
  /^error: script "[^"]*" exited with code [1-9]/,
  /^\s*ERR_PNPM_(?!UNSUPPORTED)|^ELIFECYCLE\b| ELIFECYCLE /,
  /^npm (?:ERR!|error) (?:code (?!ENOENT)|Lifecycle script|Test failed)/i,
  /^(?:g?make(?:\[\d+\])?): \*\*\* /,
  /^(?:\[[^\]]+\] )?ERROR task failed/,
  /^error: Recipe `[^`]*` failed/,
  /^task: Failed to run task/,
  /^error Command failed with exit code [1-9]/,
  /^(?:Command failed with exit code|Process exited with code) [1-9]\d*$/,
  /^error: could not find `Cargo\.toml`/,
];
/** The program was never started. */
export const NEVER_RAN =
  /(?:^|: )(?:command not found(?:: \S+)?|not found|No such file or directory)$|^error: unrecognized subcommand|ERR_PNPM_\w*NO_SCRIPT|^npm (?:ERR!|error) (?:Missing script:|code ENOENT)/;
