import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { TestRepo } from '../helpers/repo.ts';
import { commit, SILENT, withSite } from '../recorder/site.ts';
import { type Done, PROGRAM, run } from '../sharing/world.ts';

// When behaviours run: in the background and on demand, once they were turned on, and never while an agent or git waits.

const prov = (repo: TestRepo, ...args: string[]): Done => run(repo, process.execPath, [PROGRAM, ...args]);

const did = (repo: TestRepo): string[] =>
  (JSON.parse(prov(repo, 'behaviours', '--json').stdout) as { actions: { text: string }[] }).actions.map(
    ({ text }) => text,
  );

test('they are off until they are turned on, and off again', () =>
  withSite(({ repo, prov: dir }) => {
    const turn = (): Done => prov(repo, 'hook', 'prepare'); // what the end of a turn starts
    prov(repo, 'add', 'claim', 'Before');
    turn();
    expect(existsSync(join(dir, 'behaviours'))).toBe(false);
    expect(prov(repo, 'behaviours').stdout).toContain('Behaviours are off here');
    expect(prov(repo, 'behaviours', '--run')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Behaviours are off here'),
    });
    expect(prov(repo, 'init', '--behaviours', '--agent', 'claude-code').code).toBe(0);
    prov(repo, 'add', 'claim', 'Now');
    turn();
    expect(did(repo)).toEqual([expect.stringContaining('"Now"')]);
    repo.git('config', 'prov.behaviours', 'false');
    prov(repo, 'add', 'claim', 'After');
    turn();
    expect(did(repo)).toHaveLength(1);
  }));

test('neither an agent nor git waits for them, or for their commands', () =>
  withSite(async ({ repo, agent }) => {
    const [log, go] = [join(repo.dir, '.git/prov/behaviours/events.jsonl'), join(repo.home, 'go')];
    repo.git('config', 'prov.run.slow', `until [ -e '${go}' ]; do sleep 0.1; done`);
    repo.git('config', 'prov.runTimeout', '60');
    prov(repo, 'init', '--behaviours', '--agent', 'claude-code');
    repo.write('.gitprov.toml', '[behaviour.s]\non = "changed"\ndo = { run = "slow" }\nlimits = { hour = 1 }\n');
    prov(repo, 'behaviours', '--accept', '--yes');
    try {
      const before = readFileSync(log, 'utf8');
      repo.write('a.txt', 'a\n');
      prov(repo, 'add', 'claim', 'The commit has a note');
      expect(commit(repo)).toEqual(SILENT);
      expect(readFileSync(log, 'utf8')).toBe(before);
      agent.start().prompt('Write').write('b.txt', 'b\n').stop();
      await vi.waitFor(() => expect(did(repo)).toContainEqual(expect.stringMatching(/^Run slow for /)), {
        timeout: 20_000,
        interval: 200,
      });
      agent.prompt('Write more').write('c.txt', 'c\n').stop();
      expect(commit(repo)).toEqual(SILENT);
      expect(did(repo).filter((one) => one.startsWith('slow ended'))).toEqual([]);
    } finally {
      writeFileSync(go, '');
    }
    await vi.waitFor(() => expect(did(repo)).toContain('slow ended with exit code 0'), {
      timeout: 20_000,
      interval: 200,
    });
  }));

test('processes that run at the same time do nothing twice', () =>
  withSite(async ({ repo }) => {
    prov(repo, 'init', '--behaviours', '--agent', 'claude-code');
    const claims = ['One', 'Two', 'Three'];
    for (const claim of claims) prov(repo, 'add', 'claim', claim);
    const start = (): Promise<number | null> =>
      new Promise((done) => {
        const options = { cwd: repo.dir, env: repo.env, stdio: 'ignore' } as const;
        spawn(process.execPath, [PROGRAM, 'behaviours', '--run'], options).on('exit', done);
      });
    expect(await Promise.all([start(), start(), start(), start()])).toEqual([0, 0, 0, 0]);
    expect(
      did(repo)
        .reverse()
        .map((text) => text.split('"')[1]),
    ).toEqual(claims);
  }));

test('a limit that is reached is shown where people look, and one of them lets the behaviour continue', () =>
  withSite(({ repo }) => {
    prov(repo, 'init', '--behaviours', '--agent', 'claude-code');
    repo.write('.gitprov.toml', '[behaviour.w]\non = "created"\ndo = { warn = "it" }\nlimits = { hour = 1 }\n');
    prov(repo, 'behaviours', '--accept', '--yes');
    for (const text of ['a', 'b']) prov(repo, 'add', 'note', text);
    const stopped = 'stopped: it reached its limit of 1 action in an hour';
    expect(prov(repo, 'behaviours', '--run').stdout).toContain(stopped);
    for (const name of ['behaviours', 'status']) expect(prov(repo, name).stdout).toContain(stopped);
    expect(JSON.parse(prov(repo, 'status', '--json').stdout)).toMatchObject({
      stopped: [{ name: 'w', guard: 'hour', limit: 1 }],
    });
    expect(prov(repo, 'behaviours', '--resume', 'w').stdout).not.toContain(stopped);
    expect(prov(repo, 'behaviours', '--resume', 'v')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no behaviour 'v'"),
    });
    expect(prov(repo, 'behaviours', '--run').stdout).toContain(stopped); // the hour is not over
  }));

test('a dry run says what they would do, again and again, and what it needs where they did not run yet', () =>
  withSite(({ repo }) => {
    const dry = (): string => prov(repo, 'behaviours', '--dry-run').stdout;
    prov(repo, 'add', 'claim', 'Before');
    expect(dry()).toBe(
      'Behaviours are off here: git config prov.behaviours true turns them on.\n\n' +
        'Behaviours have not run here yet. They begin with what happens after their first run.\n',
    );
    repo.git('config', 'prov.behaviours', 'true');
    expect(dry()).toMatch(/^Behaviours have not run here yet/);
    expect(prov(repo, 'behaviours', '--run').stdout).toBe('Behaviours begin with what happens from now on.\n');
    expect(dry()).toBe('Nothing would be done.\n');
    prov(repo, 'add', 'claim', 'Now');
    for (let i = 0; i < 2; i++)
      expect(dry()).toMatch(/^find-evidence +adds an entry\n.*"Now"\n +because nothing supports the claim\n$/);
    expect(did(repo)).toEqual([]);
    expect(JSON.parse(prov(repo, 'behaviours', '--dry-run', '--json').stdout)).toMatchObject({
      actions: [{ behaviour: 'find-evidence', action: 'add', node: null, because: 'nothing supports the claim' }],
    });
  }));
