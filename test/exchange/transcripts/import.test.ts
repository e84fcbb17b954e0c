import { appendFileSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/sqlite/sqlite.ts';
import { enable, prov } from '../../helpers/agent.ts';
import { judge, notesOf, wrongLines } from '../../helpers/judge.ts';
import { withRepo } from '../../helpers/repo.ts';
import { AGENTS } from './transcripts/agents.ts';
import type { Transcript } from './transcripts/base.ts';
import { Claude } from './transcripts/claude.ts';
import { Codex } from './transcripts/codex.ts';
import { Opencode } from './transcripts/opencode.ts';
import { by, committed, next, owners, run, verify, where } from './site.ts';

describe.each(Object.entries(AGENTS))('a session of %s', (agent, Agent) => {
  test('is matched with its commit, and a person’s lines beside it stay the person’s', () =>
    withRepo({ files: { 'rates.ts': by('human', 'base', 'other') } }, async (repo) => {
      const story: Transcript = new Agent(where(repo));
      const before = repo.read('rates.ts');
      story.prompt('Add the rates of the banks');
      story.read('rates.ts', before);
      const mine = by('agent', 'bank', 'market', 'fixed');
      const [old] = before.split('\n');
      story.edit('rates.ts', `${old}\n`, `${old}\n${mine}`, before);
      story.write('new.ts', by('agent', 'spot', 'forward'), null);
      story.bash(
        "cat >> log.txt <<'EOF'\nThe rates of the banks are loaded now. @agent\nAnd those of the market with them. @agent\nEOF",
      );
      story.save();
      repo.write('rates.ts', before.replace(`${old}\n`, `${old}\n${mine}${by('human', 'mine')}`));
      repo.write('new.ts', `${by('agent', 'spot', 'forward')}${by('human', 'after')}`);
      repo.write(
        'log.txt',
        'The rates of the banks are loaded now. @agent\nAnd those of the market with them. @agent\n',
      );
      const commit = repo.commit('Rates');
      const dry = await run(repo, { dryRun: true });
      expect(dry.commits.map((one) => one.lines.map(({ path, lines }) => `${lines} of ${path}`))).toEqual([
        ['2 of log.txt', '2 of new.ts', '3 of rates.ts'],
      ]);
      expect(notesOf(repo).size).toBe(0);

      const { sessions, written } = await run(repo);
      expect(written).toBe(1);
      expect(sessions.map((one) => one.agent)).toEqual([agent.split(' ')[0]]);
      const id = sessions[0]!.session;
      expect(owners(repo, 'rates.ts')).toEqual(['no note', id, id, id, 'human', 'no note']);
      expect(owners(repo, 'new.ts')).toEqual([id, id, 'human']);
      expect(owners(repo, 'log.txt')).toEqual([id, id]);
      expect(judge(repo, 'new.ts')[0]!.evidence).toBe('inferred');
      const [graph] = notesOf(repo).get(commit)!.graphs;
      expect(graph!.nodes.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary)).toEqual([
        'Add the rates of the banks',
      ]);
      expect(graph!.usage?.output).toBeGreaterThan(0);
      expect(graph!.nodes.some(({ kind, detail }) => kind === 'decision' && detail?.['source'] === 'narrated')).toBe(
        true,
      );
    }));
});

test('a person can review the words of an imported transcript when asking for them', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { commit } = committed(repo, 'bank', 'market');
    await run(repo);
    const said = notesOf(repo)
      .get(commit)!
      .graphs.flatMap(({ nodes }) => nodes)
      .find(({ kind, detail }) => kind === 'decision' && detail?.['source'] === 'narrated')!;
    const waiting = (...args: string[]): { node: string; text: string }[] =>
      (JSON.parse(prov(repo, 'review', ...args, '--json')) as { proposals: { node: string; text: string }[] })
        .proposals;
    expect(waiting()).toEqual([]);
    expect(waiting('--words')).toMatchObject([{ node: said.id, text: said.summary }]);
    expect(waiting('--words', `commit:${commit}`)).toHaveLength(1);
    enable(repo);
    prov(repo, 'review', `decision:${said.id}`, '--reject', '--because', 'it was another reason');
    expect(waiting('--words')).toEqual([]);
    expect(prov(repo, 'why', 'b.ts:1')).toContain('rejected');
  }));

test('a sub-agent is a separate session, started by a step of its parent', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const main = new Claude(where(repo));
    main.prompt('Have it reviewed');
    const child = new Claude({ ...where(repo), at: main.at, id: 'a1b2c3d4', parent: main.id });
    child.prompt('Write a review');
    child.write(
      'review.md',
      'The rates are right as they are now. @agent\nNothing has to be done about them. @agent\n',
      null,
    );
    main.at = child.at;
    main.bash('git add -A && git commit -qm Review', '[main abc1234] Review');
    repo.env['GIT_AUTHOR_DATE'] = repo.env['GIT_COMMITTER_DATE'] = `${Math.floor(main.at / 1000)} +0000`;
    main.save();
    child.save();
    repo.write('review.md', 'The rates are right as they are now. @agent\nNothing has to be done about them. @agent\n');
    const commit = repo.commit('Review');
    await run(repo);
    const note = notesOf(repo).get(commit)!;
    expect(note.graphs.map(({ session }) => [session.id, session.parent]).toSorted()).toEqual(
      [
        [main.id, undefined],
        [`${main.id}/a1b2c3d4`, main.id],
      ].toSorted(),
    );
    expect(note.graphs.flatMap(({ edges }) => edges).some(({ kind }) => kind === 'spawned')).toBe(true);
    expect(owners(repo, 'review.md')).toEqual([`${main.id}/a1b2c3d4`, `${main.id}/a1b2c3d4`]);
  }));

test('a continued session has a copy of the first part, which counts once', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Claude(where(repo));
    story.prompt('One');
    story.write('b.ts', by('agent', 'one', 'two'), null);
    const path = story.save();
    const fork = 'f0f0f0f0-0000-4000-8000-000000000000';
    const copy = path.replace(story.id, fork);
    writeFileSync(copy, readFileSync(path, 'utf8').replaceAll(`"${story.id}"`, `"${fork}"`));
    const { mtimeMs } = statSync(path);
    utimesSync(copy, mtimeMs / 1000 + 1, mtimeMs / 1000 + 1); // a file system may count in steps of milliseconds
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('One');
    await run(repo);
    expect(owners(repo, 'b.ts')).toEqual([story.id, story.id]);
  }));

test('lines written in a work tree that was deleted later are found where they were merged', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Claude({ ...where(repo), cwd: join(repo.dir, '.claude', 'worktrees', 'topic') });
    story.prompt('One');
    story.write('b.ts', by('agent', 'one', 'two'), null);
    story.save();
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('One');
    await run(repo);
    expect(owners(repo, 'b.ts')).toEqual([story.id, story.id]);
  }));

test('secrets are kept out of notes', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const secret = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
    const story = new Claude(where(repo));
    story.prompt(`Use the token ${secret} for it`);
    story.bash(`curl -H 'Authorization: token ${secret}' https://example.com`);
    story.write('b.ts', by('agent', 'one', 'two'), null);
    story.save();
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('One');
    await run(repo);
    expect(JSON.stringify([...notesOf(repo).values()].map(({ graphs }) => graphs))).not.toContain(secret);
  }));

test('commits of bots, and sessions of other repositories, are left out', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Codex(where(repo));
    story.prompt('One');
    story.write('b.ts', by('agent', 'one', 'two'), null);
    story.save();
    const other = new Codex({ ...where(repo), cwd: '/somewhere/else' });
    other.prompt('Two');
    other.write('b.ts', by('agent', 'one', 'two'), null);
    other.save();
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('Bump', '--author', 'dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>');
    const { written, bots, elsewhere, sessions } = await run(repo);
    expect({ written, bots, elsewhere, sessions: sessions.length }).toEqual({
      written: 0,
      bots: 1,
      elsewhere: 1,
      sessions: 1,
    });
  }));

test('truncated files, long lines and malformed JSON are read as far as possible, and reported', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Claude(where(repo));
    story.prompt('One');
    story.write('b.ts', by('agent', 'one', 'two'), null);
    const path = story.save();
    const long = JSON.stringify({ type: 'user', sessionId: story.id, message: 'x'.repeat(9 * 1024 * 1024) });
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(
      path,
      [lines[0], '{"type":"user" no JSON', '[1,2]', long, '{"type":"assistant","message":7}', ...lines.slice(1)].join(
        '\n',
      ),
    );
    appendFileSync(path, '{"type":"user","sessionId":"cut in the mid');
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('One');
    const { unread } = await run(repo);
    expect(owners(repo, 'b.ts')).toEqual([story.id, story.id]);
    expect([...unread].map(([what, { count }]) => `${count} ${what}`)).toEqual([
      '2 lines that are no JSON',
      '1 lines longer than 8 MiB',
      '1 records without a session or a time',
      '1 files cut in the middle of a line',
    ]);
  }));

test('opencode’s database is read including its write-ahead log', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const story = new Opencode(where(repo));
    story.prompt('One');
    story.write('b.ts', by('agent', 'one', 'two'));
    const dir = join(repo.home, '.local', 'share', 'opencode');
    mkdirSync(dir, { recursive: true });
    const db = await openDatabase(join(dir, 'opencode.db'));
    db.exec('CREATE TABLE session (id text, parent_id text, directory text, time_created integer)');
    db.exec('CREATE TABLE message (id text, session_id text, time_created integer, data text)');
    db.exec('CREATE TABLE part (id text, message_id text, session_id text, data text)');
    const id = (story.info as { id: string }).id;
    db.run('INSERT INTO session VALUES (?, NULL, ?, 1)', id, repo.dir);
    for (const [n, { info, parts }] of story.messages.entries()) {
      db.run('INSERT INTO message VALUES (?, ?, ?, ?)', info.id, id, n, JSON.stringify(info));
      for (const [k, part] of parts.entries())
        db.run('INSERT INTO part VALUES (?, ?, ?, ?)', `prt_${k}`, info.id, id, JSON.stringify(part));
    }
    db.close();
    repo.write('b.ts', by('agent', 'one', 'two'));
    repo.commit('One');
    await run(repo);
    expect(owners(repo, 'b.ts')).toEqual([id, id]);
    writeFileSync(join(dir, 'opencode.db'), 'this is no database, however long it may be\n'.repeat(100));
    expect([...(await run(repo)).unread.keys()]).toEqual(['databases that cannot be read']);
  }));

test('a dry run lists what would be attributed and why, the import does it, and verify and blame accept the result', () =>
  withRepo({ hash: 'sha1', files: { 'rates.ts': by('human', 'base') } }, (repo) => {
    const stories = Object.values(AGENTS).map((Agent): Transcript => new Agent(where(repo)));
    for (const [n, story] of stories.entries()) {
      story.at = next(repo) - 50_000;
      story.prompt('Add rates');
      story.write(`rates${n}.ts`, by(`agent${n}`, `bank${n}`, `market${n}`), null);
      story.save();
      repo.write(`rates${n}.ts`, `${by('human', `hand${n}`)}${by(`agent${n}`, `bank${n}`, `market${n}`)}`);
      repo.commit(`Rates ${n}`);
    }
    const dry = prov(repo, 'import', 'transcripts', '--dry-run');
    expect(dry).toMatch(/2 lines of rates0\.ts\s+by [0-9a-f]{8}, Write rates0\.ts, 20/);
    expect(dry).toContain(`${stories.length} notes would be written`);
    const only = JSON.parse(prov(repo, 'import', 'transcripts', '--dry-run', '--json', '--agent', 'codex')) as {
      schema: string;
      written: number;
    };
    expect([only.schema, only.written]).toEqual(['git-prov/import-transcripts/1', 2]);
    expect(prov(repo, 'import', 'transcripts')).toContain(`${stories.length} notes written`);
    expect(verify(repo)).toContain(`Valid: ${stories.length} notes, ${stories.length} graphs`);
    expect(prov(repo, 'blame', 'rates3.ts')).toContain('gemini');
    for (const n of stories.keys())
      expect(wrongLines(judge(repo, `rates${n}.ts`)).filter((line) => /@human/.test(line))).toEqual([]);
  }));

test('without any session, the message lists the folders searched', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    expect(prov(repo, 'import', 'transcripts')).toMatch(
      /^No session of this repository was found where Claude Code, .*\n$/,
    );
  }));

test('commits with checkpoints of another tool are skipped', () =>
  withRepo({ files: { 'a.ts': by('human', 'base') } }, async (repo) => {
    const { commit } = committed(repo, 'one', 'two');
    const copy = repo.git('commit-tree', `${commit}^{tree}`, '-m', 'Checkpoint');
    const all = [
      'refs/heads/entire/checkpoints/v1',
      'refs/remotes/origin/entire/checkpoints/v1',
      'refs/entire/checkpoints/ZZ/1',
    ];
    for (const ref of all) repo.git('update-ref', ref, copy);
    const { looked, written } = await run(repo);
    expect([looked, written]).toEqual([2, 1]);
  }));
