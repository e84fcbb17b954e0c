import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { enqueue } from '../../src/sharing/queue.ts';
import { withPrepared } from './prepared.ts';
import { PROGRAM, script, type Site, type World } from './world.ts';

/** A clone that has pushed its notes, with hooks that write down each start of the program. */
interface Pushed {
  readonly world: World;
  readonly ada: Site;
  readonly starts: () => boolean;
}

/** Runs a story in such a clone, which is made once and copied. */
const withPushed = (story: (pushed: Pushed) => Promise<void>): Promise<void> =>
  withPrepared('nothing to send', pushed, story);

async function pushed(world: World): Promise<Pushed> {
  const { clone, root } = world;
  const ada = await clone('ada');
  const data = join(ada.repo.home, '.local/share/git-prov/runtime');
  const mark = join(root, 'started');
  const node = script(join(root, 'node'), `echo "$*" >>'${mark}'`, `exec '${process.execPath}' "$@"`);
  writeFileSync(data, `${node}\n${PROGRAM}\n`);
  await ada.work('shown');
  ada.git('push', '-q');
  await ada.work('more');
  ada.git('push', '-q'); // the first push to a remote also joins what is there
  const starts = (): boolean => {
    const has = existsSync(mark) && /pre-push/.test(readFileSync(mark, 'utf8'));
    rmSync(mark, { force: true });
    return has;
  };
  expect(starts()).toBe(true);
  return { world, ada, starts };
}

describe('a push starts no program when the remote has all notes:', () => {
  test('of nothing, of a branch or tag, and to a second remote that has them', () =>
    withPushed(async ({ world, ada, starts }) => {
      ada.git('push', '-q');
      expect(starts()).toBe(false);
      ada.git('switch', '-q', '-c', 'side');
      ada.git('push', '-q', 'origin', 'side');
      ada.git('tag', 'v1');
      ada.git('push', '-q', '--tags');
      expect(starts()).toBe(false);
      const other = world.bare('other.git');
      ada.git('remote', 'add', 'other', other.repo.dir);
      ada.git('push', '-q', 'other', 'side');
      expect([starts(), other.noted()]).toEqual([true, world.server.noted()]);
      for (const remote of ['other', 'origin', 'other', 'origin']) ada.git('push', '-q', remote, 'side');
      starts();
      ada.git('push', '-q', 'other', 'side:again');
      expect(starts()).toBe(false);
    }));

  const REASONS: readonly [string, (ada: Site, world: World) => Promise<void> | void][] = [
    [
      'a commit of a person, which gets a note',
      (ada) => {
        ada.repo.write('plain.txt', 'plain\n');
        ada.repo.commit('by a person');
      },
    ],
    ['a new note', async (ada) => void (await ada.work('new'))],
    ['a note that got more', (ada) => ada.note(ada.repo.oid('HEAD'), 'added')],
    [
      'a rewriting without hooks',
      (ada) => void ada.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--amend', '-m', 'other'),
    ],
    [
      'another address of the remote',
      (ada, { bare }) => void ada.git('remote', 'set-url', 'origin', bare('b').repo.dir),
    ],
    ['a linked work tree', (ada) => void ada.git('worktree', 'add', '-q', '../linked')],
    ['an event that waits', (ada) => writeFileSync(join(ada.provDir, 'spool/new/1'), '{}')],
    ['an agent at work', (ada) => writeFileSync(join(ada.provDir, 'active'), '')],
    ['a notes ref that another program moved', (ada) => void ada.git('update-ref', '-d', 'refs/notes/provenance')],
  ];
  test.each(REASONS)('but it does after %s', (_, change) =>
    withPushed(async ({ world, ada, starts }) => {
      await change(ada, world);
      starts();
      ada.try('push', '-q', '--force', 'origin', 'HEAD:main');
      expect(starts()).toBe(true);
    }),
  );

  test('but it does while another remote waits for its notes', () =>
    withPushed(async ({ world, ada, starts }) => {
      ada.git('remote', 'add', 'other', world.bare('other.git').repo.dir);
      enqueue(ada.provDir, { remote: 'other', shown: 'other', why: 'it was unreachable' });
      await ada.work('new');
      ada.git('push', '-q');
      starts();
      ada.git('push', '-q');
      expect(starts()).toBe(true);
    }));

  test('but it does after a change of the configuration', () =>
    withPushed(async ({ ada, starts }) => {
      await new Promise((done) => setTimeout(done, 1100)); // some shells compare times in seconds
      ada.git('config', 'prov.pushTimeout', '20');
      ada.git('push', '-q');
      expect(starts()).toBe(true);
      ada.git('push', '-q');
      expect(starts()).toBe(false);
    }));
});
