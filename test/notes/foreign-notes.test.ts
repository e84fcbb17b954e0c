import { expect, test } from 'vitest';
import { binaryReader } from '../../src/git/objects/port.ts';
import { otherNotesRef, writeOtherNotes } from '../../src/notes/repair/foreign-notes.ts';
import type { Oid } from '../../src/model/ids.ts';
import { withRepo } from '../helpers/repo.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const never = (): boolean => false;

test('concurrent writers lose nothing, and entries that are not notes stay', async () => {
  await withRepo({ files: { a: 'a' } }, async (repo) => {
    const opened = await repo.open();
    const reader = binaryReader(opened);
    const id = (n: number): Oid => n.toString(16).padStart(repo.oid('HEAD').length, `${n % 7}`) as Oid;
    repo.git('notes', '--ref=ai', 'add', '-m', 'theirs', 'HEAD');
    try {
      const one = (n: number): Promise<unknown> =>
        writeOtherNotes(opened, reader, 'refs/notes/ai', new Map([[id(n), bytes(`note ${n}`)]]), never);
      await Promise.all(Array.from({ length: 6 }, (_, n) => one(n + 1)));
      expect(repo.git('notes', '--ref=ai', 'list').split('\n')).toHaveLength(7);
      expect(repo.git('notes', '--ref=ai', 'show', 'HEAD')).toBe('theirs');
    } finally {
      await reader.close();
    }
  });
});

test('a note in several fan-outs is replaced when all of it is ours', async () => {
  await withRepo({ files: { a: 'a' } }, async (repo) => {
    const opened = await repo.open();
    const reader = binaryReader(opened);
    const commit = repo.oid('HEAD');
    const [ours, theirs] = ['ours', 'theirs'].map((text) =>
      repo.gitRaw(['hash-object', '-w', '--stdin'], text).toString().trim(),
    );
    const plant = (flat: string, deep: string): void => {
      const folder = repo
        .gitRaw(['mktree'], `100644 blob ${deep}\t${commit.slice(2)}\n`)
        .toString()
        .trim();
      const listing = `100644 blob ${flat}\t${commit}\n040000 tree ${folder}\t${commit.slice(0, 2)}\n`;
      const tree = repo.gitRaw(['mktree'], listing).toString().trim();
      repo.git('update-ref', 'refs/notes/ai', repo.git('commit-tree', '-m', 'planted', tree));
    };
    const write = (): ReturnType<typeof writeOtherNotes> =>
      writeOtherNotes(opened, reader, 'refs/notes/ai', new Map([[commit, bytes('new')]]), (old) => `${old}` === 'ours');
    try {
      plant(ours!, theirs!);
      expect(await write()).toEqual({ written: 0, same: 0, left: 1 });
      plant(ours!, ours!);
      expect(await write()).toEqual({ written: 1, same: 0, left: 0 });
      expect(repo.git('ls-tree', '-r', '--name-only', 'refs/notes/ai').replaceAll('/', '')).toBe(commit);
      expect(await write()).toEqual({ written: 0, same: 1, left: 0 });
    } finally {
      await reader.close();
    }
  });
});

test('a ref may be given in full or in short', () => {
  expect(otherNotesRef('ai')).toBe('refs/notes/ai');
  expect(otherNotesRef('refs/notes/team/ai.v2')).toBe('refs/notes/team/ai.v2');
  for (const name of ['', 'a..b', 'a/', 'x.lock', 'refs/heads/x', 'refs/notes/provenance/x'])
    expect(() => otherNotesRef(name)).toThrow(/notes/);
});
