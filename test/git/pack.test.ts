import { expect, test } from 'vitest';
import { hashObject, writeObjects, type NewObject } from '../../src/git/objects/pack.ts';
import { encodeTree, decodeTree, type TreeEntry } from '../../src/git/objects/tree-codec.ts';
import { oid } from '../../src/model/ids.ts';
import { makeRepo, withRepo } from '../helpers/repo.ts';

const blob = (bytes: Uint8Array | string): NewObject => ({ type: 'blob', bytes: Buffer.from(bytes as string) });

for (const hash of ['sha1', 'sha256'] as const) {
  test(`a few objects and a whole pack of them are written to a ${hash} repository like git does it`, async () => {
    const repo = makeRepo({ hash });
    const binary = Buffer.from(Array.from({ length: 71_024 }, (_, i) => (i * 7919) % 256));
    for (const count of [1, 500]) {
      const objects = Array.from({ length: count }, (_, i) => blob(`${count} ${i}\n`.repeat(i % 50)));
      const ids = await writeObjects(await repo.open(), [blob(binary), ...objects, blob(binary)]);
      expect(ids[0]).toBe(repo.gitRaw(['hash-object', '--stdin'], binary).toString().trim());
      expect(ids.at(-1)).toBe(ids[0]);
      expect(repo.gitRaw(['cat-file', 'blob', ids[0]!])).toEqual(binary);
      const wanted = objects.map((object) => object.bytes.length);
      const sizes = repo.gitRaw(['cat-file', '--batch-check=%(objectsize)'], `${ids.slice(1, -1).join('\n')}\n`);
      expect(sizes.toString().trim().split('\n').map(Number)).toEqual(wanted);
    }
    expect(repo.git('fsck', '--strict')).not.toMatch(/error|corrupt/);
    repo.cleanup();
  });

  test(`a tree of a ${hash} repository is written in git's order and read back`, async () => {
    await withRepo({ hash, files: { 'a-b': '1', 'a/c': '2', 'a.b': '3', é: '4', 'x y': '5' } }, async (repo) => {
      const bytes = repo.gitRaw(['cat-file', 'tree', 'HEAD^{tree}']);
      const tree = decodeTree(bytes, hash);
      expect([...tree.keys()]).toEqual(['a-b', 'a.b', 'a', 'x y', Buffer.from('é').toString('latin1')]);
      const shuffled = new Map<string, TreeEntry>([...tree].reverse());
      expect(encodeTree(shuffled)).toEqual(bytes);
      expect(hashObject(hash, { type: 'tree', bytes })).toBe(repo.oid('HEAD^{tree}'));
      expect(() => decodeTree(bytes.subarray(0, -1), hash)).toThrow(/cut short/);
      expect(() => decodeTree(Buffer.from('100644'), hash)).toThrow(/cut short/);
    });
  });
}

test('a written commit can be checked out', async () => {
  await withRepo({ files: { a: 'a' } }, async (repo) => {
    const head = repo.gitRaw(['cat-file', 'commit', 'HEAD']);
    const next = Buffer.concat([head.subarray(0, head.indexOf('author')), Buffer.from(`parent ${repo.oid('HEAD')}\n`)]);
    const bytes = Buffer.concat([next, head.subarray(head.indexOf('author'))]);
    const [id] = await writeObjects(await repo.open(), [{ type: 'commit', bytes }]);
    expect(repo.git('log', '--format=%s', id!)).toBe('first\nfirst');
  });
});

test('nothing to write starts no process, and the empty objects have their well-known ids', async () => {
  expect(await writeObjects({ cwd: '/nowhere' } as Parameters<typeof writeObjects>[0], [])).toEqual([]);
  expect(hashObject('sha1', { type: 'tree', bytes: Buffer.of() })).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  expect(hashObject('sha1', blob(''))).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
  expect(hashObject('sha256', blob(''))).toBe(oid('473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813'));
});
