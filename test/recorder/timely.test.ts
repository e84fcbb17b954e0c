import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge, wrongLines } from '../helpers/judge.ts';
import { withRepo } from '../helpers/repo.ts';

test('a commit of a person found later is not attributed to a step that started after it, if the clock is reliable', () =>
  withRepo({ files: { 'b.txt': 'the base of it all @human\n' } }, (repo) => {
    enable(repo);
    for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name];
    repo.git('-c', 'core.hooksPath=/dev/null', 'switch', '-qc', 'topic');
    repo.write('b.txt', 'the base of it all @human\na line on a branch of its own @human\n');
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'on the branch');
    repo.git('switch', '-q', 'main');
    const until = Date.now() + 1100; // a reflog has a resolution of one second
    while (Date.now() < until);
    const agent = new TestAgent(repo, 'a').start().prompt('go');
    agent.edit('b.txt', 'the base of it all @human\n', 'the base of it all @human\na line of the agent @a\n');
    agent.bash('git commit -qam "by the agent"');
    prov(repo, 'blame', 'b.txt');
    expect(wrongLines(judge(repo, 'b.txt'))).toEqual([]);
    expect(judge(repo, 'b.txt', 'topic').map(({ owner }) => owner)).toEqual(['no note', 'human']);
  }));
