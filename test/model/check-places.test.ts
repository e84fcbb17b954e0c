import { describe, expect, test } from 'vitest';
import { readOutput } from '../../src/model/checks/output.ts';
import { type Ended, resultsOf } from '../../src/model/checks/result.ts';
import { marksOf } from '../../src/model/shell/parse/marks.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';

const results = (command: string, output: string, outcome: Ended['outcome'] = 'ok'): string =>
  resultsOf(readCommand(command).runs ?? [], { outcome }, readOutput(output, marksOf(command)))
    .map(({ kind, result }) => `${kind} ${result}`)
    .join(', ');

const NONE = '(Bash completed with no output)';

test('a line that a command prints in the background may be anywhere, so it divides no output', () => {
  expect(marksOf('echo ready & npm test; echo done')).toEqual(['done']);
  expect(marksOf('echo ready; npm test; echo done')).toEqual(['ready', 'done']);
});

describe('the place of a check in the output', () => {
  test('what another part prints is no summary of a check', () => {
    const shown = 'package store\nimport (\n--- FAIL: TestOld (0.1s)';
    expect(results('go build ./... 2>&1; echo "-- file --"; head -3 a.go', `-- file --\n${shown}`)).toBe(
      'build passed',
    );
    expect(
      results('go test ./a 2>&1 | tail -1; echo "-- log --"; cat old.log', `ok  \tx/a\t0.1s\n-- log --\n${shown}`),
    ).toBe('test passed');
    expect(
      results('go test ./a 2>&1 | grep nothing; echo "-- log --"; cat old.log', '-- log --\nok  \tx/a\t0.1s'),
    ).toBe('test unknown');
  });

  test('two runs of the same runner have a result each, and the worst counts', () => {
    const command = 'echo one; pytest a 2>&1 | tail -1; echo two; pytest b 2>&1 | tail -1';
    expect(results(command, 'one\n1 failed, 3 passed in 0.1s\ntwo\n4 passed in 0.1s')).toBe('test failed');
    expect(results(command, 'one\ntwo\n4 passed in 0.1s')).toBe('test unknown');
    expect(results(command, 'one\n3 passed in 0.1s\ntwo\n4 passed in 0.1s')).toBe('test passed');
    const bare = 'pytest a 2>&1 | tail -1; pytest b 2>&1 | tail -1';
    expect(results(bare, '1 failed, 3 passed in 0.1s\n4 passed in 0.1s')).toBe('test failed');
    const loop = 'for d in a b; do pytest $d 2>&1 | tail -1; done';
    expect(results(loop, '1 failed, 3 passed in 0.1s\n4 passed in 0.1s')).toBe('test failed');
    expect(results(loop, '3 passed in 0.1s\n4 passed in 0.1s')).toBe('test passed');
  });

  test('a chain that stopped has the places before', () => {
    const command = 'go vet ./... 2>&1 | head && echo "vet done" && go test ./... && echo "test done"';
    expect(results(command, 'vet done\nFAIL\tx/a\t0.1s', 'failed')).toBe('lint unknown, test failed');
    expect(results('node --check a.js && echo "a is fine" && ./deploy', 'a is fine\nno such host', 'failed')).toBe(
      'lint passed',
    );
  });

  test('an output with omitted lines has no places', () => {
    const command = 'echo one; npx tsc --noEmit 2>&1 | tail -3; echo two; ls';
    expect(results(command, 'one\n[120 lines truncated]\na.ts')).toBe('types unknown');
    expect(results(command, 'one\ntwo\na.ts')).toBe('types passed');
    expect(results('npx eslint . > log || echo "lint errors"; ls', '... 90 lines omitted ...\na.ts')).toBe(
      'lint unknown',
    );
  });

  test.each([
    ["printf '== types ==\\n'; npx tsc --noEmit 2>&1 | head -5; printf '%s\\n' '== files =='; ls", 'types passed'],
    ['echo -e "\\n== types =="; npx tsc --noEmit 2>&1 | head -5; echo "== files =="; ls', 'types passed'],
    ['echo "\\n== types =="; npx tsc --noEmit 2>&1 | head -5; echo "== files =="; ls', 'types passed'],
    ['echo -n "== types =="; go vet ./... 2>&1 | head -5; echo "== files =="; ls', 'lint unknown'],
    ["printf '%s %s\\n' '== types ==' x; go vet ./... 2>&1 | head -5; echo '== files =='; ls", 'lint unknown'],
  ])('%s', (command, expected) => {
    expect(results(command, '== types ==\n== files ==\na.ts')).toBe(expected);
  });

  test('output that goes to a file is printed by a later part', () => {
    const command = 'go test ./... > log 2>&1; echo "-- end --"; tail -1 log';
    expect(results(command, '-- end --\nok  \tx/a\t0.1s')).toBe('test passed');
    expect(results('out=$(npx tsc --noEmit 2>&1); echo "$out" | tail -3', NONE)).toBe('types unknown');
    expect(results('{ go vet ./...; go test ./...; } > log 2>&1; tail -1 log', 'ok  \tx/a\t0.1s')).toBe(
      'lint unknown, test passed',
    );
  });
});

describe('an exit status that the command line prints', () => {
  test('is that of the check before it, one for each', () => {
    const command = 'npx tsc --noEmit > a 2>&1; echo "types=$?"; npx eslint . > b 2>&1; echo "lint: $?"';
    expect(results(command, 'types=0\nlint: 0')).toBe('types passed, lint passed');
    expect(results(command, 'types=0\nlint: 1')).toBe('types passed, lint failed');
    expect(results(command, 'types=124\nlint: 0')).toBe('types unknown, lint passed');
    expect(results(`cd web && ${command} && ls`, 'types=2\nlint: 0\na')).toBe('types failed, lint passed');
    expect(results(`printf 'exit=%s\\n' "$?"`, 'exit=0')).toBe('');
    expect(results(`npm test > log; printf 'exit=%s\\n' "$?"; ls`, 'exit=0\nlog')).toBe('test passed');
  });

  test('may be kept in a variable', () => {
    const command = 'pytest -q > log 2>&1; rc=$?; tail -2 log; echo "pytest ended with $rc"; ls';
    expect(results(command, 'x\npytest ended with 0\na')).toBe('test passed');
    expect(results(command, 'x\npytest ended with 1\na')).toBe('test failed');
    expect(results('pytest -q | tail -1; rc=$?; echo "rc=$rc"; ls', 'x\nrc=0\na')).toBe('test unknown');
    expect(results('pytest -q | tail -1; rc=${PIPESTATUS[0]}; echo "rc=$rc"; ls', 'x\nrc=0\na')).toBe('test passed');
  });

  test('may be that of the whole', () => {
    const command = './server & pid=$!; npm test > log; code=$?; kill $pid; exit $code';
    expect(results(command, 'x')).toBe('test passed');
    expect(results(command, 'x', 'failed')).toBe('test failed');
    expect(results('npm test > log; code=$?; kill $pid; exit 0', 'x')).toBe('test unknown');
  });

  test('is that of a whole chain', () => {
    const command = 'cd web && npm run lint && npm test; echo "exit: $?"';
    expect(results(command, 'x\nexit: 0')).toBe('lint passed, test passed');
    expect(results(command, 'Tests: 1 failed, 2 passed\nexit: 1')).toBe('lint passed, test failed');
    expect(results('npm test && ./deploy; echo "exit: $?"', 'x\nexit: 1')).toBe('test unknown');
    expect(results('go build ./... && go test ./... | grep FAIL; echo "exit: $?"', 'exit: 1')).toBe(
      'build passed, test unknown',
    );
    expect(results('go build ./... && go test ./... | grep FAIL', 'x', 'failed')).toBe('build unknown, test unknown');
    expect(results('npm test || true; echo "exit: $?"', 'x\nexit: 0')).toBe('test unknown');
    expect(results(`npm test; echo 'exit: $?'; ls`, 'exit: $?\na')).toBe('test unknown');
  });
});

describe('a line that is printed only after a failure', () => {
  test('shows the result, printed or not', () => {
    const command = 'npx tsc --noEmit > log 2>&1 || echo "TYPES BROKEN"; ls';
    expect(results(command, 'TYPES BROKEN\na')).toBe('types failed');
    expect(results(command, 'a')).toBe('types passed');
    expect(results('npm test | tail -1 || echo "BROKEN"; ls', 'a')).toBe('test unknown');
    const two = 'npx tsc > a 2>&1 || echo "types broken"; npm test > b 2>&1 || echo "tests broken"; echo done';
    expect(results(two, 'done')).toBe('types passed, test passed');
    expect(results(two, 'tests broken\ndone')).toBe('types passed, test failed');
    expect(results(two, 'types broken\ndone')).toBe('types failed, test passed');
    expect(results('npm run lint && npm test || echo broken; ls', 'broken\na')).toBe('lint failed, test failed');
  });

  test('a condition prints one of two lines', () => {
    const command = 'if npm test > log 2>&1; then echo good; else echo bad; fi; ls';
    expect(results(command, 'good\na')).toBe('test passed');
    expect(results(command, 'bad\na')).toBe('test failed');
    expect(results(command, 'a')).toBe('test unknown');
  });
});

describe('a check that may not have run', () => {
  test.each([
    ['if command -v shellcheck; then shellcheck a.sh; fi', 'lint unknown'],
    ['if [ -f a.sh ]; then shellcheck a.sh; else bash -n a.sh; fi', 'lint passed'],
    ['if [ -f a.sh ]; then shellcheck a.sh; else ls; fi', 'lint unknown'],
    ['for f in *.sh; do shellcheck $f; done', 'lint unknown'],
    ['for f in a.sh b.sh; do shellcheck $f; done', 'lint passed'],
    ['while read f; do shellcheck $f; done < list', 'lint unknown'],
    ['case $X in a) npx tsc;; esac', 'types unknown'],
    ['check() { npx tsc | tail -3; }; true', 'types unknown'],
    ['test -d node_modules && npx tsc --noEmit; true', 'types unknown'],
    ['cat list || npx tsc --noEmit | tail -3', 'types unknown'],
    ['cd web && npx tsc --noEmit | tail -3', 'types passed'],
  ])('%s, without output: %s', (command, expected) => {
    expect(results(command, NONE)).toBe(expected);
  });
});

describe('filters behind a check', () => {
  test.each([
    ['npx tsc --noEmit 2>&1 | sort -u | head', NONE, 'types passed'],
    ["npx tsc --noEmit 2>&1 | sed 's/a/b/'", NONE, 'types passed'],
    ["npx tsc --noEmit 2>&1 | sed -n '/src/p'", NONE, 'types unknown'],
    ['npx tsc --noEmit 2>&1 | grep -v node_modules | head', NONE, 'types passed'],
    ['npx tsc --noEmit 2>&1 | grep -v legacy | head', NONE, 'types unknown'],
    ['npx tsc --noEmit 2>&1 | grep -v node_modules a.log', NONE, 'types unknown'],
    ["npx eslint . 2>&1 | grep -vE 'warning|^$'", NONE, 'lint passed'],
    ['npx tsc --noEmit 2>/dev/null | head', NONE, 'types unknown'],
    ['go vet ./... |& tail -3', NONE, 'lint passed'],
    ["go test ./... 2>&1 | grep -vE '^ok|no test files'", NONE, 'test passed'],
    ["go test ./... 2>&1 | grep -E '^ok'", 'ok  \tx/a\t0.1s', 'test unknown'],
    ["cargo test 2>&1 | grep 'test result: ok'", 'test result: ok. 3 passed; 0 failed', 'test unknown'],
    ["cargo test 2>&1 | grep 'test result'", 'test result: ok. 3 passed; 0 failed', 'test passed'],
    ['npx tsc --noEmit 2>&1 | wc -l', '0', 'types passed'],
    ['npx tsc --noEmit 2>&1 | wc -l', '3', 'types unknown'],
    ["npx tsc --noEmit 2>&1 | grep -c 'error TS'", '3', 'types failed'],
    ["npx eslint . 2>&1 | grep -c 'error\\|warning'", '2', 'lint unknown'],
    ['npx eslint . -f json -o report.json; ls', 'a.ts', 'lint unknown'],
    ['npx eslint . ; ls', 'a.ts', 'lint passed'],
    ["npx tsc --noEmit 2>&1 | grep -c 'error TS'", '0', 'types unknown'],
    ['timeout 60 npx tsc --noEmit 2>&1 | tail -3', NONE, 'types unknown'],
  ])('%s that prints %j: %s', (command, output, expected) => {
    expect(results(command, output)).toBe(expected);
  });

  test('a compiler with known words for its errors printed no error among other lines', () => {
    const command = 'npx tsc --noEmit 2>&1 | head -20; git log --oneline -1';
    expect(results(command, 'a1b2c3d Add a page')).toBe('types passed');
    expect(results(command, 'a1b2c3d Mend an error')).toBe('types unknown');
    expect(results(command, 'tsc: The TypeScript Compiler - Version 5.9\nCOMMON COMMANDS')).toBe('types unknown');
    expect(results('npm run build | tail -3; git log --oneline -1', 'a1b2c3d Add a page')).toBe('build unknown');
  });

  test('lines of a report are no faults of another check', () => {
    const report =
      'RUN  v3.2.4 /a\n✓ src/a.test.ts (3 tests) 5ms\nTest Files  1 passed (1)\nTests  3 passed (3)\nDuration  1.2s';
    const command = 'go vet ./... 2>&1 | head -3 && npx vitest run 2>&1 | tail -9';
    expect(results(command, report)).toBe('lint passed, test passed');
    expect(results(command, `x.go is odd\n${report}`)).toBe('lint unknown, test passed');
  });
});

describe('a runner that says at the end when it failed', () => {
  test.each([
    ['make check 2>&1 | tail -5', 'running a\nrunning b', 'test passed'],
    ['make check 2>&1 | tail -5', 'make: *** [Makefile:4: check] Error 2', 'test failed'],
    ['make check 2>&1 | tail -5', "make: Nothing to be done for 'check'.", 'test unknown'],
    ['make check | tail -5', 'running a', 'test unknown'],
    ['make check 2>&1 | head -5', 'running a', 'test unknown'],
    ['make check 2>&1 | grep run', 'running a', 'test unknown'],
    ['timeout 9 make check 2>&1 | tail -5', 'running a', 'test unknown'],
    ['mise run lint 2>&1 | tail -5', 'Finished in 3s', 'lint passed'],
    ['mise run lint 2>&1 | tail -5', 'mise ERROR no task lint found', 'lint unknown'],
    ['just test 2>&1 | tail -5', 'error: Recipe `test` failed on line 3 with exit code 1', 'test failed'],
    ['pnpm lint 2>&1 | tail -5', '$ oxlint', 'lint passed'],
    ['pnpm lint 2>&1 | tail -5', '[ELIFECYCLE] Command failed with exit code 1.', 'lint failed'],
    ['pnpm -s lint 2>&1 | tail -5', 'x', 'lint unknown'],
    ['npm run lint 2>&1 | tail -5', 'x', 'lint unknown'],
    ['pnpm lint 2>&1 | tail -1 && pnpm test 2>&1 | tail -1', 'a\nExit status 1', 'lint unknown, test failed'],
  ])('%s that prints %j: %s', (command, output, expected) => {
    expect(results(command, output)).toBe(expected);
  });
});
