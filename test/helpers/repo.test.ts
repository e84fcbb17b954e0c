import { expect, test } from 'vitest';
import { adoptRepo, withRepo } from './repo.ts';

test('a test repository gives the same ids in every run, and its dates advance', async () => {
  await withRepo({ hash: 'sha1', files: { 'a.txt': 'one\n' } }, async (repo) => {
    repo.write('a.txt', 'two\n');
    repo.commit('second');
    expect(repo.git('log', '--format=%H %ci %an <%ae> %s', 'main')).toMatchInlineSnapshot(`
      "6f39356840158cff84cb75aa8ae745163865ccb4 2026-01-01 00:01:00 +0000 Ada Tester <ada@example.com> second
      17076efd90ff59a6a22f1b32319c7162293f0672 2026-01-01 00:00:00 +0000 Ada Tester <ada@example.com> first"
    `);
    expect((await repo.open()).workTree).toBe(repo.dir);
    expect(repo.read('a.txt')).toBe('two\n');
  });
});

test('git has no identity when a test asks for none, and a linked work tree can be adopted', async () => {
  await withRepo({ files: { a: 'x' } }, (repo) => {
    repo.git('worktree', 'add', '-q', '../other');
    const other = adoptRepo(repo, `${repo.home}/../other`);
    other.write('b', 'y');
    other.commit('there');
    expect(repo.git('log', '--format=%s', 'other')).toBe('there\nfirst');
  });
  await withRepo({ identity: false }, (repo) => {
    expect(() => repo.commit('x')).toThrow(/empty ident|Please tell me|identity/i);
  });
});

test('an empty list of files gives a commit, and no list gives none', () =>
  withRepo({ files: {} }, (one) =>
    withRepo({}, (other) => {
      expect(one.git('log', '--format=%s')).toBe('first');
      expect(() => other.oid('HEAD')).toThrow(/HEAD/);
    }),
  ));
