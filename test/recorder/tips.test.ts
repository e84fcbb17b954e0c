import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterCommit, markOf, newCommits, readTips, startOf } from '../../src/recorder/worktree/branch-tips.ts';
import type { Repo } from '../../src/git/repository/repo.ts';
import type { Oid } from '../../src/model/ids.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

let test_: TestRepo;
let repo: Repo;
let first: Oid;

// Refs as files: what is told by their folders is told by one folder where git keeps reftables.
beforeEach(async () => {
  test_ = makeRepo({ refs: 'files', files: { 'f.txt': 'one\n' } });
  repo = await test_.open();
  first = test_.oid('HEAD');
});
afterEach(() => test_.cleanup());

/** Git writes a ref within the time that a file system tells apart, now and then. */
const later = (): Promise<void> => new Promise((done) => setTimeout(done, 20));

const NOTHING: ReadonlyMap<Oid, readonly Oid[]> = new Map();

test('the mark changes when a branch moves, a branch in a folder too, and when one is fetched', async () => {
  const marks = [markOf(repo.commonDir)];
  for (const args of [
    ['branch', 'next'],
    ['branch', 'team/next'],
    ['update-ref', 'refs/heads/team/next', test_.commit('two')],
    ['update-ref', 'refs/remotes/origin/main', first],
    ['branch', '-D', 'team/next'],
    ['pack-refs', '--all'],
  ]) {
    await later();
    test_.git(...args);
    marks.push(markOf(repo.commonDir));
  }
  expect(new Set(marks).size).toBe(marks.length);
});

test('the mark stays when nothing but the index, a tag or the notes change', async () => {
  const before = markOf(repo.commonDir);
  await later();
  test_.write('g.txt', 'two\n');
  test_.git('add', '-A');
  test_.git('tag', 'v1');
  test_.git('notes', 'add', '-m', 'a note');
  expect(markOf(repo.commonDir)).toBe(before);
});

test('a commit upon a branch that was known is told without asking git, and the next reader asks', async () => {
  const before = await readTips(repo);
  await later();
  const second = test_.commit('two');
  const after = afterCommit(repo.commonDir, before, new Map([[second, [first]]]));
  expect(after?.oids).toEqual([first, second]);
  expect(after?.mark).not.toBe(markOf(repo.commonDir));
});

test('git has to be asked after a commit when a fetch came too, when its parent is not known, and when no commit was seen', async () => {
  const before = await readTips(repo);
  const second = test_.commit('two');
  const third = test_.commit('three');
  expect(afterCommit(repo.commonDir, before, new Map([[third, [second]]]))).toBeUndefined();
  expect(afterCommit(repo.commonDir, before, NOTHING)).toBeUndefined();
  await later();
  test_.git('update-ref', 'refs/remotes/origin/main', first);
  expect(afterCommit(repo.commonDir, before, new Map([[second, [first]]]))).toBeUndefined();
});

test('tips are what branches and remote-tracking branches point at, each once', async () => {
  test_.git('branch', 'same');
  test_.git('switch', '-q', '-c', 'topic');
  const second = test_.commit('two');
  test_.git('update-ref', 'refs/remotes/origin/main', second);
  test_.git('tag', 'v1', test_.commit('three'));
  test_.git('reset', '-q', '--hard', second);
  expect(new Set((await readTips(repo)).oids)).toEqual(new Set([first, second]));
  expect((await readTips(repo)).oids).toHaveLength(2);
});

test('new commits are those that branches came to hold, the youngest first', async () => {
  const before = await readTips(repo);
  test_.git('switch', '-q', '-c', 'topic');
  const [second, third] = [test_.commit('two'), test_.commit('three')];
  expect(await newCommits(repo, before, await readTips(repo), NOTHING)).toEqual([third, second]);
  expect(await newCommits(repo, await readTips(repo), await readTips(repo), NOTHING)).toEqual([]);
});

test('a commit that was seen to be made brings nothing, unless it was made upon others that nobody saw', async () => {
  const before = await readTips(repo);
  const [second, third] = [test_.commit('two'), test_.commit('three')];
  const now = await readTips(repo);
  const both = new Map([
    [second, [first]],
    [third, [second]],
  ]);
  expect(await newCommits(repo, before, now, both)).toEqual([]);
  expect(await newCommits(repo, before, now, new Map([[third, [second]]]))).toEqual([second]);
});

test('a tip that is gone since does not keep git from telling what is new', async () => {
  const { mark, oids } = await readTips(repo);
  const second = test_.commit('two');
  const gone = first.replace(/./g, 'b') as Oid;
  expect(await newCommits(repo, { mark, oids: [...oids, gone] }, await readTips(repo), NOTHING)).toEqual([second]);
});

test('without reflogs a place begins before the commits that no branch had', async () => {
  const before = await readTips(repo);
  expect(await startOf(repo, 'HEAD', before)).toBe('HEAD');
  const second = test_.commit('two');
  test_.commit('three');
  expect(test_.oid(await startOf(repo, 'HEAD', before))).toBe(first);
  test_.git('commit', '-q', '--allow-empty', '--amend', '-m', 'three anew');
  expect(test_.oid(await startOf(repo, 'HEAD', before))).toBe(first);
  expect(test_.oid(await startOf(repo, 'HEAD', { mark: '', oids: [second] }))).toBe(second);
  expect(await startOf(repo, 'HEAD', { mark: '', oids: [] })).toBe(`${first}^`);
});
