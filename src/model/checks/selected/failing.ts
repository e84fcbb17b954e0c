/** The tests that failed, as far as an output names them. */
export interface Failing {
  /** Their files, or packages. */
  readonly names: readonly string[];
  /** The runner printed how many there are, and that many are named. So a filter behind the runner hides none. */
  readonly counted?: true;
}

const MAX_NAMES = 64;
const MAX_CHARACTERS = 200;

/** A runner's line for a test that failed, with the file or the package. */
const LINES: readonly RegExp[] = [
  // pytest: `FAILED tests/test_a.py::test_x - assert 1 == 2`
  /^(?:FAILED|ERROR) ([^\s:]+\.py)(?:::|$| - )/,
  // Jest, Vitest
  /^(?:❌ )?FAIL +(?:\S+ )?([^\s:]+\.(?:[cm]?[jt]sx?|vue))(?= |$)/,
  // node --test
  /^test at ([^\s:]+\.[cm]?[jt]sx?):\d+:\d+$/,
  // Go: `FAIL	example.com/m/a	0.01s`
  /^FAIL\t(\S+)\t[\d.]+s$/,
  /^FAIL\t(\S+) \[(?:build|setup) failed\]$/,
  // RSpec
  /^rspec (?:\.\/)?([^\s:[]+\.rb)[:[]/,
];
/** How many tests failed, in the summary of the same runners; those of Go do not print it. */
const COUNTS: readonly RegExp[] = [
  /^=* ?(?=.*\b(?:failed|errors?)\b)(?:\d+ [a-z]+, )*\d+ [a-z]+ in [\d.:]+ ?s?.*$/,
  /^Test Suites: +(?:\d+ skipped, )?(\d+) failed/,
  /^Test Files +(\d+) failed/,
  /^ℹ fail (\d+)$/,
  /^\d+ examples?, (\d+) failures?/,
];
/** The run ended before all tests had run, or some of its faults are in no test. */
const UNLISTED =
  /^(?:Test suite failed to run$|Errors? +\d+ errors?$|panic: |!+ (?:Interrupted|_pytest)|INTERNALERROR)/;

/**
 * The files and packages with a failed test.
 * @param lines trimmed, of the whole output or of its ends
 * @returns undefined where it names none, or too many
 */
export function failingIn(lines: readonly string[]): Failing | undefined {
  const names = new Set<string>();
  let named = 0;
  let counted: number | undefined;
  for (const line of lines) {
    if (UNLISTED.test(line)) return undefined;
    for (const pattern of LINES) {
      const name = pattern.exec(line)?.[1];
      if (name === undefined || name.length > MAX_CHARACTERS) continue;
      names.add(name);
      named++;
    }
    for (const pattern of COUNTS) {
      const found = pattern.exec(line);
      if (!found) continue;
      const all = found[1] === undefined ? [...line.matchAll(/(\d+) (?:failed|errors?)\b/g)] : [found];
      counted = all.reduce((sum, [, one]) => sum + Number(one), counted ?? 0);
    }
  }
  if (names.size === 0 || names.size > MAX_NAMES) return undefined;
  // Jest and Vitest count files, and may name a file several times.
  const isOfFiles = lines.some((line) => /^Test (?:Suites:|Files) /.test(line));
  return {
    names: [...names],
    ...(counted !== undefined && counted > 0 && (isOfFiles ? names.size : named) >= counted && { counted: true }),
  };
}
