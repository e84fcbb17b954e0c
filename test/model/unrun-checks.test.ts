import { describe, expect, test } from 'vitest';
import { readOutput } from '../../src/model/checks/output.ts';
import { type Ended, resultsOf } from '../../src/model/checks/result.ts';
import { marksOf } from '../../src/model/shell/parse/marks.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';

const results = (command: string, output: string, outcome: Ended['outcome'] = 'ok'): string =>
  resultsOf(readCommand(command).runs ?? [], { outcome }, readOutput(output, marksOf(command)))
    .map(({ kind, result }) => `${kind} ${result}`)
    .join(', ');

describe('a command that ends well although nothing, or not all, was checked', () => {
  test.each([
    ['make test', "make: 'test' is up to date.", 'test unknown'],
    ['make test', "make: Nothing to be done for 'test'.", 'test unknown'],
    ['make check 2>&1 | tail -3', "make: Nothing to be done for 'check'.", 'test unknown'],
    ['npm run test --if-present', '', 'test unknown'],
    ['npm test --if-present', '\n> a@1.0.0 test\n> vitest run\n\n Tests  2 passed (2)', 'test passed'],
    ['npm run lint --if-present --workspaces', '', 'lint unknown'],
    ['pnpm --filter web test', 'No projects matched the filters in "/x"', 'test unknown'],
    ['pnpm -r test', 'None of the selected packages has a "test" script', 'test unknown'],
    [
      'npx lerna run test',
      'lerna notice cli v8.0.0\nlerna info versioning independent\nlerna success run No packages found with the lifecycle script test',
      'test unknown',
    ],
    ['npm test', '\n> app@1.0.0 test\n> echo "no tests yet"\n\nno tests yet', 'test unknown'],
    ['yarn test', 'yarn run v1.22.0\n$ echo "no tests"\nno tests\nDone in 0.05s.', 'test unknown'],
    ['npm test', '\n> app@1.0.0 test\n> exit 0\n', 'test unknown'],
    ['npm run lint', '\n> app@1.0.0 lint\n> true\n', 'lint unknown'],
    ['npm test', '\n> app@1.0.0 test\n> echo run && node --test\n\nℹ tests 2\nℹ pass 2\nℹ fail 0', 'test passed'],
    ['mvn -q install -DskipTests', '', 'build passed'],
    ['mvn -q verify -Dmaven.test.skip=true', '', 'build passed'],
    ['mvn -q test -DskipTests', '', 'build passed'],
    ['./gradlew check -x test -q', '', 'build passed'],
    ['./gradlew build -x test', 'BUILD SUCCESSFUL in 3s', 'build passed'],
    ['./gradlew test -x :api:test', 'BUILD SUCCESSFUL in 3s', 'test passed'],
    ['./gradlew test -m', ':test SKIPPED\nBUILD SUCCESSFUL in 1s', ''],
    ['swift test list', 'A.B/a\nA.B/b', ''],
    ['cargo nextest list', 'a::b', ''],
    ['cargo test -- --list', 'a: test\n2 tests, 0 benchmarks', ''],
    ['npx tsc -b --clean', '', ''],
    ['npx tsc --build --dry', '', ''],
    ['npx tsc -b', '', 'types passed'],
    [
      'xcodebuild test -scheme A',
      "Test Suite 'All tests' passed at 2026-01-01.\n\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds\n** TEST SUCCEEDED **",
      'test unknown',
    ],
    [
      'xcodebuild test -scheme A 2>&1 | tail -2',
      '\t Executed 4 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds\n** TEST SUCCEEDED **',
      'test passed',
    ],
    ['xcodebuild test -scheme A | xcbeautify | tail -1', 'Test Succeeded', 'test passed'],
    ['mix test --stale', '0 tests, 0 failures', 'test unknown'],
    [
      'nox -s tests',
      'nox > Running session tests-3.7\nnox > Session tests-3.7 skipped: Python interpreter 3.7 not found.',
      'test unknown',
    ],
    ['ruff check --exit-zero .', 'Found 3 errors.', 'lint failed'],
    ['ruff check -q --exit-zero .', '', 'lint unknown'],
    ['flake8 --exit-zero', '', 'lint passed'],
    [
      'pylint --exit-zero app',
      '************* Module app\napp/a.py:1:0: C0114: Missing module docstring\n\nYour code has been rated at 8.50/10',
      'lint unknown',
    ],
    ['npx knip --no-exit-code', 'Unused files (2)\na.ts', 'lint failed'],
    ['semgrep scan --config auto', 'Ran 203 rules on 12 files: 3 findings.', 'lint failed'],
    ['semgrep scan --config auto', 'Ran 203 rules on 12 files: 0 findings.', 'lint passed'],
    [
      'clang-format --dry-run src/a.c',
      'src/a.c:1:2: warning: code should be clang-formatted [-Wclang-format-violations]',
      'format failed',
    ],
    ['clang-format --dry-run -Werror src/a.c', '', 'format passed'],
    [
      'cppcheck src',
      'Checking src/a.c ...\nsrc/a.c:3:5: error: Null pointer dereference: p [nullPointer]',
      'lint failed',
    ],
    ['google-java-format -n src/A.java', 'src/A.java', 'format failed'],
    ['terraform fmt -check 2>&1 | tail -3', 'main.tf', 'format failed'],
    ['ruff check empty', 'warning: No Python files found under the given path(s)\nAll checks passed!', 'lint unknown'],
    ['ty check 2>&1 | tail -1', 'All checks passed!', 'types passed'],
    [
      'ty check 2>&1 | head -3',
      'error[invalid-argument-type]: Argument is incorrect\n --> a.py:3:5\n  |',
      'types failed',
    ],
    ['npx knip | tail -1', '✂️  Excellent, Knip found no issues.', 'lint passed'],
    ['npx knip | tail -5', 'Unused exports (3)\nfoo src/a.ts:3:1', 'lint failed'],
    ['dune build 2>&1 | tail -5', '', 'build passed'],
    ['npx vitest bench', 'x', ''],
    ['npx ng test --no-watch', 'Chrome Headless: Executed 3 of 3 SUCCESS (0.1 secs)\nTOTAL: 3 SUCCESS', 'test passed'],
  ])('%s with %j: %s', (command, output, expected) => expect(results(command, output)).toBe(expected));
});

test('a linter that ignores the only file that it was given has an unknown result', () => {
  const ignored = '/app/dist/a.js\n  0:0  warning  File ignored because of a matching ignore pattern.\n\n';
  expect(results('npx eslint dist/a.js', `${ignored}✖ 1 problem (0 errors, 1 warning)`)).toBe('lint unknown');
  const unused = '/app/a.js\n  3:1  warning  x is unused  no-unused-vars\n\n';
  expect(results('npx eslint a.js', `${unused}✖ 1 problem (0 errors, 1 warning)`)).toBe('lint passed');
});

describe('a status that the command line hides shows no pass', () => {
  test.each([
    ['go test ./... > /dev/null && echo PASS', 'PASS', 'test passed'],
    ['go test ./... > /dev/null; echo PASS', 'PASS', 'test unknown'],
    ['cargo test 2>&1 | tail -2', 'error: test failed, to rerun pass `--lib`', 'test failed'],
    ['sbt "testOnly x.Y"', '[info] No tests were executed', 'test unknown'],
    ['dotnet test --filter Nope', 'No test matches the given testcase filter `Nope` in /a.dll', 'test unknown'],
    ['make -k check 2>&1 | tail -2', "make: Target 'check' not remade because of errors.", 'test failed'],
    ['npx lint-staged', '→ No staged files match any configured task.', 'lint unknown'],
    ['npm test || exit 0', '\n> a@1 test\n> node t.js\nboom', 'test unknown'],
    ['npm test || :', 'boom', 'test unknown'],
    ['npm test; [ $? -eq 0 ] && echo OK || echo BAD', 'boom\nBAD', 'test unknown'],
    ['npm test | cat; test ${PIPESTATUS[0]} -eq 0 && echo OK', 'boom', 'test unknown'],
    ['npm test 2>&1 | grep -q passed && echo ok', 'ok', 'test unknown'],
    ['npm test 2>&1 | tail -5 && echo "ALL GOOD"', 'boom\nALL GOOD', 'test unknown'],
    ['out=$(npm test 2>&1) && echo ok', 'ok', 'test unknown'],
    ['out=$(npm test 2>&1); echo "$out" | tail -3', 'Tests:       1 failed, 2 passed, 3 total', 'test failed'],
    ['npm test & wait', 'Tests:       2 passed, 2 total', 'test unknown'],
    ['set +e; npm test; true', 'boom', 'test unknown'],
    ['if ! npm test; then exit 0; fi', 'boom', 'test unknown'],
    ['timeout 5 npm test || echo "timed out or failed"', 'timed out or failed', 'test failed'],
    ['git bisect run npm test', 'abc is the first bad commit', ''],
    ['git checkout -q main && npm test; git checkout -q -', 'Tests:       2 passed, 2 total', 'test passed'],
    ['npm test 2>&1 | tee /tmp/x | grep -c "✓"', '12', 'test unknown'],
    ['npm run test:watch', 'Tests:       2 passed, 2 total', 'test passed'],
    ['npx wdio run wdio.conf.js', 'Spec Files:\t 1 passed, 1 total (100% completed) in 00:00:05', 'test passed'],
    ['behave', '1 feature passed, 0 failed, 0 skipped\n3 scenarios passed, 0 failed, 0 skipped', 'test passed'],
  ])('%s with %j: %s', (command, output, expected) => expect(results(command, output)).toBe(expected));
});

describe('a program that the shell cannot start has an unknown result, in any language', () => {
  test.each([
    ['npm test', 'bash: npm: Kommando nicht gefunden.', 'test unknown'],
    ['npm test', 'bash: Zeile 1: npm: Kommando nicht gefunden.', 'test unknown'],
    ['pytest', 'bash: ligne 1: pytest : commande introuvable', 'test unknown'],
    ['pytest', 'bash: línea 1: pytest: orden no encontrada', 'test unknown'],
    ['pytest', 'bash: 行 1: pytest: コマンドが見つかりません', 'test unknown'],
    ['pytest', 'bash: 第 1 行： pytest：未找到命令', 'test unknown'],
    ['pytest', 'bash: строка 1: pytest: команда не найдена', 'test unknown'],
    ['pytest', 'Exit code 127\nbash: pytest: Kommando nicht gefunden.', 'test unknown'],
    ['pytest', 'Exit code 127\n', 'test unknown'],
    ['pytest', 'fish: Unknown command: pytest', 'test unknown'],
    [
      'npm test',
      "'npm' is not recognized as an internal or external command,\noperable program or batch file.",
      'test unknown',
    ],
    [
      'npm test',
      "npm : The term 'npm' is not recognized as the name of a cmdlet, function, script file, or operable program. Check the spelling of the name, or if a path was included, verify that the path is correct and try again.",
      'test unknown',
    ],
    [
      'npm test',
      'Exit code 1\nbash: warning: setlocale: LC_ALL: cannot change locale (xx)\nAssertionError',
      'test failed',
    ],
    ['npm test', 'Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 127\nOutput:\n', 'test unknown'],
  ])('%s with %j: %s', (command, output, expected) => expect(results(command, output, 'failed')).toBe(expected));
});

describe('of a failed chain of scripts, the last one that npm or pnpm began has failed', () => {
  test.each([
    ['npm run lint && npm test', '\n> app@1.0.0 lint\n> node lint.js\n\nbad thing', 'lint failed, test unknown'],
    [
      'npm run lint && npm test',
      '\n> app@1.0.0 lint\n> node lint.js\n\n\n> app@1.0.0 test\n> node t.js\n\nbad thing',
      'lint passed, test failed',
    ],
    [
      'npm run lint && npm run typecheck && npm test',
      '\n> app@1.0.0 lint\n> node lint.js\n\n\n> app@1.0.0 typecheck\n> node y.js\n\nbad',
      'lint passed, types failed, test unknown',
    ],
    ['npm run lint && npm test', '\n> lint\n> node lint.js\n\nbad thing', 'lint failed, test unknown'],
    [
      'pnpm lint && pnpm test',
      '\n> app@1.0.0 lint /home/u/app\n> node lint.js\n\nbad\n ELIFECYCLE  Command failed with exit code 1.',
      'lint failed, test unknown',
    ],
    ['npm run build && npx vitest run', '\n> app@1.0.0 build\n> node b.js\n\nError: x', 'build failed, test failed'],
    ['ruff check . && npm test', '\n> app@1.0.0 test\n> node t.js\n\nbad', 'lint passed, test failed'],
  ])('%s with %j: %s', (command, output, expected) => expect(results(command, output, 'failed')).toBe(expected));
});

describe('a runner that found no project, task, option or container has an unknown result', () => {
  test.each([
    ['pytest', 'ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --cov=app'],
    ['pytest nope.py', 'ERROR: file or directory not found: nope.py\n\nno tests ran in 0.00s'],
    ['python -m pytest', '/usr/bin/python: No module named pytest'],
    ['python -m unittest', '----\nRan 0 tests in 0.000s\n\nNO TESTS RAN'],
    ['cargo test -p nope', 'error: package ID specification `nope` did not match any packages'],
    ['npx prettier --check "x/**"', '[error] No files matching the pattern were found: "x/**".'],
    ['npx stylelint "x/**/*.css"', 'Error: No files matching the pattern "x/**/*.css" were found.'],
    ['mypy src', "mypy: can't read file 'src': No such file or directory"],
    [
      'docker compose run --rm web npm test',
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    ],
    ['docker compose exec web pytest', 'service "web" is not running'],
    ['docker exec app npm test', 'Error response from daemon: No such container: app'],
    ['kubectl exec pod -- pytest', 'error: pods "pod" not found'],
    [
      'npm test',
      'npm error code ENOENT\nnpm error syscall open\nnpm error path /x/package.json\nnpm error enoent Could not read package.json',
    ],
    ['yarn test', 'error Couldn\'t find a package.json file in "/x"'],
    ['yarn lint', 'error Command "lint" not found.'],
    [
      'pnpm test',
      ' ERR_PNPM_NO_IMPORTER_MANIFEST_FOUND  No package.json (or package.yaml, or package.json5) was found in "/x".',
    ],
    ['npx jest', 'npm error could not determine executable to run'],
    ['poetry run pytest', 'Command not found: pytest'],
    ['uv run pytest', 'error: Failed to spawn: `pytest`\n  Caused by: No such file or directory (os error 2)'],
    ['bundle exec rspec', 'bundler: command not found: rspec\nInstall missing gem executables with `bundle install`'],
    [
      'bundle exec rspec',
      'Could not find rspec-3.12 in locally installed gems\nRun `bundle install` to install missing gems.',
    ],
    ['cargo nextest run', 'error: no such command: `nextest`'],
    ['cargo test', 'error: could not find `Cargo.toml` in `/x` or any parent directory'],
    ['dotnet test', 'MSBUILD : error MSB1003: Specify a project or solution file.'],
    [
      'mvn test',
      '[INFO] Scanning for projects...\n[INFO] BUILD FAILURE\n[ERROR] The goal you specified requires a project to execute but there is no POM in this directory (/x). Please verify you invoked Maven from the correct directory. -> [Help 1]\n[ERROR] \n[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.\n[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/MissingProjectException',
    ],
    [
      'mvn -q test',
      '[ERROR] The goal you specified requires a project to execute but there is no POM in this directory (/x). Please verify you invoked Maven from the correct directory. -> [Help 1]',
    ],
    ['swift test', 'error: Could not find Package.swift in this directory or any of its parent directories.'],
    [
      'mix test',
      '** (Mix) Could not find a Mix.Project, please ensure you are running Mix in a directory with a mix.exs file',
    ],
    ['cd nope && npm test', 'bash: line 1: cd: nope: No such file or directory'],
    ['make test', "make: *** No rule to make target 'test'.  Stop."],
    ['just test', 'error: Justfile does not contain recipe `test`'],
    ['task test', 'task: Task "test" does not exist'],
    ['npx turbo run test', '  × Could not find task `test` in project'],
    ['npx nx test web', "NX   Cannot find project 'web'"],
  ])('%s: %s', (command, output) => expect(results(command, output, 'failed')).toMatch(/^\w+ unknown$/));

  test('a file that a target needs is a fault of the build', () => {
    const output = "make: *** No rule to make target 'src/x.c', needed by 'app'.  Stop.";
    expect(results('make build', output, 'failed')).toBe('build failed');
  });
});
