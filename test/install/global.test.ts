import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestAgent } from '../helpers/agent.ts';
import { withWorld } from '../sharing/world.ts';
import { everyByte } from './setup.ts';

/** How long a background process of a hook may take, in milliseconds. */
const PATIENCE_MS = 20_000;

async function appears(path: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; !existsSync(path); await sleep(50))
    if (Date.now() > until) throw new Error(`${path} is not there.`);
}

test('with init --global, the first event in a repository installs git hooks and the refspec, so notes travel', () =>
  withWorld(async ({ clone, server }) => {
    const ada = await clone('ada', { init: false });
    const untouched = everyByte(join(ada.repo.dir, '.git/hooks'), join(ada.repo.dir, '.git/config'));
    expect(ada.prov('init', '--global', '--agent', 'claude-code').stdout).toContain(
      'the first event of an agent installs the git hooks',
    );
    expect(everyByte(join(ada.repo.dir, '.git/hooks'), join(ada.repo.dir, '.git/config'))).toEqual(untouched);
    const agent = new TestAgent(ada.repo, 'a1b2').start();
    const prov = join(ada.repo.dir, '.git/prov');
    await appears(join(prov, 'checked'));
    expect(readFileSync(join(ada.repo.dir, '.git/config'), 'utf8')).toContain('refs/prov/remotes/origin');
    agent.prompt('write it').write('w.txt', 'one line of it\n').stop();
    // A repository that only an event enabled knows its beginning by the clock.
    ada.repo.env['GIT_COMMITTER_DATE'] = `${Math.floor(Date.now() / 1000)} +0000`;
    const commit = ada.repo.commit('Write w');
    ada.git('push', '-q');
    expect(server.noted()).toEqual([commit]);
    const status = ada.prov('status').stdout;
    expect(status).toContain('(init --global)');
    expect(status).not.toMatch(/git hooks|brings no notes/);
    const { stdout, code } = ada.prov('doctor');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Hooks, program, agents and remotes are set up.')]);
    expect(ada.prov('deinit', '--global').stdout).toContain(join(ada.repo.dir, '.git'));
    ada.prov('deinit');
    expect(everyByte(join(ada.repo.dir, '.git/hooks'), join(ada.repo.dir, '.git/config'))).toEqual(untouched);
  }));

test('without an agent’s event, and in a repository that was excluded, init --global changes nothing', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada', { init: false });
    ada.prov('init', '--global', '--agent', 'claude-code');
    const config = readFileSync(join(ada.repo.dir, '.git/config'), 'utf8');
    ada.repo.write('w.txt', 'one\n');
    ada.repo.commit('by hand');
    ada.prov('log');
    expect(readFileSync(join(ada.repo.dir, '.git/config'), 'utf8')).toBe(config);
    new TestAgent(ada.repo, 'a1b2').start();
    await appears(join(ada.repo.dir, '.git/prov/checked'));
    ada.prov('deinit', '--force');
    new TestAgent(ada.repo, 'a1b3').start();
    await sleep(500);
    ada.prov('log');
    expect(readFileSync(join(ada.repo.dir, '.git/config'), 'utf8')).toBe(config);
  }));
