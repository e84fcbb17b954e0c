import { expect, test } from 'vitest';
import { fileNames } from '../../src/git/history/file-names.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import type { RepoPath } from '../../src/model/ids.ts';
import { makeRepo, withRepo, type TestRepo } from '../helpers/repo.ts';

const TEXT = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('');
const names = async (repo: TestRepo, path: string): Promise<readonly string[]> =>
  fileNames(await repo.open(), path as RepoPath);

function rename(repo: TestRepo, from: string, to: string): void {
  repo.git('mv', '--', from, to);
  repo.commit(`${from} to ${to}`);
}

for (const hash of ['sha1', 'sha256'] as const)
  test(`a file of a ${hash} repository answers to all names that it had`, () =>
    withRepo({ hash, files: { 'a b': TEXT, 'other.ts': 'x\n' } }, async (repo) => {
      rename(repo, 'a b', 'ä\n"[x]*');
      rename(repo, 'ä\n"[x]*', 'c.ts');
      const all = ['c.ts', 'ä\n"[x]*', 'a b'];
      expect(await names(repo, 'c.ts')).toEqual(all);
      for (const name of all) expect((await names(repo, name)).toSorted()).toEqual(all.toSorted());
      expect((await names(repo, 'a b'))[0]).toBe('a b');
      expect(await names(repo, 'other.ts')).toEqual(['other.ts']);
      expect(await names(repo, 'never')).toEqual(['never']);
    }));

test('a former name that is a file again belongs to that file', () =>
  withRepo({ files: { 'a.ts': TEXT } }, async (repo) => {
    rename(repo, 'a.ts', 'b.ts');
    repo.write('a.ts', 'something else\n');
    repo.commit('again');
    expect(await names(repo, 'b.ts')).toEqual(['b.ts']);
    expect(await names(repo, 'a.ts')).toEqual(['a.ts']);
  }));

test('a rename that is only in the index is followed', () =>
  withRepo({ files: { 'a.ts': TEXT } }, async (repo) => {
    rename(repo, 'a.ts', 'b.ts');
    repo.git('mv', 'b.ts', 'c.ts');
    for (const name of ['a.ts', 'b.ts', 'c.ts'])
      expect((await names(repo, name)).toSorted()).toEqual(['a.ts', 'b.ts', 'c.ts']);
  }));

test('a file that was deleted, and names that change in a circle, end', () =>
  withRepo({ files: { 'a.ts': TEXT } }, async (repo) => {
    rename(repo, 'a.ts', 'b.ts');
    rename(repo, 'b.ts', 'a.ts');
    repo.git('rm', '-q', 'a.ts');
    repo.commit('gone');
    expect(await names(repo, 'a.ts')).toEqual(['a.ts']);
    expect(await names(repo, 'b.ts')).toEqual(['b.ts']);
  }));

test('without a commit, in a bare repository, with a detached HEAD and with settings that print more', async () => {
  await withRepo({}, async (repo) => expect(await names(repo, 'a.ts')).toEqual(['a.ts']));
  await withRepo({ files: { 'a.ts': TEXT } }, async (repo) => {
    rename(repo, 'a.ts', 'b.ts');
    repo.git('config', 'log.showSignature', 'true');
    repo.git('config', 'diff.renames', 'false');
    repo.git('checkout', '-q', '--detach');
    expect(await names(repo, 'a.ts')).toEqual(['a.ts', 'b.ts']);
    const bare = makeRepo({ bare: true });
    try {
      bare.git('fetch', '-q', repo.dir, 'main:main');
      expect(await names(bare, 'a.ts')).toEqual(['a.ts', 'b.ts']);
    } finally {
      bare.cleanup();
    }
  });
});

test('a path that git takes for something else is only a name', () =>
  withRepo({ files: { 'a.ts': TEXT } }, async (repo) => {
    for (const path of ['', ':/', ':(glob)*', '-x', '../a.ts', 'a\0b', pathFromBytes(Uint8Array.of(0x61, 0xe4))])
      expect(await names(repo, path)).toEqual([path]);
  }));
