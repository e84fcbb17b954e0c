import { describe, expect, test } from 'vitest';
import { readOutput } from '../../src/model/checks/output.ts';
import { failingIn } from '../../src/model/checks/selected/failing.ts';
import { verificationOf } from '../../src/model/graph/verification.ts';
import { decodeNote, encodeNote } from '../../src/model/format/note.ts';
import { GENESIS } from '../../src/model/graph/ledger.ts';
import { bash, commit, edit, paths, tell, type ToolStep } from './steps.ts';

/** The verification of an edit after runs: a command that fails begins with `!`. */
function after(path: string, ...commands: string[]): string {
  const steps = commands.map((command) =>
    command.startsWith('!') ? bash(command.slice(1), { outcome: 'failed' }) : bash(command),
  );
  const { nodes, edges } = tell([edit(path), ...steps]);
  return verificationOf(nodes, edges, nodes[0]!.id, path);
}

describe('a failure stays until a run that includes it passes', () => {
  test.each<[string, string, string]>([
    ['a.py', '!pytest tests/test_a.py', 'pytest tests/test_b.py'],
    ['a.py', '!pytest tests/test_a.py', 'pytest tests/test_a.py::test_x'],
    ['a.py', '!pytest tests/test_a.py', 'pytest tests/test_a.py -k one'],
    ['a.py', '!pytest tests/test_a.py::test_x', 'pytest tests/test_a.py::test_y'],
    ['a.py', '!pytest tests/test_a.py', 'pytest -m slow'],
    ['a.py', '!pytest tests/unit', 'pytest tests/unit/test_a.py'],
    ['a.py', '!pytest -k one', 'pytest -k two'],
    ['a.py', '!pytest', 'pytest tests/test_a.py'],
    ['a.py', '!python -m unittest tests.test_a', 'python -m unittest tests.test_b'],
    ['a.js', '!npm test', 'npm test -- one.test.js'],
    ['a.js', '!npm test', 'npx vitest run one'],
    ['a.js', '!node --test lib/a.test.js', 'node --test lib/b.test.js'],
    ['a.js', '!npx vitest run src/a.test.js', 'npx vitest run src/b.test.js'],
    ['a.js', '!npx jest -t one', 'npx jest -t two'],
    ['a.js', '!npm run test:e2e', 'npm run test:unit'],
    ['a.js', '!npm test', 'npm run test:unit'],
    ['a.go', '!go test ./...', 'go test -run TestA ./...'],
    ['a.go', '!go test -run TestB ./...', 'go test -run TestA ./...'],
    ['a.go', '!go test --run TestB ./...', 'go test --run TestA ./...'],
    ['a.rs', '!cargo test', 'cargo test one'],
    ['a.rs', '!cargo test one', 'cargo test two'],
    ['a.rs', '!cargo test', 'cargo test --lib'],
    ['a.rb', '!bundle exec rspec spec/a_spec.rb:3', 'bundle exec rspec spec/a_spec.rb:9'],
    ['A.java', '!mvn -Dtest=A test', 'mvn -Dtest=B test'],
    ['A.java', "!./gradlew test --tests 'A'", "./gradlew test --tests 'B'"],
    ['A.cs', '!dotnet test', 'dotnet test --filter One'],
    ['a.c', '!make test-a', 'make test-b'],
    ['a.c', '!make test T=a', 'make test T=b'],
    ['a.js', '!npm test -- a.test.js', 'npm run lint && npm test -- b.test.js'],
  ])('%s: %s, then %s', (path, ...commands) => {
    expect(after(path, ...commands)).toBe('failed');
    expect(after(path, ...commands, commands[0]!.slice(1))).toBe('passed');
  });

  test.each<[string, string, string]>([
    ['a.py', '!pytest tests/test_a.py', './venv/bin/pytest -q ./tests/test_a.py'],
    ['a.py', '!pytest ./tests/test_a.py::test_x', 'uv run python -m pytest tests/test_a.py -x -q'],
    ['a.py', '!pytest tests/test_a.py::test_x', 'pytest tests/test_a.py::test_x -v'],
    ['a.py', '!pytest "tests/test_a.py::test_x[1]"', 'pytest tests/test_a.py::test_x'],
    ['a.py', '!pytest tests/unit/test_a.py', 'pytest tests/unit'],
    ['a.py', '!pytest tests/unit/test_a.py', 'pytest tests/'],
    ['a.py', '!pytest tests/test_a.py', 'pytest'],
    ['a.py', '!pytest tests/test_a.py', 'npm test'],
    ['a.py', '!pytest -k one tests/test_a.py', 'pytest tests/test_a.py'],
    ['a.py', '!pytest', 'pytest tests/'],
    ['a.py', '!pytest', 'pytest --lf'],
    ['a.py', '!pytest', 'pytest -n 4 --timeout 30 --cov src'],
    ['a.py', '!python -m unittest tests.test_a.TestA.test_x', 'python -m unittest tests.test_a'],
    ['a.py', '!python -m unittest tests.test_a', 'pytest tests/test_a.py'],
    ['a.js', '!npm test -- a.test.js', 'npm test'],
    ['a.js', '!npm test -- a.test.js', 'npx vitest run a.test.js'],
    ['a.js', '!npm test -- src/a.test.js', 'npx jest a'.replace(' a', ' src/a')],
    ['a.js', '!npx vitest run src/a.test.js', 'npx vitest --run a.test'],
    ['a.js', '!npx vitest run src/a.test.js -t one', 'npx vitest run src/a.test.js'],
    ['a.js', '!npx vitest run src/a.test.js', 'npm run test:unit'],
    ['a.js', '!npm run test:e2e', 'npm test'],
    ['a.js', '!npm test', 'npx vitest run'],
    ['a.js', '!npm run test', 'npm run test:ci -- --coverage'],
    ['a.js', '!yarn test a', 'yarn test'],
    ['a.go', '!go test -run TestA ./a', 'go test ./...'],
    ['a/x.go', '!go test ./a', 'go test ./a/...'],
    ['a.rs', '!cargo test one', 'cargo test'],
    ['a.rs', '!cargo test a::one', 'cargo test one -- --nocapture'],
    ['a.rb', '!bundle exec rspec spec/a_spec.rb:3', 'bundle exec rspec spec/a_spec.rb'],
    ['a.c', '!make test-a', 'make test'],
    ['A.java', '!mvn -Dtest=A test', 'mvn -q clean verify'],
  ])('%s: %s is included in %s', (path, ...commands) => {
    expect(after(path, ...commands)).toBe('passed');
  });

  test('two passes together include it', () => {
    expect(after('a.py', '!pytest tests/test_a.py tests/test_b.py', 'pytest tests/test_a.py')).toBe('failed');
    expect(
      after('a.py', '!pytest tests/test_a.py tests/test_b.py', 'pytest tests/test_a.py', 'pytest tests/test_b.py'),
    ).toBe('passed');
  });

  test('also when the passing run comes after another change, or after the commit', () => {
    const told = (...last: ToolStep[]): string => {
      const steps = [bash('pytest test_a.py', { outcome: 'failed' }), bash('pytest test_b.py'), edit('b.py')];
      const { nodes, edges } = tell([edit('a.py'), ...steps, commit(['a.py', 'b.py']), ...last]);
      return verificationOf(nodes, edges, nodes[0]!.id, 'a.py');
    };
    expect(told()).toBe('failed');
    expect(told(bash('pytest test_b.py'))).toBe('failed');
    expect(told(bash('pytest test_a.py'))).toBe('passed');
    expect(told(bash('pytest'))).toBe('passed');
  });

  test('of each of several runs that failed', () => {
    expect(after('a.py', '!pytest test_a.py', '!pytest test_b.py', 'pytest test_b.py')).toBe('failed');
    expect(after('a.py', '!pytest test_a.py', '!pytest', 'pytest')).toBe('passed');
    const many = ['1', '2', '3', '4', '5'].map((n) => `!pytest test_${n}.py`);
    expect(after('a.py', ...many, ...many.slice(1).map((one) => one.slice(1)))).toBe('failed');
    expect(after('a.py', ...many, ...many.map((one) => one.slice(1)))).toBe('passed');
  });

  test('a lint of another file says nothing, and one of the file is enough', () => {
    expect(after('a.js', '!eslint a.js', 'eslint b.js')).toBe('failed');
    expect(after('a.js', '!eslint a.js b.js', 'eslint a.js')).toBe('passed');
    const steps = [bash('eslint a.js b.js', { outcome: 'failed' }), bash('eslint b.js'), edit('c.js')];
    const { nodes, edges } = tell([edit('a.js', { changed: paths('a.js', 'b.js') }), ...steps, bash('eslint a.js')]);
    expect(verificationOf(nodes, edges, nodes[0]!.id, 'a.js')).toBe('passed');
    expect(verificationOf(nodes.slice(0, 3), edges, nodes[0]!.id, 'a.js')).toBe('failed');
    expect(verificationOf(nodes, edges, nodes[0]!.id, 'b.js')).toBe('passed');
  });

  test('of a change of two languages, each file has its own', () => {
    const steps = [bash('pytest test_a.py', { outcome: 'failed' }), bash('npx vitest run b.test.js')];
    const { nodes, edges } = tell([edit('a.py', { changed: paths('a.py', 'b.js') }), ...steps]);
    expect(verificationOf(nodes, edges, nodes[0]!.id, 'a.py')).toBe('failed');
    expect(verificationOf(nodes, edges, nodes[0]!.id, 'b.js')).toBe('passed');
  });

  test('a part of the project by its folder', () => {
    const told = (first: string[] | undefined, second: string[] | undefined): string => {
      const checked = (scope: string[] | undefined) => (scope ? { checked: { scope } } : {});
      const steps = [bash('npm test', { outcome: 'failed', ...checked(first) }), bash('yarn test', checked(second))];
      const { nodes, edges } = tell([edit('web/a.js'), ...steps]);
      return verificationOf(nodes, edges, nodes[0]!.id, 'web/a.js');
    };
    expect(told(undefined, ['web'])).toBe('failed');
    expect(told(['web', 'api'], ['web'])).toBe('failed');
    expect(told(['web'], undefined)).toBe('passed');
    expect(told(['web'], ['web'])).toBe('passed');
    expect(told(['web'], ['web', 'api'])).toBe('passed');
  });

  test('a state or a note of an earlier version has no failed runs, so any pass counts', () => {
    const first = tell([edit('a.py'), bash('pytest test_a.py', { outcome: 'failed' })]);
    const [{ failed, ...old }] = first.cursor.unverified as [(typeof first.cursor.unverified)[0]];
    expect(failed).toHaveLength(1);
    const second = tell([bash('pytest test_b.py')], { ...first.cursor, unverified: [old] });
    const nodes = [...first.nodes, ...second.nodes];
    expect(verificationOf(nodes, [...first.edges, ...second.edges], nodes[0]!.id, 'a.py')).toBe('passed');
  });

  test('a note keeps it', () => {
    const { nodes, edges, cursor } = tell([
      edit('a.py'),
      bash('pytest test_a.py', { outcome: 'failed' }),
      bash('pytest test_b.py'),
    ]);
    expect(nodes[2]!.detail).toMatchObject({ beside: ['test', 1] });
    const chain = { start: GENESIS, head: cursor.chain.head };
    const graph = { session: cursor.session, nodes, edges, explains: [], previous: null, chain };
    const [read] = decodeNote(encodeNote({ graphs: [graph], lines: new Map(), carried: [] })).graphs;
    expect(verificationOf(read!.nodes, read!.edges, nodes[0]!.id, 'a.py')).toBe('failed');
  });

  test('passes of other tests make a bounded number of edges', () => {
    const runs = Array.from({ length: 40 }, (_, i) => [bash(`pytest test_${i}.py`), edit(`x${i}.md`)]).flat();
    const { nodes, edges } = tell([edit('a.py'), bash('pytest test_a.py', { outcome: 'failed' }), ...runs]);
    expect(edges.filter(({ kind, from }) => kind === 'verified_by' && from === nodes[0]!.id)).toHaveLength(4);
  });
});

describe('the output of a run of everything names what failed', () => {
  const told = (output: string, first: string, then: string): string => {
    const { nodes, edges } = tell([
      edit('a.py'),
      bash(first, { outcome: 'failed', printed: readOutput(output) }),
      bash(then),
    ]);
    return verificationOf(nodes, edges, nodes[0]!.id, 'a.py');
  };
  const ONE =
    'F.\n=== short test summary info ===\nFAILED tests/test_a.py::test_x - assert 1 == 2\n1 failed, 1 passed in 0.02s';
  const TWO = ONE.replace('1 failed', 'FAILED tests/test_b.py::test_y\n2 failed');

  test.each([
    [ONE, 'pytest', 'pytest tests/test_a.py', 'passed'],
    [ONE, 'make test 2>&1 | tail -3', 'pytest tests/test_a.py', 'passed'],
    [ONE, 'pytest', 'pytest tests/test_b.py', 'failed'],
    [TWO, 'pytest', 'pytest tests/test_a.py', 'failed'],
    [ONE.replace('1 failed', '2 failed'), 'pytest 2>&1 | tail -3', 'pytest tests/test_a.py', 'failed'],
  ])('%j of %s, then %s: %s', (output, first, then, state) => {
    expect(told(output, first, then)).toBe(state);
  });

  test('a later run of everything that fails elsewhere shows that the first test passes', () => {
    const { nodes, edges } = tell([
      edit('a.py'),
      bash('pytest tests/test_b.py', { outcome: 'failed' }),
      bash('pytest', { outcome: 'failed', printed: readOutput(ONE) }),
      bash('pytest tests/test_a.py'),
    ]);
    expect(verificationOf(nodes, edges, nodes[0]!.id, 'a.py')).toBe('passed');
  });

  test.each<[string, string[] | undefined, boolean]>([
    ['FAIL src/a.test.ts > adds\nTest Files  1 failed | 2 passed (3)', ['src/a.test.ts'], true],
    ['FAIL src/a.test.ts\nTest Suites: 2 failed, 1 passed, 3 total', ['src/a.test.ts'], false],
    ['ℹ fail 1\n✖ failing tests:\ntest at lib/a.test.js:3:1', ['lib/a.test.js'], true],
    ['--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.com/m/a\t0.01s', ['example.com/m/a'], false],
    ['2 examples, 1 failure\nrspec ./spec/a_spec.rb:3 # A', ['spec/a_spec.rb'], true],
    ['ERROR tests/test_a.py\n!!!! Interrupted: 1 error during collection !!!!', undefined, false],
    ['1 failed, 1 error in 1s\nFAILED a.py::x\nERROR b.py::y', ['a.py', 'b.py'], true],
    ['1 failed, 1 error in 1s\nERROR b.py::y', ['b.py'], false],
    ['1 failing', undefined, false],
  ])('%j', (output, names, counted) => {
    const found = failingIn(output.split('\n'));
    expect(found?.names).toEqual(names);
    expect(found?.counted ?? false).toBe(counted);
  });
});
