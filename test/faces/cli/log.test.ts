import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runLog, type LogOptions } from '../../../src/faces/cli/commands/ask/log.ts';
import { BROKEN_PIPE } from '../../../src/faces/cli/output/output.ts';
import type { Oid } from '../../../src/model/ids.ts';
import type { LogEntry } from '../../../src/ask/history/log.ts';
import { nodeInfo } from '../../../src/ask/shapes/parts.ts';
import { NoteStore } from '../../../src/notes/notes.ts';
import { signsFor } from '../../../src/faces/cli/render/blame/blame-words.ts';
import { painter } from '../../../src/faces/cli/render/color.ts';
import { renderEntry } from '../../../src/faces/cli/render/ask/log.ts';
import { prov } from '../../helpers/agent.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { withRepo } from '../../helpers/repo.ts';
import { made, nodeAt, noteOf, run, writeNotes, type Telling } from '../../ask/setup.ts';
import { tellStory } from '../../ask/story.ts';

const log = async (repo: TestRepo, options: LogOptions = {}, telling: Telling = {}): Promise<string> =>
  (await run(repo, runLog, options, telling)).text;
const subjects = async (repo: TestRepo, options: LogOptions, telling: Telling = {}): Promise<string[]> => {
  const { commits } = JSON.parse(await log(repo, { ...options, json: true }, telling)) as {
    commits: { subject: string }[];
  };
  return commits.map(({ subject }) => subject);
};

const LOOK = { signs: signsFor({}), paint: painter(false), columns: undefined, unicode: false };

describe('in a repository where an agent worked', () => {
  let repo: TestRepo;
  beforeAll(() => {
    repo = tellStory();
    repo.git('config', 'color.ui', 'always');
    repo.git('config', 'log.showSignature', 'true');
  });
  afterAll(() => repo.cleanup());

  test('one line per commit: verification, share of the agents, who, subject, decisions', async () => {
    expect(await log(repo, {}, { env: { NO_COLOR: '1' } })).toMatchInlineSnapshot(`
      "06d66b0 ·      1/2  claude-code e808f628     Tests  ← no reason was given; asked for: Add test coverage
      ac8218b ◐      5/5  claude-code e808f628 +1  Fix auth  ← no reason was given; asked for: Fix the authentication bug
      96f561f             no note                  first
      "
    `);
  });

  test('on a terminal, no line is wider than the terminal', async () => {
    const text = await log(repo, {}, { columns: 72, env: { NO_COLOR: '1' } });
    expect(text.split('\n').map((line) => line.length <= 72)).not.toContain(false);
    expect(text).toContain('Fix auth  ← no reason');
  });

  test('ranges, -n and paths work as in git, and only lines of these paths count', async () => {
    expect(await subjects(repo, { revisions: ['HEAD~1..HEAD'] })).toEqual(['Tests']);
    expect(await subjects(repo, { maxCount: 2 })).toEqual(['Tests', 'Fix auth']);
    expect(await subjects(repo, { paths: ['auth.rs'] }, { cwd: join(repo.dir, 'src') })).toEqual([
      'Tests',
      'Fix auth',
      'first',
    ]);
    expect(await subjects(repo, { paths: [':!src/'] })).toEqual(['first']);
    expect(await log(repo, { paths: ['src/new.rs'] }, { env: { NO_COLOR: '1' } })).toMatch(
      /^\S+ · {6}2\/2 {2}claude-code [0-9a-f]{8} {5}Fix auth/,
    );
  });

  test('commits without agent lines are human, uncertain, or without lines', async () => {
    const told = { writers: [], decisions: [], changers: [], asked: [], verification: 'none' } as const;
    const commit = { oid: repo.oid('HEAD'), short: 'abc', author: '', email: '', time: null, subject: 's' };
    const said = (human: number, unsure: number): string =>
      renderEntry({ ...commit, known: true, ...told, lines: { added: human + unsure, agent: 0, human, unsure } }, LOOK);
    expect([said(2, 0), said(2, 1), said(0, 0)].map((line) => line.slice(15).trim().replace(/ +s$/, ''))).toEqual([
      'human',
      'not certain',
      'no lines',
    ]);
  });

  test('git’s options that choose commits work as in git, and others are refused', async () => {
    const asked = async (...words: string[]): Promise<string[]> => {
      const { commits } = JSON.parse(prov(repo, 'log', '--json', ...words)) as { commits: { subject: string }[] };
      return commits.map(({ subject }) => subject);
    };
    repo.git('tag', 'old', 'HEAD~1');
    expect(await asked('-1')).toEqual(['Tests']);
    expect(await asked('-2', '--reverse')).toEqual(['Fix auth', 'Tests']);
    expect(await asked('--tags')).toEqual(['Fix auth', 'first']);
    expect(await asked('--tags', 'HEAD', '--skip=2')).toEqual(['first']);
    expect(await asked('--branches=no*')).toEqual([]);
    expect(await asked('--remotes')).toEqual([]);
    expect(await asked('--grep=tests', '-i', '--author=Ada')).toEqual(['Tests']);
    expect(await asked('--grep', 'nix', '--invert-grep', '--no-merges', '--first-parent')).toHaveLength(3);
    expect(await asked('--until', '2026-01-01T00:00:30Z')).toEqual(['first']);
    expect(await asked('--since=2026-01-01T00:00:30Z')).toEqual(['Tests', 'Fix auth']);
    expect(await asked('--all')).toEqual(repo.git('log', '--format=%s', '--branches', '--tags').split('\n'));
    expect(await asked('src/new.rs')).toEqual(['Fix auth']); // no revision, and a file
    expect(await asked('-1', '--', '-1')).toEqual([]);
    expect(prov(repo, 'log', '-1', '--oneline')).not.toContain('no reason');
    for (const word of ['--graph', '-p', '--output=x', '--ext-diff', '--format=%H', '--no-index', '-S', '--exec=x'])
      expect(() => prov(repo, 'log', word)).toThrow(/exited with 2: .*unknown argument/);
    expect(() => prov(repo, 'log', 'nix')).toThrow(/exited with 1: git prov: git log: bad revision 'nix'/);
    repo.git('tag', '-d', 'old');
  });

  test('--json has a schema, and lines, writers and decisions', async () => {
    expect(JSON.parse(await log(repo, { json: true }))).toMatchObject({
      schema: 'git-prov/log/1',
      commits: [
        { subject: 'Tests', known: true, lines: { added: 2, agent: 1, human: 1, unsure: 0 }, verification: 'none' },
        {
          oid: repo.oid('HEAD~1'),
          lines: { added: 5, agent: 5 },
          changers: [],
          writers: [
            { lines: 3, session: { id: 'sess-a' } },
            { lines: 2, session: { id: 'sess-a/sub1', parent: 'sess-a' } },
          ],
          verification: 'partly',
        },
        { subject: 'first', known: false, lines: null, writers: [], verification: null },
      ],
    });
  });

  test('an unknown revision is reported in git’s words', async () => {
    await expect(log(repo, { revisions: ['nix'] })).rejects.toThrow(/git log: bad revision 'nix'/);
    await expect(log(repo, { revisions: ['--output=x'] })).rejects.toThrow(/git log: /);
    await expect(log(repo, { maxCount: Number.NaN })).rejects.toThrow(/-n needs a number/);
  });
});

test('a merge counts only lines that it added itself; hostile subjects are made visible', () =>
  withRepo({ files: { 'a.txt': 'a\n' } }, async (repo) => {
    repo.git('switch', '-qc', 'topic');
    repo.write('t.txt', 'topic\n');
    repo.commit('topic');
    repo.git('switch', '-q', 'main');
    repo.write('m.txt', 'main\n');
    repo.commit('main');
    repo.git('merge', '-q', '--no-commit', 'topic');
    repo.write('t.txt', 'topic\nmerged by agent\n');
    const head = repo.commit('bad\u001b[31m\u202esubject');
    const graph = made('s', [{ n: 3, kind: 'commitment', summary: 'edit', detail: { files: ['t.txt'] } }]);
    await writeNotes(repo, [[head, noteOf([graph], [['t.txt', 2, 1, nodeAt('s', 3)]])]]);
    const [line] = (await log(repo)).split('\n');
    expect(line).toContain(' 1/1  claude-code');
    expect(line).toContain('bad\\x1b[31m\\u{202e}subject');
    expect((await log(repo, { paths: ['t.txt'] })).split('\n')[0]).toContain(' 1/1  claude-code');
  }));

test('commits without a note keep their places among those with one', () =>
  withRepo({ files: { 'a.txt': 'a\n' } }, async (repo) => {
    const noted = ['plain', 'noted', 'also noted', 'plain too'].map((words) => repo.commit(words)).slice(1, 3);
    await writeNotes(
      repo,
      noted.map((commit) => [commit, noteOf([made('s', [{ n: 3, kind: 'commitment', summary: 'edit' }])], [])]),
    );
    expect(await subjects(repo, {})).toEqual(['plain too', 'also noted', 'noted', 'plain', 'first']);
  }));

test('a subject that is longer than a piece of git’s output is whole, and so are the commits around it', () =>
  withRepo({ files: { 'a.txt': 'a\n' } }, async (repo) => {
    const long = 'x'.repeat(200_000);
    repo.gitRaw(['commit', '-q', '--allow-empty', '-F', '-'], long);
    repo.commit('last');
    expect(await subjects(repo, {})).toEqual(['last', long, 'first']);
  }));

test('a failed verification, and an empty repository', () =>
  withRepo({}, async (repo) => {
    await expect(log(repo)).rejects.toThrow(/There is no commit here yet/);
    repo.write('a.txt', 'a\n');
    const graph = made(
      's',
      [
        { n: 3, kind: 'commitment', summary: 'edit', detail: { files: ['a.txt'] } },
        { n: 4, kind: 'verification', summary: 'make failed', detail: { passed: false } },
      ],
      [[3, 'verified_by', 4]],
    );
    await writeNotes(repo, [[repo.commit('one'), noteOf([graph], [['a.txt', 1, 1, nodeAt('s', 3)]])]]);
    expect(await log(repo)).toMatch(/^\S+ ✗/);
  }));

test('a long history is printed while it is read, and reading stops when the reader quits', () =>
  withRepo({}, async (repo) => {
    const stream = Array.from(
      { length: 3000 },
      (_, i) =>
        `commit refs/heads/main\ncommitter A <a@b> ${1_700_000_000 + i} +0000\ndata 3\nc${String(i % 100).padStart(2, '0')}\n`,
    );
    repo.gitRaw(['fast-import', '--quiet'], stream.join(''));
    expect((await log(repo)).trimEnd().split('\n')).toHaveLength(3000);
    const opened = await repo.open();
    const store = new NoteStore(opened);
    let asked = 0;
    let lines = 0;
    const stdout = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines += chunk.toString().split('\n').length - 1;
        done(lines > 20 ? Object.assign(new Error('gone'), { code: 'EPIPE' }) : undefined);
      },
    });
    const counting = {
      read: (commits: Iterable<Oid>) => store.read(commits),
      each: (commits: Iterable<Oid>) => {
        asked += [...commits].length;
        return store.each(commits);
      },
      list: () => store.list(),
      locate: (commits: Iterable<Oid>) => store.locate(commits),
      at: (located: ReadonlyMap<Oid, readonly Oid[]>) => store.at(located),
    };
    const ctx = { cwd: repo.dir, env: repo.env, repo: opened, store: counting, stdout, warn: () => undefined };
    const code = await runLog({}, { ...ctx, readNotes: (commits) => store.read([...commits]) });
    await store.close();
    expect(code).toBe(BROKEN_PIPE);
    expect(asked).toBeLessThan(500);
  }));

test('a decision with the same words for several changes is printed once, with its count', () =>
  withRepo({}, async (repo) => {
    repo.write('a.txt', '1\n2\n3\n');
    const decisions = ['Same.', 'Same.', 'Other.'];
    const graph = made(
      's',
      decisions.flatMap((summary, i) => [
        { n: i + 1, kind: 'commitment', summary: 'edit' },
        { n: i + 10, kind: 'decision', summary, at: i },
      ]),
      decisions.map((_, i) => [i + 1, 'decided_by', i + 10] as const),
    );
    const lines = decisions.map((_, i) => ['a.txt', i + 1, 1, nodeAt('s', i + 1)] as const);
    await writeNotes(repo, [[repo.commit('one'), noteOf([graph], lines)]]);
    expect(await log(repo)).toMatch(/← Same\. \(2 times\); Other\n$/);
  }));

test('a sentence that several decisions of a commit share is printed once, and keeps its speaker and its status', () => {
  const commit = { oid: 'a'.repeat(40) as Oid, short: 'abc', author: '', email: '', time: null, subject: 's' };
  const lines = { added: 1, agent: 1, human: 0, unsure: 0 };
  const decided = (...decisions: LogEntry['decisions']): string => {
    const told = { writers: [], changers: [], asked: [], verification: 'none', decisions } as const;
    const entry = { ...commit, known: true, lines, ...told };
    return renderEntry(entry, { ...LOOK, signs: { ...LOOK.signs, pointer: '←' } })
      .split('← ')[1]!
      .trimEnd();
  };
  const agent = (summary: string, more: object = {}): LogEntry['decisions'][number] => ({
    ...nodeInfo({ id: nodeAt('s', 1), kind: 'decision', at: 0, summary }),
    ...more,
  });
  const user = (summary: string) => agent(summary, { detail: { source: 'narrated', place: 'prompt' } });
  expect(decided(agent('One is slow. Two are not.'), agent('Two are not. Three are.'), agent('Two are not.'))).toBe(
    'One is slow. Two are not; Three are',
  );
  expect(decided(user('One is slow. Two are not.'), user('Two are not. Three are.'))).toBe(
    'user: One is slow. Two are not; user: Three are',
  );
  expect(decided(agent('One is slow.'), user('One is slow.'))).toBe('One is slow; user: One is slow');
  expect(decided(agent('One is slow.'), agent('One is slow.', { status: 'rejected' }))).toBe(
    'One is slow; rejected: One is slow',
  );
});

test('the decisions of a commit are ordered by time, not by file or line', () =>
  withRepo({}, async (repo) => {
    repo.write('a.txt', '1\n2\n3\n');
    repo.write('b.txt', '1\n');
    const graph = made(
      's',
      [
        { n: 1, kind: 'commitment', summary: 'edit b' },
        { n: 2, kind: 'commitment', summary: 'edit a' },
        { n: 3, kind: 'decision', summary: 'Second', at: 2000 },
        { n: 4, kind: 'decision', summary: 'First', at: 1000 },
        { n: 5, kind: 'commitment', summary: 'edit a again' },
        { n: 6, kind: 'decision', summary: 'Third', at: 2000 },
      ],
      [
        [1, 'decided_by', 4],
        [2, 'decided_by', 3],
        [5, 'decided_by', 6],
      ],
    );
    const lines = [
      ['a.txt', 1, 1, nodeAt('s', 5)],
      ['a.txt', 2, 2, nodeAt('s', 2)],
      ['b.txt', 1, 1, nodeAt('s', 1)],
    ] as const;
    await writeNotes(repo, [[repo.commit('one'), noteOf([graph], lines)]]);
    expect(await log(repo)).toMatch(/← First; Second; Third\n$/);
  }));
