import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WriterQueue } from '../../src/notes/writer-queue.ts';
import { withRepo } from '../helpers/repo.ts';

test('writers take turns', () =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    mkdirSync(join(repo.dir, '.git/prov'));
    const turns = new WriterQueue(await repo.open());
    let now = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++now);
      await sleep(5);
      now--;
    };
    await Promise.all(Array.from({ length: 8 }, () => turns.wait(60_000, work)));
    expect([most, turns.taken()]).toEqual([1, false]);
  }));

test('a turn held by another writer is waited for up to the limit, and not taken away', () =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    const file = join(repo.dir, '.git/prov/turn');
    mkdirSync(join(repo.dir, '.git/prov'));
    writeFileSync(file, '');
    const turns = new WriterQueue(await repo.open());
    expect(turns.taken()).toBe(true);
    expect(await turns.wait(30, () => Promise.resolve('went all the same'))).toBe('went all the same');
    expect(existsSync(file)).toBe(true);
  }));

test.each([
  ['was killed', -60],
  ['has another clock', 3600],
])('the turn of one who %s is over', (_, seconds) =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    const file = join(repo.dir, '.git/prov/turn');
    mkdirSync(join(repo.dir, '.git/prov'));
    writeFileSync(file, '');
    utimesSync(file, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds);
    const held = await new WriterQueue(await repo.open()).wait(60_000, () => Promise.resolve(existsSync(file)));
    expect([held, existsSync(file)]).toEqual([true, false]);
  }),
);

test('without a folder of git prov, no writer waits for a turn', () =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    const turns = new WriterQueue(await repo.open());
    expect(await Promise.all([1, 2].map((n) => turns.wait(60_000, () => Promise.resolve(n))))).toEqual([1, 2]);
    expect(existsSync(join(repo.dir, '.git/prov'))).toBe(false);
  }));
