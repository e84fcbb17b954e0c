import { expect, test } from 'vitest';
import { withWorld } from '../../sharing/world.ts';

// A colleague's clone without git prov init.

const HINT = /No notes are here\. origin may have some: git prov fetch brings them\./;

test('a plain clone gets the hint once per command that git prov fetch brings the notes', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w1');
    ada.git('push', '-q');
    const bob = await clone('bob', { init: false });
    for (const args of [['blame', 'w1.txt'], ['why', 'w1.txt:1'], ['log'], ['show', 'HEAD'], ['search', 'w1']]) {
      const { stderr } = bob.prov(...args);
      expect([args, stderr.match(new RegExp(HINT, 'g'))?.length]).toEqual([args, 1]);
    }
    const status = bob.prov('status').stdout;
    expect(status).toContain('came from others; git prov fetch brings notes of them, if there are any');
    expect(status).not.toContain('recorded here');
    expect(bob.prov('fetch')).toMatchObject({ code: 0 });
    expect(bob.git('notes', '--ref=provenance', 'list')).toContain(commit);
    for (const args of [['blame', 'w1.txt'], ['log'], ['status']])
      expect(bob.prov(...args).stderr).not.toMatch(/No notes/);
  }));

test('prov.autoFetch brings them without a command', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w1');
    ada.git('push', '-q');
    const bob = await clone('bob', { init: false });
    bob.git('config', 'prov.autoFetch', 'true');
    expect(bob.prov('log').stderr).not.toMatch(/No notes/);
    expect(bob.git('notes', '--ref=provenance', 'list')).toContain(commit);
    const carl = await clone('carl', { init: false });
    carl.git('config', 'prov.autoFetch', 'true');
    carl.git('remote', 'set-url', 'origin', `${server.repo.dir}-nowhere`);
    const { code, stderr } = carl.prov('log');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/could not be fetched/)]);
  }));

test('without a remote, with our hooks, or with notes there is nothing to say', () =>
  withWorld(async ({ clone }) => {
    const ada = await clone('ada');
    expect(ada.prov('log').stderr).toBe('');
    const bob = await clone('bob', { init: false });
    bob.git('remote', 'remove', 'origin');
    expect(bob.prov('log').stderr).toBe('');
  }));

test('a shared setup and a shallow clone are named', () =>
  withWorld(async ({ clone, server }) => {
    const ada = await clone('ada', { init: false });
    ada.prov('init', '--agent', 'claude-code', '--shared');
    ada.git('add', '-A');
    ada.git('commit', '-q', '-m', 'record with git prov');
    ada.git('push', '-q');
    const bob = await clone('bob', { init: false, args: ['--depth', '1'], from: `file://${server.repo.dir}` });
    expect(bob.prov('log').stderr).toMatch(/This project records with git prov: git prov init sets it up here too\./);
    expect(bob.prov('status').stdout).toMatch(/clone +shallow/);
  }));
