import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { land } from '../../src/exchange/write-imported.ts';
import { type Oid, type RepoPath, sessionId } from '../../src/model/ids.ts';
import type { Graph } from '../../src/model/model.ts';
import { prov } from '../helpers/agent.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { checkpoint, importEntire, where } from './entire-site.ts';
import { Claude } from './transcripts/transcripts/claude.ts';
import { Opencode } from './transcripts/transcripts/opencode.ts';

const REF = 'refs/heads/entire/checkpoints/v1';
const TIP = 'refs/notes/provenance';
const lampsOf = (word: string): string =>
  `The ${word} are lit by the timer now. @agent\nAnd the ${word} are put out again at sunrise. @agent\n`;

/** Entire's checkpoints of one session, each with the record up to then. */
class Checkpoints {
  readonly #repo: TestRepo;
  readonly #files: Record<string, string> = {};
  #count = 0;

  constructor(repo: TestRepo) {
    this.#repo = repo;
  }

  /** @returns the trailer of its commit */
  add(id: string, record: string, more: object = {}): string {
    const name = `a${this.#count++}b2c3d4e5f6`;
    const folder = `${name.slice(0, 2)}/${name.slice(2)}/0`;
    const created = new Date(Date.UTC(2026, 0, 1, 0, this.#count)).toISOString();
    this.#files[`${folder}/metadata.json`] = JSON.stringify({ session_id: id, created_at: created, ...more });
    this.#files[`${folder}/full.jsonl`] = record;
    checkpoint(this.#repo, REF, this.#files);
    return `Entire-Checkpoint: ${name}`;
  }
}

/** A session writes a file and tests it shortly before the next commit, which names its checkpoint. */
function work(repo: TestRepo, claude: Claude, kept: Checkpoints, word: string): Oid {
  claude.at = where(repo).at;
  claude.prompt(`Light the ${word}`);
  claude.write(`${word}.txt`, lampsOf(word), null);
  claude.bash('npx vitest run', 'Test Files  1 passed (1)\n     Tests  4 passed (4)');
  const record = readFileSync(claude.save(), 'utf8');
  repo.write(`${word}.txt`, lampsOf(word));
  return repo.commit(`Light the ${word}\n\n${kept.add(claude.id, record)}`);
}

const graphsOf = (repo: TestRepo, commit: string): readonly Graph[] => notesOf(repo).get(commit)?.graphs ?? [];
const storyOf = (graphs: readonly Graph[]): string[] =>
  graphs
    .toSorted((a, b) => a.nodes[0]!.at - b.nodes[0]!.at)
    .flatMap(({ nodes, edges }) => [
      ...nodes.map(({ kind, summary, tool }) => [kind, tool, summary].join(' ')),
      ...edges.map(({ kind, source }) => `${kind} ${source}`).toSorted(),
    ]);
const withoutNotes = (repo: TestRepo): string => repo.git('update-ref', '-d', TIP);
const small = { files: { 'f.txt': 'one @human\n' } };

test('an agent’s record in a checkpoint gives the steps, goals, decisions and checks that import transcripts gives', () =>
  withRepo(small, (repo) => {
    const claude = new Claude({ ...where(repo), cwd: repo.dir });
    const kept = new Checkpoints(repo);
    const commits = ['lamps', 'stoves'].map((word) => work(repo, claude, kept, word));
    importEntire(repo);
    const ours = commits.map((commit) => storyOf(graphsOf(repo, commit)));
    expect(ours[0]).toContain('goal  Light the lamps');
    expect(ours[0]!.some((one) => one.startsWith('decision'))).toBe(true);
    const told = prov(repo, 'why', 'lamps.txt:1');
    expect(told).toContain('Because of Write it has to be so.');
    expect(told).toMatch(/passed/);
    expect(prov(repo, 'verify')).toContain('Valid');
    withoutNotes(repo);
    prov(repo, 'import', 'transcripts');
    expect(commits.map((commit) => storyOf(graphsOf(repo, commit)))).toEqual(ours);
  }));

test('a second import changes nothing, and one with more checkpoints continues the session', () =>
  withRepo(small, (repo) => {
    const claude = new Claude(where(repo));
    const kept = new Checkpoints(repo);
    work(repo, claude, kept, 'lamps');
    importEntire(repo);
    const tip = repo.oid(TIP);
    expect(importEntire(repo).commits).toEqual([]);
    expect(repo.oid(TIP)).toBe(tip);
    const later = work(repo, claude, kept, 'stoves');
    expect(importEntire(repo).commits).toHaveLength(1);
    const [graph] = graphsOf(repo, later);
    expect(graph!.previous).not.toBe(null);
    expect(graph!.nodes.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary)).toEqual([
      'Light the stoves',
    ]);
    expect(prov(repo, 'verify')).toMatch(/Valid: 2 notes, 2 graphs/);
  }));

test('imports of a part, and in another clone, write the same notes', () =>
  withRepo(small, (repo) => {
    const claude = new Claude(where(repo));
    claude.prompt('The password of the timer is password=Xk29fjwQ8z7Lm3vT');
    const kept = new Checkpoints(repo);
    const commits = ['lamps', 'stoves', 'bells'].map((word) => work(repo, claude, kept, word));
    importEntire(repo);
    const tree = repo.git('rev-parse', `${TIP}^{tree}`);
    withoutNotes(repo);
    importEntire(repo, `${commits[0]}..${commits[1]}`);
    expect([...notesOf(repo).keys()]).toEqual([commits[1]]);
    expect(() => prov(repo, 'verify')).not.toThrow();
    importEntire(repo);
    expect(repo.git('rev-parse', `${TIP}^{tree}`)).toBe(tree);
  }));

test('notes of an earlier version stay, and only commits without one get all steps', () =>
  withRepo(small, async (repo) => {
    const claude = new Claude(where(repo));
    const kept = new Checkpoints(repo);
    const old = work(repo, claude, kept, 'lamps');
    // The earlier version did not find the second line.
    const record = {
      commit: old,
      sessions: [{ id: sessionId(claude.id), agent: 'claude-code', prompts: [{ text: 'Light the lamps' }] }],
      files: new Map([['lamps.txt' as RepoPath, [{ start: 1, end: 1, by: 0 }]]]),
    };
    await land(await repo.open(), [record], { source: 'entire', evidence: 'inferred', dryRun: false });
    const tip = repo.oid(TIP);
    expect(importEntire(repo)).toMatchObject({
      commits: [],
      dropped: [{ what: 'records changed since they were imported', example: old }],
    });
    expect(repo.oid(TIP)).toBe(tip);
    const before = storyOf(graphsOf(repo, old));
    const fresh = work(repo, claude, kept, 'stoves');
    importEntire(repo);
    expect(storyOf(graphsOf(repo, old))).toEqual(before);
    expect(judge(repo, 'lamps.txt').map(({ owner }) => owner)).toEqual([claude.id, 'unsure']);
    expect(judge(repo, 'stoves.txt').map(({ owner }) => owner)).toEqual([claude.id, claude.id]);
    expect(graphsOf(repo, fresh)[0]!.nodes.some(({ kind }) => kind === 'decision')).toBe(true);
    expect(prov(repo, 'verify')).toContain('Valid');
    const then = repo.oid(TIP);
    expect(importEntire(repo).commits).toEqual([]);
    expect(repo.oid(TIP)).toBe(then);
  }));

test('a damaged record, and one with odd values, leave the other sessions whole', () =>
  withRepo(small, (repo) => {
    const kept = new Checkpoints(repo);
    const claude = new Claude(where(repo));
    const good = work(repo, claude, kept, 'lamps');
    const torn = new Claude(where(repo));
    torn.prompt('__proto__');
    torn.write('stoves.txt', lampsOf('stoves'), null);
    const lines = readFileSync(torn.save(), 'utf8').split('\n');
    const odd = [
      '{"type":"user","message":',
      '\u0000\u0001',
      lines[0]!.replace(/"timestamp":"[^"]*"/, '"timestamp":"9999-99-99T00:00:00Z"'),
      lines[0]!.replace('"__proto__"', '{"__proto__":[1,{"a":null}]}'),
      ...lines,
      '[[[[[[',
    ].join('\n');
    repo.write('stoves.txt', lampsOf('stoves'));
    repo.commit(`Stoves\n\n${kept.add(torn.id, odd, { files_touched: ['../..', 'stoves.txt', 7], summary: 'x' })}`);
    importEntire(repo);
    expect(graphsOf(repo, good)[0]!.nodes.some(({ kind }) => kind === 'decision')).toBe(true);
    expect(judge(repo, 'stoves.txt').map(({ owner }) => owner)).toEqual([torn.id, torn.id]);
    expect(prov(repo, 'verify')).toContain('Valid');
  }));

test('lines that a session of another checkpoint wrote have no owner, and a person’s line is not the agent’s', () =>
  withRepo(small, (repo) => {
    const kept = new Checkpoints(repo);
    const [claude, other] = [new Claude(where(repo)), new Claude(where(repo))];
    other.prompt('Ring the bells');
    other.write('bells.txt', lampsOf('bells'), null);
    const beside = readFileSync(other.save(), 'utf8');
    repo.write('bells.txt', lampsOf('bells'));
    claude.prompt('Light the lamps');
    claude.write('lamps.txt', lampsOf('lamps'), null);
    repo.write('lamps.txt', `${lampsOf('lamps')}and by hand on Sundays, as we always did @human\n`);
    const commit = repo.commit(`Lamps\n\n${kept.add(claude.id, readFileSync(claude.save(), 'utf8'))}`);
    repo.write('f.txt', 'two @human\n');
    repo.commit(`More\n\n${kept.add(other.id, beside)}`);
    importEntire(repo);
    expect(judge(repo, 'bells.txt').map(({ owner }) => owner)).toEqual(['unsure', 'unsure']);
    expect(judge(repo, 'lamps.txt').map(({ owner }) => owner)).toEqual([claude.id, claude.id, 'unsure']);
    expect(graphsOf(repo, commit).map(({ session }) => session.id)).toEqual([claude.id]);
  }));

test('where the record has no reason, Entire’s summary is the reason', () =>
  withRepo(small, (repo) => {
    const kept = new Checkpoints(repo);
    const claude = new Claude(where(repo));
    claude.write('lamps.txt', lampsOf('lamps'), null);
    const record = readFileSync(claude.save(), 'utf8').replaceAll('Because of Write it has to be so.', '');
    const summary = { intent: 'A timer lights the lamps, because nobody is there on Sundays.', outcome: 'Done.' };
    repo.write('lamps.txt', lampsOf('lamps'));
    repo.commit(`Lamps\n\n${kept.add(claude.id, record, { summary })}`);
    importEntire(repo);
    expect(prov(repo, 'why', 'lamps.txt:1')).toContain('because nobody is there on Sundays');
  }));

test('a session of opencode, which Entire keeps in a single document, has its steps and lines', () =>
  withRepo(small, (repo) => {
    const kept = new Checkpoints(repo);
    const story = new Opencode(where(repo));
    story.prompt('Light the lamps');
    story.write('lamps.txt', lampsOf('lamps'));
    const { id } = story.info as { id: string };
    repo.write('lamps.txt', lampsOf('lamps'));
    const record = JSON.stringify({ info: story.info, messages: story.messages }, null, 2);
    const commit = repo.commit(`Lamps\n\n${kept.add(id, record)}`);
    importEntire(repo);
    expect(judge(repo, 'lamps.txt').map(({ owner }) => owner)).toEqual([id, id]);
    expect(graphsOf(repo, commit)[0]!.nodes.map(({ kind }) => kind)).toContain('goal');
  }));

test('lines of a sub-agent of opencode are its own, though its checkpoint names only itself', () =>
  withRepo(small, (repo) => {
    const kept = new Checkpoints(repo);
    const story = new Opencode({ ...where(repo), parent: 'ses_above' });
    story.prompt('Light the lamps');
    story.write('lamps.txt', lampsOf('lamps'));
    const { id } = story.info as { id: string };
    repo.write('lamps.txt', lampsOf('lamps'));
    const record = JSON.stringify({ info: story.info, messages: story.messages }, null, 2);
    repo.commit(`Lamps\n\n${kept.add(id, record)}`);
    importEntire(repo);
    expect(judge(repo, 'lamps.txt').map(({ owner }) => owner)).toEqual([`ses_above/${id}`, `ses_above/${id}`]);
  }));
