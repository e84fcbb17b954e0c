import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { adoptRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

const PASSED = '<testsuites><testsuite><testcase name="a"/></testsuite></testsuites>';
const FAILED = '<testsuites><testsuite><testcase name="a"><failure/></testcase></testsuite></testsuites>';
const SARIF = JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'ESLint' } }, results: [] }] });
const COMMIT = 'git add -A && git commit -qm work';
const FILES = { 'a.js': 'one\ntwo\n', 'b.js': 'one\n', Makefile: 'test:\n\t@! grep -q broken a.js\n' };

function story(name: string, tell: (repo: TestRepo, agent: TestAgent) => void): void {
  test(name, () =>
    withRepo({ files: FILES }, (repo) => {
      enable(repo);
      tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
      expect(prov(repo, 'verify', '--all')).toContain('Valid');
    }),
  );
}

interface Check {
  readonly kind: string;
  readonly state: string;
  readonly told?: string;
}

function stateOf(repo: TestRepo, place: string): [string, ...string[]] {
  const { answers } = JSON.parse(prov(repo, 'why', '--json', place)) as {
    answers: { verification: { state: string; checks: Check[] } }[];
  };
  const { state, checks } = answers[0]!.verification;
  return [state, ...checks.map((one) => `${one.kind} ${one.state}${one.told ? ` by ${one.told}` : ''}`)];
}

/** Records a report. */
function report(repo: TestRepo, text: string, ...args: string[]): { runs: { commits: string[]; files: number }[] } {
  repo.write('../report', text);
  return JSON.parse(prov(repo, 'verify-run', '--from', join(repo.dir, '../report'), '--json', ...args)) as never;
}

story('a test run of CI counts for the lines of the commit, and why names its source', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').bash(COMMIT).stop();
  expect(stateOf(repo, 'a.js:2')).toEqual(['none']);
  expect(report(repo, PASSED, '--commit', 'HEAD', '--by', 'ci').runs).toMatchObject([
    { files: 1, commits: [repo.oid('HEAD')] },
  ]);
  expect(stateOf(repo, 'a.js:2')).toEqual(['passed', 'test passed by ci']);
  expect(prov(repo, 'why', 'a.js:2')).toMatch(/verified +\+ JUnit report of 1 test passed .*reported by ci/);
  expect(report(repo, PASSED, '--by', 'ci').runs).toMatchObject([{ commits: [] }]);
  expect(report(repo, SARIF, '--by', 'ci').runs).toMatchObject([{ files: 1 }]);
  expect(stateOf(repo, 'a.js:2')).toEqual(['passed', 'test passed by ci', 'lint passed by ci']);
});

story('it counts for the content that it ran on, also in a clone', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').bash(COMMIT).stop();
  report(repo, FAILED, '--by', 'ci');
  expect(stateOf(repo, 'a.js:2')).toEqual(['failed', 'test failed by ci']);
  const dir = join(repo.home, 'clone');
  repo.git('clone', '-q', repo.dir, dir);
  const clone = adoptRepo(repo, dir);
  clone.git('fetch', '-q', 'origin', 'refs/notes/provenance:refs/notes/provenance');
  expect(stateOf(clone, 'a.js:2')).toEqual(['failed', 'test failed by ci']);
  repo.write('a.js', 'one!\nTWO\n');
  repo.commit('by a person');
  expect(stateOf(repo, 'a.js:2')).toEqual(['none']);
});

story('with --base, the earlier commits of a branch get it too', (repo, agent) => {
  const base = repo.oid('HEAD');
  agent.edit('a.js', 'two', 'TWO').bash(COMMIT).edit('b.js', 'one', 'ONE').bash(COMMIT).stop();
  report(repo, PASSED, '--base', base, '--by', 'ci');
  expect([stateOf(repo, 'a.js:2')[0], stateOf(repo, 'b.js:1')[0]]).toEqual(['passed', 'passed']);
});

story('a claim of others does not change what was recorded here', (repo, agent) => {
  agent.edit('a.js', 'two', 'broken').bash('make test').bash(COMMIT).stop();
  expect(stateOf(repo, 'a.js:2')).toEqual(['failed', 'test failed']);
  report(repo, PASSED, '--by', 'ci');
  expect(stateOf(repo, 'a.js:2')).toEqual(['failed', 'test failed']);
});

story('a person, or a hook, runs a check with it', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').edit('b.js', 'one', 'ONE').bash(COMMIT).stop();
  repo.write('b.js', 'changed\n');
  expect(prov(repo, 'verify-run', '--by', 'pre-push', '--', 'make', 'test')).toMatch(
    /make test: passed \(1 file, added to 1 note; 1 changed file waits for a commit\)/,
  );
  repo.git('checkout', '--', 'b.js');
  expect(stateOf(repo, 'a.js:2')).toEqual(['passed', 'test passed by pre-push']);
  expect(stateOf(repo, 'b.js:1')).toEqual(['none']);
});

story('the options of the check after -- are the check’s', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').bash(COMMIT).stop();
  expect(prov(repo, 'verify-run', '--json', '--by', 'pre-push', '--', 'make', '-C', '.', '--silent', 'test')).toContain(
    '"words": "make -C . --silent test"',
  );
  expect(stateOf(repo, 'a.js:2')).toEqual(['passed', 'test passed by pre-push']);
});

story('a check that a time limit or a signal ended says nothing', (repo, agent) => {
  agent.edit('a.js', 'two', 'TWO').bash(COMMIT).stop();
  repo.write('Makefile', 'test:\n\t@sleep 20\n');
  const program = resolve(import.meta.dirname, '../../dist/git-prov.js');
  const run = (...words: string[]): string => {
    const done = spawnSync(process.execPath, [program, 'verify-run', '--', ...words], { cwd: repo.dir, env: repo.env });
    return `${done.stdout.toString()}${done.stderr.toString()}`;
  };
  expect(run('timeout', '0.1', 'make', 'test')).toMatch(/make test: result unknown/);
  expect(run('timeout', '-s', 'KILL', '0.1', 'make', 'test')).toMatch(/make test: result unknown/);
  repo.git('checkout', '--', '.');
  expect(stateOf(repo, 'a.js:2')).toEqual(['none']);
});

test('it exits with 1 when the check fails, and refuses what is no check or no report', () =>
  withRepo({ files: { ...FILES, 'a.js': 'broken\n' } }, (repo) => {
    enable(repo);
    const program = resolve(import.meta.dirname, '../../dist/git-prov.js');
    const run = (...args: string[]): [number | null, string] => {
      const done = spawnSync(process.execPath, [program, 'verify-run', ...args], { cwd: repo.dir, env: repo.env });
      return [done.status, done.stderr.toString()];
    };
    expect(run('--', 'make', 'test')[0]).toBe(1);
    // A runner may exit with 0 all the same; what it printed is recorded as failed.
    repo.write('Makefile', 'test:\n\t@echo "== 2 failed, 1 passed in 0.10s =="\n');
    expect(run('--', 'make', 'test')).toEqual([1, expect.stringContaining('2 failed')]);
    expect(run('--', 'ls')).toEqual([2, expect.stringContaining('not known as a check')]);
    expect(run()).toEqual([2, expect.stringContaining('either a report or a command')]);
    expect(run('--from', 'a.js')).toEqual([1, expect.stringContaining('SARIF')]);
    expect(run('--from', 'missing.xml')).toEqual([1, expect.stringContaining('no file')]);
    expect(run('--from', 'a.js', '--commit', 'nowhere')).toEqual([
      1,
      expect.stringContaining('There is no revision "nowhere"'),
    ]);
    expect(run('--from', 'a.js', '--by', 'a b')).toEqual([2, expect.stringContaining('--by')]);
  }));

test('the id of a recorded run is no hash of a password in its command', () =>
  withRepo({ files: { ...FILES, '.gitignore': 'node_modules\n' } }, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'a').start().prompt('do it');
    agent.edit('a.js', 'two', 'TWO').bash(COMMIT).stop();
    prov(repo, 'verify-run', '--by', 'me', '--', 'make', 'test', 'PASSWORD=Wq7-rTz9kLp');
    const { graphs } = JSON.parse(prov(repo, 'show', 'HEAD', '--json')) as {
      graphs: { session: { id: string }; nodes: { at: string; summary: string; detail: { passed?: boolean } }[] }[];
    };
    const { session, nodes } = graphs.find((one) => one.session.id.startsWith('run/'))!;
    const [{ at, summary, detail }] = nodes as [(typeof nodes)[number]];
    expect(summary).toMatch(/^make test PASSWORD=\[redacted:[0-9a-f]{8}\] passed$/);
    expect(detail.passed).toBe(true);
    const idFor = (words: string): string => {
      const parts = ['me', repo.oid('HEAD'), 'command', 'test', 'passed', words, Date.parse(at)];
      return `run/me/${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24)}`;
    };
    const written = summary.replace(/ passed$/, '');
    expect(session.id).toBe(idFor(written));
    expect(session.id).not.toBe(idFor(written.replace(/\[redacted:\w+\]/, 'Wq7-rTz9kLp')));
  }));
story('what runs under verify-run in the shell of an agent is a step and a check of the agent', (repo, agent) => {
  // The recorder reads the command line; here `git prov` only runs what follows `--`.
  repo.write('../bin/git-prov', '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n');
  chmodSync(join(repo.dir, '../bin/git-prov'), 0o755);
  Object.assign(repo.env, { PATH: `${join(repo.dir, '../bin')}:${repo.env['PATH']}` });
  agent.bash(`git prov verify-run -- sh -c 'echo three >>a.js'`);
  agent.bash('git prov verify-run --by me -- make test').bash(COMMIT).stop();
  expect(judge(repo, 'a.js').find(({ text }) => text === 'three')?.owner).toBe('a');
  expect(stateOf(repo, 'a.js:3')).toEqual(['passed', 'test passed']);
});
