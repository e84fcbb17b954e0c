/** What a line says about one test. */
export type SingleTest = 'skipped' | 'ran';

/** Lines for one test, of runners whose last line is the same whether a test ran or all were skipped. */
const LINES: readonly (readonly [RegExp, SingleTest])[] = [
  // go test -v
  [/^--- SKIP: /, 'skipped'],
  [/^--- (?:PASS|FAIL): /, 'ran'],
  // go test -json
  [/^\{(?=.*"Test":").*"Action":"skip"[,}]/, 'skipped'],
  [/^\{(?=.*"Test":").*"Action":"(?:pass|fail)"[,}]/, 'ran'],
  // Ginkgo
  [/^(?:SUCCESS|FAIL)! -- 0 Passed \| 0 Failed\b/, 'skipped'],
  [/^(?:SUCCESS|FAIL)! -- \d+ Passed\b/, 'ran'],
  // TAP
  [/^ok \d+\b.*# skip\b/i, 'skipped'],
  [/^(?:not )?ok \d+\b/, 'ran'],
  // Gradle: `MathTest > adds() SKIPPED`
  [/^(?=.* > )\S.* SKIPPED$/, 'skipped'],
  [/^(?=.* > )\S.* (?:PASSED|FAILED)$/, 'ran'],
  // Swift Testing
  [/^(?:\W )?Test .+ skipped(?:\.|: )/, 'skipped'],
  [/^(?:\W )?Test (?!run with |Suite ).+ (?:passed|failed) after /, 'ran'],
];

/** What a line says about one test; undefined for other lines. */
export const singleTest = (line: string): SingleTest | undefined => LINES.find(([pattern]) => pattern.test(line))?.[1];
