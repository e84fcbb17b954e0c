import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/sqlite/sqlite.ts';
import { judge, notesOf } from '../../helpers/judge.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';
import { runs } from '../../helpers/runs.ts';
import { by, owners, run, verify, where } from './site.ts';
import { Crush } from './transcripts/crush-database.ts';

const BASE = { 'rates.ts': by('human', 'base', 'other') };

test.each([false, true])('a session of Crush explains its commit (texts in the results too: %s)', (withMetadata) =>
  withRepo({ files: BASE }, async (repo) => {
    const story = new Crush(where(repo));
    story.withMetadata = withMetadata;
    const before = repo.read('rates.ts');
    story.prompt('Add the rates of the banks');
    story.read('rates.ts', before);
    const [old] = before.split('\n');
    const mine = by('agent', 'bank', 'market', 'fixed');
    story.edit('rates.ts', `${old}\n`, `${old}\n${mine}`, before);
    story.write('new.ts', by('agent', 'spot', 'forward'), null);
    story.refused('refused.ts', by('human', 'never', 'asked'));
    story.bash('npm test', 'Exit code 1\nno\nExit code 1\n<cwd>/x</cwd>');
    await story.store();
    repo.write('rates.ts', before.replace(`${old}\n`, `${old}\n${mine}${by('human', 'mine')}`));
    repo.write('new.ts', `${by('agent', 'spot', 'forward')}${by('human', 'after')}`);
    repo.write('refused.ts', by('human', 'never', 'asked'));
    const commit = repo.commit('Rates');
    const { sessions, written, unread } = await run(repo);
    expect([...unread.keys()]).toEqual([]);
    expect(written).toBe(1);
    const { id } = story;
    expect(sessions.map(({ agent, session }) => [agent, session])).toEqual([['crush', id]]);
    expect(owners(repo, 'rates.ts')).toEqual(['no note', id, id, id, 'human', 'no note']);
    expect(owners(repo, 'new.ts')).toEqual([id, id, 'human']);
    expect(owners(repo, 'refused.ts')).toEqual(['human', 'human']);
    expect(judge(repo, 'new.ts')[0]!.evidence).toBe('inferred');
    const [graph] = notesOf(repo).get(commit)!.graphs;
    expect(graph!.session).toMatchObject({ agent: 'crush', vendor: 'charm', model: 'big' });
    const kinds = graph!.nodes.map(({ kind, summary }) => `${kind} ${summary}`);
    expect(kinds).toContain('goal Add the rates of the banks');
    expect(graph!.nodes.some(({ kind, detail }) => kind === 'decision' && detail?.['source'] === 'narrated')).toBe(
      true,
    );
    expect(graph!.nodes.find(({ kind }) => kind === 'verification')?.detail).toMatchObject({ passed: false });
    expect(verify(repo)).toMatch(/^Valid: 1 note/);
    expect((await run(repo)).written).toBe(0);
  }),
);

test('a text that a person wrote between two edits is not Crush’s', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Crush(where(repo));
    story.prompt('Two edits');
    const base = by('human', 'base');
    const first = `${base}${by('agent', 'one', 'two')}`;
    story.edit('a.ts', base, first, base);
    // Crush keeps what it found at its next edit, and was not shown it.
    const between = `${by('human', 'typed', 'byhand')}${first}`;
    const last = `${between}${by('agent', 'three', 'four')}`;
    story.edit('a.ts', by('agent', 'two'), by('agent', 'two', 'three', 'four'), between);
    await story.store();
    repo.write('a.ts', last);
    repo.commit('Both');
    await run(repo);
    const { id } = story;
    expect(owners(repo, 'a.ts')).toEqual(['human', 'human', 'no note', id, id, id, id]);
  }));

test('a sub-agent is a session of its own, and the list of projects leads to other folders', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const data = join(repo.home, 'kept');
    const main = new Crush(where(repo));
    main.prompt('Have it written');
    main.bash('true');
    const child = new Crush({ ...where(repo), at: main.at, parent: main.id });
    child.prompt('Write it');
    child.write('b.ts', by('agent', 'one', 'two'), null);
    for (const one of [main, child]) await one.store(join(data, 'crush.db'));
    const list = { projects: [{ path: repo.dir, data_dir: data }, { path: '/', data_dir: '/nowhere' }, 7] };
    mkdirSync(join(repo.home, '.local/share/crush'), { recursive: true });
    writeFileSync(join(repo.home, '.local/share/crush/projects.json'), JSON.stringify(list));
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('One');
    // The folder of a session without files is not known.
    const { unread } = await run(repo);
    expect([...unread.keys()]).toEqual(['sessions without a folder']);
    expect(owners(repo, 'b.ts')).toEqual([`${main.id}/${child.id}`, `${main.id}/${child.id}`]);
  }));

/** A commit that a session of Crush wrote, and its database. */
async function wrote(repo: TestRepo): Promise<Crush> {
  const story = new Crush(where(repo));
  story.prompt('One');
  story.write('b.ts', by('agent', 'one', 'two'), null);
  await story.store();
  repo.write('b.ts', by('agent', 'one', 'two'));
  return story;
}

test('a database that came with the repository, or behind a link, is not read', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { path } = await wrote(repo);
    repo.git('add', '-f', '.crush/crush.db');
    repo.commit('One');
    const { written, unread } = await run(repo);
    expect([written, ...unread.keys()]).toEqual([0, 'sessions that are committed in the repository']);
    repo.git('rm', '-q', '--cached', '.crush/crush.db');
    expect((await run(repo, { dryRun: true })).written).toBe(1);
    renameSync(dirname(path), join(repo.home, 'elsewhere'));
    symlinkSync(join(repo.home, 'elsewhere'), dirname(path));
    expect(await run(repo)).toMatchObject({ written: 0, files: 0 });
    rmSync(dirname(path));
    mkdirSync(dirname(path));
    symlinkSync(join(repo.home, 'elsewhere/crush.db'), path);
    expect(await run(repo)).toMatchObject({ written: 0, files: 0 });
    // A person who names it has decided.
    expect((await run(repo, { paths: [join(repo.home, 'elsewhere/crush.db')] })).written).toBe(1);
  }));

const FORGED: Readonly<Record<string, string>> = {
  'a view':
    'ALTER TABLE sessions RENAME TO s; CREATE VIEW sessions AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS parent_session_id, id AS created_at FROM n',
  'a computed column':
    'DROP TABLE files; CREATE TABLE files (session_id, path, version, content AS (hex(zeroblob(400000000))))',
  'a virtual table': 'DROP TABLE files; CREATE VIRTUAL TABLE files USING fts5(session_id, path, content, version)',
  'a missing table': 'DROP TABLE messages',
};

test.each(Object.entries(FORGED))('%s in place of a table is refused at once', (_, sql) =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { path } = await wrote(repo);
    const db = await openDatabase(path);
    db.exec(sql);
    db.close();
    repo.commit('One');
    const { written, unread } = await run(repo);
    expect([written, ...unread.keys()]).toEqual([0, 'databases of an unknown form']);
  }),
);

test('rows of other types and sizes are skipped, triggers do not run, and nothing of the copy stays', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = await wrote(repo);
    const { path } = story;
    const db = await openDatabase(path);
    const before = new Set(readdirSync(tmpdir()));
    db.exec(`INSERT INTO sessions VALUES (x'00ff', 7, 1, 0, 1), ('${'x'.repeat(300)}', NULL, 1, 0, 1), ('', NULL, 1, 0, 1);
      INSERT INTO messages VALUES ('m1', '${story.id}', 'user', zeroblob(40000000), NULL, 1, 0);
      INSERT INTO messages VALUES ('m2', '${story.id}', 'user', '{"no": "list"}', NULL, 2, 0);
      INSERT INTO messages VALUES ('m3', '${story.id}', 'user', '[{"type":"text","data":{"text":7}}, 3, {"type":{}}]', x'00', 3, 0);
      INSERT INTO messages VALUES ('m4', '${story.id}', 'tool', '[{"type":"tool_result","data":{"tool_call_id":"__proto__"}}]', 5, 9e18, 0);
      INSERT INTO messages VALUES ('m5', '${story.id}', 'user', '[]', 5, 'now', 0);
      CREATE TRIGGER t AFTER INSERT ON sessions BEGIN DELETE FROM messages; END;`);
    db.close();
    repo.commit('One');
    const { written, unread } = await run(repo);
    expect(written).toBe(1);
    expect(owners(repo, 'b.ts')).toEqual([story.id, story.id]);
    expect([...unread].map(([what, { count }]) => `${count} ${what}`)).toEqual([
      '2 messages that are too large or no JSON',
      '2 messages without a role or a time',
    ]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('git-prov-database-') && !before.has(name))).toEqual(
      [],
    );
  }));

test('a file that is no database, or a pipe, is reported', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { path } = await wrote(repo);
    repo.commit('One');
    writeFileSync(path, 'this is no database, however long it may be\n'.repeat(100));
    expect([...(await run(repo)).unread.keys()]).toEqual(['databases that cannot be read']);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect(await run(repo)).toMatchObject({ files: 0 });
    expect([...(await run(repo, { paths: [path] })).unread.keys()]).toEqual(['databases that cannot be read']);
  }));

/** A database of opencode with a session that wrote b.ts. */
async function opencode(repo: TestRepo): Promise<string> {
  const dir = join(repo.home, '.local/share/opencode');
  mkdirSync(dir, { recursive: true });
  const db = await openDatabase(join(dir, 'opencode.db'));
  db.exec('CREATE TABLE session (id text, parent_id text, directory text, time_created integer)');
  db.exec('CREATE TABLE message (id text, session_id text, time_created integer, data text)');
  db.exec('CREATE TABLE part (id text, message_id text, session_id text, data text)');
  db.run('INSERT INTO session VALUES (?, NULL, ?, 1)', 'ses_1', repo.dir);
  const time = { created: where(repo).at };
  db.run('INSERT INTO message VALUES (?, ?, 1, ?)', 'm', 'ses_1', JSON.stringify({ role: 'assistant', time }));
  const input = { filePath: join(repo.dir, 'b.ts'), content: by('agent', 'one', 'two') };
  const state = { status: 'completed', input, output: 'Wrote file successfully.', time: { end: time.created } };
  const part = { type: 'tool', tool: 'write', callID: 'c', state };
  db.run('INSERT INTO part VALUES (?, ?, ?, ?)', 'p', 'm', 'ses_1', JSON.stringify(part));
  db.close();
  repo.write('b.ts', by('agent', 'one', 'two'));
  return join(dir, 'opencode.db');
}

test.each([
  ['Crush', async (repo: TestRepo): Promise<string> => (await wrote(repo)).path],
  ['opencode', opencode],
])('any damage to the bytes of a database of %s ends in a valid result', (_, make) =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const path = await make(repo);
    repo.commit('One');
    expect((await run(repo, { dryRun: true })).written).toBe(1);
    const whole = readFileSync(path);
    expect(existsSync(`${path}-wal`)).toBe(false);
    // Most bytes of such a small file are never used.
    const used = [...whole.keys()].filter((at) => whole[at] !== 0);
    const change = fc.record({ at: fc.nat(used.length - 1).map((n) => used[n]!), to: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 30 }), fc.nat(20), async (changes, cut) => {
        const bytes = Buffer.from(whole);
        for (const { at, to } of changes) bytes[at] = to;
        writeFileSync(path, cut === 0 ? bytes.subarray(0, changes[0]!.at) : bytes);
        const { written } = await run(repo, { dryRun: true });
        expect(written).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(60) },
    );
  }),
);
