import { expect, test } from 'vitest';
import { type CommitList, listCommits, listNewest } from '../../src/git/history/commit-list.ts';
import type { Oid } from '../../src/model/ids.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const all = (list: CommitList): unknown[] => list.slice(0, list.size);
const of = (repo: TestRepo, commit: Oid): unknown => {
  const [tree, ...parents] = repo.git('show', '-s', '--format=%T %P', commit).split(' ');
  return { commit, tree, parents: parents.filter(Boolean) };
};

for (const hash of ['sha1', 'sha256'] as const)
  test(`commits come with their trees and parents, a merge's too, in either order (${hash})`, async () => {
    await withRepo({ hash, files: { a: 'a\n' } }, async (repo) => {
      const first = repo.oid('HEAD');
      const second = repo.commit('second');
      repo.git('switch', '-qc', 'other', first);
      const other = repo.commit('other');
      repo.git('switch', '-q', 'main');
      repo.tick();
      repo.git('merge', '-q', '--no-edit', 'other');
      const merge = repo.oid('HEAD');
      const opened = await repo.open();
      const asked = [second, merge, first, other];
      const newest = await listCommits(opened, new Set(asked), 'newest first');
      expect(all(newest)).toEqual([merge, other, second, first].map((commit) => of(repo, commit)));
      expect([...newest.ids()]).toEqual([merge, other, second, first]);
      expect(newest.slice(1, 3)).toEqual([other, second].map((commit) => of(repo, commit)));
      expect(newest.slice(3, 9)).toEqual([of(repo, first)]);
      expect([...(await listCommits(opened, new Set(asked), 'given')).ids()]).toEqual(asked);
      expect((await listCommits(opened, new Set(), 'given')).size).toBe(0);
      const left = new Set([first, other, merge]);
      expect(all(await listNewest(opened, left, 3))).toEqual([merge, other].map((commit) => of(repo, commit)));
      expect([...left]).toEqual([first]); // the second is looked at, and not wanted
    });
  });

test('missing objects and objects of other types are skipped; a tag is not its commit', async () => {
  await withRepo({ files: { a: 'a\n' } }, async (repo) => {
    const head = repo.oid('HEAD');
    repo.git('tag', '-a', '-m', 'a tag', 'v1');
    const [tag, blob, gone] = [repo.oid('v1'), repo.oid('HEAD:a'), 'e'.repeat(head.length) as Oid];
    const opened = await repo.open();
    for (const order of ['given', 'newest first'] as const) {
      const wanted = new Set([tag, gone, blob, head]);
      expect(all(await listCommits(opened, wanted, order))).toEqual([of(repo, head)]);
      expect([...wanted]).toEqual([tag, gone, blob]);
      expect(all(await listCommits(opened, wanted, order))).toEqual([]);
      expect(wanted.size).toBe(3);
    }
  });
});

test('user settings for the display of commits have no effect', async () => {
  await withRepo({ files: { a: 'a\n' } }, async (repo) => {
    for (const [name, value] of [
      ['color.ui', 'always'],
      ['format.pretty', 'fuller'],
      ['log.showSignature', 'true'],
      ['log.abbrevCommit', 'true'],
      ['core.abbrev', '4'],
      ['log.decorate', 'full'],
    ])
      repo.git('config', name!, value!);
    const second = repo.commit('second');
    const list = await listCommits(await repo.open(), new Set([second]), 'newest first');
    expect(all(list)).toEqual([
      of({ ...repo, git: (...args) => repo.git('-c', 'log.showSignature=false', ...args) } as TestRepo, second),
    ]);
  });
});

test('in a repository without commits, there is no newest one', async () => {
  await withRepo({}, async (repo) => {
    expect((await listNewest(await repo.open(), new Set(['e'.repeat(40) as Oid]), 9)).size).toBe(0);
  });
});
