import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareAndSwap, resolveRef } from '../../src/git/history/ref-updates.ts';
import { mayHaveRefs } from '../../src/git/repository/refs-here.ts';
import { HAS_REFTABLES } from '../helpers/git-version.ts';
import { makeRepo, type RepoOptions, withRepo } from '../helpers/repo.ts';

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
