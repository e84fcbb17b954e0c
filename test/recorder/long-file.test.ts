import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { withRepo } from '../helpers/repo.ts';

const COUNT = 150_000;
const NEAR_END = `line ${COUNT - 2}\n`;
const SESSION = '55555555-aaaa-4bbb-8ccc-000000000005';

test('a file of very many lines keeps its owners when its commit is rewritten', async () => {
  const lines = Array.from({ length: COUNT }, (_, i) => `line ${i}\n`).join('');
  await withRepo({ files: { 'f.txt': lines, 'g.txt': 'p\n' } }, async (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, SESSION).start().prompt('Add to f');
    agent.edit('f.txt', NEAR_END, `${NEAR_END}by the agent\n`).stop().end();
    repo.commit('f');
    repo.git('switch', '-qc', 'other', 'HEAD~1');
    repo.write('f.txt', `by a person\n${lines}`);
    repo.commit('other');
    repo.git('switch', '-q', 'main');
    repo.git('rebase', '-q', 'other');
    const noted = judge(repo, 'f.txt').filter(({ owner }) => owner !== 'no note');
    expect(noted).toMatchObject([
      { text: 'by a person', owner: 'human' },
      { text: 'by the agent', owner: SESSION, evidence: 'carried' },
    ]);
    expect(prov(repo, 'verify')).toMatch(/^Valid: /);
  });
}, 120_000);
