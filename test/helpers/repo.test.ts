import { expect, test } from 'vitest';
import { adoptRepo, gitDirOf, makeRepo, withRepo } from './repo.ts';

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

test.each(['sha1', 'sha256'] as const)('the index of a copied %s repository needs no refresh', (hash) => {
  const files = { a: 'x', 'b/a name of another length': 'y\n', 'ü.txt': 'z', 'run me': Buffer.of(0, 1), c: '' };
  for (let copy = 0; copy < 2; copy++) {
    const repo = makeRepo({ hash, files });
    expect(repo.git('diff-files')).toBe('');
    expect(repo.git('status', '--porcelain')).toBe('');
    repo.write('a', 'w');
    expect(repo.git('diff-files', '--name-only')).toBe('a');
    repo.cleanup();
  }
});

test('a commit gives its id on a branch, without one, in a linked work tree and where a variable names another', () =>
  withRepo({ files: { a: 'x' } }, (repo) => {
    for (const words of [['-c', 'a/branch'], ['--detach'], ['main']]) {
      repo.git('switch', '-q', ...words);
      expect(repo.commit(words.join(' '))).toBe(repo.git('rev-parse', 'HEAD'));
    }
    repo.git('worktree', 'add', '-q', '../other');
    const other = adoptRepo(repo, `${repo.home}/../other`);
    expect(other.commit('there')).toBe(other.git('rev-parse', 'HEAD'));
    for (const one of [repo, other]) expect(gitDirOf(one)).toBe(one.git('rev-parse', '--absolute-git-dir'));
    repo.env['GIT_DIR'] = gitDirOf(other);
    expect(repo.commit('by its variable')).toBe(other.git('rev-parse', 'HEAD'));
  }));
