import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdNotes, NOTES, oursIn, script, until, withWorld } from './world.ts';

// `prov.push background`: the user's push does not wait for the notes, and nothing is lost.

test('the push ends before its notes are sent, and they arrive', () =>
  withWorld(async ({ server, clone, root }) => {
    const ada = await clone('ada');
    ada.git('config', 'prov.push', 'Background');
    const gate = join(root, 'open');
    holdNotes(server, gate);
    const commit = await ada.work('shown');
    // The streams of the push are pipes: a process that kept them open would make this wait.
    const pushed = ada.try('push');
    expect([pushed.code, oursIn(pushed), server.git('rev-parse', 'main'), server.has(NOTES)]).toEqual([
      0,
      [],
      commit,
      false,
    ]);
    script(gate);
    await until(() => server.has(NOTES));
    expect(server.noted()).toEqual([commit]);
    await until(() => existsSync(join(ada.provDir, 'sent')));
    expect(ada.waiting()).toEqual([]);
  }));

test('a failure is in git prov status, and the next push tries again', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    ada.git('config', 'prov.push', 'background');
    const refuse = script(join(server.repo.dir, 'hooks/pre-receive'), `grep -q refs/notes/ && exit 1`, 'exit 0');
    await ada.work('one');
    const pushed = ada.try('push');
    expect([pushed.code, oursIn(pushed)]).toEqual([0, []]);
    await until(() => ada.waiting().length > 0);
    expect(ada.prov('status').stdout).toMatch(/origin .*notes.*pre-receive hook declined/s);
    script(refuse, 'exit 0');
    await ada.work('two');
    ada.git('push', '-q');
    await until(() => server.noted().length === 2 && ada.waiting().length === 0);
    expect(ada.prov('status').stdout).not.toContain('declined');
  }));

test('what is committed while notes are sent goes with the next push', () =>
  withWorld(async ({ server, clone, root }) => {
    const ada = await clone('ada');
    ada.git('config', 'prov.push', 'background');
    const gate = join(root, 'open');
    holdNotes(server, gate);
    await ada.work('one');
    ada.git('push', '-q');
    await until(() => existsSync(`${gate}.asked`)); // all local notes are recorded
    ada.repo.write('plain.txt', 'plain\n');
    const plain = ada.repo.commit('by a person');
    script(gate);
    await until(() => existsSync(join(ada.provDir, 'sent')));
    ada.git('push', '-q');
    await until(() => server.noted().length === 2);
    expect(server.noted()).toContain(plain);
  }));

test('a remote has a setting of its own', () =>
  withWorld(async ({ server, clone, bare, root }) => {
    const ada = await clone('ada');
    const gate = join(root, 'open');
    holdNotes(server, gate);
    const other = bare('other.git');
    other.git('fetch', '-q', server.repo.dir, 'main:main');
    ada.git('remote', 'add', 'other', other.repo.dir);
    ada.git('config', 'prov.push', 'background');
    ada.git('config', 'prov.other.push', 'auto');
    const commit = await ada.work('one');
    ada.git('push', '-q', 'other', 'main');
    expect(other.noted()).toEqual([commit]);
    ada.git('config', 'prov.push', 'manual');
    ada.git('config', 'prov.origin.push', 'background');
    ada.git('push', '-q', 'origin', 'main');
    expect(server.has(NOTES)).toBe(false);
    script(gate);
    await until(() => server.has(NOTES));
    ada.git('config', 'prov.origin.push', 'manual');
    const second = await ada.work('two');
    ada.git('push', '-q', 'origin', 'main');
    expect(server.noted()).not.toContain(second);
  }));
