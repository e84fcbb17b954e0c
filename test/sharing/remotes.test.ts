import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOTES, withWorld } from './world.ts';

// The definition of a remote, and its changes: added, renamed, removed, replaced.

const TRACKED = 'refs/prov/remotes/origin/provenance';
const SPEC = (name: string): string => `+refs/notes/provenance*:refs/prov/remotes/${name}/*provenance`;

test('a plain fetch, pull or clone brings notes, and reading commands show them', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w1');
    ada.git('push', '-q');
    const late = await clone('late');
    expect(late.has(NOTES)).toBe(false);
    late.git('fetch', '-q');
    expect([late.has(NOTES), late.has(TRACKED)]).toEqual([false, true]);
    expect(late.prov('log', '--json').stdout).toContain(commit);
    expect(await late.says(commit)).toBe('w1');
    // A user who only reads needs no init.
    const reader = await clone('reader', { init: false });
    reader.git('fetch', '-q', 'origin', SPEC('origin'));
    expect(reader.prov('blame', 'w1.txt')).toMatchObject({ code: 0, stderr: '' });
    expect([await reader.says(commit), existsSync(reader.provDir)]).toEqual(['w1', false]);
    const second = await ada.work('w2');
    ada.git('push', '-q');
    late.git('pull', '-q');
    expect(late.prov('log').code).toBe(0);
    expect([await late.says(second), late.git('rev-parse', NOTES)]).toEqual(['w2', ada.git('rev-parse', NOTES)]);
  }));

test('a fork: notes come from upstream and are pushed to origin, with the pushed commits', () =>
  withWorld(async ({ server, clone, bare }) => {
    const ada = await clone('ada');
    const fork = bare('fork.git');
    fork.git('fetch', '-q', server.repo.dir, 'main:main');
    const theirs = await ada.work('theirs');
    ada.git('push', '-q');
    const bob = await clone('bob', { from: fork.repo.dir });
    bob.git('remote', 'add', 'upstream', server.repo.dir);
    await bob.init();
    bob.git('pull', '-q', 'upstream', 'main');
    bob.git('fetch', '-q', 'upstream');
    const mine = await bob.work('mine');
    expect(bob.try('push', 'origin', 'main')).toMatchObject({ code: 0 });
    expect(fork.noted().toSorted()).toEqual([theirs, mine].toSorted());
    expect(server.noted()).toEqual([theirs]);
    ada.git('pull', '-q', fork.repo.dir, 'main');
    ada.git('fetch', '-q', fork.repo.dir, `${NOTES}:refs/prov/remotes/fork/provenance`);
    expect(ada.prov('log').code).toBe(0);
    expect(await ada.says(mine)).toBe('mine');
  }));

test('a renamed remote keeps its data; the first push corrects its refspec', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w1');
    ada.git('push', '-q');
    ada.git('remote', 'rename', 'origin', 'hub');
    expect(ada.prov('status').stdout).toContain('git fetch brings no notes from hub');
    await ada.work('w2');
    const { stderr } = ada.try('push', 'hub', 'main');
    expect(stderr).not.toContain('git prov');
    expect(server.noted()).toHaveLength(2);
    expect(ada.git('config', '--get-all', 'remote.hub.fetch').split('\n')).toEqual([
      '+refs/heads/*:refs/remotes/hub/*',
      SPEC('hub'),
    ]);
    expect(ada.git('for-each-ref', '--format=%(refname)', 'refs/prov')).toBe(
      'refs/prov/joined/hub/provenance\nrefs/prov/remotes/hub/provenance',
    );
    const bob = await clone('bob');
    bob.git('pull', '-q');
    bob.git('fetch', '-q');
    await bob.note(commit, 'bobs');
    bob.git('push', '-q');
    ada.git('fetch', '-q');
    expect(ada.prov('status').stdout).not.toContain('brings no notes');
    ada.prov('log');
    expect(await ada.says(commit)).toBe('bobs+w1');
    // deinit removes what init added.
    expect(ada.prov('deinit').code).toBe(0);
    expect(ada.git('config', '--get-all', 'remote.hub.fetch')).toBe('+refs/heads/*:refs/remotes/hub/*');
  }));

test.each(['init', 'fetch'])('%s replaces the refspec of earlier versions', (command) =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    await ada.work('w1');
    const all = ada.git('config', '--get-all', 'remote.origin.fetch').split('\n');
    const old = '+refs/notes/provenance*:refs/prov/remotes/origin/provenance*';
    ada.git('config', '--unset', 'remote.origin.fetch', 'provenance');
    ada.git('config', '--add', 'remote.origin.fetch', old);
    expect(ada.prov(command).code).toBe(0);
    expect(ada.git('config', '--get-all', 'remote.origin.fetch').split('\n')).toEqual(all);
  }),
);

test('a remote added after init gets its refspec with the first push, once', () =>
  withWorld(async ({ clone, bare }) => {
    const ada = await clone('ada');
    const other = bare('other.git');
    ada.git('remote', 'add', 'other', other.repo.dir);
    await ada.work('w1');
    ada.git('push', '-q', 'other', 'main');
    expect(ada.git('config', '--get-all', 'remote.other.fetch')).toContain(SPEC('other'));
    // A user who removes it again gets no second message.
    ada.git('config', '--unset', 'remote.other.fetch', 'provenance');
    await ada.work('w2');
    ada.git('push', '-q', 'other', 'main');
    expect(ada.git('config', '--get-all', 'remote.other.fetch')).not.toContain('provenance');
    expect(other.noted()).toHaveLength(2);
    // A remote that is only read gets it by hand.
    const third = bare('third.git');
    third.git('fetch', '-q', other.repo.dir, 'refs/*:refs/*');
    ada.git('remote', 'add', 'third', third.repo.dir);
    expect(ada.prov('fetch', 'third')).toMatchObject({ code: 0, stdout: 'third: no new notes there\n' });
    expect(ada.git('config', '--get-all', 'remote.third.fetch')).toContain(SPEC('third'));
  }));

test('a remote that is removed leaves its notes here', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w1');
    ada.git('push', '-q');
    ada.git('remote', 'remove', 'origin');
    expect(await ada.says(commit)).toBe('w1');
    expect(ada.prov('log').code).toBe(0);
    expect(ada.prov('push')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('This repository has no remote.') as string,
    });
  }));

test("a remote that now is another repository does not get the former one's notes", () =>
  withWorld(async ({ server, clone, bare }) => {
    const ada = await clone('ada');
    const first = ada.repo.oid('HEAD');
    const internal = await ada.work('internal', 'internal');
    ada.git('push', '-q', 'origin', 'internal');
    expect(server.noted()).toEqual([internal]);
    const open = bare('open.git');
    ada.git('remote', 'set-url', 'origin', open.repo.dir);
    expect(ada.has('refs/remotes/origin/internal')).toBe(true);
    ada.git('switch', '-q', 'main');
    const shown = await ada.work('shown');
    expect(ada.repo.oid('HEAD~')).toBe(first);
    expect(ada.try('push', 'origin', 'main')).toMatchObject({ code: 0 });
    expect(open.noted()).toEqual([shown]);
    expect(open.git('log', '--format=%s', NOTES)).toBe(`provenance of ${shown.slice(0, 8)}`);
    expect(open.try('cat-file', '-e', server.git('rev-parse', NOTES)).code).not.toBe(0);
    // Git's own refs for the former one still exist, and are ignored until git has moved them.
    await ada.note(internal, 'more');
    await ada.note(shown, 'more');
    ada.git('push', '-q', 'origin', 'main');
    expect([open.noted(), await open.says(shown)]).toEqual([[shown], 'more+shown']);
    ada.git('push', '-q', 'origin', 'internal');
    await ada.note(internal, 'once');
    ada.git('push', '-q', 'origin', 'internal');
    expect(await open.says(internal)).toBe('internal+more+once');
    // Also when we never pushed or fetched before, but a plain fetch brought notes.
    const bob = await clone('bob');
    bob.git('fetch', '-q');
    const second = bare('second.git');
    bob.git('remote', 'set-url', 'origin', second.repo.dir);
    bob.git('update-ref', '-d', 'refs/remotes/origin/internal');
    await bob.work('bobs');
    expect(bob.try('push', 'origin', 'main')).toMatchObject({ code: 0 });
    expect(second.noted()).toHaveLength(1);
  }));

test('prov.push and prov.notesRemote, for all remotes and for a single one; an invalid value means never', () =>
  withWorld(async ({ server, clone, bare }) => {
    const ada = await clone('ada');
    const notes = bare('notes.git');
    ada.git('remote', 'add', 'notes', notes.repo.dir);
    const set = (...values: string[]): void => {
      for (const key of [
        'prov.push',
        'prov.origin.push',
        'prov.notes.push',
        'prov.notesRemote',
        'prov.origin.notesRemote',
      ])
        ada.try('config', '--unset-all', key);
      for (const value of values) ada.git('config', ...(value.split('=') as [string, string]));
    };
    let count = 0;
    const push = async (): Promise<string> => {
      await ada.work(`w${count++}`);
      const before = [server, notes].map((one) => one.noted().length);
      expect(ada.try('push', 'origin', 'main').stderr).not.toContain('git prov');
      const after = [server, notes].map((one) => one.noted().length);
      return ['server', 'notes'].filter((_, i) => after[i]! > before[i]!).join('+');
    };
    for (const value of ['manual', 'never', 'nver', 'sometimes', '']) {
      set(`prov.push=${value}`);
      expect([value, await push()]).toEqual([value, '']);
    }
    set('prov.push=never', 'prov.origin.push=auto');
    expect(await push()).toBe('server');
    set('prov.push=auto', 'prov.origin.push=Manual');
    expect(await push()).toBe('');
    expect(ada.prov('push', 'origin')).toMatchObject({ code: 0, stdout: 'origin: 1 note pushed\n' });
    set('prov.origin.push=nevver');
    expect(ada.prov('push', 'origin')).toMatchObject({ code: 2, stdout: '' });
    set('prov.notesRemote=notes');
    expect(await push()).toBe('notes');
    set('prov.notesRemote=notes', 'prov.notes.push=never');
    expect(await push()).toBe('');
    set('prov.notesRemote=nowhere', 'prov.origin.notesRemote=notes');
    expect(await push()).toBe('notes');
    set(`prov.origin.notesRemote=${notes.repo.dir}`);
    expect(await push()).toBe('notes');
    set('prov.notesRemote=notes', 'prov.origin.notesRemote=origin');
    expect(await push()).toBe('server');
    expect(ada.waiting()).toEqual([]);
    // Readers fetch them from there.
    const bob = await clone('bob');
    bob.git('config', 'prov.notesRemote', notes.repo.dir);
    expect(bob.prov('fetch')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ \d+ notes fetched\n$/) as string,
    });
  }));
