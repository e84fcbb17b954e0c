import { expect, test } from 'vitest';
import { enable, TestAgent } from '../helpers/agent.ts';
import { withRepo } from '../helpers/repo.ts';

const subjects = (git: (...args: string[]) => string): string[] =>
  git('log', '--format=%s', 'refs/notes/provenance').split('\n');

test('git log --all shows the subject of the commit that a note is about, without secrets', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'a1').start().prompt('write');
    agent.write('b.txt', 'two\n');
    const first = repo.commit('Add pow()');
    expect(subjects(repo.git)).toEqual([`provenance of ${first.slice(0, 8)} Add pow()`]);
    const token = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
    agent.write('c.txt', 'three\n');
    const second = repo.commit(`Use ${token}`);
    const [newest] = subjects(repo.git);
    expect(newest).toContain(`provenance of ${second.slice(0, 8)} Use `);
    expect(newest).not.toContain(token);
  }));
