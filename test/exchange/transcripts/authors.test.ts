import { expect, test } from 'vitest';
import { People, setAuthors } from '../../../src/exchange/transcripts/match/commit-authors.ts';

const NOON = 1_800_000_000_000;
const ADA = 'Ada <ada@example.com>';
const GRACE = 'Grace <grace@example.com>';

const session = (top: string, ...at: number[]): Parameters<typeof setAuthors>[0][number] => ({
  top,
  commits: at.map((one) => [one - 2000, one + 2000] as const),
  authors: undefined,
});

const commit = (
  author: string,
  at: number,
  authoredAt = at,
): { author: string; authoredAt: number; committedAt: number } => ({ author, authoredAt, committedAt: at });

test('names with the same address, and addresses with the same name, are one person', () => {
  const people = new People([ADA, 'ada <ADA@home.example>', 'Lovelace <ada@home.example>', GRACE]);
  expect(people.of('Lovelace <ada@home.example>')).toBe(people.of(ADA));
  expect(people.of(GRACE)).not.toBe(people.of(ADA));
});

test("a forge's address does not merge persons", () => {
  const people = new People(['Ada <noreply@github.com>', 'Grace <noreply@github.com>']);
  expect(people.of('Ada <noreply@github.com>')).not.toBe(people.of('Grace <noreply@github.com>'));
});

test('the author of a work tree is found from the commits of its sessions', () => {
  const people = new People([ADA, GRACE]);
  const [mine, other] = [session('/home/ada/repo', NOON, NOON + 60_000), session('/home/ada/repo')];
  setAuthors([mine, other], [commit(ADA, NOON), commit(ADA, NOON + 60_000), commit(GRACE, NOON + 90_000)], people);
  expect([mine.authors, other.authors]).toEqual([new Set([people.of(ADA)]), new Set([people.of(ADA)])]);
});

test("another author's commit that a session only rebased has no effect, nor has a single coincidence", () => {
  const people = new People([ADA, GRACE]);
  const times = Array.from({ length: 4 }, (_, n) => NOON + n * 60_000);
  const mine = session('/home/ada/repo', ...times);
  const rebased = times.map((at) => commit(GRACE, at, at - 3_600_000));
  setAuthors([mine], [...times.map((at) => commit(ADA, at)), ...rebased, commit(GRACE, NOON)], people);
  expect(mine.authors).toEqual(new Set([people.of(ADA)]));
});

test('without commits by a work tree’s sessions, the nearest work tree counts; without any, the author is unknown', () => {
  const people = new People([ADA, GRACE]);
  const ada = session('/home/ada/repo', NOON);
  const grace = session('/home/grace/repo', NOON + 60_000);
  const linked = session('/home/ada/repo/.worktrees/one');
  setAuthors([grace, ada, linked], [commit(ADA, NOON), commit(GRACE, NOON + 60_000)], people);
  expect(linked.authors).toEqual(new Set([people.of(ADA)]));
  setAuthors([linked], [commit(ADA, NOON)], people);
  expect(linked.authors).toBeUndefined();
});
