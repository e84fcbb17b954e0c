import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NODE } from '../../helpers/program/node.ts';
import { type GcArguments, runGc } from '../../../src/faces/cli/commands/share/gc.ts';
import { type GcReport } from '../../../src/faces/cli/render/share/gc-report.ts';
import { keepAnswers } from '../../../src/git/process/ask-once.ts';
import { decodeNote, encodeNote } from '../../../src/model/format/note.ts';
import type { NodeId, Oid, RepoPath } from '../../../src/model/ids.ts';
import type { Graph, Note } from '../../../src/model/model.ts';
import { NoteStore } from '../../../src/notes/notes.ts';
import { graphOf, node } from '../../ask/blame/story.ts';
import { age, commit, contextOf, type Site, withSite } from '../../recorder/site.ts';
import { judge, notesOf } from '../../helpers/judge.ts';
import { keep } from '../../helpers/put-back.ts';
import { adoptRepo, makeRepo, type TestRepo, withRepo } from '../../helpers/repo.ts';
import { collect } from './collect.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');
const FILES = { 'a.txt': 'one\ntwo\n' };

/** A note with these graphs that attributes a line to a node. */
const noteBy = (id: NodeId | null, ...graphs: Graph[]): Note => ({
  graphs,
  lines: new Map([['a.txt' as RepoPath, [{ start: 1, count: 1, node: id, evidence: 'exact' }]]]),
  carried: [],
});
const plain = (): Note => noteBy(node(2), graphOf({ passed: true }));

async function annotate(repo: TestRepo, notes: Iterable<readonly [Oid, Note]>): Promise<void> {
  const store = new NoteStore(await repo.open());
  await store.update(new Map([...notes].map(([id, note]) => [id, () => note])), 'notes');
  await store.close();
}

const text = async (repo: TestRepo, args: Partial<GcArguments> = {}, cwd = repo.dir): Promise<string> =>
  (
    await collect((stdout) =>
      runGc(
        { prune: false, missing: false, quarantine: false, json: false, ...args },
        // As the program does, git is asked each question about its configuration once in a command.
        { ...contextOf(repo, cwd), env: keepAnswers(repo.env), stdout },
      ),
    )
  ).text;
const gc = async (repo: TestRepo, args: Partial<GcArguments> = {}, cwd?: string): Promise<GcReport> =>
  JSON.parse(await text(repo, { ...args, json: true }, cwd)) as GcReport;
const goneIn = async (repo: TestRepo, cwd?: string): Promise<Oid[]> =>
  (await gc(repo, {}, cwd)).gone.map(({ commit: id }) => id);

const forget = (repo: TestRepo): string => repo.git('reflog', 'expire', '--expire=now', '--all');
const noted = (repo: TestRepo): string[] =>
  repo
    .git('notes', '--ref=provenance', 'list')
    .split('\n')
    .map((line) => line.split(' ')[1]!)
    .toSorted();

/** An amended commit; both versions have a note. */
async function amended(repo: TestRepo): Promise<{ old: Oid; now: Oid }> {
  const old = repo.commit('Add two');
  repo.git('commit', '-q', '--amend', '--allow-empty', '-m', 'Add two lines');
  const now = repo.oid('HEAD');
  await annotate(repo, [
    [old, plain()],
    [now, plain()],
  ]);
  return { old, now };
}

for (const hash of ['sha1', 'sha256'] as const)
  test(`${hash}: an amended commit’s note stays while a reflog has the commit, is then listed, and --prune removes it`, () =>
    withRepo({ files: FILES, hash }, async (repo) => {
      const { old, now } = await amended(repo);
      expect(await text(repo)).toBe('No note of a deleted commit; 2 notes in all.\n');
      forget(repo);
      const before = repo.oid('refs/notes/provenance');
      const size = repo.git('cat-file', '-s', repo.git('notes', '--ref=provenance', 'list', old));
      expect(await text(repo)).toBe(
        `gone  ${old.slice(0, 7)} Add two ${size} bytes\n` +
          `1 note of a deleted commit, ${size} bytes, out of 2; git prov gc --prune removes it.\n`,
      );
      expect(noted(repo)).toEqual([old, now].toSorted());
      const list = repo.git('notes', '--ref=provenance', 'list').split('\n').toSorted();
      const said = await text(repo, { prune: true });
      expect(noted(repo)).toEqual([now]);
      const after = repo.oid('refs/notes/provenance');
      expect(said.split('\n')[1]).toBe(`Removed 1 note of a deleted commit, ${size} bytes; 1 left.`);
      expect(repo.git('log', '-1', '--format=%P %s', 'refs/notes/provenance')).toBe(
        `${before} git prov gc: 1 note removed`,
      );
      // Both ways to restore it work as printed.
      const [all, one] = said.split('\n').filter((line) => line.startsWith('  git '));
      expect(all).toBe(`  git update-ref refs/notes/provenance ${before} ${after}`);
      repo.git(...one!.trim().split(' ').slice(1));
      expect(repo.git('notes', '--ref=provenance', 'list').split('\n').toSorted()).toEqual(list);
      repo.git('update-ref', 'refs/notes/provenance', after);
      repo.git(...all!.trim().split(' ').slice(1));
      expect(noted(repo)).toEqual([old, now].toSorted());
    }));

test('there is nothing to say without notes, without a commit, and in a bare repository', async () => {
  const nothing = 'No note of a deleted commit; 0 notes in all.\n';
  for (const options of [{ files: FILES }, {}, { bare: true }])
    await withRepo(options, async (repo) => {
      expect(await text(repo)).toBe(nothing);
      expect(await text(repo, { prune: true, missing: true, quarantine: true })).toBe(nothing);
    });
});

test('in a bare repository, notes of commits without a ref are removed', () =>
  withRepo({ bare: true }, async (repo) => {
    const tree = repo.gitRaw(['mktree']).toString().trim();
    const [kept, lost] = ['kept', 'lost'].map((message) => repo.git('commit-tree', '-m', message, tree) as Oid);
    repo.git('update-ref', 'refs/heads/main', kept!);
    await annotate(
      repo,
      [kept!, lost!].map((id) => [id, plain()] as const),
    );
    expect(await goneIn(repo)).toEqual([lost]);
    await gc(repo, { prune: true });
    expect(noted(repo)).toEqual([kept]);
    expect((await gc(repo, { prune: true })).gone).toEqual([]);
  }));

describe('a commit counts as existing while something leads to it:', () => {
  const reach: Record<string, (repo: TestRepo, id: Oid) => void> = {
    'a tag': (repo, id) => void repo.git('tag', '-a', '-m', 'x', 'v1', id),
    'a tracking branch': (repo, id) => void repo.git('update-ref', 'refs/remotes/origin/main', id),
    'a private ref': (repo, id) => void repo.git('update-ref', 'refs/changes/1/1', id),
    'the HEAD of a linked work tree': (repo, id) =>
      void repo.git('worktree', 'add', '-q', '--detach', join(repo.home, 'linked'), id),
    'the reflog of a linked work tree': (repo, id) => {
      const linked = join(repo.home, 'linked');
      repo.git('worktree', 'add', '-q', '--detach', linked, id);
      adoptRepo(repo, linked).git('checkout', '-q', '--detach', 'main');
    },
    'ORIG_HEAD of a linked work tree': (repo, id) => {
      const linked = join(repo.home, 'linked');
      repo.git('worktree', 'add', '-q', '--detach', linked, id);
      adoptRepo(repo, linked).git('reset', '-q', '--hard', 'main');
      forget(repo);
    },
    'a stash': (repo, id) => {
      repo.git('checkout', '-q', '--detach', id);
      repo.write('a.txt', 'changed\n');
      repo.git('stash');
      repo.git('checkout', '-q', 'main');
      repo.git('reflog', 'expire', '--expire=now', 'HEAD');
    },
    'an older stash': (repo, id) => {
      repo.git('checkout', '-q', '--detach', id);
      repo.write('a.txt', 'changed\n');
      repo.git('stash');
      repo.git('checkout', '-q', 'main');
      repo.write('a.txt', 'changed again\n');
      repo.git('stash');
      repo.git('reflog', 'expire', '--expire=now', 'HEAD');
    },
    'a bisection': (repo, id) => {
      repo.git('bisect', 'start');
      repo.git('bisect', 'bad', id);
      forget(repo);
    },
    'a merge that is not done': (repo, id) => {
      repo.write('a.txt', 'other\n');
      repo.commit('other');
      spawnSync('git', ['merge', '-q', id], { cwd: repo.dir, env: repo.env });
      expect(existsSync(join(repo.dir, '.git/MERGE_HEAD'))).toBe(true);
      forget(repo);
    },
    'a rebase that is not done': (repo, id) => {
      repo.write('a.txt', 'other\n');
      repo.commit('other');
      repo.git('checkout', '-q', '--detach', id);
      spawnSync('git', ['rebase', '-q', 'main'], { cwd: repo.dir, env: repo.env });
      expect(existsSync(join(repo.dir, '.git/rebase-merge'))).toBe(true);
      forget(repo);
    },
    'what was fetched last': (repo, id) =>
      writeFileSync(join(repo.dir, '.git/FETCH_HEAD'), `${repo.oid('main')}\t\tx\n${id}\tnot-for-merge\tbranch 'y'\n`),
  };
  // Every case begins with the same deleted commit.
  let base: TestRepo;
  let aside: Oid;
  let putBack: () => void;
  beforeAll(async () => {
    base = makeRepo({ files: FILES });
    base.git('checkout', '-q', '--detach');
    base.write('a.txt', 'mine\n');
    aside = base.commit('Set aside');
    base.git('checkout', '-q', 'main');
    await annotate(base, [[aside, plain()]]);
    forget(base);
    expect(await goneIn(base)).toEqual([aside]);
    putBack = keep(base);
  });
  afterAll(() => base.cleanup());

  test.each(Object.entries(reach))('%s', async (_, lead) => {
    putBack();
    lead(base, aside);
    expect(await goneIn(base)).toEqual([]);
  });

  test('a linked work tree sees what keeps a commit alive in the main one', () =>
    withRepo({ files: FILES }, async (repo) => {
      const linked = join(repo.home, 'linked');
      repo.git('worktree', 'add', '-q', '-b', 'side', linked);
      repo.git('checkout', '-q', '--detach');
      const id = repo.commit('On no branch');
      await annotate(repo, [[id, plain()]]);
      forget(repo);
      expect(await goneIn(repo, linked)).toEqual([]);
    }));
});

test('a broken ref is reported, and nothing is removed', () =>
  withRepo({ files: FILES, refs: 'files' }, async (repo) => {
    const { old, now } = await amended(repo);
    forget(repo);
    writeFileSync(join(repo.dir, '.git/refs/heads/broken'), `${'7'.repeat(old.length)}\n`);
    await expect(gc(repo, { prune: true })).rejects.toThrow(/bad object refs\/heads\/broken/);
    expect(noted(repo)).toEqual([old, now].toSorted());
  }));

test('a deleted commit counts as deleted even when git has already removed its parent', () =>
  withRepo({ files: FILES }, async (repo) => {
    const parent = repo.commit('parent');
    const child = repo.commit('child');
    await annotate(repo, [[child, plain()]]);
    repo.git('reset', '-q', '--hard', 'HEAD~2');
    repo.git('update-ref', '-d', 'ORIG_HEAD');
    forget(repo);
    rmSync(join(repo.dir, '.git/objects', parent.slice(0, 2), parent.slice(2)));
    expect(await goneIn(repo)).toEqual([child]);
  }));

describe('missing commits', () => {
  const lost = async (repo: TestRepo): Promise<Oid> => {
    const { old } = await amended(repo);
    forget(repo);
    repo.git('prune', '--expire=now');
    return old;
  };

  test('are listed separately, and only --missing removes their notes', () =>
    withRepo({ files: FILES }, async (repo) => {
      const old = await lost(repo);
      expect((await text(repo)).split('\n')).toEqual([
        'No note of a deleted commit; 2 notes in all.',
        expect.stringMatching(/^1 note of a missing commit, \d+ bytes: not fetched, or removed by git gc/),
        '',
      ]);
      const found = await gc(repo, { prune: true });
      expect([found.gone, found.missing.map((one) => one.commit)]).toEqual([[], [old]]);
      expect(found.missing[0]).toMatchObject({ subject: null, time: null });
      expect(noted(repo)).toContain(old);
      await gc(repo, { missing: true });
      expect(noted(repo)).toContain(old);
      expect(await text(repo, { prune: true, missing: true })).toContain('Removed 1 note');
      expect(noted(repo)).not.toContain(old);
    }));

  test('are not listed in a shallow clone, and neither are commits beyond its boundary', () =>
    withRepo({ files: FILES }, async (repo) => {
      const behind = repo.commit('second');
      repo.commit('third');
      const dir = join(repo.home, 'clone');
      repo.git('clone', '-q', '--no-local', '--bare', repo.dir, dir);
      const clone = adoptRepo(repo, dir);
      clone.git('fetch', '-q', '--depth=1', 'origin', '+main:main');
      expect(clone.git('cat-file', '-t', behind)).toBe('commit');
      await annotate(clone, [
        [behind, plain()],
        ['1'.repeat(behind.length) as Oid, plain()],
      ]);
      const found = await gc(clone, { prune: true });
      expect([found.lack, found.gone, found.missing]).toEqual(['shallow', [], []]);
      expect(await text(clone)).toMatch(/^This clone is shallow/);
      await expect(gc(clone, { prune: true, missing: true })).rejects.toThrow('This clone is shallow');
      expect(noted(clone)).toHaveLength(2);
    }));

  test('are neither listed nor fetched in a partial clone; deleted commits are listed', () =>
    withRepo({ files: FILES }, async (repo) => {
      repo.git('config', 'uploadpack.allowFilter', 'true');
      repo.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
      const elsewhere = repo.git('commit-tree', '-m', 'elsewhere', 'HEAD^{tree}') as Oid;
      const dir = join(repo.home, 'clone');
      repo.git('clone', '-q', '--no-local', '--filter=blob:none', '--no-checkout', repo.dir, dir);
      const clone = adoptRepo(repo, dir);
      const here = clone.git('commit-tree', '-m', 'here', 'HEAD^{tree}') as Oid;
      await annotate(clone, [
        [elsewhere, plain()],
        [here, plain()],
      ]);
      const found = await gc(clone, { prune: true });
      expect([found.lack, found.gone.map((one) => one.commit), found.missing]).toEqual(['partial', [here], []]);
      expect(noted(clone)).toEqual([elsewhere]);
      await expect(gc(clone, { missing: true })).rejects.toThrow('This clone is partial');
      const missing = clone.gitRaw(['rev-list', '--objects', '--all', '--missing=print']).toString();
      expect(missing).toContain('?'); // the clone is a partial one
      clone.env['GIT_TRACE_PACKET'] = join(repo.home, 'trace');
      await gc(clone);
      expect(existsSync(join(repo.home, 'trace'))).toBe(false);
    }));
});

test('a note on a file, a tree or a tag is not touched', () =>
  withRepo({ files: FILES }, async (repo) => {
    repo.git('tag', '-a', '-m', 'x', 'v1', repo.git('commit-tree', '-m', 'tagged', 'HEAD^{tree}'));
    const ids = ['HEAD:a.txt', 'HEAD^{tree}', 'v1'].map((name) => repo.oid(name));
    repo.git('tag', '-d', 'v1');
    await annotate(
      repo,
      ids.map((id) => [id, plain()] as const),
    );
    const found = await gc(repo, { prune: true, missing: true });
    expect([found.gone, found.missing, noted(repo)]).toEqual([[], [], ids.toSorted()]);
  }));

describe('a note stays', () => {
  test("when it is the only one with a step that another note's line needs, together with the notes it needs itself", () =>
    withRepo({ files: FILES }, async (repo) => {
      const [first, second, third] = ['1', '2', '3'].map((name) => repo.commit(name));
      const [a, b] = [graphOf({ session: 'aaaaaaaa' }), graphOf({ session: 'bbbbbbbb' })];
      await annotate(repo, [
        [repo.oid('HEAD~3'), noteBy(node(2, 'aaaaaaaa'))],
        [first!, noteBy(node(2, 'bbbbbbbb'), a)],
        [second!, noteBy(null, b)],
        [third!, plain()],
      ]);
      repo.git('reset', '-q', '--hard', 'HEAD~3');
      repo.git('update-ref', '-d', 'ORIG_HEAD');
      forget(repo);
      const found = await gc(repo, { prune: true });
      expect(found.gone.map((one) => one.commit)).toEqual([third]);
      expect(found.kept).toEqual([first, second].map((id) => ({ commit: id, why: 'needed' })));
      expect(noted(repo)).toEqual([repo.oid('HEAD'), first, second].toSorted());
      expect(await text(repo)).toContain(
        `kept  ${first!.slice(0, 7)} its commit is deleted, but other notes refer to its steps`,
      );
    }));

  test('only once when several have the step', () =>
    withRepo({ files: FILES }, async (repo) => {
      const [first, second] = ['1', '2'].map((name) => repo.commit(name));
      await annotate(repo, [
        [repo.oid('HEAD~2'), noteBy(node(2))],
        [first!, plain()],
        [second!, plain()],
      ]);
      repo.git('reset', '-q', '--hard', 'HEAD~2');
      repo.git('update-ref', '-d', 'ORIG_HEAD');
      forget(repo);
      const found = await gc(repo);
      expect([found.gone.length, found.kept.length]).toEqual([1, 1]);
    }));

  test('not when a note that stays anyway has the step too', () =>
    withRepo({ files: FILES }, async (repo) => {
      const [first, second] = ['1', '2'].map((name) => repo.commit(name));
      await annotate(repo, [
        [repo.oid('HEAD~2'), noteBy(node(2))],
        [first!, plain()],
        [second!, plain()],
      ]);
      repo.git('reset', '-q', '--hard', 'HEAD~1');
      repo.git('update-ref', '-d', 'ORIG_HEAD');
      forget(repo);
      const found = await gc(repo);
      expect([found.gone.map((one) => one.commit), found.kept]).toEqual([[second], []]);
    }));

  test('when it cannot be read', () =>
    withRepo({ files: FILES }, async (repo) => {
      const { old, now } = await amended(repo);
      const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], 'not a note').toString().trim();
      repo.git('notes', '--ref=provenance', 'add', '-f', '-C', blob, old);
      forget(repo);
      expect((await gc(repo, { prune: true })).kept).toEqual([{ commit: old, why: 'damaged' }]);
      expect(await text(repo)).toContain('No other note of a deleted commit; 2 notes in all.\n');
      expect(noted(repo)).toEqual([old, now].toSorted());
      expect(repo.git('notes', '--ref=provenance', 'list', old)).toBe(blob);
    }));
});

test('lines that an amended commit’s note carried keep their owner after the old note is removed', () =>
  withSite(async ({ repo, agent }) => {
    agent.start().prompt('go').write('n.txt', 'one @a\n');
    commit(repo);
    const old = repo.oid('HEAD');
    repo.git('commit', '-q', '--amend', '-m', 'other words');
    const before = judge(repo, 'n.txt');
    expect(before[0]!.owner).toBe('a');
    expect([...notesOf(repo).keys()]).toContain(old);
    forget(repo);
    expect((await gc(repo, { prune: true })).gone.map((one) => one.commit)).toEqual([old]);
    expect(judge(repo, 'n.txt')).toEqual(before);
    expect(spawnSync(NODE, [PROGRAM, 'status'], { cwd: repo.dir, env: repo.env }).status).toBe(0);
    expect([...notesOf(repo).keys()]).toEqual([repo.oid('HEAD')]);
  }));

describe('old local copies of graphs are removed, except that', () => {
  /** The owner of each graph, by the name of the file that its step wrote. */
  const graphsIn = (prov: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(prov, 'graphs')).flatMap((id) => {
        const { nodes } = decodeNote(readFileSync(join(prov, 'graphs', id))).graphs[0]!;
        const words = nodes.map(({ summary }) => summary).join(' ');
        return [...words.matchAll(/write (\w)\.txt/gi)].map(([, name]) => [name!, id]);
      }),
    );
  const left = (prov: string): string => Object.keys(graphsIn(prov)).toSorted().join('');
  const ageAll = (prov: string): void => {
    for (const id of readdirSync(join(prov, 'graphs'))) age(join(prov, 'graphs', id), 31 * 86_400);
  };
  const work = ({ repo, agent }: Site, name: string): void => {
    agent.write(`${name}.txt`, `${name} @a\n`);
    commit(repo);
  };

  test('the last one of a session stays, and recording continues', () =>
    withSite(async (site) => {
      const { repo, prov, agent } = site;
      agent.start().prompt('go');
      for (const name of 'xyz') work(site, name);
      expect((await gc(repo, { prune: true })).graphs).toEqual({ files: 0, bytes: 0 });
      age(join(prov, 'graphs', graphsIn(prov)['x']!), 31 * 86_400);
      expect((await gc(repo)).graphs.files).toBe(1);
      ageAll(prov);
      expect(await text(repo)).toMatch(/^2 local copies of what notes hold, .*; --prune removes them\.$/m);
      expect(left(prov)).toBe('xyz');
      expect(await text(repo, { prune: true })).toMatch(/^2 local copies of what notes hold, .*: removed\.$/m);
      expect(left(prov)).toBe('z');
      work(site, 'w');
      expect(['w', 'x'].map((name) => judge(repo, `${name}.txt`)[0]!.owner)).toEqual(['a', 'a']);
    }));

  test('a copy stays when its only note is removed', () =>
    withSite(async (site) => {
      const { repo, prov, agent } = site;
      agent.start().prompt('go');
      for (const name of 'xy') work(site, name);
      repo.git('reset', '-q', '--hard', 'HEAD~1');
      work(site, 'z');
      repo.git('update-ref', '-d', 'ORIG_HEAD');
      forget(repo);
      ageAll(prov);
      expect((await gc(repo, { prune: true })).gone).toHaveLength(1);
      expect(left(prov)).toBe('yz');
    }));

  test('a copy stays while one of its steps is uncommitted', () =>
    withSite(async (site) => {
      const { repo, prov, agent } = site;
      agent.start().prompt('go').write('u.txt', 'u @a\n').write('x.txt', 'x @a\n');
      repo.git('add', 'x.txt');
      repo.git('commit', '-q', '-m', 'a part');
      agent.write('z.txt', 'z @a\n');
      repo.git('add', 'z.txt');
      repo.git('commit', '-q', '-m', 'another');
      ageAll(prov);
      expect((await gc(repo, { prune: true })).graphs.files).toBe(0);
      commit(repo);
      ageAll(prov);
      expect((await gc(repo, { prune: true })).graphs.files).toBeGreaterThan(0);
      expect(judge(repo, 'u.txt')[0]!.owner).toBe('a');
    }));
});

test('damaged notes in quarantine are listed after a month, and only --quarantine removes them', () =>
  withRepo({ files: FILES }, async (repo) => {
    const head = repo.oid('HEAD');
    const blobs = ['old', 'new'].map((words) => repo.gitRaw(['hash-object', '-w', '--stdin'], words).toString().trim());
    const set = (blob: string): void =>
      void repo.git('update-ref', '--create-reflog', '-m', 'x', `refs/prov/quarantine/${head}/${blob}`, blob);
    set(blobs[0]!);
    for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name];
    set(blobs[1]!);
    const refs = (): string => repo.git('for-each-ref', '--format=%(objectname)', 'refs/prov');
    expect((await gc(repo, { prune: true })).quarantine).toEqual([
      { ref: `refs/prov/quarantine/${head}/${blobs[0]}`, commit: head, blob: blobs[0] },
    ]);
    expect(refs().split('\n').toSorted()).toEqual(blobs.toSorted());
    expect(await text(repo)).toContain('1 damaged note set aside more than 30 days ago; --prune --quarantine');
    await gc(repo, { quarantine: true });
    expect(refs().split('\n')).toHaveLength(2);
    expect(await text(repo, { prune: true, quarantine: true })).toContain('30 days ago: removed.');
    expect(refs()).toBe(blobs[1]);
  }));

test(
  'five thousand notes, half of them of deleted commits, are pruned within seconds in one transaction',
  () =>
    withRepo({ files: FILES, refs: 'files' }, async (repo) => {
      const parents = Array.from({ length: 5000 }, (_, i) => (i % 2 ? `from :${i}\n` : ''));
      const stream = parents.map(
        (from, i) =>
          `commit refs/heads/c${i}\nmark :${i + 1}\ncommitter A <a@b> ${1767225600 + i} +0000\ndata 3\nc${i % 10}\n${from}\n`,
      );
      repo.gitRaw(['fast-import', '--quiet'], stream.join(''));
      const ids = repo.git('for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/c*').split('\n');
      await annotate(
        repo,
        ids.map((line) => [line.split(' ')[0] as Oid, plain()] as const),
      );
      repo.gitRaw(
        ['update-ref', '--stdin'],
        ids
          .map((line) => `delete ${line.split(' ')[1]}\n`)
          .filter((_, i) => i % 2)
          .join(''),
      );
      forget(repo);
      const start = Date.now();
      const found = await gc(repo, { prune: true });
      expect(Date.now() - start).toBeLessThan(15_000);
      expect(found.notes).toBe(5000);
      expect(found.gone.length).toBeGreaterThan(1000);
      expect(noted(repo)).toHaveLength(5000 - found.gone.length);
      expect(repo.git('rev-list', '--count', 'refs/notes/provenance')).toBe('2');
      const shown = await text(repo);
      expect(shown.split('\n').length).toBeLessThan(30);
    }),
  60_000,
);

test('a read-only repository can be listed, and pruning reports why it fails', () =>
  withRepo({ files: FILES, refs: 'files' }, async (repo) => {
    const { old, now } = await amended(repo);
    forget(repo);
    const run = (...args: string[]): { status: number | null; out: string; err: string } => {
      const options = { cwd: repo.dir, env: { ...repo.env, GIT_CONFIG_GLOBAL: join(repo.home, 'config') } };
      // Nothing is read-only to root.
      const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      const done = spawnSync(NODE, [PROGRAM, 'gc', ...args], { ...options, ...as });
      return { status: done.status, out: done.stdout.toString(), err: done.stderr.toString() };
    };
    writeFileSync(join(repo.home, 'config'), `[safe]\n\tdirectory = *\n`);
    chmodSync(join(repo.dir, '..'), 0o755);
    const change = (mode: string): void => void spawnSync('chmod', ['-R', mode, repo.dir]);
    change('a-w');
    try {
      expect(run()).toMatchObject({ status: 0, err: '' });
      expect(run().out).toContain('1 note of a deleted commit');
      const failed = run('--prune');
      expect(failed).toMatchObject({ status: 1, out: '' });
      expect(failed.err).toMatch(
        /^git prov: The notes of deleted commits could not be removed\.\n {2}why: .*failed to write object\n {2}hint: See whether/,
      );
      expect(noted(repo)).toEqual([old, now].toSorted());
      // With something to record first, too.
      change('u+w');
      mkdirSync(join(repo.dir, '.git/prov/spool/new'), { recursive: true });
      change('a-w');
      expect(run().status).toBe(0);
      const also = run('--prune');
      expect(also.status).toBe(1);
      expect(also.err).toMatch(/^git prov: The latest events of agents could not be recorded; nothing was removed\./);
    } finally {
      change('u+w');
    }
  }));

test('foreign text is escaped, and the exit codes are the usual ones', () =>
  withRepo({ files: FILES }, async (repo) => {
    const id = repo.git('commit-tree', '-m', 'red \u001b[31m\u202e', 'HEAD^{tree}') as Oid;
    await annotate(repo, [[id, plain()]]);
    expect(await text(repo)).toContain('red \\x1b[31m\\u{202e}');
    const run = (cwd: string, ...args: string[]): number | null =>
      spawnSync(NODE, [PROGRAM, 'gc', ...args], { cwd, env: repo.env }).status;
    expect([run(repo.dir), run(repo.dir, '--json'), run(repo.dir, '--nonsense'), run(repo.home)]).toEqual([0, 0, 2, 1]);
    expect(encodeNote(plain()).length).toBe((await gc(repo)).gone[0]!.bytes);
  }));
