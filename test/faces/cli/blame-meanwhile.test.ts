import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../../helpers/agent.ts';
import { NODE } from '../../helpers/program/node.ts';
import { withRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');

test('while another process records, blame says that the latest lines may be without their agent', async () => {
  await withRepo({ files: { 'f.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    const blame = () =>
      spawnSync(NODE, [PROGRAM, 'blame', 'f.txt'], { cwd: repo.dir, env: repo.env, encoding: 'utf8' });
    const agent = new TestAgent(repo, 'session').start().prompt('Add a line.');
    agent.write('f.txt', 'one\nby the agent\n').stop();
    const lock = join(repo.dir, '.git/prov/lock');
    writeFileSync(lock, `${process.pid} ${hostname()}\n`);
    repo.git('commit', '-qam', 'Add a line');

    const meanwhile = blame();
    expect(meanwhile.status).toBe(0);
    expect(meanwhile.stderr).toContain('another git prov process is still recording');

    rmSync(lock);
    const later = blame();
    expect(later.stderr).toBe('');
    expect(later.stdout).toContain('claude-code');
  });
});
