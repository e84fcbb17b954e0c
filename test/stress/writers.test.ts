import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { oid, type Oid } from '../../src/model/ids.ts';
import { isDamaged, NoteStore } from '../../src/notes/notes.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { bundle, SCALE, scaled, startWorker, tell, TIMEOUT } from './campaign.ts';

const PROCESSES = scaled(32, 4);
const NOTES = scaled(100, 12);
const WORK_TREES = scaled(8, 3);
const BATCH = 25;
/** The guaranteed rate of batched writing, in notes per second. Only a whole campaign checks it: a test run shares its machine. */
const LEAST_RATE = 200;

interface Race {
  readonly how: 'store' | 'git';
  /** Notes of each process. */
  readonly notes: number;
  /** Notes in one transaction. */
  readonly batch: number;
  /** All notes onto one commit. */
  readonly joined: boolean;
}

/** The result of a race of writers: how many marks were acknowledged, how many of these exist, and in how many seconds. */
interface Result {
  readonly acknowledged: number;
  readonly kept: number;
  readonly seconds: number;
}

async function race(repo: TestRepo, { how, notes, batch, joined }: Race): Promise<Result> {
  const program = await bundle('writer', repo.home);
  const commits = importCommits(repo, PROCESSES * notes);
  const trees = Array.from({ length: WORK_TREES }, (_, i) => join(repo.home, `tree${i}`));
  mkdirSync(join(repo.dir, '.git', 'prov')); // as in a repository that is recorded
  for (const tree of trees) repo.git('worktree', 'add', '-q', '--detach', tree);
  const writers = Array.from({ length: PROCESSES }, (_, p) => {
    const own = commits.slice(p * notes, (p + 1) * notes);
    const args = own.map((commit, i) => `${joined ? commits[0]! : commit}:${markOf(p * notes + i)}`);
    return startWorker(program, [how, String(batch), ...args], trees[p % WORK_TREES]!, repo.env);
  });
  await Promise.all(writers.map((writer) => writer.ready));
  const begin = performance.now();
  for (const writer of writers) writer.go();
  const codes = await Promise.all(writers.map((writer) => writer.ended));
  const seconds = (performance.now() - begin) / 1000;
  expect(codes).toEqual(Array<number>(PROCESSES).fill(0));
  const said = writers.flatMap(({ lines }) => lines.slice(1));
  const there = how === 'store' ? await marksOf(repo) : new Set(textOf(repo).split('\n'));
  return { acknowledged: said.length, kept: said.filter((mark) => there.has(mark)).length, seconds };
}

const markOf = (n: number): Oid => oid((n + 1).toString(16).padStart(40, '0'));

/** Creates many commits in one process; returns their ids. */
function importCommits(repo: TestRepo, count: number): Oid[] {
  const lines = Array.from(
    { length: count },
    (_, i) => `commit refs/heads/many\nmark :${i + 1}\ncommitter Ada <a@b> ${1_767_225_600 + i} +0000\ndata 0\n\n`,
  );
  repo.gitRaw(['fast-import', '--quiet'], lines.join(''));
  return repo.git('rev-list', '--reverse', 'refs/heads/many').split('\n').map(oid);
}

async function marksOf(repo: TestRepo): Promise<Set<string>> {
  const store = new NoteStore(await repo.open());
  const marks = new Set<string>();
  for await (const [, note] of store.each((await store.list()).keys())) {
    if (isDamaged(note)) throw note.damaged;
    for (const { from } of note.carried) marks.add(from);
  }
  await store.close();
  return marks;
}

function textOf(repo: TestRepo): string {
  const listed = repo.git('notes', '--ref=provenance', 'list').split('\n');
  return repo.gitRaw(['cat-file', '--batch'], listed.map((line) => `${line.split(' ')[0]!}\n`).join('')).toString();
}

const told = ({ acknowledged, kept, seconds }: Result): string =>
  `${kept} of ${acknowledged} acknowledged notes kept, ${seconds.toFixed(1)} s, ${Math.round(acknowledged / seconds)} notes/s`;

describe(`${PROCESSES} processes that write notes at once from ${WORK_TREES} linked work trees`, () => {
  test.each<[string, Race]>([
    ['on commits of their own, many a transaction', { how: 'store', notes: NOTES, batch: BATCH, joined: false }],
    ['on commits of their own, one a transaction', { how: 'store', notes: scaled(25, 3), batch: 1, joined: false }],
    ['on one commit, many a transaction', { how: 'store', notes: NOTES, batch: BATCH, joined: true }],
    ['on one commit, one a transaction', { how: 'store', notes: scaled(25, 3), batch: 1, joined: true }],
  ])('lose none of them: %s', { timeout: TIMEOUT }, (name, how) =>
    withRepo({ files: { a: 'a' } }, async (repo) => {
      const result = await race(repo, how);
      tell(`${name}: ${told(result)}`);
      expect(result.acknowledged).toBe(PROCESSES * how.notes);
      expect(result.kept).toBe(result.acknowledged);
      expect(repo.git('fsck', '--connectivity-only')).not.toMatch(/missing|broken/);
      const least = SCALE > 0 && how.batch > 1 ? LEAST_RATE : 0;
      expect(result.acknowledged / result.seconds).toBeGreaterThan(least);
    }),
  );

  test('lose some with git notes, which proves that a loss would be detected', { timeout: TIMEOUT }, () =>
    withRepo({ files: { a: 'a' } }, async (repo) => {
      const result = await race(repo, { how: 'git', notes: NOTES, batch: 1, joined: false });
      tell(`git notes: ${told(result)}`);
      expect(result.acknowledged).toBeGreaterThan(0);
      expect(result.kept).toBeLessThan(result.acknowledged);
    }),
  );
});
