/** What a check printed about itself: that it passed, that it failed, or that it had nothing to do (no test ran). */
export type PrintedResult = 'passed' | 'failed' | 'empty';

/** Characters read from the end of an output: a runner prints its summary last. */
const MAX_READ = 16_384;
/** Characters read of one line. */
const MAX_LINE = 400;

// A rule matches one line. A named group counts: `failed` above 0 is a failure, `passed` above 0 a pass, `ran` of 0 means that
// nothing ran. Without groups the line itself is the result.
interface Rule {
  readonly line: RegExp;
  readonly is?: PrintedResult;
}

const RULES: readonly Rule[] = [
  // vitest, jest
  { line: /^\s*(?:Tests|Test Files|Test Suites):?\s+(?:.*?\b(?<failed>\d+) failed)?(?:.*?\b(?<passed>\d+) passed)?/ },
  { line: /^\s*No test(?:s| files| suites)?(?: were)? found\b/i, is: 'empty' },
  // mocha
  { line: /^\s*(?<ran>\d+) passing\b/ },
  { line: /^\s*(?<failed>\d+) failing\b/ },
  // pytest, with and without its frame
  { line: /^=*\s*(?:(?<failed>\d+) (?:failed|errors?))(?:,.*)? in [\d.:]+s?/ },
  { line: /^=*\s*(?<passed>\d+) passed(?:, (?!\d+ (?:failed|error)).*)? in [\d.:]+/ },
  { line: /^=+.*, (?<failed>\d+) errors?\b.* in [\d.]+s/ },
  { line: /^(?:=+ )?no tests (?:ran|collected)\b/, is: 'empty' },
  { line: /^collected 0 items/, is: 'empty' },
  { line: /^(?:FAILED|ERROR) \S+\.py(?:::|$| -)/, is: 'failed' },
  // unittest
  { line: /^Ran 0 tests? in/, is: 'empty' },
  { line: /^FAILED \((?:failures|errors|unexpected)/, is: 'failed' },
  { line: /^OK(?: \((?:skipped|expected failures)=.*\))?$/, is: 'passed' },
  // go
  { line: /^(?:FAIL\s+\S+|FAIL$|--- FAIL:|\s+--- FAIL:|panic: )/, is: 'failed' },
  { line: /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))\s+\[no tests to run\]/, is: 'empty' },
  { line: /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!\s+\[no tests)/, is: 'passed' },
  { line: /^(?:PASS|DONE \d+ tests?(?:, \d+ skipped)?(?: in .*)?)$/, is: 'passed' },
  { line: /^DONE \d+ tests?.*\b(?<failed>\d+) (?:failures?|errors?)/ },
  { line: /^\?\s+\S+\s+\[no test files\]/, is: 'empty' },
  { line: /^(?:\.{0,2}\/)?[\w./-]+\.go:\d+:\d+: /, is: 'failed' },
  // cargo
  { line: /^test result: ok\. (?<ran>\d+) passed/ },
  { line: /^test result: FAILED/, is: 'failed' },
  { line: /^error(?:\[E\d+\])?: (?!no such command)/, is: 'failed' },
  { line: /^\s*Summary \[.*\]\s+(?<ran>\d+)(?:\/\d+)? tests? run: \d+ passed(?:.*?(?<failed>\d+) failed)?/ },
  { line: /^\s*Finished `?[\w -]+`? (?:profile|\[|target)/, is: 'passed' },
  // rspec, minitest, ExUnit
  { line: /^\s*(?<ran>\d+) examples?, (?<failed>\d+) failures?/ },
  { line: /^\s*(?<ran>\d+) (?:runs|tests), \d+ assertions, (?<failed>\d+) failures/ },
  { line: /^\s*(?:\d+ doctests?, )?(?<ran>\d+) tests?, (?<failed>\d+) failures?/ },
  // phpunit, pest
  { line: /^OK \((?<ran>\d+) tests?/ },
  { line: /^(?:FAILURES|ERRORS)!/, is: 'failed' },
  // JUnit, Maven, Gradle
  { line: /Tests run: (?<ran>\d+), Failures: (?<failed>\d+), Errors: 0/ },
  { line: /Tests run: \d+, Failures: \d+, Errors: (?<failed>[1-9]\d*)/ },
  { line: /^(?:\[\w+\] )?BUILD SUCCESS(?:FUL)?\b/, is: 'passed' },
  { line: /^(?:\[\w+\] )?(?:BUILD FAIL(?:URE|ED)|FAILURE: Build failed)/, is: 'failed' },
  // .NET
  { line: /^\s*(?:Passed|Failed)!\s+-\s+Failed:\s*(?<failed>\d+), Passed:\s*(?<passed>\d+)/ },
  { line: /^\s*Test summary: total: (?<ran>\d+), failed: (?<failed>\d+)/ },
  { line: /^\s*(?:Build succeeded|Test Run Successful)\b/, is: 'passed' },
  { line: /^\s*(?:Build FAILED|Test Run Failed)\b/, is: 'failed' },
  // Swift, Xcode
  { line: /^\s*Executed (?<ran>\d+) tests?, with (?:\d+ tests? skipped and )?(?<failed>\d+) failures?/ },
  { line: /Test run with (?<ran>\d+) tests?.* passed after/ },
  { line: /Test run with \d+ tests?.* failed after/, is: 'failed' },
  { line: /^\*\* (?:TEST|BUILD|ANALYZE|ARCHIVE) SUCCEEDED \*\*/, is: 'passed' },
  { line: /^\*\* (?:TEST|BUILD|ANALYZE|ARCHIVE) FAILED \*\*/, is: 'failed' },
  { line: /^(?:\[\d+\/\d+\] )?Build complete!/, is: 'passed' },
  {
    line: /^[^\s:]+\.(?:swift|c|cc|cpp|cxx|m|mm|h|hpp|java|kt|scala|zig|hs|ml):\d+(?::\d+)?: (?:fatal )?error\b/,
    is: 'failed',
  },
  // CTest
  { line: /\d+% tests passed, (?<failed>\d+) tests failed out of (?<ran>\d+)/ },
  // bun, node --test, TAP, AVA, Playwright, Deno
  { line: /^\s*(?<ran>\d+) pass$/ },
  { line: /^\s*(?<failed>\d+) fail$/ },
  { line: /^(?:#|ℹ) (?:pass|tests) (?<ran>\d+)$/ },
  { line: /^(?:#|ℹ) fail (?<failed>\d+)$/ },
  { line: /^\s*(?<passed>\d+) tests? passed$/ },
  { line: /^\s*(?<failed>\d+) tests? failed$/ },
  { line: /^\s*(?<passed>\d+) passed(?: \([\d.]+m?s\))?$/ },
  { line: /^\s*(?<failed>\d+) failed$/ },
  { line: /^(?:ok|FAILED) \| (?<ran>\d+) passed.*\| (?<failed>\d+) failed/ },
  // TypeScript, ESLint, Biome, Prettier
  { line: /\berror TS\d+:/, is: 'failed' },
  { line: /^Found (?<failed>\d+) errors?\b/ },
  { line: /✖ \d+ problems? \((?<failed>\d+) errors?/ },
  { line: /✖ \d+ problems? \(0 errors/, is: 'passed' },
  { line: /^Checked \d+ files? in .*No fixes applied/, is: 'passed' },
  { line: /^All matched files use Prettier code style!/, is: 'passed' },
  { line: /Code style issues (?:found|were found)/, is: 'failed' },
  { line: /^Found 0 warnings and 0 errors\.?$/, is: 'passed' },
  { line: /^Found \d+ warnings? and (?<failed>\d+) errors?\.?$/ },
  // Python's checkers
  { line: /^All checks passed!/, is: 'passed' },
  { line: /^Success: no issues found/, is: 'passed' },
  { line: /^(?<failed>\d+) errors?, \d+ warnings?/ },
  { line: /^0 errors, \d+ warnings?/, is: 'passed' },
  { line: /^Your code has been rated at 10\.00\/10/, is: 'passed' },
  { line: /^All done! .*✨|^\d+ files? would be left unchanged\.?$/, is: 'passed' },
  { line: /^(?:would reformat |\d+ files? would be reformatted)/, is: 'failed' },
  // golangci-lint, RuboCop, Flutter, Zig
  { line: /^0 issues\.?$/, is: 'passed' },
  { line: /^(?<failed>\d+) issues?[:.]?$/ },
  { line: /^\d+ files? inspected, no offenses detected/, is: 'passed' },
  { line: /^\d+ files? inspected, (?<failed>\d+) offenses?/ },
  { line: /^No issues found!/, is: 'passed' },
  { line: /(?:^|: )All tests passed!?$/, is: 'passed' },
  { line: /(?:^|: )Some tests failed\.?$/, is: 'failed' },
  { line: /^All \d+ tests? passed\.?$/, is: 'passed' },
  // Build tools
  { line: /^✓ built in |^ ?✓ Compiled successfully|^webpack [\d.]+ compiled successfully|^Build Done\b/, is: 'passed' },
  { line: /^webpack [\d.]+ compiled with \d+ errors?|^Failed to compile\.?$|^✘ \[ERROR\]/, is: 'failed' },
  // Task runners report the exit status of what they ran.
  { line: /^g?make(?:\[\d+\])?: \*\*\* .*(?:Error \d+|No rule)/, is: 'failed' },
  {
    line: /^npm (?:ERR!|error) (?:Test failed|code ELIFECYCLE|Lifecycle script|command failed|Missing script)/i,
    is: 'failed',
  },
  { line: /^\s*ELIFECYCLE\b|^error Command failed with exit code|^error: script ".*" exited with code/, is: 'failed' },
  {
    line: /^error: Recipe `.*` failed|^task: Failed to run task|\bmise ERROR (?:task|\[)|^\[.*\] ERROR task failed/,
    is: 'failed',
  },
  { line: /^\s*(?:EXIT|exit)(?:[ _-]?(?:code|status))?\s*[:=]?\s*(?<failed>\d+)\s*$/i },
  // The shell found no program.
  { line: /^(?:(?:ba|z|da)?sh: )?(?:line \d+: )?[\w./-]+: command not found$/, is: 'failed' },
];

const ANSI = /\u001b\[[0-9;?]*[A-Za-z]/g;

/**
 * Reads the summary of a test runner, linter, type checker, compiler or task runner in the end of an output.
 * @returns undefined when no line is known
 */
export function printedResult(output: string): PrintedResult | undefined {
  let passed = false;
  let empty = false;
  for (const raw of output.slice(-MAX_READ).replaceAll(ANSI, '').split(/\r?\n/)) {
    const line = raw.slice(0, MAX_LINE).trimEnd();
    if (line === '') continue;
    for (const rule of RULES) {
      const found = rule.line.exec(line);
      if (!found) continue;
      const result = rule.is ?? counted(found.groups ?? {});
      if (result === 'failed') return 'failed';
      passed ||= result === 'passed';
      empty ||= result === 'empty';
    }
  }
  return passed ? 'passed' : empty ? 'empty' : undefined;
}

function counted({ failed, passed, ran }: Readonly<Record<string, string | undefined>>): PrintedResult | undefined {
  if (Number(failed) > 0) return 'failed';
  if (Number(passed) > 0 || Number(ran) > 0) return 'passed';
  return ran === '0' ? 'empty' : undefined;
}
