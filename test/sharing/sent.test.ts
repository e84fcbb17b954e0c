import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf, provDirOf } from '../../src/git/repository/local-files.ts';
import { NOTES_REF } from '../../src/notes/refs.ts';
import { trackingRef } from '../../src/notes/transport/tracking.ts';
import { loggedSize, rememberSent } from '../../src/sharing/sent.ts';
import { withRepo } from '../helpers/repo.ts';

test('each address that has all notes is remembered until the notes change', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (test) => {
    const tip = test.oid('HEAD');
    for (const ref of [NOTES_REF, trackingRef('origin')]) test.git('update-ref', ref, tip);
    const repo = await test.open();
    mkdirSync(provDirOf(repo));
    const { sent } = filesOf(repo);
    const remember = async (url: string, name = 'origin', logged: number | undefined = 7): Promise<string[]> => {
      await rememberSent(repo, { remote: 'origin', url }, { name, logged });
      return existsSync(sent) ? readFileSync(sent, 'utf8').trimEnd().split('\n') : [];
    };
    const line = (url: string, of = tip): string => `${of} origin ${url}`;

    // A remote without all notes, a password, and a name that would make two lines.
    expect(await remember('/a', 'other')).toEqual([]);
    expect(await remember('https://ada:secret@example.com/a')).toEqual([]);
    expect(await remember('/a\n/b')).toEqual([]);

    expect(await remember('/a')).toEqual(['7', line('/a')]);
    expect(await remember('/b', 'origin', 9)).toEqual(['9', line('/a'), line('/b')]);
    expect(await remember('/a')).toEqual(['7', line('/b'), line('/a')]);
    for (let i = 0; i < 20; i++) await remember(`/${i}`);
    expect(await remember('/19')).toEqual(['7', ...Array.from({ length: 20 }, (_, i) => line(`/${i}`))]);

    const later = test.commit('later');
    for (const ref of [NOTES_REF, trackingRef('origin')]) test.git('update-ref', ref, later);
    expect(await remember('/a')).toEqual(['7', line('/a', later)]);
  }));

test('nothing is remembered where git keeps no log of HEAD, which would show later commits', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (test) => {
    for (const ref of [NOTES_REF, trackingRef('origin')]) test.git('update-ref', ref, 'HEAD');
    const repo = await test.open();
    mkdirSync(provDirOf(repo));
    rmSync(`${repo.commonDir}/logs/HEAD`, { force: true });
    const logged = loggedSize(repo);
    await rememberSent(repo, { remote: 'origin', url: '/a' }, { name: 'origin', logged });
    expect([logged, existsSync(filesOf(repo).sent)]).toEqual([undefined, false]);
  }));
