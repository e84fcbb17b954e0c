import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { State } from '../../src/recorder/state/state.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';

const MAKEFILE = `everything: test lint
test:
\t@if test -e broken; then echo 'Tests:       1 failed, 2 passed, 3 total'; exit 1; fi
\t@echo 'Tests:       3 passed, 3 total'
lint:
\t@true
none:
\t@echo 'No tests found, exiting with code 0'
`;

interface Checked {
  readonly owner: string;
  readonly verification: { readonly state: string; readonly checks: readonly { kind: string; state: string }[] };
}

function story(name: string, tell: (repo: TestRepo, agent: TestAgent) => void | Promise<void>): void {
  test(name, () =>
    withRepo(
      { files: { 'f.txt': 'one\ntwo\nthree\n', Makefile: MAKEFILE, '.gitignore': 'broken\n' } },
      async (repo) => {
        enable(repo);
        await tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
        const state = JSON.parse(readFileSync(join(repo.dir, '.git/prov/state.json'), 'utf8')) as State;
        expect([state.faults, state.outgoing]).toEqual([[], []]);
      },
    ),
  );
}

function checked(repo: TestRepo, place: string): [owner: string, state: string, ...checks: string[]] {
  const { answers } = JSON.parse(prov(repo, 'why', '--json', place)) as { answers: readonly Checked[] };
  const { owner, verification } = answers[0]!;
  return [owner, verification.state, ...verification.checks.map(({ kind, state }) => `${kind} ${state}`)];
}

const COMMIT = 'git add -A && git commit -qm work';

/** Puts a program on the path of the agent's shell. */
function program(repo: TestRepo, name: string, script: string): void {
  repo.write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  chmodSync(join(repo.dir, 'bin', name), 0o755);
  const bin = join(repo.dir, 'bin');
  if (!repo.env['PATH']!.startsWith(bin)) repo.env['PATH'] = `${bin}:${repo.env['PATH']}`;
}

story('an edit that a lint passed and the tests then failed has failed', (repo, agent) => {
  repo.write('broken', '');
  agent.edit('f.txt', 'two', 'TWO').bash('make lint').bash('make test').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'failed', 'test failed', 'lint passed']);
  expect(prov(repo, 'blame', 'f.txt')).toMatch(/ x .*TWO +<- test: /);
});

story('eslint that passed does not hide that cargo test exits with 101', (repo, agent) => {
  program(repo, 'eslint', 'exit 0');
  program(repo, 'cargo', "echo 'test result: FAILED. 1 passed; 1 failed'; exit 101");
  repo.write('Cargo.toml', '[package]\nname = "x"\n');
  agent.write('lib.rs', 'fn a() {}\n').bash('eslint .').bash('cargo test').bash(COMMIT).stop();
  expect(checked(repo, 'lib.rs:1')).toEqual(['agent', 'failed', 'test failed']);
  expect(prov(repo, 'blame', 'lib.rs')).toMatch(/ x .*fn a/);
  expect(prov(repo, 'report', 'HEAD~1..HEAD')).toMatch(/^(?!.*all that agents wrote was verified).*failed/s);
});

story('node --check that passed does not hide that npm test fails', (repo, agent) => {
  repo.write('package.json', '{ "scripts": { "test": "make test" } }\n');
  repo.write('broken', '');
  agent.write('g.js', 'g();\n').bash('node --check g.js').bash('npm() { make test; }; npm test').bash(COMMIT).stop();
  expect(checked(repo, 'g.js:1').slice(0, 2)).toEqual(['agent', 'failed']);
});

story('a line that only a lint passed says so', (repo, agent) => {
  agent.edit('f.txt', 'two', 'TWO').bash('make lint').bash(COMMIT).stop();
  expect(prov(repo, 'blame', 'f.txt')).toMatch(/ \+ .*TWO +<- lint only: /);
});

story('why lists the last check of each kind', (repo, agent) => {
  agent.edit('f.txt', 'two', 'TWO').bash('make lint').bash('make test').bash(COMMIT).stop();
  expect(prov(repo, 'why', 'f.txt:2')).toMatch(/verified +\+ test: make test passed .*\n +\+ lint: make lint passed /);
});

story('behind a pipe, the runner’s summary decides whether the tests passed', (repo, agent) => {
  agent.edit('f.txt', 'two', 'TWO').bash('make test 2>&1 | tail -5').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'passed', 'test passed']);
  expect(prov(repo, 'why', 'f.txt:2')).toContain('make test passed');
  repo.write('broken', '');
  agent.prompt('go on').edit('f.txt', 'one', 'ONE').bash('make test 2>&1 | tail -5').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:1')).toEqual(['agent', 'failed', 'test failed']);
});

story('a run without tests, and one in the background, are no pass', (repo, agent) => {
  agent.edit('f.txt', 'two', 'TWO').bash('jest() { make none; }; jest --passWithNoTests').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'none']);
  agent.prompt('go on').edit('f.txt', 'one', 'ONE').bash('make test > /dev/null & wait').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:1')).toEqual(['agent', 'none']);
});

story('a run that was stopped at a time limit, or interrupted, is no pass and no failure', (repo, agent) => {
  const input = { command: 'make test' };
  const ends = (fields: object): void => {
    agent.send('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_input: input,
      tool_use_id: agent.before('Bash', input),
      ...fields,
    });
  };
  agent.edit('f.txt', 'two', 'TWO');
  ends({ error: 'Exit code 143\nCommand timed out after 2m 0s', is_interrupt: false });
  agent.bash('timeout 0.1 sh -c "sleep 5 # make test"').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'none']);
  agent.prompt('go on').edit('f.txt', 'one', 'ONE');
  ends({ error: 'The user stopped it', is_interrupt: true });
  agent.bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:1')).toEqual(['agent', 'none']);
  agent.prompt('go on').edit('f.txt', 'three', 'THREE');
  ends({ error: 'Exit code 2', is_interrupt: false });
  agent.bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:3')).toEqual(['agent', 'failed', 'test failed']);
});

story('a run that the agent sent to the background, or that moved there, is no pass', async (repo, agent) => {
  agent.edit('f.txt', 'two', 'TWO');
  await agent.background('make test', 'b1');
  agent.bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'none']);
});

story('a command that changes a file and checks it is a change and a check', (repo, agent) => {
  agent.bash('sed -i s/two/TWO/ f.txt && make test').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'passed', 'test passed']);
  agent.prompt('go on').bash('cat > g.txt <<EOF\nnew text of mine\nEOF\nmake test').bash(COMMIT).stop();
  expect(checked(repo, 'g.txt:1')).toEqual(['agent', 'passed', 'test passed']);
});

story(
  'when a check on the same command line fails, the changed lines belong to the step and are marked failed',
  (repo, agent) => {
    repo.write('broken', '');
    agent.bash('sed -i s/two/TWO/ f.txt && make test').bash(COMMIT).stop();
    expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'failed', 'test failed']);
  },
);

story('a check that runs before the change on the same command line does not verify it', (repo, agent) => {
  agent.bash('make test && sed -i s/two/TWO/ f.txt').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'none']);
});

story('what comes after a failure and its repair is verified', (repo, agent) => {
  repo.write('broken', '');
  agent.edit('f.txt', 'two', 'TWO').bash('make test').bash('rm broken').bash('make test').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'passed', 'test passed']);
});

story('a task without a telling name is recognised by its manifest', (repo, agent) => {
  agent.edit('f.txt', 'two', 'TWO').bash('make everything').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'passed', 'test passed', 'lint passed']);
  repo.write('broken', '');
  repo.write('package.json', '{"scripts":{"ok":"make test"}}');
  agent.prompt('go on').edit('f.txt', 'one', 'ONE').bash('npm run ok').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:1')).toEqual(['agent', 'failed', 'test failed']);
});

story('the manifest is that of the folder where the command runs', (repo, agent) => {
  repo.write('package.json', '{"scripts":{"ok":"echo hello"}}');
  repo.write('web/package.json', '{"scripts":{"ok":"make -C .. test"}}');
  const npm = 'npm() { make -C .. test; }';
  agent.write('web/a.js', 'a();\n').bash(`${npm}; cd web && npm run ok`).bash(COMMIT).stop();
  expect(checked(repo, 'web/a.js:1')).toEqual(['agent', 'passed', 'test passed']);
});

story('a check that is known only by a word in it is likely, and says so', (repo, agent) => {
  program(repo, 'acme', 'exit 0');
  agent.edit('f.txt', 'two', 'TWO').bash('acme test').bash(COMMIT).stop();
  expect(checked(repo, 'f.txt:2')).toEqual(['agent', 'passed', 'test passed']);
  expect(prov(repo, 'why', 'f.txt:2')).toContain('(likely covers this file)');
});

story('each check of a command is shown with its own words', (repo, agent) => {
  program(repo, 'golangci-lint', "echo '0 issues.'");
  program(repo, 'go', "echo 'ok  \ta\t0.1s'");
  agent.write('a.go', 'package a\n').bash('golangci-lint run; go test ./...').bash(COMMIT).stop();
  expect(prov(repo, 'why', 'a.go:1')).toMatch(
    /verified +\+ test: go test \.\/\.\.\. passed .*\n +\+ lint: golangci-lint run passed /,
  );
});

story('a build is shown without the folder that it runs in', (repo, agent) => {
  program(repo, 'go', "echo 'ok'");
  agent.write('a.go', 'package a\n').bash(`cd ${repo.dir} && go build ./... 2>&1`).bash(COMMIT).stop();
  expect(prov(repo, 'why', 'a.go:1')).toMatch(/verified +\+ go build \.\/\.\.\. passed /);
});
