import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { oid, type Oid } from '../../src/graph/ids.ts';
import type { Note } from '../../src/graph/model.ts';
import { isDamaged, NoteStore, NOTES_REF, type Change, type Damaged, type NoteCodec } from '../../src/store/notes.ts';
import { makeRepo, type RepoOptions, type TestRepo } from '../helpers/repo.ts';

// Notes here are told apart by what they are carried from; the codec is a set of those, one a line, or `bad`.
const note = (...from: string[]): Note => ({
  graphs: [],
  lines: new Map(),
  carried: from.map((how) => ({ from: oid('a'.repeat(40)), how })),
});
const said = (found: Note | Damaged | undefined): string =>
  !found ? 'none' : isDamaged(found) ? `damaged ${said(found.note)}` : found.carried.map((one) => one.how).join('+');
const codec: NoteCodec = {
  encode: (note) => Buffer.from(note.carried.map((one) => one.how).join('\n')),
  decode: (bytes) => {
    const text = Buffer.from(bytes).toString('latin1');
    if (text.startsWith('bad')) throw new ProvError('data', 'no note');
    return note(...text.split('\n'));
  },
  join: (a, b) => note(...[...new Set([...a.carried, ...b.carried].map((one) => one.how))].sort()),
};
const add =
  (what: string): Change =>
  (old) => (old ? codec.join(old, note(what)) : note(what));

interface Fixture {
  readonly repo: TestRepo;
  readonly store: NoteStore;
  /** Made-up ids of commits; notes do not need that the commit is there. */
  id(n: number): Oid;
  /** Makes another store on the same repository, closed at the end. */
  another(patience?: number): Promise<NoteStore>;
  /** Writes a tree of notes without the store: paths to contents. */
  plant(entries: Record<string, string>): void;
  paths(): string[];
}

async function withStore(options: RepoOptions, story: (fixture: Fixture) => Promise<void>): Promise<void> {
  const repo = makeRepo({ files: { a: 'a' }, ...options });
  const stores: NoteStore[] = [];
  const another = async (patience?: number): Promise<NoteStore> => {
    const store = new NoteStore(await repo.open(), { codec, ...(patience === undefined ? {} : { patience }) });
    stores.push(store);
    return store;
  };
  try {
    await story({
      repo,
      store: await another(),
      another,
      id: (n) => oid(((n * 2654435761) >>> 0).toString(16).padStart(8, '0').padEnd(options.hash === 'sha256' ? 64 : 40, `${n % 10}`)),
      plant: (entries) => {
        const index = { ...repo.env, GIT_INDEX_FILE: join(repo.home, 'index') };
        const at = { ...repo, env: index };
        Object.assign(repo.env, { GIT_INDEX_FILE: index.GIT_INDEX_FILE });
        at.git('read-tree', '--empty');
        for (const [path, content] of Object.entries(entries)) {
          const blob = repo.gitRaw(['hash-object', '-w', '--stdin'], content).toString().trim();
          repo.gitRaw(['update-index', '-z', '--add', '--index-info'], `100644 ${blob}\t${path}\0`);
        }
        repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-m', 'planted', repo.git('write-tree')));
        delete repo.env['GIT_INDEX_FILE'];
      },
      paths: () => repo.gitRaw(['ls-tree', '-rz', '--name-only', NOTES_REF]).toString('latin1').split('\0').filter(Boolean),
    });
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    repo.cleanup();
  }
}

for (const hash of ['sha1', 'sha256'] as const)
  test(`notes of a ${hash} repository are written together and read back, also by git itself`, () =>
    withStore({ hash }, async ({ repo, store, paths }) => {
      const first = repo.oid('HEAD');
      const second = repo.commit('second');
      expect([await store.tip(), await store.read([first]), await store.list()]).toEqual([undefined, new Map(), new Map()]);
      const tip = await store.update(new Map([[first, add('one')], [second, add('two')]]), 'two notes');
      expect(await store.tip()).toBe(tip);
      const found = await store.read([second, first, oid('f'.repeat(first.length))]);
      expect([...found].map(([commit, note]) => [commit, said(note)])).toEqual([[second, 'two'], [first, 'one']]);
      expect(paths()).toEqual([first, second].map((id) => `${id.slice(0, 2)}/${id.slice(2)}`).sort());
      expect(repo.git('notes', '--ref=provenance', 'show', first)).toBe('one');
      expect(await store.list()).toEqual(
        new Map([first, second].map((id) => [id, [repo.oid(`${NOTES_REF}:${id.slice(0, 2)}/${id.slice(2)}`)]])),
      );
      expect(repo.git('fsck', '--strict')).not.toMatch(/error|warning/);
    }));

test('an update is one commit on the one before, with one line of message and of reflog', () =>
  withStore({}, async ({ repo, store, id }) => {
    await store.update(new Map([[id(1), add('a')]]), 'first\nnote');
    await store.update(new Map([[id(1), add('b')], [id(2), add('c')]]), 'more');
    expect(repo.git('log', '--format=%an <%ae> %ad %s', '--date=iso', NOTES_REF)).toBe(
      'Ada Tester <ada@example.com> 2026-01-01 00:01:00 +0000 more\nAda Tester <ada@example.com> 2026-01-01 00:01:00 +0000 first note',
    );
    expect(repo.git('reflog', 'show', '--format=%gs', NOTES_REF)).toBe('more\nfirst note');
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('a+b');
  }));

test('what changes nothing makes no commit, and taking the last note away leaves an empty tree', () =>
  withStore({}, async ({ repo, store, id, paths }) => {
    expect(await store.update(new Map([[id(1), () => undefined]]), 'nothing')).toBeUndefined();
    const tip = await store.update(new Map([[id(1), add('a')]]), 'a');
    expect(await store.update(new Map([[id(1), add('a')]]), 'same bytes')).toBe(tip);
    expect(await store.update(new Map([[id(1), (old) => old]]), 'same note')).toBe(tip);
    expect(await store.update(new Map(), 'no changes')).toBe(tip);
    await store.update(new Map([[id(1), () => undefined]]), 'removed');
    expect(paths()).toEqual([]);
    expect(repo.git('log', '--format=%s', NOTES_REF)).toBe('removed\na');
    expect(await store.read([id(1)])).toEqual(new Map());
  }));

test('all fan-outs are read, several entries of a commit are joined, and writing leaves one at 2/38', () =>
  withStore({}, async ({ repo, store, id, plant, paths }) => {
    const cut = (n: number, ...at: number[]): string =>
      [0, ...at].map((from, i, all) => id(n).slice(from, all[i + 1])).join('/');
    plant({
      [cut(1)]: 'flat',
      [cut(1, 2)]: 'fan',
      [cut(1, 2, 4)]: 'deep',
      [cut(1, 2, 4, 6)]: 'deepest',
      [cut(2)]: 'flat only',
      [cut(3, 2, 4)]: 'deep only',
      [cut(4, 2)]: 'untouched',
    });
    const all = [1, 2, 3, 4].map(id);
    const notes = await store.read(all);
    expect(all.map((commit) => said(notes.get(commit)))).toEqual(['deep+deepest+fan+flat', 'flat only', 'deep only', 'untouched']);
    expect((await store.list()).get(id(1))?.length).toBe(4);
    await store.update(new Map([[id(1), add('new')], [id(2), add('new')], [id(3), () => undefined]]), 'tidy');
    expect(paths()).toEqual([cut(1, 2), cut(2, 2), cut(4, 2)].sort());
    expect(said((await store.read(all)).get(id(1)))).toBe('deep+deepest+fan+flat+new');
    expect(repo.git('fsck', '--strict')).not.toMatch(/error|warning/);
  }));

test('entries that are no notes stay, whatever their names', () =>
  withStore({}, async ({ store, id, plant, paths }) => {
    const two = id(1).slice(0, 2);
    const odd = ['README', 'new\nline', 'zz/x', `${two}/odd`, `${two}/00/x`, id(1).toUpperCase(), `${two}.txt`, 'a/b/c', '0'.repeat(39)];
    plant(Object.fromEntries(odd.map((path) => [path, path])));
    await store.update(new Map([[id(1), add('note')]]), 'note');
    await store.update(new Map([[id(1), () => undefined], [id(2), add('note')]]), 'moved');
    expect(paths()).toEqual([...odd, `${id(2).slice(0, 2)}/${id(2).slice(2)}`].sort());
    expect([...(await store.list()).keys()]).toEqual([id(2)]);
  }));

test('an entry that is in the way of a note is renamed and not lost', () =>
  withStore({}, async ({ repo, store, id, plant, paths }) => {
    const [two, rest] = [id(1).slice(0, 2), id(1).slice(2)];
    plant({ [two]: 'a file where the folder goes', [`${id(2).slice(0, 2)}/${id(2).slice(2)}/x`]: 'a folder, no note' });
    expect((await store.read([id(1), id(2)])).size).toBe(0);
    await store.update(new Map([[id(1), add('note')], [id(2), add('note')]]), 'note');
    expect(paths()).toEqual(
      [`${two}/${rest}`, `${two}.foreign`, `${id(2).slice(0, 2)}/${id(2).slice(2)}`, `${id(2).slice(0, 2)}/${id(2).slice(2)}.foreign/x`].sort(),
    );
    expect(repo.git('fsck', '--strict')).not.toMatch(/error|warning/);
  }));

test('a damaged note is told, never lost: its bytes stay under refs/prov/quarantine', () =>
  withStore({}, async ({ repo, store, id, plant }) => {
    plant({ [id(1)]: 'bad bytes', [id(2)]: 'bad too', [`${id(2).slice(0, 2)}/${id(2).slice(2)}`]: 'good', [id(3)]: 'fine' });
    const found = await store.read([1, 2, 3].map(id));
    expect([1, 2, 3].map((n) => said(found.get(id(n))))).toEqual(['damaged none', 'damaged good', 'fine']);
    const damaged = found.get(id(1));
    expect(damaged && isDamaged(damaged) && damaged.damaged.message).toMatch(new RegExp(`note on ${id(1)} .*no note`));
    expect(await store.update(new Map([[id(1), () => undefined]]), 'left')).toBe(await store.tip());
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('damaged none');
    await store.update(new Map([[id(1), add('new')], [id(2), add('new')]]), 'replaced');
    const after = await store.read([1, 2, 3].map(id));
    expect([1, 2, 3].map((n) => said(after.get(id(n))))).toEqual(['new', 'good+new', 'fine']);
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '-q', '--prune=now');
    const kept = repo.git('for-each-ref', '--format=%(refname)', 'refs/prov/quarantine').split('\n');
    expect(kept.map((ref) => repo.git('cat-file', 'blob', ref)).sort()).toEqual(['bad bytes', 'bad too']);
    expect(kept.every((ref) => [id(1), id(2)].some((commit) => ref.startsWith(`refs/prov/quarantine/${commit}/`)))).toBe(true);
  }));

test('a note over 4 MiB is neither read nor written', () =>
  withStore({}, async ({ store, id, plant }) => {
    const limit = 4 * 1024 * 1024;
    plant({ [id(1)]: 'x'.repeat(limit + 1), [id(2)]: 'x'.repeat(limit), [id(3)]: 'small' });
    const found = await store.read([1, 2, 3].map(id));
    expect(said(found.get(id(1)))).toBe('damaged none');
    expect([said(found.get(id(2))).length, said(found.get(id(3)))]).toEqual([limit, 'small']);
    const tip = await store.tip();
    await expect(store.update(new Map([[id(3), () => note('x'.repeat(limit + 1))]]), 'big')).rejects.toMatchObject({ kind: 'data' });
    expect(await store.tip()).toBe(tip);
  }));

test('a note whose blob is missing or corrupt does not hide the others', () =>
  withStore({}, async ({ repo, store, id, plant }) => {
    plant({ [id(1)]: 'one', [id(2)]: 'two '.repeat(50), [id(3)]: 'three' });
    const file = (path: string): string => `.git/objects/${repo.oid(`${NOTES_REF}:${path}`).replace(/^../, '$&/')}`;
    const [gone, corrupt] = [join(repo.dir, file(id(1))), file(id(2))];
    rmSync(gone);
    chmodSync(join(repo.dir, corrupt), 0o644);
    const bytes = readFileSync(join(repo.dir, corrupt));
    repo.write(corrupt, bytes.fill(0x55, bytes.length - 8));
    const found = await store.read([1, 2, 3].map(id));
    expect([1, 2, 3].map((n) => said(found.get(id(n))))).toEqual(['damaged none', 'damaged none', 'three']);
    await store.update(new Map([[id(1), add('again')]]), 'again');
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('again');
  }));

test('the bytes of a note are kept exactly', () =>
  withStore({}, async ({ repo, id }) => {
    const bytes = Buffer.from(Array.from({ length: 600 }, (_, i) => i % 256));
    const exact: NoteCodec = { ...codec, encode: () => bytes, decode: (read) => note(Buffer.from(read).toString('hex')) };
    const store = new NoteStore(await repo.open(), { codec: exact });
    await store.update(new Map([[id(1), () => note('x')]]), 'bytes');
    expect(said((await store.read([id(1)])).get(id(1)))).toBe(bytes.toString('hex'));
    expect(repo.gitRaw(['cat-file', 'blob', `${NOTES_REF}:${id(1).slice(0, 2)}/${id(1).slice(2)}`])).toEqual(bytes);
    await store.close();
  }));

test('without a name that git knows, notes are written under a fixed one', () =>
  withStore({}, async ({ repo, id }) => {
    for (const name of ['NAME', 'EMAIL', 'DATE']) {
      delete repo.env[`GIT_COMMITTER_${name}`];
      delete repo.env[`GIT_AUTHOR_${name}`];
    }
    repo.git('config', 'user.useConfigOnly', 'true');
    const store = new NoteStore(await repo.open(), { codec, clock: () => 1_800_000_000_999 });
    await store.update(new Map([[id(1), add('a')]]), 'a');
    expect(repo.git('log', '-1', '--format=%an <%ae> %at %cn', NOTES_REF)).toBe('git-prov <git-prov@localhost> 1800000000 git-prov');
    await store.close();
  }));

test('20 stores that write at once lose nothing, on the same commit and on others', () =>
  withStore({}, async ({ repo, store, id, another }) => {
    const stores = await Promise.all(Array.from({ length: 20 }, () => another()));
    await Promise.all(
      stores.map((store, i) => store.update(new Map([[id(0), add(`w${i}`)], [id(i + 1), add('own')]]), `writer ${i}`)),
    );
    const found = await store.read(Array.from({ length: 21 }, (_, i) => id(i)));
    expect(found.size).toBe(21);
    expect(said(found.get(id(0))).split('+').sort()).toEqual(Array.from({ length: 20 }, (_, i) => `w${i}`).sort());
    expect(Number(repo.git('rev-list', '--count', NOTES_REF))).toBe(20);
  }));

test('8 processes that write 10 notes each lose nothing', () =>
  withStore({}, async ({ repo, store, id }) => {
    const script = join(repo.home, 'writer.mjs');
    const source = `
      import { NoteStore } from './src/store/notes.ts';
      import { openRepo } from './src/git/repo.ts';
      const [, , who, ...commits] = process.argv;
      const codec = { encode: (n) => Buffer.from(n.carried.map((c) => c.how).join('\\n')),
        decode: (b) => ({ graphs: [], lines: new Map(), carried: Buffer.from(b).toString().split('\\n').map((how) => ({ how })) }) };
      const store = new NoteStore(await openRepo(process.cwd()), { codec });
      for (const [i, commit] of commits.entries())
        await store.update(new Map([[commit, (old) => ({ ...old, carried: [...(old?.carried ?? []), { how: who + i }] })]]), who);
      await store.close();`;
    const root = join(import.meta.dirname, '../..');
    const stdin = { contents: source, resolveDir: root, loader: 'ts' } as const;
    await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: script, logLevel: 'error', banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" } });
    const write = (who: string, commits: Oid[]): Promise<number | null> =>
      new Promise((resolve) =>
        spawn(process.execPath, [script, who, ...commits], { cwd: repo.dir, env: repo.env, stdio: 'inherit' }).on('close', resolve),
      );
    const shared = id(999);
    const lists = Array.from({ length: 8 }, (_, p) => [shared, ...Array.from({ length: 9 }, (_, i) => id(p * 100 + i + 1))]);
    const codes = await Promise.all(lists.map((commits, p) => write(`p${p}-`, commits)));
    expect(codes).toEqual(Array(8).fill(0));
    const found = await store.read(lists.flat());
    expect(found.size).toBe(73);
    expect(said(found.get(shared)).split('+').sort()).toEqual(Array.from({ length: 8 }, (_, p) => `p${p}-0`));
    expect(Number(repo.git('rev-list', '--count', NOTES_REF))).toBe(80);
  }), 60_000);

test('a change that loses the race is applied again to what the winner wrote, also when its objects were pruned', () =>
  withStore({}, async ({ repo, store, another, id }) => {
    await store.update(new Map([[id(1), add('base')]]), 'base');
    const rival = await another();
    const seen: string[] = [];
    const meddle: Change = (old) => {
      seen.push(said(old));
      if (seen.length === 1) {
        const folder = `100644 blob ${repo.gitRaw(['hash-object', '-w', '--stdin'], 'base\nrival').toString().trim()}\t${id(1).slice(2)}\n`;
        const root = `040000 tree ${repo.gitRaw(['mktree'], folder).toString().trim()}\t${id(1).slice(0, 2)}\n`;
        const tree = repo.gitRaw(['mktree'], root).toString().trim();
        repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-p', NOTES_REF, '-m', 'rival', tree));
      } else repo.git('gc', '-q', '--prune=now'); // takes the blobs of the first attempt, which are needed again
      return add('ours')(old);
    };
    await store.update(new Map([[id(2), add('the same in both attempts')], [id(1), meddle]]), 'ours');
    expect(seen).toEqual(['base', 'base+rival']);
    const notes = await rival.read([id(1), id(2)]);
    expect([said(notes.get(id(1))), said(notes.get(id(2)))]).toEqual(['base+ours+rival', 'the same in both attempts']);
    expect(repo.git('log', '--format=%s', NOTES_REF)).toBe('ours\nrival\nbase');
    expect(repo.git('fsck', '--connectivity-only')).not.toMatch(/missing|broken/);
  }));

test('when others never stop moving the ref, the update gives up and says so', () =>
  withStore({}, async ({ repo, another, id }) => {
    const store = await another(100);
    await store.update(new Map([[id(1), add('a')]]), 'a');
    let turn = 0;
    const meddle: Change = (old) => {
      const next = repo.git('commit-tree', '-p', NOTES_REF, '-m', `turn ${turn++}`, `${NOTES_REF}^{tree}`);
      repo.git('update-ref', NOTES_REF, next);
      return add('b')(old);
    };
    await expect(store.update(new Map([[id(1), meddle]]), 'b')).rejects.toMatchObject({ kind: 'git', hint: expect.stringContaining('doctor') });
    expect(turn).toBeGreaterThan(1);
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('a');
  }));

test('an empty ref file stops reading and writing with a hint, a stale lock only writing', () =>
  withStore({}, async ({ repo, store, id }) => {
    await store.update(new Map([[id(1), add('a')]]), 'a');
    const tip = repo.read(`.git/${NOTES_REF}`);
    repo.write(`.git/${NOTES_REF}`, '');
    const hint = { kind: 'git', hint: 'Run git prov doctor --fix.' };
    await expect(store.read([id(1)])).rejects.toMatchObject(hint);
    await expect(store.update(new Map([[id(1), add('b')]]), 'b')).rejects.toMatchObject(hint);
    repo.write(`.git/${NOTES_REF}`, tip);
    repo.write(`.git/${NOTES_REF}.lock`, '');
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('a');
    await expect(store.update(new Map([[id(1), add('b')]]), 'b')).rejects.toMatchObject(hint);
  }));

test('folders that contain themselves many times over are refused when listed', () =>
  withStore({}, async ({ repo, store, id }) => {
    const blob = repo.oid('HEAD:a');
    const tree = (lines: string[]): string => repo.gitRaw(['mktree'], lines.join('')).toString().trim();
    const hex = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
    let inner = tree(hex.map((two) => `100644 blob ${blob}\t${two.repeat(17)}\n`));
    for (let level = 0; level < 3; level++) inner = tree(hex.map((two) => `040000 tree ${inner}\t${two}\n`));
    repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-m', 'bomb', inner));
    await expect(store.list()).rejects.toMatchObject({ kind: 'data' });
    expect((await store.read([id(1)])).size).toBe(0);
  }), 60_000);
