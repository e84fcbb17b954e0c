import { describe, expect, test } from 'vitest';
import { verificationOf, verifications } from '../../src/model/graph/verification.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';
import { readOutput } from '../../src/model/checks/output.ts';
import type { Step } from '../../src/model/step.ts';
import { bash, commit, edit, paths, tell } from './steps.ts';

const kindsOf = (command: string): string[] => (readCommand(command).runs ?? []).map(({ kind }) => kind);

/** The result in an output, for any kind of check. */
function saidIn(output: string): string | undefined {
  const { said, fault } = readOutput(output);
  const all = new Set<string>([...Object.values(said), ...(fault ? ['failed'] : [])]);
  return ['failed', 'passed', 'nothing'].find((one) => all.has(one));
}

describe('a command is a check of a kind', () => {
  test.each<[kinds: string, commands: string]>([
    [
      'test',
      `mise run test:ci|mise exec -- go test ./...|just test|make check|make -C core test|task test:unit|nx test app|nx run app:test
      nx affected -t test|turbo run test|pdm run test|hatch run test:cov|uv run pytest -q|uv run poe test|poetry run pytest|tox -e py311
      nox -s tests|docker exec app npm test|docker compose run --rm web bin/rails test|docker compose exec -T app pytest
      docker run --rm -v .:/x image cargo test|kubectl exec pod -- npm test|nix develop -c cargo test|bazel test //...|zig build test|zig test a.zig
      dune test|dune runtest|R CMD check .|tsx --test a.ts|swift test|dotnet test|gradle test|./gradlew :app:testDebugUnitTest|mvn -q test|mix test|rebar3 eunit
      sbt test|flutter test|ctest --output-on-failure|xcodebuild test -scheme App|npx vitest@latest run|deno task test|bun test|node --test
      bash scripts/test.sh|./x.py test|python -m pytest|python test_it.py|clj -M:test|cmake --build build --target test`,
    ],
    [
      'build',
      `make|make -j4 CC=gcc|make build|mise run build|npm run build|npm run build:prod|pnpm build|yarn build|cargo build --release|go build ./...
      swift build|dotnet build|zig build|dune build|nix build|./gradlew assembleDebug|mvn package|xcodebuild -scheme App build|turbo run build
      gcc -c x.c|vite build|next build|python -m py_compile a.py|cmake --build build|cargo build --tests`,
    ],
    [
      'types',
      'tsc --noEmit|npx tsc -b|npm run typecheck|mypy src|uv run pyright|cargo check|vue-tsc|npm run type-check',
    ],
    [
      'lint',
      'eslint .|mise run lint|task lint|cargo clippy -- -D warnings|go vet ./...|ruff check .|golangci-lint run|npx @biomejs/biome@1.9 check .|bash -n a.sh|git diff --check|npx github-actionlint@latest a.yml|htmlhint a.html|npx lint-staged|cspell .|hk check|taplo check',
    ],
    ['format', 'prettier --check .|cargo fmt --check|gofmt -l .|black --check .|npm run format:check'],
  ])('%s', (kind, commands) => {
    for (const command of commands.split(/[|\n]/).map((one) => one.trim()))
      expect([command, kindsOf(command)]).toEqual([command, [kind]]);
  });

  test('several checks in one command can have several kinds', () => {
    expect(kindsOf('npm run lint && npm test')).toEqual(['lint', 'test']);
  });

  test.each(
    `cat test.txt|git checkout test|npm install|docker compose up -d|make install|make clean|ls test|grep -r test src|echo test|which pytest
    pytest --version|git commit -m test|gh pr checks|npm run dev|cargo run|go run main.go|docker build .|touch a.test.ts|mkdir test|vim test.js
    npx eslint --init|golangci-lint version|golangci-lint cache clean|lint-report a|blueprint a|hk install`
      .split(/[|\n]/)
      .map((one) => one.trim()),
  )('%s checks nothing', (command) => {
    expect(kindsOf(command)).toEqual([]);
  });
});

describe('the result that a runner prints', () => {
  test.each<[result: string, output: string]>([
    ['passed', ' Test Files  2 passed (2)\n      Tests  14 passed (14)'],
    ['failed', ' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 13 passed (14)'],
    ['passed', 'Tests:       1 skipped, 5 passed, 6 total'],
    ['failed', 'Tests:       2 failed, 5 passed, 7 total'],
    ['nothing', 'No tests found, exiting with code 0'],
    ['passed', '  12 passing (30ms)'],
    ['failed', '  11 passing (30ms)\n  1 failing'],
    ['nothing', '  0 passing (1ms)'],
    ['passed', '===== 5 passed, 1 skipped in 0.12s ====='],
    ['failed', '===== 1 failed, 4 passed in 0.12s ====='],
    ['passed', '5 passed in 0.12s'],
    ['failed', '1 failed, 4 passed, 2 warnings in 3.4s'],
    ['nothing', '===== no tests ran in 0.01s ====='],
    ['passed', 'Ran 3 tests in 0.001s\n\nOK'],
    ['failed', 'Ran 3 tests in 0.001s\n\nFAILED (failures=1)'],
    ['passed', 'ok  \texample.com/a\t0.004s\n?   \texample.com/b\t[no test files]'],
    ['failed', '--- FAIL: TestA (0.00s)\nFAIL\texample.com/a\t0.004s'],
    ['nothing', 'ok  \texample.com/a\t0.004s [no tests to run]'],
    ['passed', 'test result: ok. 3 passed; 0 failed; 0 ignored'],
    ['failed', 'test result: FAILED. 2 passed; 1 failed; 0 ignored'],
    ['nothing', 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored'],
    ['failed', 'error[E0308]: mismatched types\n  --> src/a.rs:1:1'],
    ['passed', '    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.30s'],
    ['passed', '3 examples, 0 failures'],
    ['failed', '3 examples, 1 failure'],
    ['passed', 'OK (5 tests, 12 assertions)'],
    ['failed', 'FAILURES!\nTests: 5, Assertions: 12, Failures: 1.'],
    ['passed', 'Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS'],
    ['failed', 'BUILD FAILED in 3s'],
    ['passed', 'Passed!  - Failed:     0, Passed:     5, Skipped:     0, Total:     5'],
    ['failed', 'Executed 5 tests, with 1 failure (0 unexpected) in 0.1 seconds'],
    ['passed', '\u001b[32m✔\u001b[0m Test run with 3 tests passed after 0.001 seconds.'],
    ['passed', '** BUILD SUCCEEDED **'],
    ['passed', '100% tests passed, 0 tests failed out of 7'],
    ['failed', '# tests 3\n# pass 2\n# fail 1'],
    ['failed', "src/a.ts(1,2): error TS2304: Cannot find name 'x'."],
    ['failed', '✖ 3 problems (1 error, 2 warnings)'],
    ['passed', '✖ 2 problems (0 errors, 2 warnings)'],
    ['passed', 'All checks passed!'],
    ['passed', 'Success: no issues found in 3 source files'],
    ['failed', 'make: *** [Makefile:3: test] Error 1'],
    ['failed', 'error: Recipe `test` failed on line 3 with exit code 1'],
  ])('%s: %j', (result, output) => {
    expect(saidIn(output)).toBe(result);
  });

  test.each(['', 'hello', 'the tests passed yesterday, 3 failed last week', 'exit: 0', '12 files changed'])(
    'nothing: %j',
    (output) => {
      expect(saidIn(output)).toBeUndefined();
    },
  );
});

describe('a check has a result', () => {
  const PASS = readOutput('Tests:       5 passed, 5 total');
  const FAIL = readOutput('Tests:       1 failed, 5 passed, 6 total');
  const of = (command: string, more: Partial<Extract<Step, { type: 'tool' }>> = {}): unknown =>
    tell([edit('a'), bash(command, more)]).nodes.at(-1)!.detail?.['passed'];
  test('from its exit status, or behind a pipe from its output', () => {
    expect(of('npm test 2>&1 | tail -5', { printed: PASS })).toBe(true);
    expect(of('npm test 2>&1 | tail -5', { printed: FAIL })).toBe(false);
    expect(of('npm test 2>&1 | tail -5')).toBeUndefined();
    expect(of('npm test 2>&1 | grep -c FAIL', { outcome: 'failed' })).toBeUndefined();
    expect(of('npm test 2>&1 | grep -c FAIL', { outcome: 'failed', printed: PASS })).toBe(true);
    expect(of('npm test', { printed: FAIL, outcome: 'failed' })).toBe(false);
  });
  test('but none when nothing was tested, or the check runs in the background', () => {
    expect(of('jest --passWithNoTests', { printed: readOutput('No tests found') })).toBeUndefined();
    expect(of('npm test &')).toBeUndefined();
    expect(readCommand('npm test', true).decisive).toBe(false);
  });
});

describe('the meaning of a ✓', () => {
  const lints = bash('npx eslint .');
  const tests = bash('cargo test');
  const breaks = bash('cargo test', { outcome: 'failed' });
  const state = (path: string, ...steps: Step[]): string => {
    const { nodes, edges } = tell([edit(path), ...steps]);
    return verificationOf(nodes, edges, nodes[0]!.id, path);
  };
  const kinds = (path: string, ...steps: Step[]): unknown => {
    const { nodes, edges } = tell([edit(path), ...steps]);
    return verifications(nodes, edges)
      .checks(nodes[0]!.id, path)
      .map((check) => `${check.kind} ${check.state}`);
  };

  test('a linter that passes does not hide tests that fail', () => {
    expect(state('a', lints, breaks, commit(['a']))).toBe('failed');
    expect(state('a', breaks, lints, commit(['a']))).toBe('failed');
    expect(kinds('a', breaks, lints)).toEqual(['test failed', 'lint passed']);
  });
  test('each kind has its own result, so all passed kinds are known', () => {
    expect(kinds('a', lints, tests)).toEqual(['test passed', 'lint passed']);
    expect(kinds('a', tests, edit('a'), lints)).toEqual(['test stale', 'lint passed']);
    expect(state('a', tests, edit('a'), lints)).toBe('stale');
  });
  test('a later failure of the same kind wins, and a later pass repairs it', () => {
    expect(state('a', tests, breaks)).toBe('failed');
    expect(state('a', tests, breaks, tests)).toBe('passed');
  });
  test('a failure after the commit concerns later changes', () => {
    expect(state('a', tests, commit(['a']), edit('b'), breaks)).toBe('passed');
  });
  test('tests do not verify prose', () => {
    expect(state('CHANGELOG.md', tests)).toBe('not-applicable');
    expect(state('Cargo.lock', tests)).toBe('not-applicable');
    expect(state('docs/a.md', bash('markdownlint docs'))).toBe('passed');
  });
  test('a change and a check in one command count as both', () => {
    const { nodes, edges } = tell([bash('sed -i s/a/b/ f && npm test', { changed: paths('f') })]);
    expect(verifications(nodes, edges)(nodes[0]!.id, 'f')).toBe('passed');
  });
  test('a note of an earlier version has no kind: its words decide', () => {
    const { nodes, edges } = tell([edit('a'), lints, breaks]);
    const old = nodes.map((node) => ({
      ...node,
      detail: Object.fromEntries(Object.entries(node.detail ?? {}).filter(([key]) => key !== 'check')),
    }));
    expect(verifications(old, edges)(old[0]!.id, 'a')).toBe('failed');
  });
});
