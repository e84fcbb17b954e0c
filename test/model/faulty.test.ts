import { describe, expect, test } from 'vitest';
import { verificationOf, verifications } from '../../src/model/graph/verification.ts';
import { compilesToo } from '../../src/model/checks/compiled.ts';
import { filesNamedIn, isNamed } from '../../src/model/checks/named-files.ts';
import { readOutput } from '../../src/model/checks/output.ts';
import { bash, edit, tell, type ToolStep } from './steps.ts';

const named = (output: string): readonly string[] | undefined => filesNamedIn(output.split('\n'));

describe('the files that a linter or formatter names', () => {
  test.each<[tool: string, output: string, files: string[]]>([
    [
      'eslint',
      "/home/me/app/src/a.ts\n  2:1  error  Unexpected 'debugger' statement  no-debugger\n\n✖ 1 problem (1 error, 0 warnings)",
      ['/home/me/app/src/a.ts'],
    ],
    ['oxlint', '  x eslint(no-debugger): not allowed\n   ,-[src/a.ts:2:1]\n 1 | let x = 1;', ['src/a.ts']],
    ['ruff', 'F401 [*] `os` imported but unused\n --> src/c.py:1:8\n  |\n1 | import os', ['src/c.py']],
    ['older ruff', 'src/c.py:1:8: F401 `os` imported but unused\nFound 1 error.', ['src/c.py']],
    ['go vet', '# example.com/app\n./main.go:3:25: fmt.Printf format %d has arg of wrong type', ['main.go']],
    ['gofmt -l', 'b.go\ncmd/main.go', ['b.go', 'cmd/main.go']],
    ['prettier', 'Checking formatting...\n[warn] src/b.ts\n[warn] Code style issues found', ['src/b.ts']],
    ['oxfmt', 'Checking formatting...\n\nsrc/b.ts (0ms)\n\nFormat issues found in above 1 files.', ['src/b.ts']],
    ['black', 'would reformat /home/me/app/c.py\n1 file would be reformatted.', ['/home/me/app/c.py']],
    ['rustfmt', 'Diff in /home/me/app/src/lib.rs:12:\n-fn a(){}\n+fn a() {}', ['/home/me/app/src/lib.rs']],
    ['clippy', 'warning: unused\n  --> src/lib.rs:3:9\n   |\nerror: could not compile `app`', ['src/lib.rs']],
    ['shellcheck', 'In bin/run.sh line 3:\necho $x\n     ^-- SC2086', ['bin/run.sh']],
    ['biome about one file', './src/b.ts format ━━━━\n\n  × Formatter would have printed:', ['src/b.ts']],
    [
      'biome',
      'src/b.ts format ━━━━\n\n  × Formatter would have printed:\n\nsrc/a.ts:1:5 lint/x ━━',
      ['src/b.ts', 'src/a.ts'],
    ],
    ['swiftlint', '/home/me/App/A.swift:4:1: warning: Line Length', ['/home/me/App/A.swift']],
    ['on Windows', 'src\\a.ts(3,5): error no-debugger', ['src/a.ts']],
  ])('%s', (_, output, files) => {
    expect(named(output)).toEqual(files);
  });

  test.each<[why: string, output: string]>([
    ['there are too many lines', 'src/a.ts:1:1: x\n'.repeat(1001)],
    ['it only counts faults', '✖ 3 problems (3 errors, 0 warnings)'],
    ['it mentions files, without a place', 'Linting src/a.ts and src/b.ts failed.'],
    ['the tool failed', 'Error: Cannot find module\n    at Module.load (/app/node_modules/eslint/lib/cli.js:3:5)'],
    ['a line says that some are left out', 'src/a.ts:1:1 lint/x\nDiagnostics not shown: 27.'],
    ['an agent cut it', 'src/a.ts:1:1: F401\n... [12 lines truncated] ...'],
    ['the code does not fit together', 'vet: ./main.go:3:4: undefined: Sum'],
    ['a compiler found a fault', 'error[E0425]: cannot find function `sum`\n --> src/lib.rs:3:4'],
    ['golangci-lint could not read the types', 'cmd/main.go:3:4: undefined: Sum (typecheck)'],
    ['there are too many', Array.from({ length: 300 }, (_, i) => `src/f${i}.ts:1:1: x`).join('\n')],
  ])('are not known where %s', (_, output) => {
    expect(named(output)).toBeUndefined();
  });

  test('are those of the repository, also from another folder, by the whole path, or by the last part', () => {
    for (const name of ['src/app/a.ts', '/home/me/src/app/a.ts', 'app/a.ts', 'a.ts'])
      expect(isNamed('src/app/a.ts', [name])).toBe(true);
    expect(isNamed('src/my file.ts', named('src/my file.ts:1:1: F401')!)).toBe(true);
    for (const name of ['src/app/b.ts', 'aa.ts', 'p/a.ts', 'src/app/a.ts.bak'])
      expect(isNamed('src/app/a.ts', [name])).toBe(false);
  });

  test('are not known of an output that is too long', () => {
    const line = 'src/a.ts:1:1: F401';
    expect(readOutput(line).files).toEqual(['src/a.ts']);
    expect(readOutput(`${line}\n${'x'.repeat(500)}`).files).toBeUndefined();
    expect(readOutput(`${line}\n`.repeat(5000)).files).toBeUndefined();
  });
});

describe('a linter that failed', () => {
  const OUTPUT = 'src/a.ts:1:1: no-debugger';
  const lint = (command = 'oxlint', output = OUTPUT, more: Partial<ToolStep> = { outcome: 'failed' }): ToolStep =>
    bash(command, { printed: readOutput(output), ...more });

  /** The verification of two changed files. */
  function states(...steps: ToolStep[]): [a: string, b: string] {
    const { nodes, edges } = tell([edit('src/a.ts'), edit('src/b.ts'), ...steps]);
    return [
      verificationOf(nodes, edges, nodes[0]!.id, 'src/a.ts'),
      verificationOf(nodes, edges, nodes[1]!.id, 'src/b.ts'),
    ];
  }

  test('counts only for the files that it names', () => {
    expect(states(lint())).toEqual(['failed', 'none']);
    expect(states(lint('oxlint', 'src/old.ts:1:1: no-debugger'))).toEqual(['none', 'none']);
    expect(states(lint('prettier --check .', '[warn] src/b.ts'))).toEqual(['none', 'failed']);
  });

  test('leaves an earlier pass to the other files', () => {
    expect(states(bash('oxlint'), lint())).toEqual(['failed', 'passed']);
  });

  test('counts for all files where its output does not list faults by file, or may be cut', () => {
    expect(states(lint('oxlint', '3 problems'))).toEqual(['failed', 'failed']);
    const five = `${OUTPUT}\n`.repeat(5);
    for (const filter of ['| tail -5', '| head -n 7', '| tail -c 900', '| tail -n +2', '| cat | tail', '2>/dev/null'])
      expect([filter, ...states(lint(`set -o pipefail; oxlint ${filter}`, five.repeat(2)))]).toEqual([
        filter,
        'failed',
        'failed',
      ]);
  });

  test('counts for the files that it names where a filter shows more lines than there are', () => {
    for (const filter of ['| tail -20', '| head -n 20', '| tail', '2>&1 | tee log | head -60 | cat'])
      expect([filter, ...states(lint(`set -o pipefail; oxlint ${filter}`))]).toEqual([filter, 'failed', 'none']);
  });

  test('says nothing about the test beside it', () => {
    const output = `${OUTPUT}\n Test Files  1 failed (1)\n      Tests  1 failed (1)`;
    expect(states(lint('oxlint; npx vitest run', output))).toEqual(['failed', 'failed']);
    const passed = `${OUTPUT}\n Test Files  1 passed (1)\n      Tests  1 passed (1)`;
    expect(states(lint('oxlint; npx vitest run', passed, { outcome: 'ok' }))[1]).toBe('passed');
  });

  test('a test or a compiler that failed counts for all files', () => {
    expect(states(bash('npx vitest run', { outcome: 'failed', printed: readOutput('src/a.ts:1:1: x') }))).toEqual([
      'failed',
      'failed',
    ]);
    expect(states(bash('npx tsc', { outcome: 'failed', printed: readOutput('src/a.ts(1,1): error TS2304') }))).toEqual([
      'failed',
      'failed',
    ]);
  });

  test('a recorded list that is no list of texts is left out, and does not hide a failed test', () => {
    const { nodes, edges } = tell([edit('src/b.ts'), bash('npx vitest run', { outcome: 'failed' })]);
    const forged = nodes.map((node) => ({ ...node, detail: { ...node.detail, faulty: [] } }));
    expect(verificationOf(forged, edges, nodes[0]!.id, 'src/b.ts')).toBe('failed');
    const { nodes: linted, edges: more } = tell([edit('src/b.ts'), bash('oxlint', { outcome: 'failed' })]);
    const odd = linted.map((node) => ({ ...node, detail: { ...node.detail, faulty: 'src/a.ts' } }));
    expect(verificationOf(odd, more, linted[0]!.id, 'src/b.ts')).toBe('failed');
  });
});

describe('code that does not compile', () => {
  const UNBUILT = 'vet: ./b_test.go:3:4: undefined: Sum';
  const vet = (output = UNBUILT): ToolStep => bash('go vet ./...', { outcome: 'failed', printed: readOutput(output) });
  const build = bash('go build ./...', { outcome: 'failed' });

  function state(steps: readonly ToolStep[], path = 'a.go'): string {
    const { nodes, edges } = tell([edit(path), ...steps]);
    return verificationOf(nodes, edges, nodes[0]!.id, path);
  }

  test.each<[string, ToolStep[], string]>([
    ['fails for all files', [vet()], 'failed'],
    ['compiles if a later test run of the same code passes', [vet(), bash('go test ./...')], 'passed'],
    ['was built then, too', [build, bash('go test ./...')], 'passed'],
    ['had an older pass', [bash('go test ./...'), build], 'failed'],
    ['fails still after another failure', [build, bash('go test ./...', { outcome: 'failed' })], 'failed'],
    ['fails still after a run of other packages', [build, bash('go test ./other/...')], 'failed'],
    ['compiles if a linter that compiles it passes', [build, bash('go vet ./...')], 'passed'],
    ['is no other fault of a linter', [vet('./a.go:3:4: copies a lock'), bash('go test ./...')], 'failed'],
  ])('%s', (_, steps, expected) => {
    expect(state(steps)).toBe(expected);
  });

  test('fails still after tests that compile nothing', () => {
    const steps = [bash('npx tsc', { outcome: 'failed' }), bash('npx vitest run')];
    expect(state(steps, 'a.ts')).toBe('failed');
    expect(state([bash('cargo check', { outcome: 'failed' }), bash('cargo test')], 'a.rs')).toBe('passed');
  });

  test.each<[words: string, isShown: boolean]>([
    ['go test ./...', true],
    ['go test -race -count=1 ./...', true],
    ['go test', false],
    ['go test ./a', true],
    ['go vet ./...', true],
    ['go build ./...', false],
    ['go test example.com/a', false],
    ['cargo test', true],
    ['cargo +nightly test --workspace', true],
    ['cargo test -p a', false],
    ['gradle test', true],
    ['./gradlew :a:test', false],
    ['mvn -q test', true],
    ['mvn -pl a test', false],
    ['npx vitest run', false],
    ['pytest', false],
    ['gotestsum -- ./...', true],
    ['google test ./...', false],
  ])('a passed run of %s shows that all of it compiles: %s', (words, isShown) => {
    expect(compilesToo(words, false)).toBe(isShown);
  });

  test('a run with known parts of the project shows it of these', () => {
    expect(['go test ./a', 'cargo test -p a', 'pytest'].map((words) => compilesToo(words, true))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('is named beside tests that failed after it', () => {
    const { nodes, edges } = tell([edit('a.go'), build, bash('go test ./...', { outcome: 'failed' })]);
    const kinds = verifications(nodes, edges)
      .checks(nodes[0]!.id, 'a.go')
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['test', 'build']);
  });

  test('a claimed test run does not outdate a failure that is better known', () => {
    const { nodes, edges } = tell([edit('a.go'), build, bash('go test ./...')]);
    const [change, failed] = nodes;
    const rankOf = (id: string): number => (id === failed!.id ? 1 : 0);
    expect(verifications(nodes, edges, { rankOf })(change!.id, 'a.go')).toBe('failed');
  });
});
