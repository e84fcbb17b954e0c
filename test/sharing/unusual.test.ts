import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { enable } from '../helpers/agent.ts';
import { gitSince } from '../helpers/git-version.ts';
import { HAS_HTTP, serveHttp } from './server.ts';
import { NOTES, PROGRAM, runAsync, withWorld, type World } from './world.ts';

// Repositories and remotes that are not the usual ones.

test('clones with partial history, or without contents, join and push as well', () =>
  withWorld(async ({ server, clone }) => {
    server.git('config', 'uploadpack.allowFilter', 'true');
    const ada = await clone('ada');
    const commits = [await ada.work('w1'), await ada.work('w2'), await ada.work('w3')];
    ada.git('push', '-q');
    const url = `file://${server.repo.dir}`;
    const shallow = await clone('shallow', { args: ['--depth=1'], from: url });
    const partial = await clone('partial', { args: ['--filter=blob:none'], from: url });
    for (const [name, one] of Object.entries({ shallow, partial })) {
      one.git('fetch', '-q');
      expect(one.prov('log')).toMatchObject({ code: 0, stderr: '' });
      await one.note(commits[2]!, name);
      const mine = await one.work(name, name);
      expect(one.try('push', '-q', 'origin', name)).toMatchObject({ code: 0, stderr: '' });
      expect([await server.says(mine), one.waiting()]).toEqual([name, []]);
    }
    expect(await server.says(commits[2]!)).toBe('partial+shallow+w3');
    expect(server.noted()).toHaveLength(5);
    expect(server.try('fsck', '--connectivity-only')).toMatchObject({ code: 0 });
  }));

test("a remote's claims about a local commit do no damage", () =>
  withWorld(async ({ server, clone }) => {
    const [ada, bob] = [await clone('ada'), await clone('bob', { init: false })];
    const commit = await ada.work('w');
    ada.git('push', '-q');
    // Bob writes rubbish with git's own command, and a note that only he has.
    bob.git('fetch', '-q', 'origin', `${NOTES}:${NOTES}`, 'main');
    bob.git('notes', '--ref=provenance', 'add', '-f', '-m', 'rubbish', commit);
    bob.git('notes', '--ref=provenance', 'add', '-f', '-m', 'rubbish', bob.repo.oid('HEAD'));
    bob.git('push', '-q', 'origin', NOTES);
    await ada.note(commit, 'more');
    expect(ada.try('push')).toMatchObject({ code: 0, stderr: 'Everything up-to-date\n' });
    expect(await ada.says(commit)).toBe('damaged more+w');
    expect(await server.says(commit)).toBe('damaged more+w');
    expect(ada.prov('blame', 'w.txt').code).toBe(0);
    expect(ada.prov('log').code).toBe(0);
  }));

test('a note that gc removed does not return with the same fetch', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    const kept = await ada.work('kept');
    const gone = await ada.work('gone');
    ada.git('push', '-q');
    ada.git('reset', '-q', '--hard', 'HEAD~');
    ada.git('update-ref', '-d', 'ORIG_HEAD');
    ada.git('push', '-q', '-f', 'origin', 'main');
    ada.git('reflog', 'expire', '--expire=all', '--all');
    expect(ada.prov('gc', '--prune')).toMatchObject({ code: 0 });
    expect(ada.noted()).toEqual([kept]);
    ada.git('fetch', '-q');
    ada.prov('log');
    await ada.work('next');
    ada.git('push', '-q');
    expect([ada.noted().includes(gone), server.noted().length]).toEqual([false, 3]);
  }));

test.runIf(HAS_HTTP)('over HTTP', () =>
  withWorld(async ({ server, clone, root }) => {
    server.git('config', 'http.receivepack', 'true');
    const ada = await clone('ada');
    const http = await serveHttp(root, ada.repo.env, 'right');
    try {
      const url = `${http.url}/server.git`;
      ada.git('remote', 'set-url', 'origin', url);
      // In the form of a credential helper.
      ada.git('config', 'credential.helper', '!f() { echo username=ada; echo password=right; }; f');
      const commit = await ada.work('w');
      expect(await runAsync(ada.repo, 'git', ['push', '-q'])).toMatchObject({ code: 0, stderr: '' });
      expect(server.noted()).toEqual([commit]);
      const before = http.requests.length;
      expect(await runAsync(ada.repo, 'git', ['push'])).toMatchObject({ code: 0, stderr: 'Everything up-to-date\n' });
      // Requests of git itself, and none of ours.
      expect(http.requests.slice(before).every((one) => one.includes('git-receive-pack'))).toBe(true);
      await ada.note(commit, 'more');
      expect(await runAsync(ada.repo, process.execPath, [PROGRAM, 'sync'])).toMatchObject({
        code: 0,
        stdout: 'origin: no new notes there\norigin: 1 note pushed\n',
      });
      expect(await server.says(commit)).toBe('more+w');
    } finally {
      await http.close();
    }
  }),
);

describe('other storage formats of git', () => {
  const story = async ({ server, clone }: World): Promise<string[]> => {
    const [ada, bob] = [await clone('ada'), await clone('bob')];
    const first = await ada.work('w1');
    ada.git('push', '-q');
    bob.git('pull', '-q');
    await bob.note(first, 'bobs');
    await ada.note(first, 'adas');
    const second = await bob.work('w2', 'topic');
    expect(bob.try('push', '-q', 'origin', 'topic')).toMatchObject({ code: 0, stderr: '' });
    expect(ada.try('push')).toMatchObject({ code: 0, stderr: 'Everything up-to-date\n' });
    return [await server.says(first), await server.says(second)];
  };
  const RESULT = ['adas+bobs+w1', 'w2'];

  test('SHA-256', () => withWorld(async (world) => expect(await story(world)).toEqual(RESULT), { hash: 'sha256' }));

  test.runIf(gitSince(2, 45))('reftables, from git 2.45 on', () =>
    withWorld(
      async (world) => {
        writeFileSync(join(world.root, 'config'), '[init]\n\tdefaultRefFormat = reftable\n');
        world.server.repo.env['GIT_CONFIG_GLOBAL'] = join(world.root, 'config');
        expect(await story(world)).toEqual(RESULT);
      },
      { refs: 'reftable' },
    ),
  );
});

test('with only capture set up, without our pre-push hook, nothing is pushed automatically', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada', { init: false });
    enable(ada.repo);
    await ada.work('w');
    ada.git('push', '-q');
    expect([server.has(NOTES), existsSync(join(ada.provDir, 'waiting.json'))]).toEqual([false, false]);
    expect(ada.prov('push').stdout).toBe('origin: 1 note pushed\n');
  }));
