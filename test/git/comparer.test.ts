import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TreeComparer, type TreeChanges, type TreePair } from '../../src/git/history/comparer.ts';
import { diffTrees } from '../../src/git/history/commit-changes.ts';
import type { Oid } from '../../src/model/ids.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';

const tree = (repo: TestRepo, revision: string): Oid => repo.oid(`${revision}^{tree}`);

// Commits that each change a file, and their pairs of trees.
function history(repo: TestRepo, count: number): TreePair[] {
  for (let i = 0; i < count; i++) {
    repo.write(`f${i % 3}`, `${'compared\n'.repeat(i + 1)}`);
    repo.commit(`change ${i}`);
  }
  const trees = Array.from({ length: count + 1 }, (_, i) => tree(repo, `HEAD~${count - i}`));
  return trees.slice(1).map((to, i) => [trees[i]!, to]);
}

// The number of git processes that compare trees, from now on.
function counted(repo: TestRepo): () => number {
  const log = join(repo.home, 'trace');
  repo.env['GIT_TRACE'] = log;
  return () =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => /built-in: git diff-tree/.test(line)).length
      : 0;
}

async function comparing<T>(repo: TestRepo, story: (comparer: TreeComparer) => Promise<T>, most?: number): Promise<T> {
  const comparer = new TreeComparer(await repo.open(), most);
  try {
    return await story(comparer);
  } finally {
    await comparer.close();
  }
}

const linesOf = (changes: TreeChanges): unknown[] =>
  [...changes].map(([pair, files]) => [pair, files.map(({ path, added, removed }) => [path, added, removed])]);

for (const hash of ['sha1', 'sha256'] as const)
  test(`one git process answers many requests, each with its own pairs (${hash})`, async () => {
    await withRepo({ hash, files: { first: 'a\n' } }, async (repo) => {
      const pairs = history(repo, 12);
      const starts = counted(repo);
      await comparing(repo, async (comparer) => {
        const asked = pairs.map((pair) => comparer.compare([pair, pair]));
        const all = comparer.compare(pairs);
        const answers = await Promise.all(asked);
        expect(answers.map((changes) => [...changes.keys()])).toEqual(pairs.map((pair) => [pair.join(' ')]));
        expect(linesOf(await all)).toEqual(answers.flatMap(linesOf));
        expect(await comparer.compare([])).toEqual(new Map());
      });
      expect(starts()).toBe(1);
      const alone = await diffTrees(await repo.open(), pairs);
      expect(alone.size).toBe(12);
      expect([...alone.values()].flat().map(({ path, added }) => [path, added])).toEqual(
        Array.from({ length: 12 }, (_, i) => [`f${i % 3}`, [[i < 3 ? 1 : i - 1, i < 3 ? i + 1 : 3]]]),
      );
    });
  });

test('no name and no content is mistaken for the end of an answer', async () => {
  await withRepo({ files: { compared: 'compared\n', kept: 'a\n' } }, async (repo) => {
    const before = tree(repo, 'HEAD');
    repo.git('mv', 'compared', 'a\ncompared\nb');
    repo.write('kept', 'compared\n-compared\n+compared\n\\ compared\ncompared');
    repo.write('binary', Buffer.from('compared\n\0compared\n'));
    repo.commit('second');
    const [after, empty] = [tree(repo, 'HEAD'), repo.git('mktree').trim() as Oid];
    await comparing(repo, async (comparer) => {
      const answers = await Promise.all([
        comparer.compare([[before, after]]),
        comparer.compare([[after, after]]),
        comparer.compare([
          [after, before],
          [empty, after],
        ]),
      ]);
      expect(answers.map(({ size }) => size)).toEqual([1, 1, 2]);
      expect(answers.map((changes) => [...changes.values()].map((files) => files.length))).toEqual([[3], [0], [3, 3]]);
      const [first] = answers[0]!.values();
      expect(first!.map(({ path, status, added }) => [path, status, added])).toEqual([
        ['a\ncompared\nb', 'renamed', []],
        ['binary', 'added', []],
        ['kept', 'modified', [[1, 5]]],
      ]);
    });
  });
});

test('a missing tree fails only its own request', async () => {
  await withRepo({ files: { f: 'a\n' } }, async (repo) => {
    const [pair] = history(repo, 1) as [TreePair];
    const absent = 'e'.repeat(pair[0].length) as Oid;
    const starts = counted(repo);
    await comparing(repo, async (comparer) => {
      const [good, bad, again] = await Promise.allSettled([
        comparer.compare([pair]),
        comparer.compare([pair, [absent, pair[1]]]),
        comparer.compare([pair]),
      ]);
      expect(bad).toMatchObject({ status: 'rejected', reason: { kind: 'data' } });
      expect([good.status, again.status]).toEqual(['fulfilled', 'fulfilled']);
    });
    expect(starts()).toBe(1);
  });
});

test('when git dies, its requests fail, and the next request starts another process', async () => {
  await withRepo({ files: { f: 'a\n' } }, async (repo) => {
    const [pair] = history(repo, 1) as [TreePair];
    repo.write('f', 'spoiled\n');
    repo.commit('spoiled');
    const spoiled = repo.oid('HEAD:f');
    const path = join(repo.dir, '.git/objects', spoiled.slice(0, 2), spoiled.slice(2));
    chmodSync(path, 0o644);
    writeFileSync(path, 'not an object');
    const starts = counted(repo);
    await comparing(repo, async (comparer) => {
      const [bad, behind] = await Promise.allSettled([
        comparer.compare([[pair[1], tree(repo, 'HEAD')]]),
        comparer.compare([pair]),
      ]);
      for (const one of [bad, behind]) expect(one).toMatchObject({ status: 'rejected', reason: { kind: 'git' } });
      expect((await comparer.compare([pair])).size).toBe(1);
    });
    expect(starts()).toBe(2);
  });
});

test('after a number of pairs another git process takes over, and the former one answers its requests', async () => {
  await withRepo({ files: { f: 'a\n' } }, async (repo) => {
    const pairs = history(repo, 9);
    const starts = counted(repo);
    const answers = await comparing(repo, (comparer) => Promise.all(pairs.map((pair) => comparer.compare([pair]))), 4);
    expect(answers.map((changes) => [...changes.keys()])).toEqual(pairs.map((pair) => [pair.join(' ')]));
    expect(starts()).toBe(3);
  });
});

test('closing waits for pending requests, and a closed comparer can be used again', async () => {
  await withRepo({ files: { f: 'a\n' } }, async (repo) => {
    const [pair] = history(repo, 1) as [TreePair];
    const starts = counted(repo);
    const comparer = new TreeComparer(await repo.open());
    await comparer.close();
    const asked = comparer.compare([pair]);
    await comparer.close();
    expect((await asked).size).toBe(1);
    expect((await comparer.compare([pair])).size).toBe(1);
    await comparer.close();
    expect(starts()).toBe(2);
  });
});

test('a program waits for its requests and for close, but an idle git does not keep it running', async () => {
  await withRepo({ files: { f: 'a\n' } }, async (repo) => {
    const [pair] = history(repo, 1) as [TreePair];
    const program = join(repo.home, 'program.mjs');
    await build({
      stdin: {
        contents: `
          import { TreeComparer } from './src/git/history/comparer.ts';
          import { diffTrees } from './src/git/history/diff.ts';
          import { openRepo } from './src/git/repository/repo.ts';
          const repo = await openRepo(process.cwd(), process.env);
          const pairs = [${JSON.stringify(pair)}];
          console.log((await diffTrees(repo, pairs)).size);
          const comparer = new TreeComparer(repo);
          const asked = comparer.compare(pairs);
          await comparer.close();
          console.log((await asked).size);
          console.log((await comparer.compare(pairs)).size);`,
        resolveDir: resolve(import.meta.dirname, '../..'),
      },
      outfile: program,
      bundle: true,
      format: 'esm',
      platform: 'node',
    });
    const done = spawnSync(process.execPath, [program], { cwd: repo.dir, env: repo.env, timeout: 20_000 });
    expect([done.status, done.stdout.toString(), done.stderr.toString()]).toEqual([0, '1\n1\n1\n', '']);
  });
});
