import { NOTES_REF } from '../../src/notes/refs.ts';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oid } from '../../src/model/ids.ts';
import { isDamaged, NoteStore, type NoteCodec } from '../../src/notes/notes.ts';
import { add, codec, note, said, withStore } from '../helpers/notes.ts';

for (const hash of ['sha1', 'sha256'] as const)
  test(`notes of a ${hash} repository are written together and read back, also by git itself`, () =>
    withStore({ hash }, async ({ repo, store, paths }) => {
      const first = repo.oid('HEAD');
      const second = repo.commit('second');
      expect([await store.tip(), await store.read([first]), await store.list()]).toEqual([
        undefined,
        new Map(),
        new Map(),
      ]);
      const tip = await store.update(
        new Map([
          [first, add('one')],
          [second, add('two')],
        ]),
        'two notes',
      );
      expect(await store.tip()).toBe(tip);
      const found = await store.read([second, first, oid('f'.repeat(first.length))]);
      expect([...found].map(([commit, note]) => [commit, said(note)])).toEqual([
        [second, 'two'],
        [first, 'one'],
      ]);
      expect(paths()).toEqual([first, second].map((id) => `${id.slice(0, 2)}/${id.slice(2)}`).sort());
      expect(repo.git('notes', '--ref=provenance', 'show', first)).toBe('one');
      expect(await store.list()).toEqual(
        new Map([first, second].map((id) => [id, [repo.oid(`${NOTES_REF}:${id.slice(0, 2)}/${id.slice(2)}`)]])),
      );
      expect(repo.git('fsck', '--strict')).not.toMatch(/error|warning/);
    }));

test('an update is one commit on top of the previous one, with one line of message and of reflog', () =>
  withStore({}, async ({ repo, store, id }) => {
    await store.update(new Map([[id(1), add('a')]]), 'first\nnote');
    await store.update(
      new Map([
        [id(1), add('b')],
        [id(2), add('c')],
      ]),
      'more',
    );
    expect(repo.git('log', '--format=%an <%ae> %ad %s', '--date=iso', NOTES_REF)).toBe(
      'Ada Tester <ada@example.com> 2026-01-01 00:01:00 +0000 more\nAda Tester <ada@example.com> 2026-01-01 00:01:00 +0000 first note',
    );
    expect(repo.git('reflog', 'show', '--format=%gs', NOTES_REF)).toBe('more\nfirst note');
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('a+b');
  }));

test('an update without a change makes no commit, and removing the last note leaves an empty tree', () =>
  withStore({}, async ({ repo, store, id, paths }) => {
    expect(await store.update(new Map([[id(1), () => undefined]]), 'nothing')).toBeUndefined();
    const tip = await store.update(new Map([[id(1), add('a')]]), 'a');
    expect(await store.update(new Map([[id(1), add('a')]]), 'same bytes')).toBe(tip);
    expect(await store.update(new Map([[id(1), (old) => old]]), 'same note')).toBe(tip);
    expect(await store.update(new Map(), 'no changes')).toBe(tip);
    await store.update(new Map([[id(1), () => undefined]]), 'removed');
    expect(paths()).toEqual([]);
    expect(repo.oid(`${NOTES_REF}^{tree}`)).toBe(repo.gitRaw(['mktree']).toString().trim());
    expect(repo.git('log', '--format=%s', NOTES_REF)).toBe('removed\na');
    expect(await store.read([id(1)])).toEqual(new Map());
  }));

test('all fan-outs are read, several entries of a commit are joined, and writing leaves one entry at 2/38', () =>
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
    expect(all.map((commit) => said(notes.get(commit)))).toEqual([
      'deep+deepest+fan+flat',
      'flat only',
      'deep only',
      'untouched',
    ]);
    expect((await store.list()).get(id(1))?.length).toBe(4);
    await store.update(
      new Map([
        [id(1), add('new')],
        [id(2), add('new')],
        [id(3), () => undefined],
      ]),
      'tidy',
    );
    expect(paths()).toEqual([cut(1, 2), cut(2, 2), cut(4, 2)].sort());
    expect(said((await store.read(all)).get(id(1)))).toBe('deep+deepest+fan+flat+new');
    expect(repo.git('fsck', '--strict')).not.toMatch(/error|warning/);
  }));

test('entries that are not notes stay, whatever their names', () =>
  withStore({}, async ({ store, id, plant, paths }) => {
    const two = id(1).slice(0, 2);
    const odd = [
      'README',
      'new\nline',
      'zz/x',
      `${two}/odd`,
      `${two}/00/x`,
      id(1).toUpperCase(),
      `${two}.txt`,
      'a/b/c',
      '0'.repeat(39),
    ];
    plant(Object.fromEntries(odd.map((path) => [path, path])));
    await store.update(new Map([[id(1), add('note')]]), 'note');
    await store.update(
      new Map([
        [id(1), () => undefined],
        [id(2), add('note')],
      ]),
      'moved',
    );
    expect(paths()).toEqual([...odd, `${id(2).slice(0, 2)}/${id(2).slice(2)}`].sort());
    expect([...(await store.list()).keys()]).toEqual([id(2)]);
  }));

test('an entry at the path of a note is renamed, not lost', () =>
  withStore({}, async ({ repo, store, id, plant, paths }) => {
    const [two, rest] = [id(1).slice(0, 2), id(1).slice(2)];
    plant({ [two]: 'a file where the folder goes', [`${id(2).slice(0, 2)}/${id(2).slice(2)}/x`]: 'a folder, no note' });
    expect((await store.read([id(1), id(2)])).size).toBe(0);
    await store.update(
      new Map([
        [id(1), add('note')],
        [id(2), add('note')],
      ]),
      'note',
    );
    expect(paths()).toEqual(
      [
        `${two}/${rest}`,
        `${two}.foreign`,
        `${id(2).slice(0, 2)}/${id(2).slice(2)}`,
        `${id(2).slice(0, 2)}/${id(2).slice(2)}.foreign/x`,
      ].sort(),
    );
    expect(repo.git('fsck', '--strict')).not.toMatch(/error|warning/);
  }));

test('a damaged note is reported, never lost: its bytes stay under refs/prov/quarantine', () =>
  withStore({}, async ({ repo, store, id, plant }) => {
    plant({
      [id(1)]: 'bad bytes',
      [id(2)]: 'bad too',
      [`${id(2).slice(0, 2)}/${id(2).slice(2)}`]: 'good',
      [id(3)]: 'fine',
    });
    const found = await store.read([1, 2, 3].map(id));
    expect([1, 2, 3].map((n) => said(found.get(id(n))))).toEqual(['damaged none', 'damaged good', 'fine']);
    const damaged = found.get(id(1));
    expect(damaged && isDamaged(damaged) && damaged.damaged.message).toMatch(new RegExp(`note on ${id(1)} .*no note`));
    expect(await store.update(new Map([[id(1), () => undefined]]), 'left')).toBe(await store.tip());
    expect(said((await store.read([id(1)])).get(id(1)))).toBe('damaged none');
    await store.update(
      new Map([
        [id(1), add('new')],
        [id(2), add('new')],
      ]),
      'replaced',
    );
    const after = await store.read([1, 2, 3].map(id));
    expect([1, 2, 3].map((n) => said(after.get(id(n))))).toEqual(['new', 'good+new', 'fine']);
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '-q', '--prune=now');
    const kept = repo.git('for-each-ref', '--format=%(refname)', 'refs/prov/quarantine').split('\n');
    expect(kept.map((ref) => repo.git('cat-file', 'blob', ref)).sort()).toEqual(['bad bytes', 'bad too']);
    expect(
      kept.every((ref) => [id(1), id(2)].some((commit) => ref.startsWith(`refs/prov/quarantine/${commit}/`))),
    ).toBe(true);
  }));

test('a note over 4 MiB is neither read nor written', () =>
  withStore({}, async ({ store, id, plant }) => {
    const limit = 4 * 1024 * 1024;
    plant({ [id(1)]: 'x'.repeat(limit + 1), [id(2)]: 'x'.repeat(limit), [id(3)]: 'small' });
    const found = await store.read([1, 2, 3].map(id));
    expect(said(found.get(id(1)))).toBe('damaged none');
    expect([said(found.get(id(2))).length, said(found.get(id(3)))]).toEqual([limit, 'small']);
    const tip = await store.tip();
    await expect(store.update(new Map([[id(3), () => note('x'.repeat(limit + 1))]]), 'big')).rejects.toMatchObject({
      kind: 'data',
    });
    expect(await store.tip()).toBe(tip);
  }));

test('a note with a missing or corrupt blob does not hide the others', () =>
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
    const exact: NoteCodec = {
      ...codec,
      encode: () => bytes,
      decode: (read) => () => note(Buffer.from(read).toString('hex')),
    };
    const store = new NoteStore(await repo.open(), { codec: exact });
    await store.update(new Map([[id(1), () => note('x')]]), 'bytes');
    expect(said((await store.read([id(1)])).get(id(1)))).toBe(bytes.toString('hex'));
    expect(repo.gitRaw(['cat-file', 'blob', `${NOTES_REF}:${id(1).slice(0, 2)}/${id(1).slice(2)}`])).toEqual(bytes);
    await store.close();
  }));

test('without a user name for git, notes are written under a fixed one', () =>
  withStore({}, async ({ repo, id }) => {
    for (const name of ['NAME', 'EMAIL', 'DATE']) {
      delete repo.env[`GIT_COMMITTER_${name}`];
      delete repo.env[`GIT_AUTHOR_${name}`];
    }
    repo.git('config', 'user.useConfigOnly', 'true');
    const store = new NoteStore(await repo.open(), { codec, clock: () => 1_800_000_000_999 });
    await store.update(new Map([[id(1), add('a')]]), 'a');
    expect(repo.git('log', '-1', '--format=%an <%ae> %at %cn', NOTES_REF)).toBe(
      'git-prov <git-prov@localhost> 1800000000 git-prov',
    );
    await store.close();
  }));

test('an empty ref file stops reading and writing with a hint, a stale lock only writing', () =>
  withStore({ refs: 'files' }, async ({ repo, another, id }) => {
    const store = await another(200);
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

test(
  'folders that contain themselves many times over are listed once',
  () =>
    withStore({}, async ({ repo, store, id }) => {
      const blob = repo.oid('HEAD:a');
      const tree = (lines: string[]): string => repo.gitRaw(['mktree'], lines.join('')).toString().trim();
      const hex = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
      let inner = tree(hex.map((two) => `100644 blob ${blob}\t${two.repeat(17)}\n`));
      for (let level = 0; level < 3; level++) inner = tree(hex.map((two) => `040000 tree ${inner}\t${two}\n`));
      repo.git('update-ref', NOTES_REF, repo.git('commit-tree', '-m', 'bomb', inner));
      expect((await store.list()).size).toBe(256);
      expect((await store.read([id(1)])).size).toBe(0);
    }),
  60_000,
);
