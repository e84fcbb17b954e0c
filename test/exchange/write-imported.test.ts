import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoteLookup } from '../../src/ask/blame/note-lookup.ts';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { sessionId, type Oid, type RepoPath } from '../../src/model/ids.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import type { Note } from '../../src/model/model.ts';
import type { ForeignRange, ForeignRecord, ForeignSession } from '../../src/exchange/foreign.ts';
import { land, type LandingReport, type LandOptions } from '../../src/exchange/write-imported.ts';
import { NoteStore } from '../../src/notes/notes.ts';
import type { VerifyFinding } from '../../src/trust/finding.ts';
import { verifyNotes } from '../../src/trust/verify.ts';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { adoptRepo, makeRepo, type TestRepo } from '../helpers/repo.ts';

let repo: TestRepo;
let commit: Oid;

beforeEach(() => {
  repo = makeRepo({ files: { 'f.txt': 'old\n' } });
  repo.write('f.txt', 'old\none\ntwo\nthree\nfour\n');
  commit = repo.commit('Count to four');
});
afterEach(() => repo.cleanup());

const session = (id: string, more: Partial<ForeignSession> = {}): ForeignSession => ({
  id: sessionId(id),
  agent: 'claude-code',
  prompts: [],
  ...more,
});
const lines = (start: number, end: number, by: ForeignRange['by']): ForeignRange => ({ start, end, by });
const record = (ranges: readonly ForeignRange[], more: Partial<ForeignRecord> = {}): ForeignRecord => ({
  commit,
  sessions: [session('s')],
  files: new Map([['f.txt' as RepoPath, ranges]]),
  ...more,
});
const landIn = async (
  at: TestRepo,
  records: readonly ForeignRecord[],
  more: Partial<LandOptions> = {},
): Promise<LandingReport> => land(await at.open(), records, { source: 'git-ai', dryRun: false, ...more });
const landed = (records: readonly ForeignRecord[], more: Partial<LandOptions> = {}): Promise<LandingReport> =>
  landIn(repo, records, more);
const owners = (): string[] => judge(repo, 'f.txt').map(({ owner, evidence }) => `${owner} ${evidence}`.trim());
const tip = (at = repo): string => at.git('rev-parse', 'refs/notes/provenance');
const dropped = ({ dropped: all }: LandingReport): string[] => all.map(({ what, count }) => `${count} ${what}`);

async function findings(): Promise<VerifyFinding[]> {
  const opened = await repo.open();
  const [store, objects] = [new NoteStore(opened), new ObjectReader(opened)];
  const found: VerifyFinding[] = [];
  for await (const one of verifyNotes(opened, store, objects, {})) found.push(one);
  await Promise.all([store.close(), objects.close()]);
  return found;
}
const faults = async (): Promise<string[]> => (await findings()).map(({ what }) => what);

test('lines that the commit added belong to the session or the person, or are unsure without an author', async () => {
  const report = await landed([record([lines(1, 3, 0), lines(3, 3, 'person'), lines(9, 9, 0)])]);
  expect(owners()).toEqual(['no note', 's imported', 'human imported', 'unsure unsure', 'unsure unsure']);
  expect(report.lines).toEqual({ agent: 1, person: 1, unsure: 2 });
  expect(dropped(report)).toEqual(['2 ranges with lines that the commit did not add']);
  expect(await faults()).toEqual([]);
});

test('a second import changes no object, and a dry run none at all', async () => {
  await landed([record([lines(2, 4, 0)])], { dryRun: true });
  expect(notesOf(repo).size).toBe(0);
  await landed([record([lines(2, 4, 0), lines(5, 5, 'person')])]);
  const before = tip();
  const again = await landed([record([lines(2, 4, 0), lines(5, 5, 'person')])]);
  expect([tip(), again.unchanged, dropped(again)]).toEqual([before, 1, []]);
});

test('a record that changed meanwhile adds no second graph, and is counted', async () => {
  await landed([record([lines(2, 4, 0)])]);
  const before = tip();
  expect(dropped(await landed([record([lines(2, 3, 0)])]))).toEqual(['1 records changed since they were imported']);
  expect(dropped(await landed([record([lines(2, 5, 0)])]))).toEqual(['1 records changed since they were imported']);
  expect(tip()).toBe(before);
});

test('data from an earlier tool stays, and its gaps are filled', async () => {
  await landed([record([lines(2, 2, 0), lines(3, 3, 'person')])]);
  const second = record([lines(2, 5, 0)], { sessions: [session('other')] });
  await landed([second], { source: 'agentblame' });
  expect(owners()).toEqual(['no note', 's imported', 'human imported', 'other imported', 'other imported']);
  const before = tip();
  await landed([second], { source: 'agentblame' });
  expect([tip(), await faults()]).toEqual([before, []]);
});

test('two clones that import the same records write the same notes, in any order', async () => {
  repo.write('f.txt', 'old\none\ntwo\nthree\nfour\nfive\n');
  const next = repo.commit('Five');
  repo.git('clone', '-q', repo.dir, `${repo.home}/clone`);
  const clone = adoptRepo(repo, `${repo.home}/clone`);
  const secret = session('s', { prompts: [{ text: 'use AKIAIOSFODNN7ABCDEFG for it' }] });
  const records = [
    record([lines(2, 5, 0)], { sessions: [secret] }),
    record([lines(6, 6, 0)], { commit: next, sessions: [secret] }),
  ];
  await landed(records);
  await landIn(clone, records.toReversed());
  const tree = (at: TestRepo): string => at.git('rev-parse', 'refs/notes/provenance^{tree}');
  expect(tree(clone)).toBe(tree(repo));
  const goals = notesOf(repo)
    .get(next)!
    .graphs.flatMap(({ nodes }) => nodes.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary));
  expect(goals).toEqual(['use [redacted] for it']);
});

test('a session imported by two clones from different tools becomes one session when their notes merge', async () => {
  repo.git('clone', '-q', repo.dir, `${repo.home}/clone`);
  const clone = adoptRepo(repo, `${repo.home}/clone`);
  const prompts = [{ text: 'Make lanterns' }, { text: 'And more' }];
  await landed([record([lines(2, 4, 0)], { sessions: [session('s', { prompts })] })]);
  await landIn(clone, [record([lines(2, 5, 0)])], { source: 'agent-trace' });
  const bare = notesOf(clone).get(commit)!;
  repo.git('fetch', '-q', clone.dir, 'refs/notes/provenance:refs/notes/other');
  const store = new NoteStore(await repo.open());
  await store.update(new Map([[commit, (old) => joinNotes(old!, bare)]]), 'join');
  await store.close();
  expect(owners()).toEqual(['no note', ...Array.from({ length: 4 }, () => 's imported')]);
  const { graphs } = notesOf(repo).get(commit)!;
  const kinds = new Map<string, Set<string>>();
  for (const { id, kind } of graphs.flatMap(({ nodes }) => nodes))
    kinds.set(id, (kinds.get(id) ?? new Set()).add(kind));
  expect(graphs.length).toBe(2);
  expect([...kinds.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]); // no id is of two things
  const found = await findings();
  expect(found.map(({ kind }) => kind)).toEqual(['warning']);
  expect(found[0]!.what).toContain('imported twice');
});

test('graphs of one session have distinct numbers, though their commits share one second', async () => {
  repo.env['GIT_AUTHOR_DATE'] = repo.git('log', '-1', '--format=%at +0000');
  repo.write('f.txt', 'old\none\ntwo\nthree\nfour\nfive\n');
  const next = repo.commit('Five');
  await landed([record([lines(6, 6, 0)], { commit: next })]);
  await landed([record([lines(2, 5, 0)]), record([lines(6, 6, 0)], { commit: next })]);
  const ids = [...notesOf(repo).values()].flatMap(({ graphs }) =>
    graphs.flatMap(({ nodes }) => nodes.map(({ id }) => id)),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(await faults()).toEqual([]);
});

test('with prov.capture = hashes, no word of a prompt is kept', async () => {
  repo.git('config', 'prov.capture', 'hashes');
  await landed([record([lines(2, 5, 0)], { sessions: [session('s', { prompts: [{ text: 'Make lanterns' }] })] })]);
  const note = notesOf(repo).get(commit)!;
  expect(JSON.stringify(note.graphs)).not.toMatch(/lanterns|Count/);
  expect(await faults()).toEqual([]);
  const before = tip();
  await landed([record([lines(2, 5, 0)])]);
  expect(tip()).toBe(before);
});

test('the agent’s own words become a decision; without words there is no decision', async () => {
  const told = session('told', { summary: 'Counted to four, because three was not enough.' });
  await landed([record([lines(2, 3, 0), lines(4, 4, 1)], { sessions: [session('s'), told] })]);
  const decisions = notesOf(repo)
    .get(commit)!
    .graphs.map(({ session: { id }, nodes }) => [id, nodes.filter(({ kind }) => kind === 'decision').length]);
  expect(Object.fromEntries(decisions)).toEqual({ s: 0, told: 1 });
});

test('a sentence of a prompt is no decision: a record does not say which of the lines it is about', async () => {
  const asked = session('s', {
    prompts: [
      { text: 'Count to four instead of three, because the lists have four lines. Use a loop so that it stays short.' },
    ],
  });
  await landed([record([lines(2, 5, 0)], { sessions: [asked] })]);
  const [graph] = notesOf(repo).get(commit)!.graphs;
  expect(graph!.nodes.map(({ kind }) => kind)).toEqual(['goal', 'commitment', 'patch']);
});

test('a session with files but no lines has a graph and no lines', async () => {
  const report = await landed([record([])]);
  expect(report.lines).toEqual({ agent: 0, person: 0, unsure: 4 });
  expect(owners().slice(1)).toEqual(Array(4).fill('unsure unsure'));
  expect(await faults()).toEqual([]);
});

test('files that the commit did not change and missing commits are counted', async () => {
  const elsewhere = record([lines(1, 1, 0)], { commit: 'b'.repeat(commit.length) as Oid });
  const other = record([], { files: new Map([['no.txt' as RepoPath, [lines(1, 2, 0)]]]) });
  const report = await landed([elsewhere, other]);
  expect(dropped(report)).toEqual(['1 commits that are not here', '1 files that the commit did not change']);
  expect(notesOf(repo).size).toBe(0);
});

test('nothing is imported at the boundary of a shallow clone: git does not know what the commit added', async () => {
  repo.git('clone', '-q', '--depth=1', `file://${repo.dir}`, `${repo.home}/shallow`);
  const shallow = adoptRepo(repo, `${repo.home}/shallow`);
  expect(dropped(await landIn(shallow, [record([lines(1, 5, 0)])]))).toEqual([
    '1 commits at which a shallow clone ends',
  ]);
});

test('nothing is imported for commits recorded by our own hooks, before or after', async () => {
  repo.git('clone', '-q', repo.dir, `${repo.home}/clone`);
  enable(repo);
  const agent = new TestAgent(repo, 's').start().prompt('go on');
  agent.write('g.txt', 'by the agent\n');
  repo.write('g.txt', 'by the agent\nby a person\n');
  const next = repo.commit('Both');
  const theirs = record([], { commit: next, files: new Map([['g.txt' as RepoPath, [lines(1, 2, 0)]]]) });
  const recorded = notesOf(repo).get(next)!;
  expect(dropped(await landed([theirs]))).toEqual(['2 lines that our own record attributes already']);
  const clone = adoptRepo(repo, `${repo.home}/clone`);
  clone.git('pull', '-q');
  await landIn(clone, [theirs]);
  const joined: Note = joinNotes(recorded, notesOf(clone).get(next)!);
  const view = new NoteLookup(joined, next);
  const told = view.owners('g.txt' as RepoPath, 1, 2).map(({ owner: { owner, evidence } }) => [owner, evidence]);
  expect(told).toEqual([
    ['agent', 'exact'],
    ['human', undefined],
  ]);
  const store = new NoteStore(await repo.open());
  await store.update(new Map([[next, () => joined]]), 'joined');
  await store.close();
  expect(await faults()).toEqual([]);
});

test('a commit with an object that cannot be read is skipped and counted, and the others are imported', async () => {
  repo.write('g.txt', 'five\n');
  const next = repo.commit('Five');
  const blob = repo.git('rev-parse', `${commit}:f.txt`);
  rmSync(join(repo.dir, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  const other = record([], { commit: next, files: new Map([['g.txt' as RepoPath, [lines(1, 1, 0)]]]) });
  const report = await landed([record([lines(2, 4, 0)]), other]);
  expect(dropped(report)).toEqual(['1 commits with an object that cannot be read']);
  expect(report.commits.map((one) => one.commit)).toEqual([next]);
});

test('a report says that checks and reasons are not recorded, and a session repeats neither prompts nor numbers', async () => {
  repo.write('f.txt', `${repo.read('f.txt')}five\n`);
  const next = repo.commit('Five');
  const talker = session('s', { prompts: [{ text: 'Count, please', at: 1000 }] });
  const later = record([lines(6, 6, 0)], { commit: next, sessions: [talker] });
  await landed([record([lines(2, 4, 0)], { sessions: [talker] }), later]);
  const report = prov(repo, 'report', 'HEAD~2..HEAD');
  expect(report).toContain('4 without recorded checks');
  expect(report).not.toContain('never verified');
  expect(report).toContain('no reason was recorded for 4 lines of agents');
  const shown = prov(repo, 'sessions', 's');
  expect(shown.match(/Count, please/g)).toHaveLength(1);
  expect(shown).not.toContain('that no note here holds');
});
