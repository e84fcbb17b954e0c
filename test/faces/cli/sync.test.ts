import { NODE } from '../../helpers/program/node.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adoptRepo } from '../../helpers/repo.ts';
import { type Done, NOTES, PROGRAM, run, runAsync, Site, withWorld } from '../../sharing/world.ts';

const said = ({ code, stdout, stderr }: Done): unknown[] => [code, stdout, stderr];

test('manual push, fetch and sync: their output and exit codes', () =>
  withWorld(async ({ clone }) => {
    const [ada, bob] = [await clone('ada'), await clone('bob')];
    expect(said(ada.prov('push'))).toEqual([0, 'origin: already has the notes of all its commits\n', '']);
    expect(said(ada.prov('fetch'))).toEqual([0, 'origin: no new notes there\n', '']);
    const commit = await ada.work('w1');
    // Origin does not know the commit yet.
    expect(said(ada.prov('push'))).toEqual([0, 'origin: already has the notes of all its commits\n', '']);
    ada.git('push', '-q', '--no-verify');
    expect(said(ada.prov('push'))).toEqual([0, 'origin: 1 note pushed\n', '']);
    expect(said(bob.prov('fetch', 'origin'))).toEqual([0, 'origin: 1 note fetched\n', '']);
    bob.git('pull', '-q');
    await bob.note(commit, 'bobs');
    expect(said(bob.prov('sync'))).toEqual([0, 'origin: no new notes there\norigin: 1 note pushed\n', '']);
    await ada.note(commit, 'adas');
    expect(said(ada.prov('sync'))).toEqual([0, 'origin: 1 note fetched\norigin: 1 note pushed\n', '']);
    expect(JSON.parse(ada.prov('sync', '--json').stdout)).toEqual({
      schema: 'git-prov/sync/1',
      remote: 'origin',
      fetched: { kind: 'done', notes: 0, damaged: 0 },
      pushed: { kind: 'fresh' },
    });
  }));

test('an unknown remote, and an unreachable one', () =>
  withWorld(async ({ clone, root }) => {
    const ada = await clone('ada');
    await ada.work('w1');
    ada.git('push', '-q', '--no-verify');
    for (const command of ['push', 'fetch', 'sync']) {
      const done = ada.prov(command, 'nowhere');
      expect([command, done.code, done.stdout]).toEqual([command, 2, '']);
      expect(done.stderr).toContain('There is no remote nowhere.');
      expect(done.stderr).toContain('One of origin, or an address.');
    }
    // An address is never an option, and never a program.
    for (const address of ['--upload-pack=touch x', '-x:/y', `ext::touch ${join(root, 'touched')}`]) {
      const done = ada.prov('fetch', '--', address);
      expect([address, done.code === 1 || done.code === 2]).toEqual([address, true]);
    }
    expect([existsSync(join(root, 'touched')), existsSync(join(ada.repo.dir, 'x'))]).toEqual([false, false]);
    ada.git('config', 'prov.notesRemote', '--receive-pack=touch pwned');
    ada.git('push', '-q');
    expect(existsSync(join(ada.repo.dir, 'pwned'))).toBe(false);
    ada.git('config', '--unset', 'prov.notesRemote');
    ada.git('remote', 'set-url', 'origin', join(root, 'moved.git'));
    const away = ada.prov('push');
    expect([away.code, away.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^origin could not be reached: .+\n {2}Nothing is lost; try again when git fetch origin works\.\n$/,
      ),
    ]);
    const json = JSON.parse(ada.prov('sync', '--json').stdout) as Record<string, unknown>;
    expect(json).toMatchObject({ remote: 'origin', fetched: { kind: 'failed' } });
    ada.git('remote', 'remove', 'origin');
    expect(ada.prov('sync')).toMatchObject({ code: 2, stdout: '' });
    ada.git('remote', 'add', 'a', '/a');
    ada.git('remote', 'add', 'b', '/b');
    expect(ada.prov('sync').stderr).toContain('Which remote?');
  }));

test('a reviewer without init, a bare repository, an address', () =>
  withWorld(async ({ server, clone, root }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w1');
    ada.git('push', '-q');
    const reader = await clone('reader', { init: false });
    expect(said(reader.prov('fetch'))).toEqual([0, 'origin: 1 note fetched\n', '']);
    expect([await reader.says(commit), existsSync(reader.provDir)]).toEqual(['w1', false]);
    await reader.note(commit, 'approved');
    expect(said(reader.prov('push', `file://${server.repo.dir}`))).toEqual([
      0,
      `file://${server.repo.dir}: already has the notes of all its commits\n`,
      '',
    ]);
    expect(said(reader.prov('push'))).toEqual([0, 'origin: 1 note pushed\n', '']);
    expect(await server.says(commit)).toBe('approved+w1');
    ada.git('clone', '-q', '--bare', server.repo.dir, join(root, 'copy.git'));
    const copy = new Site(adoptRepo(ada.repo, join(root, 'copy.git')));
    expect(said(copy.prov('fetch', 'origin'))).toEqual([0, 'origin: 1 note fetched\n', '']);
    expect(copy.git('rev-parse', NOTES)).toBe(server.git('rev-parse', NOTES));
  }));

test('progress is shown only on a terminal', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    await ada.work('w1');
    ada.git('push', '-q', '--no-verify');
    const command = `'${NODE}' '${PROGRAM}' push`; // a process of its own has the terminal
    const shown = run(ada.repo, 'script', ['-qec', command, '/dev/null'], { TERM: 'xterm' });
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('origin: 1 note pushed')]);
    expect(shown.stdout).toMatch(/Writing objects: 100%/);
    await ada.note(ada.repo.oid('HEAD'), 'more');
    const quiet = await runAsync(ada.repo, process.execPath, [PROGRAM, 'push']);
    expect(said(quiet)).toEqual([0, 'origin: 1 note pushed\n', '']);
  }));
