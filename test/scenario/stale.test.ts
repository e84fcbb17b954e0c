import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { State } from '../../src/recorder/state/state.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { adoptRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

// `lib.js` exports what `app.js` uses; the tests fail where `broken` is written in it.
const BASE = {
  'app.js': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n',
  'lib.js': 'lib\n',
  'README.md': 'readme\n',
  Makefile: 'test:\n\t! grep -q broken lib.js app.js\n',
};
const TESTS = 'make test';
const COMMIT = 'git add -A && git commit -qm work';

function story(name: string, tell: (repo: TestRepo, agent: TestAgent) => void): void {
  test(name, () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      tell(repo, new TestAgent(repo, 'a').start().prompt('do it'));
      const state = JSON.parse(readFileSync(join(repo.dir, '.git/prov/state.json'), 'utf8')) as State;
      expect([state.faults, state.outgoing]).toEqual([[], []]);
    }),
  );
}

/** The verification of a line in the repository and in a fresh clone of it; fails where they differ. */
function stateOf(repo: TestRepo, place: string, revision = 'HEAD'): string {
  const here = stateIn(repo, place, revision); // also records what waits
  const dir = join(repo.home, `clone${String(Math.random()).slice(2)}`);
  repo.git('clone', '-q', '-c', 'remote.origin.fetch=refs/notes/provenance:refs/notes/provenance', repo.dir, dir);
  expect(stateIn(adoptRepo(repo, dir), place, revision)).toBe(here);
  return here;
}

function stateIn(repo: TestRepo, place: string, revision: string): string {
  const { answers } = JSON.parse(prov(repo, 'why', '--json', '--rev', revision, place)) as {
    answers: { owner: string; verification: { state: string } }[];
  };
  return `${answers[0]!.owner} ${answers[0]!.verification.state}`;
}

const mainOf = (repo: TestRepo): string => repo.git('branch', '--show-current').trim();

function onTopic(repo: TestRepo, agent: TestAgent): string {
  const main = mainOf(repo);
  repo.git('checkout', '-q', '-b', 'topic');
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash(TESTS).bash(COMMIT).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent passed');
  repo.git('checkout', '-q', main);
  return main;
}

story('a check is stale when a person changed the file between the check and the commit', (repo, agent) => {
  agent.edit('app.js', 'two', 'TWO').bash(TESTS).stop();
  repo.write('app.js', repo.read('app.js').replace('seven', 'broken'));
  repo.commit('by a person');
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
});

story('it is not when the person changed it before the check', (repo, agent) => {
  agent.edit('app.js', 'two', 'TWO');
  repo.write('app.js', repo.read('app.js').replace('seven', 'SEVEN'));
  agent.bash(TESTS).stop();
  repo.commit('by a person');
  expect(stateOf(repo, 'app.js:2')).toBe('agent passed');
});

story('a file that a person changed while the check ran was not checked', (repo, agent) => {
  agent.edit('app.js', 'two', 'TWO').bash(TESTS, () => repo.write('app.js', repo.read('app.js').replace('seven', '7')));
  repo.commit('by a person');
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
});

story('a change that is not committed makes a check stale, and taking it back makes it pass again', (repo, agent) => {
  agent.edit('app.js', 'two', 'TWO').bash(TESTS).bash(COMMIT).stop();
  const state = (): string => /"state": "(\w+)"/.exec(prov(repo, 'why', '--json', 'app.js:2'))![1]!;
  expect(state()).toBe('passed');
  const text = repo.read('app.js');
  repo.write('app.js', text.replace('seven', 'SEVEN'));
  expect(state()).toBe('stale');
  expect(prov(repo, 'blame', 'app.js')).toMatch(/ ~ .*TWO/);
  repo.write('app.js', text);
  expect(state()).toBe('passed');
});

story('a person’s commit to the file makes it stale, and reverting that makes it pass again', (repo, agent) => {
  agent.edit('app.js', 'two', 'TWO').bash(TESTS).bash(COMMIT).stop();
  repo.write('app.js', repo.read('app.js').replace('seven', 'broken'));
  repo.commit('by a person');
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
  expect(stateOf(repo, 'app.js:2', 'HEAD~1')).toBe('agent passed');
  repo.git('revert', '--no-edit', 'HEAD');
  expect(stateOf(repo, 'app.js:2')).toBe('agent passed');
});

story('blame and log show a stale check as ~, and why, report and JSON call it stale', (repo, agent) => {
  agent.edit('app.js', 'two', 'TWO').bash(TESTS).bash(COMMIT).stop();
  const said = (): (string | undefined)[] => [
    / (\S) [^\n]*TWO/.exec(prov(repo, 'blame', 'app.js'))?.[1],
    /\w{7} (\S) /.exec(prov(repo, 'log', '-n1'))?.[1],
    /passed; the code was changed since/.exec(prov(repo, 'why', 'app.js:2'))?.[0],
    /\d stale/.exec(prov(repo, 'report', `${work}~1..HEAD`))?.[0],
    /"state": "(\w+)"/.exec(prov(repo, 'why', '--json', 'app.js:2'))?.[1],
  ];
  const work = repo.oid('HEAD');
  expect(said()).toEqual(['+', '+', undefined, undefined, 'passed']);
  const [main, side] = [mainOf(repo), 'side'];
  repo.git('checkout', '-q', '-b', side, 'HEAD~1');
  repo.write('lib.js', 'broken\n');
  repo.commit('breaks lib');
  repo.git('checkout', '-q', main);
  repo.git('rebase', '-q', side);
  expect(said()).toEqual(['~', '~', 'passed; the code was changed since', '1 stale', 'stale']);
});

story('an older line passes again only when a check ran on the current file', (repo, agent) => {
  agent.edit('app.js', 'two', 'TWO').bash(TESTS).bash(COMMIT).stop();
  repo.write('app.js', repo.read('app.js').replace('seven', 'SEVEN'));
  repo.commit('by a person');
  const other = new TestAgent(repo, 'b').start().prompt('go on').edit('app.js', 'four', 'FOUR').bash(TESTS);
  repo.write('app.js', repo.read('app.js').replace('eight', 'broken'));
  other.bash(COMMIT).stop();
  expect(stateOf(repo, 'app.js:4')).toBe('agent stale');
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
  other.prompt('mend it').edit('app.js', 'broken', 'EIGHT').bash(TESTS).bash(COMMIT).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent passed');
  expect(stateOf(repo, 'app.js:8')).toBe('agent passed');
});

// A short line is too little to find the commit by its words.
const SHORT = ['app.js', 'two', 'TWO'] as const;

function squash(repo: TestRepo, agent: TestAgent, before: () => void): void {
  const main = mainOf(repo);
  repo.git('checkout', '-q', '-b', 'topic');
  agent
    .edit(...SHORT)
    .bash(TESTS)
    .bash(COMMIT)
    .stop();
  repo.git('checkout', '-q', main);
  before();
  repo.git('merge', '-q', '--squash', 'topic');
  repo.git('commit', '-q', '-m', 'squashed');
}

story('a local squash merge of a short change over a person’s breaking change makes checks stale', (repo, agent) => {
  squash(repo, agent, () => {
    repo.write('lib.js', 'broken\n');
    repo.commit('breaks lib');
  });
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
});

story('a local squash merge onto the same code keeps its checks', (repo, agent) => {
  squash(repo, agent, () => {});
  expect(stateOf(repo, 'app.js:2')).toBe('agent passed');
});

story('a part of a change that is committed later keeps its checks', (repo, agent) => {
  agent
    .edit(...SHORT)
    .edit('app.js', 'eight', 'EIGHT')
    .bash(TESTS)
    .stop();
  const whole = repo.read('app.js');
  repo.write('app.js', whole.replace('EIGHT', 'eight'));
  repo.commit('one part');
  repo.git('commit', '-q', '--amend', '-m', 'one part, in other words');
  repo.write('app.js', whole);
  repo.commit('the rest');
  expect(stateOf(repo, 'app.js:8')).toBe('agent passed');
});

story('a rebase over a person’s breaking change in another file makes checks stale', (repo, agent) => {
  const main = onTopic(repo, agent);
  repo.write('lib.js', 'broken\n');
  repo.commit('breaks lib');
  repo.git('checkout', '-q', 'topic');
  repo.git('rebase', '-q', main);
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
  expect(prov(repo, 'log', '-n1')).toMatch(/ ~ /);
});

story('so does a rebase by the agent itself, until its next check passes', (repo, agent) => {
  const main = onTopic(repo, agent);
  repo.write('lib.js', 'LIB\n');
  repo.commit('changes lib');
  repo.git('checkout', '-q', 'topic');
  agent.prompt('rebase').bash(`git rebase -q ${main}`).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
  agent.prompt('go on').edit('app.js', 'four', 'FOUR').bash(TESTS).bash(COMMIT).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent passed');
});

story('a rebase over a change of the same file makes checks stale', (repo, agent) => {
  const main = onTopic(repo, agent);
  repo.write('app.js', repo.read('app.js').replace('seven', 'broken'));
  repo.commit('breaks app');
  repo.git('checkout', '-q', 'topic');
  repo.git('rebase', '-q', main);
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
});

story('a rebase over a change of prose does not', (repo, agent) => {
  const main = onTopic(repo, agent);
  repo.write('README.md', 'more\n');
  repo.commit('prose');
  repo.git('checkout', '-q', 'topic');
  repo.git('rebase', '-q', main);
  expect(stateOf(repo, 'app.js:2')).toBe('agent passed');
});

story('a cherry-pick over a person’s breaking change makes checks stale', (repo, agent) => {
  onTopic(repo, agent);
  repo.write('lib.js', 'broken\n');
  repo.commit('breaks lib');
  repo.git('cherry-pick', 'topic');
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
});

story('a merge that changes the file makes checks stale', (repo, agent) => {
  onTopic(repo, agent);
  repo.write('app.js', repo.read('app.js').replace('seven', 'broken'));
  repo.commit('breaks app');
  repo.git('merge', '-q', '--no-edit', 'topic');
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
  expect(stateOf(repo, 'app.js:2', repo.oid('topic'))).toBe('agent passed');
});

story('a squash merge keeps what was checked where the branch stood on the same code', (repo, agent) => {
  const main = onTopic(repo, agent);
  repo.git('checkout', '-q', 'topic');
  agent.prompt('go on').edit('app.js', 'four', 'FOUR').bash(TESTS).bash(COMMIT).stop();
  prov(repo, 'status');
  repo.git('checkout', '-q', main);
  repo.git('merge', '-q', '--squash', 'topic');
  repo.git('commit', '-q', '-m', 'squashed');
  expect([stateOf(repo, 'app.js:2'), stateOf(repo, 'app.js:4')]).toEqual(['agent passed', 'agent passed']);
});

story('a squash merge onto a breaking change makes checks stale', (repo, agent) => {
  onTopic(repo, agent);
  repo.write('lib.js', 'broken\n');
  repo.commit('breaks lib');
  repo.git('merge', '-q', '--squash', 'topic');
  repo.git('commit', '-q', '-m', 'squashed');
  expect(stateOf(repo, 'app.js:2')).toBe('agent stale');
});

story('an amended message keeps what was checked', (repo, agent) => {
  agent.edit('app.js', 'two', 'TWO').bash(TESTS).bash(COMMIT).stop();
  repo.git('commit', '-q', '--amend', '-m', 'better said');
  expect(stateOf(repo, 'app.js:2')).toBe('agent passed');
});
