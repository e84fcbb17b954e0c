import { NOTES_REF } from '../../../src/notes/refs.ts';
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRepository, ProvError } from '../../../src/faces/library/index.ts';
import type { CommitNote, LineInfo, Repository } from '../../../src/faces/library/types.ts';
import { oid, type Oid } from '../../../src/model/ids.ts';
import { gitSince } from '../../helpers/git-version.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';
import { KNOWN, nodeOf, noteOf, READERS, writeNotes } from './fixture.ts';

// The same repositories answer the same questions with git and without it.

type Open = (dir: string, env: NodeJS.ProcessEnv) => Promise<Repository>;
type Story = (open: (dir?: string) => Promise<Repository>, repo: TestRepo) => Promise<void>;
type Files = Readonly<Record<string, string | Uint8Array>>;

const telling =
  (open: Open) =>
  (files: Files | undefined, story: Story): Promise<void> =>
    withRepo({ ...KNOWN, ...(files ? { files } : {}) }, async (repo) => {
      const opened: Repository[] = [];
      await story(async (dir = repo.dir) => {
        const one = await open(dir, repo.env);
        opened.push(one);
        return one;
      }, repo).finally(() => Promise.all(opened.map((one) => one.close())));
    });

/** HEAD~1 is a person's; HEAD has two lines of an agent and one of a person. */
async function ordinary(repo: TestRepo): Promise<Oid> {
  repo.write('a.txt', 'one\nby the agent\ntwo\nthe agent too\nby hand\n');
  const commit = repo.commit('second');
  const lines = { 'a.txt': [{ start: 2 }, { start: 4 }] };
  await writeNotes(repo, new Map([[commit, noteOf('sess-a', lines)]]));
  return commit;
}
const FILES = { 'a.txt': 'one\ntwo\n' };

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const owners = (lines: readonly LineInfo[]): string[] =>
  lines.map(({ owner, reason, session }) =>
    [owner, ...((reason ?? session?.id) ? [reason ?? session?.id] : [])].join(' '),
  );
const ORDINARY = ['unknown no-note', 'agent sess-a', 'unknown no-note', 'agent sess-a', 'human'];

const failing = async (asked: Promise<unknown>, kind: string, words: RegExp): Promise<void> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProvError);
  expect(error).toMatchObject({ kind, message: expect.stringMatching(words), hint: expect.any(String) });
};

for (const [name, open] of Object.entries(READERS))
  describe(name, () => {
    const tell = telling(open);

    test('returns who wrote a line, with the session, the decision and the goal', () =>
      tell(FILES, async (opened, repo) => {
        const commit = await ordinary(repo);
        const prov = await opened();
        const line = await prov.whoWrote({ path: 'a.txt', line: 2 });
        expect(line).toEqual({
          line: 2,
          text: 'by the agent',
          owner: 'agent',
          commit,
          path: 'a.txt',
          originalLine: 2,
          evidence: 'exact',
          session: {
            id: 'sess-a',
            short: nodeOf('sess-a', 0).slice(0, 8),
            agent: 'claude-code',
            vendor: 'anthropic',
            model: 'opus',
            parent: null,
          },
          node: {
            id: nodeOf('sess-a', 2),
            kind: 'commitment',
            at: '2026-01-01T00:00:02.000Z',
            summary: 'edit a.txt',
            tool: 'Edit',
            duration: 12,
            detail: { files: ['a.txt'] },
          },
          decision: expect.objectContaining({ id: nodeOf('sess-a', 3), summary: 'The decision of sess-a' }),
          goal: expect.objectContaining({ id: nodeOf('sess-a', 0), summary: 'The goal of sess-a' }),
          verification: 'passed',
        });
        expect(JSON.parse(JSON.stringify(line))).toEqual(line);
        expect(await prov.whoWrote({ path: 'a.txt', line: 5 })).toMatchObject({ owner: 'human', commit });
        expect(owners((await prov.lines({ path: 'a.txt' })).lines)).toEqual(ORDINARY);
        const some = await prov.lines({ path: 'a.txt', start: 3, count: 2 });
        expect(some.lines.map(({ line, text }) => [line, text])).toEqual([
          [3, 'two'],
          [4, 'the agent too'],
        ]);
        expect(owners((await prov.lines({ path: 'a.txt', revision: 'HEAD~1' })).lines)).toEqual(
          Array<string>(2).fill('unknown no-note'),
        );
      }));

    test('returns notes as plain data: attributions, graphs, sessions, nodes', () =>
      tell(FILES, async (opened, repo) => {
        const commit = await ordinary(repo);
        const prov = await opened();
        const note = (await prov.note('HEAD'))!;
        expect(note.files).toEqual([
          {
            path: 'a.txt',
            lines: [2, 4].map((start) => ({ start, count: 1, node: nodeOf('sess-a', 2), evidence: 'exact' })),
          },
        ]);
        expect(note.graphs[0]).toMatchObject({
          id: expect.stringMatching(/^[0-9a-f]{64}$/),
          session: { id: 'sess-a' },
          usage: { input: 10, output: 20, cacheRead: 0, cacheWrite: 0 },
          previous: null,
        });
        expect(note.graphs[0]!.nodes.map(({ kind }) => kind)).toEqual([
          'goal',
          'exploration',
          'commitment',
          'decision',
          'verification',
        ]);
        expect(JSON.parse(JSON.stringify(note))).toEqual(note);
        expect(await prov.note('HEAD~1')).toBeUndefined();
        expect(await collect(prov.allNotes())).toEqual([note]);
        expect(await collect(prov.notes(['HEAD', 'HEAD~1']))).toEqual([note]);
        expect(await prov.sessions()).toEqual([
          {
            session: note.graphs[0]!.session,
            first: '2026-01-01T00:00:00.000Z',
            last: '2026-01-01T00:00:04.000Z',
            steps: 5,
            uncommitted: 0,
            commits: 1,
            lines: 2,
            usage: note.graphs[0]!.usage,
          },
        ]);
        const story = await prov.session('sess-a');
        expect(story).toEqual(await prov.session(note.graphs[0]!.session.short));
        expect(story).toMatchObject({ commits: [{ commit, lines: 2, reachable: true }], nodes: note.graphs[0]!.nodes });
        expect(await prov.session('sess')).toBeUndefined();
        const decision = await prov.node(`decision:${nodeOf('sess-a', 3)}`);
        expect(decision).toMatchObject({
          node: { summary: 'The decision of sess-a' },
          session: { id: 'sess-a' },
          edges: [{ from: nodeOf('sess-a', 2), kind: 'decided_by' }],
          commits: [commit],
        });
        expect(await prov.node(`goal:${nodeOf('sess-a', 3)}`)).toBeUndefined();
        expect(await prov.node(nodeOf('sess-a', 9))).toBeUndefined();
      }));

    test('counts the lines of a session only in commits that a branch, a tag or HEAD reaches', () =>
      tell(FILES, async (opened, repo) => {
        const first = await ordinary(repo);
        repo.git('commit', '--amend', '-q', '-m', 'second, in other words');
        const amended = oid(repo.git('rev-parse', 'HEAD').trim());
        await writeNotes(repo, new Map([[amended, noteOf('sess-a', { 'a.txt': [{ start: 2 }] })]]));
        const counted = async (): Promise<unknown[]> => {
          const prov = await opened();
          const { commits } = (await prov.session('sess-a'))!;
          const reached = commits.flatMap(({ commit, reachable }) => (reachable ? [commit] : []));
          return [...(await prov.sessions()).map((one) => [one.commits, one.lines]), reached.sort()];
        };
        expect(await counted()).toEqual([[1, 1], [amended]]);
        repo.git('tag', '-a', '-m', 'kept', 'old', first); // an annotated tag is an object of its own
        expect(await counted()).toEqual([[2, 3], [first, amended].sort()]);
        repo.git('tag', '-d', 'old');
        repo.git('checkout', '-q', '--detach', first);
        expect(await counted()).toEqual([[2, 3], [first, amended].sort()]);
        repo.git('checkout', '-q', '--orphan', 'empty');
        expect(await counted()).toEqual([[1, 1], [amended]]);
      }));

    test('reads a bare clone, packed refs and packed objects', () =>
      tell(FILES, async (opened, repo) => {
        const commit = await ordinary(repo);
        const bare = join(repo.home, 'bare.git');
        repo.git('clone', '-q', '--mirror', '--no-local', repo.dir, bare);
        repo.git('-C', bare, 'pack-refs', '--all');
        expect(fs.existsSync(join(bare, 'refs/notes/provenance'))).toBe(false);
        const prov = await opened(bare);
        expect(await prov.commit('main')).toBe(commit);
        expect(owners((await prov.lines({ path: 'a.txt' })).lines)).toEqual(ORDINARY);
        expect((await prov.note('HEAD'))?.commit).toBe(commit);
      }));

    test('returns unknown for every line where there are no notes', () =>
      tell(FILES, async (opened) => {
        const prov = await opened();
        expect(owners((await prov.lines({ path: 'a.txt' })).lines)).toEqual(Array<string>(2).fill('unknown no-note'));
        expect(await prov.note('HEAD')).toBeUndefined();
        expect(await collect(prov.allNotes())).toEqual([]);
        expect(await prov.sessions()).toEqual([]);
        expect(await prov.session('x')).toBeUndefined();
      }));

    test('reports a damaged or too large note, and leaves its lines unknown', () =>
      tell(FILES, async (opened, repo) => {
        const good = await ordinary(repo);
        for (const content of ['no note', 'x'.repeat(4 * 1024 * 1024 + 1)]) {
          repo.write('a.txt', `${repo.read('a.txt')}more: ${content.length}\n`);
          const commit = repo.commit('third');
          const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
          repo.git('notes', '--ref=provenance', 'add', '-C', blob, commit);
          const prov = await opened();
          expect(await prov.note(commit)).toEqual({
            commit,
            graphs: [],
            files: [],
            carried: [],
            damaged: expect.stringContaining(commit),
          });
          const { lines } = await prov.lines({ path: 'a.txt' });
          expect(owners(lines.slice(0, 5))).toEqual(ORDINARY);
          expect(lines.at(-1)).toMatchObject({ owner: 'unknown', reason: 'damaged-note', commit });
          const all = await collect<CommitNote>(prov.allNotes());
          expect(all.filter(({ damaged }) => damaged === undefined).map((note) => note.commit)).toEqual([good]);
        }
      }));

    test('a branch without a commit has no revision HEAD', () =>
      tell(undefined, async (opened) => {
        const prov = await opened();
        await failing(prov.lines({ path: 'a.txt' }), 'data', /no revision "HEAD"/);
        await failing(prov.note('HEAD'), 'data', /no revision "HEAD"/);
        expect(await collect(prov.allNotes())).toEqual([]);
      }));

    test('resolves names: branches, tags, remote branches, ids and their prefixes, parents', () =>
      tell(FILES, async (opened, repo) => {
        const commit = await ordinary(repo);
        const first = repo.oid('HEAD~1');
        repo.git('tag', 'light', 'HEAD~1');
        repo.git('tag', '-am', 'tag', 'v1', 'HEAD');
        repo.git('tag', '-am', 'tag of a tag', 'v2', 'v1');
        repo.git('branch', 'topic/x', 'HEAD~1');
        repo.git('update-ref', 'refs/remotes/origin/main', commit);
        repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
        const prov = await opened();
        const names = ['HEAD', '@', 'main', 'refs/heads/main', 'heads/main', 'v1', 'v2', 'v1^{commit}', 'origin'];
        for (const name of [...names, 'origin/main', commit, commit.slice(0, 7), commit.slice(0, 9).toUpperCase()])
          expect([name, await prov.commit(name)]).toEqual([name, commit]);
        for (const name of ['HEAD~1', 'HEAD^', 'main~', 'light', 'topic/x', 'v2^0~1', first.slice(0, 10)])
          expect([name, await prov.commit(name)]).toEqual([name, first]);
        for (const name of ['nobody', '', '-x', 'HEAD^2', 'HEAD~2', 'a.txt', '0'.repeat(40), 'abcdef01', 'main..v1'])
          await failing(prov.commit(name), 'data', /There is no revision/);
        expect(await prov.lines({ path: 'a.txt', revision: 'v2' })).toMatchObject({ commit, path: 'a.txt' });
        repo.git('checkout', '-q', '--detach', 'HEAD~1');
        expect(await (await opened()).commit('HEAD')).toBe(first);
      }));

    test('reads a linked work tree with its own HEAD and the shared notes', () =>
      tell(FILES, async (opened, repo) => {
        await ordinary(repo);
        const linked = join(repo.home, 'linked');
        repo.git('worktree', 'add', '-q', '-b', 'other', linked, 'HEAD~1');
        const prov = await opened(linked);
        expect(await prov.commit('HEAD')).toBe(repo.oid('HEAD~1'));
        expect(owners((await prov.lines({ path: 'a.txt', revision: 'main' })).lines)).toEqual(ORDINARY);
      }));

    test('accepts paths with any character', async () => {
      const paths = ['über/naïve 日本.txt', 'a"b\\c\td.txt', '-x', ':(top)y', 'emoji 🎉', '__proto__'];
      await tell({ first: 'first\n' }, async (opened, repo) => {
        for (const path of paths) repo.write(path, `in ${path}\n`);
        const commit = repo.commit('all');
        const lines = Object.fromEntries(paths.map((path) => [path, [{ start: 1 }]]));
        await writeNotes(repo, new Map([[commit, noteOf('sess-a', lines)]]));
        const prov = await opened();
        for (const path of paths)
          expect(await prov.whoWrote({ path, line: 1 })).toMatchObject({ owner: 'agent', path, text: `in ${path}` });
        expect((await prov.note('HEAD'))!.files.map(({ path }) => path).sort()).toEqual([...paths].sort());
      });
    });

    test("accepts a path that is not UTF-8 in the notes' spelling", () =>
      tell(FILES, async (opened, repo) => {
        const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], 'text\n').toString().trim();
        const entry = Buffer.concat([Buffer.from(`100644 ${blob}\tf`), Buffer.of(0xff), Buffer.from('\0')]);
        repo.gitRaw(['update-index', '-z', '--add', '--index-info'], entry);
        repo.git('commit', '-qm', 'bytes');
        const path = 'f\udcff';
        await writeNotes(repo, new Map([[repo.oid('HEAD'), noteOf('sess-a', { [path]: [{ start: 1 }] })]]));
        const prov = await opened();
        expect(await prov.whoWrote({ path, line: 1 })).toMatchObject({ owner: 'agent', path });
      }));

    test('lines with CRLF, without a last newline, and not in UTF-8', () =>
      tell({ 'a.txt': 'one\r\ntwo' }, async (opened, repo) => {
        repo.write('a.txt', Buffer.from('one\r\ntwo\r\nth\xe9r\xe9', 'latin1'));
        const commit = repo.commit('second');
        await writeNotes(repo, new Map([[commit, noteOf('sess-a', { 'a.txt': [{ start: 2, count: 2 }] })]]));
        const { lines } = await (await opened()).lines({ path: 'a.txt' });
        expect(lines.map(({ text }) => text)).toEqual(['one', 'two', 'th\ufffdr\ufffd']);
        // Git treats the line with the changed line ending as new.
        expect(owners(lines)).toEqual(['unknown no-note', 'agent sess-a', 'agent sess-a']);
      }));

    test('explains a wrong path, line, folder, submodule or binary file', () =>
      tell({ ...FILES, 'b/c.txt': '', 'bin.dat': Buffer.of(1, 0, 2) }, async (opened, repo) => {
        const commit = await ordinary(repo);
        repo.git('update-index', '--add', '--cacheinfo', `160000,${commit},sub`);
        repo.git('commit', '-qm', 'submodule');
        const prov = await opened();
        for (const path of ['nothing', '', './a.txt', '/a.txt', 'b//c.txt', 'a.txt/x', '..', 'a\0b', 'A.TXT'])
          await failing(prov.whoWrote({ path, line: 1 }), 'data', /is not there at /);
        await failing(prov.lines({ path: 'b' }), 'data', /"b" is a folder at /);
        await failing(prov.lines({ path: 'sub' }), 'data', /"sub" is a submodule at /);
        await failing(prov.lines({ path: 'bin.dat' }), 'data', /"bin.dat" is a binary file/);
        for (const line of [0, 6, -1, 1.5, Number.NaN, Infinity])
          await failing(prov.whoWrote({ path: 'a.txt', line }), 'data', /There is no line .* of "a.txt"/);
        await failing(prov.lines({ path: 'a.txt', start: 5, count: 2 }), 'data', /There is no line 6 /);
        await failing(prov.whoWrote({ path: 'b/c.txt', line: 1 }), 'data', /There is no line 1 /);
        expect((await prov.lines({ path: 'b/c.txt' })).lines).toEqual([]);
        await failing(prov.lines({ path: 'a.txt', revision: 'x' }), 'data', /There is no revision "x"/);
      }));

    test('follows lines through renames, merges and moved blocks as git does', () =>
      tell({ 'old.txt': Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('') }, async (opened, repo) => {
        repo.write('old.txt', repo.read('old.txt').replace('line 5\n', 'the agent\n'));
        const second = repo.commit('second');
        repo.git('switch', '-qc', 'topic');
        repo.git('mv', 'old.txt', 'new.txt');
        repo.write('new.txt', repo.read('new.txt').replace('line 9\n', 'another agent\n'));
        const third = repo.commit('third');
        repo.git('switch', '-q', 'main');
        repo.write('old.txt', repo.read('old.txt').replace('line 15\n', 'a person\n'));
        const fourth = repo.commit('fourth');
        repo.git('merge', '-q', '--no-edit', 'topic');
        await writeNotes(
          repo,
          new Map([
            [second, noteOf('sess-a', { 'old.txt': [{ start: 6 }] })],
            [third, noteOf('sess-b', { 'new.txt': [{ start: 10 }] })],
            [fourth, noteOf('sess-c', {})],
          ]),
        );
        const prov = await opened();
        const { lines } = await prov.lines({ path: 'new.txt' });
        expect(owners([lines[5]!, lines[9]!, lines[15]!, lines[0]!])).toEqual([
          'agent sess-a',
          'agent sess-b',
          'human',
          'unknown no-note',
        ]);
        expect([lines[5]!.path, lines[9]!.path, lines[15]!.path]).toEqual(['old.txt', 'new.txt', 'old.txt']);
        // The merge changed the file again, so an earlier check no longer counts for it.
        expect(lines[5]!.verification).toBe('stale');
        expect((await prov.lines({ path: 'old.txt', revision: second })).lines[5]!.verification).toBe('passed');
        // A commit to another file does not affect that.
        repo.git('switch', '-q', '--detach', second);
        repo.write('other.txt', 'another file\n');
        repo.commit('another file, after the second');
        expect((await prov.lines({ path: 'old.txt' })).lines[5]!.verification).toBe('passed');
      }));

    test('merges fetched notes in memory unless disabled, and writes nothing', () =>
      tell(FILES, async (opened, repo) => {
        const commit = await ordinary(repo);
        const theirs = noteOf('sess-b', { 'a.txt': [{ start: 5 }] });
        repo.git('update-ref', 'refs/keep', NOTES_REF);
        repo.git('update-ref', '-d', NOTES_REF);
        await writeNotes(
          repo,
          new Map([
            [commit, theirs],
            [repo.oid('HEAD~1'), noteOf('sess-c', { 'a.txt': [{}] })],
          ]),
        );
        repo.git('update-ref', 'refs/prov/remotes/team/origin/provenance', NOTES_REF);
        repo.git('update-ref', NOTES_REF, 'refs/keep');
        const refs = (): string => repo.git('for-each-ref');
        const before = refs();
        const joined = await opened();
        expect(owners((await joined.lines({ path: 'a.txt' })).lines)).toEqual([
          'agent sess-c',
          'agent sess-a',
          'human',
          'agent sess-a',
          'agent sess-b',
        ]);
        expect((await joined.note(commit))!.graphs.map(({ session }) => session.id).sort()).toEqual([
          'sess-a',
          'sess-b',
        ]);
        expect(await collect(joined.allNotes())).toHaveLength(2);
        const { note, lines } = await openRepository(
          name === 'isomorphic-git'
            ? { dir: repo.dir, fs, remotes: false }
            : { dir: repo.dir, env: repo.env, remotes: false },
        );
        expect((await note(commit))!.graphs).toHaveLength(1);
        expect(owners((await lines({ path: 'a.txt' })).lines)).toEqual(ORDINARY);
        // Merged notes are not read again: a note that was removed since stays away.
        repo.git('update-ref', 'refs/prov/joined/team/origin/provenance', 'refs/prov/remotes/team/origin/provenance');
        expect(await collect(joined.allNotes())).toHaveLength(1);
        repo.git('update-ref', '-d', 'refs/prov/joined/team/origin/provenance');
        expect(refs()).toBe(before);
        repo.git('update-ref', '-d', NOTES_REF);
        expect((await joined.note(commit))!.graphs.map(({ session }) => session.id)).toEqual(['sess-b']);
      }));

    test('notes of deleted commits can be read by commit id', () =>
      tell(FILES, async (opened, repo) => {
        const gone = oid('ab'.repeat(20));
        await writeNotes(repo, new Map([[gone, noteOf('sess-a', {})]]));
        const prov = await opened();
        expect((await prov.note(gone))?.commit).toBe(gone);
        expect((await collect(prov.allNotes())).map(({ commit }) => commit)).toEqual([gone]);
      }));

    test('in a shallow history, lines without a note may be older and have no owner', () =>
      tell(FILES, async (opened, repo) => {
        await ordinary(repo);
        const shallow = join(repo.home, 'shallow');
        repo.git('clone', '-q', '--depth=1', `file://${repo.dir}`, shallow);
        repo.git('-C', shallow, 'fetch', '-q', 'origin', `${NOTES_REF}:${NOTES_REF}`);
        expect(owners((await (await opened(shallow)).lines({ path: 'a.txt' })).lines)).toEqual([
          'unknown cut-history',
          'agent sess-a',
          'unknown cut-history',
          'agent sess-a',
          'unknown cut-history',
        ]);
      }));

    test('refuses a folder that is not a repository', () =>
      tell(FILES, async (opened, repo) => {
        const message = expect.stringMatching(/is not (?:in )?a git repository/);
        await expect(opened(repo.home)).rejects.toMatchObject({ kind: 'git', message });
      }));

    test("a note that abstains, and an agent's line changed by a person", () =>
      tell(FILES, async (opened, repo) => {
        const commit = await ordinary(repo);
        const from = nodeOf('sess-a', 2);
        const note = noteOf('sess-a', {
          'a.txt': [
            { start: 2, node: null, evidence: 'unsure' },
            { start: 4, node: null, from },
          ],
        });
        repo.git('update-ref', '-d', NOTES_REF);
        await writeNotes(repo, new Map([[commit, note]]));
        const { lines } = await (await opened()).lines({ path: 'a.txt' });
        expect(lines[1]).toMatchObject({ owner: 'unknown', reason: 'unsure', evidence: 'unsure' });
        expect(lines[3]).toMatchObject({ owner: 'human', from: { id: from, kind: 'commitment' } });
      }));
  });

test('with git, SHA-256 and reftable are read; without it, a clear error explains that they cannot be', async () => {
  await withRepo({ ...KNOWN, hash: 'sha256', files: FILES }, async (repo) => {
    await ordinary(repo);
    const prov = await openRepository({ dir: repo.dir, env: repo.env });
    expect(owners((await prov.lines({ path: 'a.txt' })).lines)).toEqual(ORDINARY);
    await prov.close();
    await failing(openRepository({ dir: repo.dir, fs }), 'git', /sha256 object ids, which the reader without git/);
  });
});

test.runIf(gitSince(2, 45))(
  'with git 2.45, reftable is read; without it, an error explains that it cannot be',
  async () => {
    await withRepo({ hash: 'sha1', refs: 'reftable', files: FILES }, async (repo) => {
      await ordinary(repo);
      const prov = await openRepository({ dir: repo.dir, env: repo.env });
      expect(owners((await prov.lines({ path: 'a.txt' })).lines)).toEqual(ORDINARY);
      await prov.close();
      await failing(openRepository({ dir: repo.dir, fs }), 'git', /keeps its refs as reftable/);
    });
  },
);

test('without git, a repository that borrows objects is refused instead of half read', async () => {
  await withRepo({ ...KNOWN, files: FILES }, async (repo) => {
    const borrowing = join(repo.home, 'borrowing');
    repo.git('clone', '-q', '--shared', repo.dir, borrowing);
    const message = expect.stringContaining('borrows objects');
    await expect(openRepository({ dir: borrowing, fs })).rejects.toMatchObject({ kind: 'git', message });
  });
});

test("with git, the user's blame settings change nothing", async () => {
  await withRepo({ ...KNOWN, files: FILES }, async (repo) => {
    await ordinary(repo);
    repo.write('a.txt', repo.read('a.txt').replace('one\n', 'one, reworded\n'));
    const ignored = repo.commit('third');
    repo.write('ignored', `${ignored}\n`);
    repo.write('.gitattributes', '*.txt diff=loud\n');
    repo.commit('settings');
    for (const [key, value] of [
      ['blame.ignoreRevsFile', 'ignored'],
      ['diff.loud.textconv', 'sort'],
      ['blame.showRoot', 'true'],
      ['color.ui', 'always'],
    ])
      repo.git('config', key!, value!);
    expect(repo.git('blame', '-s', 'a.txt')).not.toContain(ignored.slice(0, 7)); // the control: git heeds them
    const prov = await openRepository({ dir: repo.dir, env: repo.env });
    const { lines } = await prov.lines({ path: 'a.txt' });
    expect(owners(lines)).toEqual(ORDINARY);
    expect(lines[0]).toMatchObject({ text: 'one, reworded', commit: ignored });
    await prov.close();
  });
});

test("with git, the folder decides which repository is read, even in another repository's hook", async () => {
  await withRepo({ ...KNOWN, files: FILES }, async (repo) => {
    await ordinary(repo);
    const env = { ...repo.env, GIT_DIR: join(repo.home, 'another.git'), GIT_INDEX_FILE: '/none', GIT_PREFIX: 'x/' };
    const prov = await openRepository({ dir: repo.dir, env });
    expect(owners((await prov.lines({ path: 'a.txt' })).lines)).toEqual(ORDINARY);
    await prov.close();
  });
});
