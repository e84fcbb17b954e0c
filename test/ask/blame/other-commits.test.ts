import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';

/** An agent's commit between two of a person. */
function threeCommits(repo: TestRepo): void {
  enable(repo);
  new TestAgent(repo, 'a')
    .start()
    .prompt('write')
    .write('f.txt', 'one\nagent 1\nagent 2\n')
    .bash('git commit -qam agent')
    .stop();
  repo.write('f.txt', 'one\nagent 2\n');
  repo.commit('by a person');
}

/** The agent's commit, in whose place git shows one of a person. */
function replacedCommit(repo: TestRepo): string {
  threeCommits(repo);
  const commit = repo.git('rev-parse', 'HEAD~1').trim();
  repo.git('checkout', '-q', '--detach', 'HEAD~2');
  repo.write('f.txt', 'one\na person 1\na person 2\n');
  repo.commit('edited');
  repo.git('replace', commit, 'HEAD');
  return commit;
}

const owners = (repo: TestRepo, ...args: string[]): Record<string, string> => {
  const { lines } = JSON.parse(prov(repo, 'blame', '--json', ...args)) as { lines: { text: string; owner: string }[] };
  return Object.fromEntries(lines.map(({ text, owner }) => [text, owner]));
};

for (const packed of [false, true])
  test(`a commit that another one replaces has unknown lines${packed ? ', also where the replacement is packed' : ''}`, () =>
    withRepo({ files: { 'f.txt': 'one\n' } }, (repo) => {
      const commit = replacedCommit(repo);
      if (packed) repo.git('pack-refs', '--all');
      expect(owners(repo, commit, '--', 'f.txt')).toMatchObject({ 'a person 1': 'unknown', 'a person 2': 'unknown' });
      repo.env['GIT_NO_REPLACE_OBJECTS'] = '1';
      expect(owners(repo, commit, '--', 'f.txt')).toMatchObject({ 'agent 1': 'agent', 'agent 2': 'agent' });
    }));

test('blame --reverse names the last commit with a line, so no line is a person’s because of that commit', () =>
  withRepo({ files: { 'f.txt': 'one\n' } }, (repo) => {
    threeCommits(repo);
    expect(owners(repo, '--reverse', 'HEAD~1..HEAD', '--', 'f.txt')).toEqual({
      one: 'unknown',
      'agent 1': 'agent',
      'agent 2': 'unknown',
    });
  }));

test('a report counts no line as an agent’s by the note of a commit that another one replaces', () =>
  withRepo({ files: { 'f.txt': 'one\n' } }, (repo) => {
    const commit = replacedCommit(repo);
    const lines = (): unknown =>
      (JSON.parse(prov(repo, 'report', '--json', `${commit}~..${commit}`)) as { lines: unknown }).lines;
    expect(lines()).toMatchObject({ agent: 0 });
    repo.env['GIT_NO_REPLACE_OBJECTS'] = '1';
    expect(lines()).toMatchObject({ agent: 2 });
  }));
