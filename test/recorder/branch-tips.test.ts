import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterCommit, refsMark, newCommits, readTips, startOf } from '../../src/recorder/worktree/head/branch-tips.ts';
import type { Repo } from '../../src/git/repository/repo.ts';
import type { Oid } from '../../src/model/ids.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

let test_: TestRepo;
let repo: Repo;
let first: Oid;

// Refs as files: with reftables, one folder shows what several folders show here.
beforeEach(async () => {
  test_ = makeRepo({ refs: 'files', files: { 'f.txt': 'one\n' } });
  repo = await test_.open();
  first = test_.oid('HEAD');
});
afterEach(() => test_.cleanup());

/** Sometimes git writes a ref faster than the file system's clock ticks. */
const later = (): Promise<void> => new Promise((done) => setTimeout(done, 20));

const NOTHING: ReadonlyMap<Oid, readonly Oid[]> = new Map();

test('the mark changes when a branch moves, also a branch in a folder, and when one is fetched', async () => {
  const marks = [refsMark(repo.commonDir)];
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
    marks.push(refsMark(repo.commonDir));
  }
  expect(new Set(marks).size).toBe(marks.length);
});

test('the mark stays when only the index, a tag or the notes change', async () => {
  const before = refsMark(repo.commonDir);
  await later();
  test_.write('g.txt', 'two\n');
  test_.git('add', '-A');
  test_.git('tag', 'v1');
  test_.git('notes', 'add', '-m', 'a note');
  expect(refsMark(repo.commonDir)).toBe(before);
});

test('a commit on top of a known branch needs no call to git, and the next read does one', async () => {
  const before = await readTips(repo);
  await later();
  const second = test_.commit('two');
  const after = afterCommit(repo.commonDir, before, new Map([[second, [first]]]));
  expect(after?.oids).toEqual([first, second]);
  expect(after?.mark).not.toBe(refsMark(repo.commonDir));
});

test('git is called after a commit with a fetch, with an unknown parent, and when no commit was seen', async () => {
  const before = await readTips(repo);
  const second = test_.commit('two');
  const third = test_.commit('three');
  expect(afterCommit(repo.commonDir, before, new Map([[third, [second]]]))).toBeUndefined();
  expect(afterCommit(repo.commonDir, before, NOTHING)).toBeUndefined();
  await later();
  test_.git('update-ref', 'refs/remotes/origin/main', first);
  expect(afterCommit(repo.commonDir, before, new Map([[second, [first]]]))).toBeUndefined();
});

test('tips are the commits of branches and remote-tracking branches, each once', async () => {
  test_.git('branch', 'same');
  test_.git('switch', '-q', '-c', 'topic');
  const second = test_.commit('two');
  test_.git('update-ref', 'refs/remotes/origin/main', second);
  test_.git('tag', 'v1', test_.commit('three'));
  test_.git('reset', '-q', '--hard', second);
  expect(new Set((await readTips(repo)).oids)).toEqual(new Set([first, second]));
  expect((await readTips(repo)).oids).toHaveLength(2);
});

test('new commits are those that branches gained, the youngest first', async () => {
  const before = await readTips(repo);
  test_.git('switch', '-q', '-c', 'topic');
  const [second, third] = [test_.commit('two'), test_.commit('three')];
  expect(await newCommits(repo, before, await readTips(repo), NOTHING)).toEqual([third, second]);
  expect(await newCommits(repo, await readTips(repo), await readTips(repo), NOTHING)).toEqual([]);
});

test('an observed commit adds nothing new, unless it has parents that were not observed', async () => {
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

test('a tip that was deleted meanwhile does not keep git from listing new commits', async () => {
  const { mark, oids } = await readTips(repo);
  const second = test_.commit('two');
  const gone = first.replace(/./g, 'b') as Oid;
  expect(await newCommits(repo, { mark, oids: [...oids, gone] }, await readTips(repo), NOTHING)).toEqual([second]);
});

test('without reflogs, a place starts before the commits that no branch had', async () => {
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
