import { expect, test } from 'vitest';
import type { State } from '../../src/recorder/state/state.ts';
import { withoutSum } from '../../src/recorder/state/state-text.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';

const BASE = {
  'app.js': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n',
  '.gitignore': 'broken\n',
  Makefile: "test:\n\t@if test -e broken; then echo '1 failing'; exit 1; fi; echo '3 passing'\n",
};
const TESTS = 'make test';
const COMMIT = 'git add -A && git commit -qm work';

function story(name: string, tell: (repo: TestRepo, agent: TestAgent, main: string) => void): void {
  test(name, () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const main = repo.git('branch', '--show-current').trim();
      tell(repo, new TestAgent(repo, 'a').start().prompt('do it').bash('git checkout -q -b topic'), main);
      const state = JSON.parse(withoutSum(repo.read('.git/prov/state.json'))) as State;
      expect(state.faults).toEqual([]);
    }),
  );
}

const breakTests = (repo: TestRepo): void => repo.write('broken', '');

function stateOf(repo: TestRepo, place: string, revision = 'topic'): string {
  const { answers } = JSON.parse(prov(repo, 'why', '--json', '--rev', revision, place)) as {
    answers: { owner: string; verification: { state: string } }[];
  };
  return `${answers[0]!.owner} ${answers[0]!.verification.state}`;
}

/** How many checks the note of a commit links to changes. */
const linked = (repo: TestRepo, revision: string): number =>
  prov(repo, 'show', '--json', revision).match(/"kind": "verified_by"/g)?.length ?? 0;

story('a test that fails on another branch says nothing about a new file of this one', (repo, agent, main) => {
  agent.write('new.js', 'export const a = await readTheFirstNumber();\n').bash(COMMIT).bash(`git checkout -q ${main}`);
  breakTests(repo);
  agent.bash(TESTS).stop();
  expect(stateOf(repo, 'new.js:1')).toBe('agent none');
});

story('nor about a change of a file that the other branch has in its old form', (repo, agent, main) => {
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash(COMMIT);
  agent.bash(`git checkout -q ${main}`).bash('git checkout -q -b other');
  breakTests(repo);
  agent.edit('app.js', 'seven', 'const seven = await lib.readTheSeventhNumber();').bash(TESTS).bash(COMMIT).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent none');
  expect(stateOf(repo, 'app.js:7', 'other')).toBe('agent failed');
});

story('a test that passes on another branch is no pass of this change', (repo, agent, main) => {
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash(COMMIT);
  agent.bash(`git checkout -q ${main}`).bash(TESTS).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent none');
  expect(linked(repo, 'topic')).toBe(0);
});

story('nor is one in the command that goes there', (repo, agent, main) => {
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash(COMMIT);
  agent.bash(`git checkout -q ${main} && ${TESTS}`).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent none');
});

story('after the agent is back on the branch, checks count again', (repo, agent, main) => {
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash(COMMIT);
  agent.bash(`git checkout -q ${main}`).bash(TESTS).bash('git checkout -q topic');
  breakTests(repo);
  agent.bash(TESTS).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent failed');
});

story('a test that fails after a merge of both branches is one of the merged change', (repo, agent, main) => {
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash(COMMIT);
  agent.bash(`git checkout -q ${main}`).edit('app.js', 'seven', 'const seven = await lib.readTheSeventhNumber();');
  agent.bash(COMMIT).bash('git merge -q --no-edit topic');
  breakTests(repo);
  agent.bash(TESTS).stop();
  expect(stateOf(repo, 'app.js:2', main)).toBe('agent failed');
});

story('a test that fails while the change is stashed says nothing about it', (repo, agent) => {
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash('git stash -q');
  breakTests(repo);
  agent.bash(TESTS).bash('git stash pop -q').bash(COMMIT).stop();
  expect(stateOf(repo, 'app.js:2')).toBe('agent none');
});

story('a change that only removes lines keeps the checks after it', (repo, agent) => {
  agent.edit('app.js', 'two\n', '');
  breakTests(repo);
  agent.bash(TESTS).bash(COMMIT);
  expect(linked(repo, 'topic')).toBe(1);
});

story('and so does one that removes a file', (repo, agent) => {
  agent.bash('rm app.js');
  breakTests(repo);
  agent.bash(TESTS).bash(COMMIT);
  expect(linked(repo, 'topic')).toBe(1);
});

story('an edit that a later edit of the session replaced keeps the checks after both', (repo, agent) => {
  agent.edit('app.js', 'two', 'const two = 1;').edit('app.js', 'const two = 1;', 'const two = await lib.second();');
  breakTests(repo);
  agent.bash(TESTS).bash(COMMIT).stop();
  expect(linked(repo, 'topic')).toBe(2);
});

story('a stashed change is not there because a committed one of its file is', (repo, agent) => {
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash(COMMIT);
  agent.edit('app.js', 'seven', 'const seven = await lib.readTheSeventhNumber();').bash('git stash -q');
  breakTests(repo);
  agent.bash(TESTS).bash('git stash pop -q').bash(COMMIT).stop();
  expect([stateOf(repo, 'app.js:2'), stateOf(repo, 'app.js:7')]).toEqual(['agent failed', 'agent none']);
});

story('a command that was to change a file and did not keeps the checks after it', (repo, agent) => {
  agent.bash('sed -i s/nowhere/there/ app.js');
  breakTests(repo);
  agent.bash(TESTS).write('new.js', 'new\n').bash(COMMIT).stop();
  expect(linked(repo, 'topic')).toBe(1);
});

story('a check of one branch records the contents there', (repo, agent, main) => {
  agent.edit('app.js', 'two', 'const two = await lib.readTheSecondNumber();').bash(COMMIT);
  agent.bash(`git checkout -q ${main}`).bash('git checkout -q -b other');
  agent.edit('app.js', 'seven', 'const seven = await lib.readTheSeventhNumber();').bash(TESTS).bash(COMMIT).stop();
  expect([stateOf(repo, 'app.js:2'), stateOf(repo, 'app.js:7', 'other')]).toEqual(['agent none', 'agent passed']);
  expect(prov(repo, 'show', '--json', 'other')).toContain('"saw"');
});
