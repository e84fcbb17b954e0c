import { appendFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareAndSwap, resolveRef } from '../../src/git/history/ref-updates.ts';
import { mayHaveRefs } from '../../src/git/repository/refs-here.ts';
import { HAS_REFTABLES } from '../helpers/git-version.ts';
import type { Repo } from '../../src/git/repository/repo.ts';
import { makeRepo, type RepoOptions, type TestRepo, withRepo } from '../helpers/repo.ts';

const REF = 'refs/notes/provenance';

// The lock file of the ref, by ref format.
const LOCKS = { files: `.git/${REF}.lock`, reftable: '.git/reftable/tables.list.lock' } as const;
const WAYS = ['files', 'reftable'] as const;

function twoCommits(options: RepoOptions = {}) {
  const repo = makeRepo({ ...options, files: { a: '1' } });
  const one = repo.oid('HEAD');
  const two = repo.commit('second');
  return { repo, one, two };
}

for (const hash of ['sha1', 'sha256'] as const)
  test(`a ref of a ${hash} repository is created and moved, and a late writer cannot move it`, async () => {
    const { repo, one, two } = twoCommits({ hash });
    const at = await repo.open();
    expect(await resolveRef(at, REF)).toBeUndefined();
    expect(await compareAndSwap(at, REF, one, undefined, 'made')).toEqual({ kind: 'done' });
    expect(await compareAndSwap(at, REF, two, undefined, 'again')).toEqual({ kind: 'lost', actual: one });
    expect(await compareAndSwap(at, REF, two, one, 'moved\nby us')).toEqual({ kind: 'done' });
    expect(await compareAndSwap(at, REF, one, one, 'late')).toEqual({ kind: 'lost', actual: two });
    expect(repo.git('reflog', 'show', '--format=%gs', REF)).toBe('moved by us\nmade');
    repo.git('pack-refs', '--all');
    expect(await resolveRef(at, REF)).toBe(two);
    repo.git('update-ref', '-d', REF);
    expect(await compareAndSwap(at, REF, one, two, 'gone')).toEqual({ kind: 'lost', actual: undefined });
    repo.cleanup();
  });

test('moving a ref to its current value succeeds', async () => {
  const { repo, one, two } = twoCommits();
  const at = await repo.open();
  await compareAndSwap(at, REF, two, undefined, 'made by another');
  expect(await compareAndSwap(at, REF, two, one, 'the same')).toEqual({ kind: 'done' });
  repo.cleanup();
});

test('only the full name counts: a branch or a nested ref with the same name is different', async () => {
  const { repo, one } = twoCommits();
  repo.git('update-ref', `refs/heads/${REF}`, one);
  repo.git('update-ref', `${REF}x/y`, one);
  const at = await repo.open();
  expect(await resolveRef(at, REF)).toBeUndefined();
  expect(await resolveRef(at, `${REF}x`)).toBeUndefined();
  expect(await resolveRef(at, `${REF}x/y`)).toBe(one);
  for (const name of ['HEAD', 'main', '-d', 'refs/../HEAD', 'refs/a b', 'refs/x.lock', 'refs/', 'refs/x\n'])
    await expect(resolveRef(at, name)).rejects.toMatchObject({ kind: 'bug' });
  repo.cleanup();
});

test('a linked work tree shares the ref, and a symbolic ref is followed, but not one of ours', async () => {
  const { repo, one } = twoCommits();
  repo.git('worktree', 'add', '-q', '--detach', '../other', one);
  const { openRepo } = await import('../../src/git/repository/repo.ts');
  const other = await openRepo(`${repo.dir}/../other`, repo.env);
  await compareAndSwap(other, REF, one, undefined, 'there');
  expect(await resolveRef(await repo.open(), REF)).toBe(one);
  repo.git('symbolic-ref', 'refs/tags/alias', REF);
  expect(await resolveRef(other, 'refs/tags/alias')).toBe(one);
  repo.git('symbolic-ref', 'refs/prov/alias', REF);
  await expect(resolveRef(other, 'refs/prov/alias')).rejects.toMatchObject({ kind: 'git' });
  repo.cleanup();
});

for (const refs of WAYS)
  describe.runIf(refs === 'files' || HAS_REFTABLES)(`refs kept as ${refs}`, () => {
    test('a stale lock makes the swap fail after a wait, and the error gives the next step', async () => {
      const { repo, one } = twoCommits({ refs });
      repo.write(LOCKS[refs], '');
      const swap = compareAndSwap(await repo.open(), REF, one, undefined, 'made', { patience: 150 });
      await expect(swap).rejects.toMatchObject({ kind: 'git', hint: 'Run git prov doctor --fix.' });
      repo.cleanup();
    });

    test('a lock that is released in time is waited for', async () => {
      const { repo, one } = twoCommits({ refs });
      repo.write(LOCKS[refs], '');
      const swap = compareAndSwap(await repo.open(), REF, one, undefined, 'made');
      setTimeout(() => rmSync(join(repo.dir, LOCKS[refs])), 700);
      expect(await swap).toEqual({ kind: 'done' });
      repo.cleanup();
    });
  });

test('an empty ref file is a broken ref, not a missing one', async () => {
  const { repo, one } = twoCommits({ refs: 'files' });
  repo.write(`.git/${REF}`, '');
  const at = await repo.open();
  await expect(resolveRef(at, REF)).rejects.toMatchObject({ kind: 'git', hint: 'Run git prov doctor --fix.' });
  await expect(compareAndSwap(at, REF, one, undefined, 'm')).rejects.toMatchObject({ kind: 'git' });
  repo.cleanup();
});

test('any other failure is thrown at once', async () => {
  const { repo, one } = twoCommits();
  const at = await repo.open();
  repo.git('update-ref', `${REF}/below`, one);
  await expect(compareAndSwap(at, REF, one, undefined, 'in the way')).rejects.toMatchObject({ kind: 'git' });
  const absent = one.replaceAll(/./g, 'e') as typeof one;
  await expect(compareAndSwap(at, 'refs/notes/x', absent, undefined, 'no object')).rejects.toMatchObject({
    kind: 'git',
  });
  repo.cleanup();
});

test('additional refs move only when the swap succeeds', async () => {
  await withRepo({ files: { a: '1' } }, async (repo) => {
    const at = await repo.open();
    const [blob, head] = [repo.oid('HEAD:a'), repo.oid('HEAD')];
    const also = [{ ref: 'refs/prov/quarantine/x', next: blob }];
    expect((await compareAndSwap(at, REF, head, head, 'm', { also })).kind).toBe('lost');
    expect(await resolveRef(at, 'refs/prov/quarantine/x')).toBeUndefined();
    expect((await compareAndSwap(at, REF, head, undefined, 'm', { also })).kind).toBe('done');
    expect(await resolveRef(at, 'refs/prov/quarantine/x')).toBe(blob);
  });
});

test('many concurrent swaps: each successful one is one reflog entry, and nothing is lost', async () => {
  const { repo } = twoCommits();
  const at = await repo.open();
  const commits = Array.from({ length: 12 }, (_, i) => repo.commit(`c${i}`));
  const add = async (next: (typeof commits)[number]): Promise<void> => {
    for (;;) if ((await compareAndSwap(at, REF, next, await resolveRef(at, REF), next)).kind === 'done') return;
  };
  await Promise.all(commits.map(add));
  expect(repo.git('reflog', 'show', '--format=%gs', REF).split('\n').sort()).toEqual([...commits].sort());
  repo.cleanup();
});

test('refs below a folder are seen without git, loose and packed', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, async (repo) => {
    const seen = async (): Promise<boolean> => mayHaveRefs(await repo.open(), 'refs/prov/quarantine');
    repo.git('update-ref', 'refs/prov/quarantined/other', 'HEAD');
    repo.git('pack-refs', '--all');
    expect(await seen()).toBe(false);
    repo.git('update-ref', 'refs/prov/quarantine/one/two', 'HEAD');
    expect(await seen()).toBe(true);
    repo.git('pack-refs', '--all', '--prune');
    expect(await seen()).toBe(true);
    repo.git('update-ref', '-d', 'refs/prov/quarantine/one/two');
    expect(await seen()).toBe(false);
  }));

describe('a ref that is not there', () => {
  // From here on, git does not start.
  const withoutGit = async (options: RepoOptions, story: (at: Repo, repo: TestRepo) => Promise<void>): Promise<void> =>
    withRepo({ files: { 'a.txt': 'one\n' }, refs: 'files', ...options }, async (repo) => {
      const at = await repo.open();
      await story({ ...at, env: { ...at.env, PATH: repo.home } }, repo);
    });

  test('is known without git, with and without packed refs', () =>
    withoutGit({}, async (at, repo) => {
      expect(await resolveRef(at, REF)).toBeUndefined();
      repo.git('update-ref', `${REF}x`, 'HEAD');
      repo.git('tag', '-a', '-m', 'tag', 'annotated');
      repo.git('pack-refs', '--all');
      expect(await resolveRef(at, REF)).toBeUndefined();
    }));

  const asksGit: readonly (readonly [string, (repo: TestRepo) => void])[] = [
    ['is packed', (repo) => void [repo.git('update-ref', REF, 'HEAD'), repo.git('pack-refs', '--all')]],
    [
      'has a packed ref below',
      (repo) => void [repo.git('update-ref', `${REF}/x`, 'HEAD'), repo.git('pack-refs', '--all')],
    ],
    ['is a folder', (repo) => void repo.git('update-ref', `${REF}/x`, 'HEAD')],
    ['is a symbolic ref', (repo) => void repo.git('symbolic-ref', REF, 'refs/heads/main')],
    [
      'is a link to nothing',
      (repo) => void [repo.write('.git/refs/notes/x', ''), symlinkSync('none', join(repo.dir, '.git', REF))],
    ],
    [
      'may be in a damaged list',
      (repo) => void [repo.git('pack-refs', '--all'), appendFileSync(join(repo.dir, '.git/packed-refs'), '\0')],
    ],
    [
      'may be in a long list',
      (repo) => repo.write('.git/packed-refs', `${repo.oid('HEAD')} refs/heads/x\n`.repeat(2000)),
    ],
  ];
  test.each(asksGit)('is left to git where it %s', (_, prepare) =>
    withoutGit({}, async (at, repo) => {
      prepare(repo);
      await expect(resolveRef(at, REF)).rejects.toMatchObject({ kind: 'git' });
    }),
  );

  test.runIf(HAS_REFTABLES)('is left to git in a reftable', () =>
    withoutGit({ refs: 'reftable' }, (at) => expect(resolveRef(at, REF)).rejects.toMatchObject({ kind: 'git' })),
  );
});
