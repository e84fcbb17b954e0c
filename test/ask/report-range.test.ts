import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRange, type Range } from '../../src/ask/report/range.ts';
import { adoptRepo, makeRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

const read = async (repo: TestRepo, text?: string): Promise<Range> => readRange(await repo.open(), text);

/** A remote with main and topic, and a clone of it on topic; `git clone` sets origin/HEAD. */
async function withClone(story: (clone: TestRepo) => Promise<void>): Promise<void> {
  await withRepo({ files: { a: 'a\n' } }, async (remote) => {
    remote.git('switch', '-qc', 'topic');
    remote.write('t', 't\n');
    remote.commit('topic');
    remote.git('switch', '-q', 'main');
    remote.write('m', 'm\n');
    remote.commit('main');
    const dir = join(remote.home, 'clone');
    remote.git('clone', '-q', remote.dir, dir);
    const clone = adoptRepo(remote, dir);
    clone.git('switch', '-q', 'topic');
    await story(clone);
  });
}

describe('the meaning of a range', () => {
  test('A..B and A...B are the commits of B that A lacks, compared with the merge base', () =>
    withClone(async (repo) => {
      const base = repo.oid('main~1');
      const wanted = { head: repo.oid('topic'), base, revisions: [repo.oid('topic'), `^${repo.oid('main')}`] };
      expect(await read(repo, 'main..topic')).toMatchObject(wanted);
      expect(await read(repo, 'main...topic')).toMatchObject(wanted);
      expect(await read(repo, 'main..')).toMatchObject({ ...wanted, name: 'main..', taken: undefined });
      expect(await read(repo, '..main')).toMatchObject({ head: repo.oid('main'), base });
    }));

  test('a single commit is R^!, also when it is a merge or has no parent', () =>
    withClone(async (repo) => {
      repo.git('merge', '-q', 'main');
      const head = repo.oid('HEAD');
      expect(await read(repo, 'HEAD^!')).toMatchObject({ head, base: repo.oid('HEAD^1'), revisions: [`${head}^!`] });
      expect(await read(repo, 'HEAD^-2')).toMatchObject({ head, base: repo.oid('HEAD^2') });
      const root = repo.oid('HEAD^1~1');
      expect(await read(repo, `${root}^!`)).toMatchObject({ head: root, base: undefined });
    }));

  test('unrelated histories are compared with nothing', () =>
    withClone(async (repo) => {
      repo.git('switch', '-q', '--orphan', 'alone');
      repo.write('z', 'z\n');
      repo.commit('alone');
      expect(await read(repo, 'main..alone')).toMatchObject({ base: undefined });
    }));
});

describe('the default base of a branch', () => {
  test('a branch that was pushed under its own name: the default branch of its remote', () =>
    withClone(async (repo) => {
      const wanted = { name: 'origin/main...topic', taken: 'the default branch', base: repo.oid('main~1') };
      expect(await read(repo)).toMatchObject(wanted);
      expect(await read(repo, 'topic')).toMatchObject(wanted);
      expect(await read(repo, 'origin/topic')).toMatchObject({ ...wanted, name: 'origin/main...origin/topic' });
      repo.git('switch', '-q', '--detach', 'topic');
      expect(await read(repo)).toMatchObject({ ...wanted, name: 'origin/main...HEAD' });
    }));

  test('a branch that tracks another one: that branch', () =>
    withClone(async (repo) => {
      repo.git('switch', '-qc', 'more', '--track', 'topic');
      repo.commit('more');
      expect(await read(repo)).toMatchObject({ name: 'topic...more', taken: 'the upstream of more' });
    }));

  test('the default branch itself: its pushed state', () =>
    withClone(async (repo) => {
      repo.git('switch', '-q', 'main');
      expect(await read(repo)).toMatchObject({ name: 'origin/main...main', taken: 'the upstream of main' });
      repo.git('remote', 'set-head', 'origin', '--delete');
      expect(await read(repo)).toMatchObject({ name: 'origin/main...main' });
      expect(await read(repo, 'topic')).toMatchObject({ name: 'origin/main...topic' });
    }));

  test('without any remote: main; for main itself nothing', () =>
    withRepo({ files: { a: 'a\n' } }, async (repo) => {
      repo.git('switch', '-qc', 'topic');
      expect(await read(repo)).toMatchObject({ name: 'main...topic', taken: 'the default branch' });
      await expect(read(repo, 'main')).rejects.toMatchObject({
        message: 'There is no branch to compare "main" with.',
        hint: expect.stringContaining('Use a range'),
      });
    }));
});

describe('errors instead of a guess', () => {
  test('a branch without commits', async () => {
    const repo = makeRepo();
    await expect(read(repo)).rejects.toThrow(/HEAD is on a branch without commits/);
    await expect(read(repo, 'main..')).rejects.toThrow(/There is no revision "main" here/);
    repo.cleanup();
  });

  test('an unknown revision, or one that git would take as an option', () =>
    withRepo({ files: { a: 'a\n' } }, async (repo) => {
      for (const text of ['nix', 'main..nix', 'a..b..c', '--all', 'main..--all', 'x^!', '', '\n', 'a\0b'])
        await expect(read(repo, text)).rejects.toThrow(/There is no revision/);
    }));

  test('a shallow clone without the merge base', () =>
    withClone(async (clone) => {
      const dir = join(clone.home, 'shallow');
      clone.git('clone', '-q', '--depth=1', '--no-single-branch', `file://${join(clone.home, '..', 'repo')}`, dir);
      const shallow = adoptRepo(clone, dir);
      await expect(read(shallow, 'origin/main..origin/topic')).rejects.toMatchObject({
        message: expect.stringContaining('This clone is shallow'),
        hint: expect.stringContaining('fetch-depth: 0'),
      });
    }));
});
