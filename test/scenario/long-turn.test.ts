import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';

const waiting = (repo: TestRepo): string[] => readdirSync(join(repo.dir, '.git/prov/spool/new'));

test('the events of a long turn are recorded in the background, before any commit', () =>
  withRepo({ files: { 'f.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    prov(repo, 'init', '--agent', 'claude-code'); // names the program that hooks start
    const agent = new TestAgent(repo, 'a').start().prompt('write many files');
    for (let i = 0; i < 12; i++) agent.write(`${i}.txt`, `${i} @a\n`);
    await vi.waitFor(() => expect(waiting(repo).length).toBeLessThan(12), { timeout: 20_000, interval: 50 });
    repo.commit('Write twelve files');
    expect(waiting(repo)).toEqual([]);
    const owners = Array.from({ length: 12 }, (_, i) => judge(repo, `${i}.txt`).map(({ owner }) => owner));
    expect(owners).toEqual(Array.from({ length: 12 }, () => ['a']));
  }));
