/**
 * Lines that test runners print beside their summary: tests that passed, times, and headings. They are no faults of another check
 * that prints to the same output.
 */
export const REPORTS = new RegExp(
  [
    // Vitest, Jest, Mocha
    String.raw`(?:Start at|Duration|Snapshots?:?|Time:|Ran all test suites|RUN +v?\d|Type Errors +no errors)(?= |$|\.|:)`,
    String.raw`(?:[✓✔√↓]|\(pass\)) .*`,
    String.raw`PASS +\S+\.[cm]?[jt]sx?\b`,
    // pytest
    String.raw`[.sx]*\.[.sx]* *(?:\[ *\d+%\])?$`,
    String.raw`=+ test session starts =+$`,
    String.raw`(?:platform \w+ -- Python|cachedir:|rootdir:|plugins:|configfile:|collected \d+ items?|asyncio:)`,
    // Go
    String.raw`(?:=== (?:RUN|PAUSE|CONT|NAME)|--- SKIP:)`,
    // Cargo
    String.raw`running \d+ tests?$`,
    String.raw`test \S+.* \.\.\. (?:ok|ignored)$`,
    String.raw`(?:Doc-tests|Compiling|Checking|Running|Blocking waiting|Downloaded|Downloading|Fresh) `,
    // node --test
    String.raw`(?:ℹ|#) (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms|Subtest:)(?= |$)`,
    String.raw`ok \d+ - `,
    String.raw`TAP version \d+$`,
    // Swift
    String.raw`Test (?:Suite|Case) '.*' (?:started|passed)`,
    String.raw`\[\d+/\d+\] (?:Compiling|Emitting|Linking|Planning|Build)`,
  ]
    .map((one) => `^${one}`)
    .join('|'),
);
