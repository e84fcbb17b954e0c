import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openIsomorphic } from '../../src/git/objects/isomorphic.ts';
import { binaryReader, decodeCommit, readTrees, type GitReader } from '../../src/git/objects/port.ts';
import { oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { NoteReader, NoteStore } from '../../src/notes/notes.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';

// Requirements for every `GitReader`. `packed` is the same repository after gc: other files, same answers.
const READERS: Record<string, (repo: TestRepo) => Promise<GitReader>> = {
  'the git binary': async (repo) => binaryReader(await repo.open()),
  'isomorphic-git': async (repo) => openIsomorphic(fs, (await repo.open()).commonDir),
};
// What isomorphic-git does not support, see below.
const KNOWN = { hash: 'sha1', refs: 'files' } as const;

type Story = (reader: GitReader, repo: TestRepo) => Promise<void>;

const using =
  (open: (repo: TestRepo) => Promise<GitReader>, packed: boolean) =>
  (files: Record<string, string | Uint8Array>, story: Story): Promise<void> =>
    withRepo({ ...KNOWN, files }, async (repo) => {
      if (packed) repo.git('gc', '-q');
      const reader = await open(repo);
      await story(reader, repo).finally(() => reader.close());
    });

for (const [name, open] of Object.entries(READERS))
  for (const packed of [false, true])
    describe(`${name}, ${packed ? 'packed' : 'loose'}`, () => {
      const reading = using(open, packed);

      test('reads objects of each type exactly, in the requested order, and undefined for missing ones', () => {
        const bytes = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * i) % 256));
        return reading({ bytes, empty: '' }, async (reader, repo) => {
          repo.git('tag', '-am', 'tag', 'v1');
          const names = ['HEAD:bytes', 'HEAD:empty', 'HEAD', 'HEAD^{tree}', 'v1'].map((name) => repo.oid(name));
          const found = await reader.readObjects([oid('e'.repeat(40)), ...names], 10_000);
          expect(found[0]).toBeUndefined();
          expect(found[1]).toEqual({ oid: names[0], type: 'blob', bytes });
          expect(found.slice(2).map((one) => one && 'type' in one && one.type)).toEqual([
            'blob',
            'commit',
            'tree',
            'tag',
          ]);
          expect(decodeCommit(found[3])).toEqual({ tree: names[3], parents: [] });
          const [tree] = await readTrees(reader, [names[3]!]);
          expect([...tree!].map(([path, entry]) => [entry.mode, entry.oid, path])).toEqual([
            ['100644', names[0], 'bytes'],
            ['100644', names[1], 'empty'],
          ]);
          await expect(readTrees(reader, [names[0]!])).rejects.toMatchObject({ kind: 'data' });
        });
      });

      test('does not return an object over the limit', () =>
        reading({ large: 'x'.repeat(1_000_000), small: 'y' }, async (reader, repo) => {
          const found = await reader.readObjects([repo.oid('HEAD:large'), repo.oid('HEAD:small')], 999_999);
          expect(found).toEqual([{ tooLarge: 1_000_000 }, expect.objectContaining({ type: 'blob' })]);
          const [whole] = await reader.readObjects([repo.oid('HEAD:large')], 1_000_000);
          expect(whole && 'bytes' in whole && whole.bytes.length).toBe(1_000_000);
        }));

      test('resolves a ref only by its full name, and reports a broken one', () =>
        reading({ a: 'a' }, async (reader, repo) => {
          const head = repo.oid('HEAD');
          expect(await reader.resolveRef('refs/heads/main')).toBe(head);
          expect(await reader.resolveRef('refs/notes/provenance')).toBeUndefined();
          repo.git('branch', 'refs/notes/provenance');
          expect(await reader.resolveRef('refs/notes/provenance')).toBeUndefined();
          repo.git('update-ref', 'refs/notes/provenance', repo.oid('HEAD:a'));
          expect(await reader.resolveRef('refs/notes/provenance')).toBe(repo.oid('HEAD:a'));
          repo.write('.git/refs/notes/provenance', '');
          await expect(reader.resolveRef('refs/notes/provenance')).rejects.toMatchObject({ kind: 'git' });
        }));

      test('serves the notes written by the store', () =>
        withRepo({ ...KNOWN, files: { a: 'a' } }, async (repo) => {
          const commits = [repo.oid('HEAD'), ...['b', 'c'].map((message) => repo.commit(message))];
          const store = new NoteStore(await repo.open());
          const note: Note = { graphs: [], lines: new Map(), carried: [{ from: commits[0]!, how: 'amend' }] };
          await store.update(new Map(commits.slice(1).map((commit) => [commit, () => note])), 'two');
          await store.close();
          if (packed) repo.git('gc', '-q');
          const reader = new NoteReader(await open(repo));
          expect(await reader.tip()).toBe(repo.oid('refs/notes/provenance'));
          expect([...(await reader.read(commits))]).toEqual(commits.slice(1).map((commit) => [commit, note]));
          expect([...(await reader.list()).keys()].sort()).toEqual(commits.slice(1).sort());
          await reader.close();
        }));
    });

test('isomorphic-git reports a repository that it cannot read', async () => {
  await withRepo({ hash: 'sha256', files: { a: 'a' } }, async (repo) => {
    const opened = openIsomorphic(fs, join(repo.dir, '.git'));
    await expect(opened).rejects.toMatchObject({ kind: 'git', message: expect.stringContaining('sha256') });
  });
  await withRepo({ ...KNOWN, files: { a: 'a' } }, async (repo) => {
    repo.git('config', 'extensions.refStorage', 'reftable');
    const opened = openIsomorphic(fs, join(repo.dir, '.git'));
    await expect(opened).rejects.toMatchObject({ kind: 'git', message: expect.stringContaining('reftable') });
  });
});

test('without git, a loose object that declares a wrong size is an error', async () => {
  await withRepo({ ...KNOWN, files: { a: 'a' } }, async (repo) => {
    const { deflateSync } = await import('node:zlib');
    const lying = oid('ab'.repeat(20));
    const write = (content: string): void => repo.write(`.git/objects/ab/${'ab'.repeat(19)}`, deflateSync(content));
    const reader = await openIsomorphic(fs, join(repo.dir, '.git'));
    write(`blob 3\0${'x'.repeat(100_000)}`);
    expect(await reader.readObjects([lying], 50)).toEqual([{ tooLarge: expect.any(Number) }]);
    await expect(reader.readObjects([lying], 1_000_000)).rejects.toMatchObject({ kind: 'git' });
    write('no object');
    await expect(reader.readObjects([lying], 1_000_000)).rejects.toMatchObject({ kind: 'git' });
  });
});
