import { expect, test } from 'vitest';
import { nodeId, type Oid, oid, type RepoPath } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { KnownNotes } from '../../src/recorder/rewrite/known-notes.ts';

const commitOf = (i: number): Oid => oid(String(i).padStart(40, '0'));

/** A note with this many claims. */
const noteOf = (claims: number): Note => ({
  graphs: [],
  carried: [],
  lines: new Map([
    [
      'a.txt' as RepoPath,
      Array.from({ length: claims }, (_, i) => ({
        start: 1 + 2 * i,
        count: 1,
        node: nodeId('deadbeef-1'),
        evidence: 'exact' as const,
      })),
    ],
  ]),
});

/** Reads one note after another, and remembers which. Commits with an odd number have none. */
function readerOf(claims: number) {
  const asked: Oid[] = [];
  return {
    asked,
    tip: () => Promise.resolve<Oid | undefined>(commitOf(0)),
    each: async function* (commits: Iterable<Oid>): AsyncGenerator<[Oid, Note]> {
      for (const commit of commits) {
        asked.push(commit);
        if (Number(commit.at(-1)) % 2 === 0) yield [commit, noteOf(claims)];
      }
    },
  };
}

const commits = Array.from({ length: 100 }, (_, i) => commitOf(i));

test('of large notes only the last ones are kept', async () => {
  const reader = readerOf(10_000);
  const notes = new KnownNotes(reader, []);
  let count = 0;
  for await (const [, note] of notes.each(commits)) count += note.lines.size;
  expect(count).toBe(50);
  reader.asked.length = 0;
  await notes.read([commitOf(0), commitOf(98)]);
  expect(reader.asked).toEqual([commitOf(0)]);
});

test('usual notes are read once, and so are commits without a note', async () => {
  const reader = readerOf(20);
  const notes = new KnownNotes(reader, []);
  const first = await notes.read(commits);
  expect([first.size, reader.asked.length]).toEqual([50, 100]);
  expect(await notes.read(commits)).toEqual(first);
  expect(reader.asked.length).toBe(100);
});
