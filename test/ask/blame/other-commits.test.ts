import { describe, expect, test } from 'vitest';
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

/** The agent's commit. Git shows a person's commit in its place. */
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

describe('a commit that blame ignores', () => {
  const FILES = { 'f.js': 'const first = load(1);\n' };
  const CHANGED = 'const mine = load(7, options);';
  const KEPT = 'const two = load("2");';

  // A person changes one line of the agent, and formats another, in one commit.
  function ignored(repo: TestRepo, path = 'f.js'): string {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('write');
    a.write(path, `const first = load(1);\nconst one = load(1, options);\nconst two = load('2')\n`);
    a.bash('git add -A; git commit -qm agent').stop();
    repo.write(path, `const first = load(1);\n${CHANGED}\n${KEPT}\n`);
    return repo.commit('by a person');
  }

  test('gives no agent a line that a person rewrote in it, and leaves the agent a line that the person formatted', () =>
    withRepo({ files: FILES }, (repo) => {
      const commit = ignored(repo);
      const expected = { [CHANGED]: 'unknown', [KEPT]: 'agent', 'const first = load(1);': 'unknown' };
      expect(owners(repo, '--ignore-rev', commit, '--', 'f.js')).toMatchObject(expected);
      repo.write('.git/ignored', `${commit}\n`);
      repo.git('config', 'blame.ignoreRevsFile', '.git/ignored');
      expect(owners(repo, '--', 'f.js')).toMatchObject(expected);
    }));

  test('is ignored in the same way in a file with an odd name', () =>
    withRepo({ files: FILES }, (repo) => {
      const commit = ignored(repo, 'ü/new\nline.js');
      const found = owners(repo, '--ignore-rev', commit, '--', 'ü/new\nline.js');
      expect(found).toMatchObject({ [CHANGED]: 'unknown', [KEPT]: 'agent' });
    }));

  for (const format of ['--line-porcelain', '--incremental'])
    test(`is ignored in the same way with ${format}`, () =>
      withRepo({ files: FILES }, (repo) => {
        const commit = ignored(repo);
        const text = prov(repo, 'blame', format, '--ignore-rev', commit, '--', 'f.js');
        const found = [...text.matchAll(/^prov-owner (.*)$/gm)].map(([, owner]) => owner);
        expect(found.filter((owner) => owner === 'agent')).toHaveLength(1);
        expect(found).toContain('unknown');
      }));
});
