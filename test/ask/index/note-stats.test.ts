import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNodeId, nodeId, sessionId, type Oid } from '../../../src/model/ids.ts';
import type { Note } from '../../../src/model/model.ts';
import { idsFrom } from '../../../src/ask/index/prefix-range.ts';
import { withDatabase } from '../../../src/ask/index/cache.ts';
import { Indexed } from '../../../src/ask/index/indexed.ts';
import { isAbbreviation } from '../../../src/ask/find/reference.ts';
import { partsOfId } from '../../../src/ask/index/build/rows.ts';
import { sumsIn } from '../../../src/ask/index/stats-reader.ts';
import { graphKey, noteLines, sumsOf, type NoteSums } from '../../../src/ask/index/note-stats.ts';
import { NoteStore } from '../../../src/notes/notes.ts';
import { note as anyNote } from '../../model/arbitrary.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';
import { made, nodeAt, noteOf, writeNotes } from '../setup.ts';
import { runs } from '../../helpers/runs.ts';

const idOf = (n: number): Oid => String(n).repeat(40) as Oid;
const on = async <T>(repo: TestRepo, work: (indexed: Indexed) => Promise<T>): Promise<T> =>
  withDatabase(await repo.open(), { warn: () => undefined }, (db, reader) => work(new Indexed(db, reader)));

// Nothing here is recorded or signed.
function noteSums(note: Note): NoteSums {
  const lines = noteLines(note);
  return {
    graphs: note.graphs.map((graph) => ({ ...sumsOf(graph), key: graphKey(graph), standing: 'claimed' })),
    ...lines,
    claimed: { lines: lines.lines, copied: lines.copied },
    isTrusted: false,
  };
}

// Keys only distinguish graphs, and fields unknown to the format are not counted.
function plain({ graphs, ...lines }: NoteSums): object {
  const keys = graphs.map(({ key }) => key);
  const known = <T extends { extra?: unknown }>(one: T | undefined): unknown => one && { ...one, extra: undefined };
  return {
    graphs: graphs.map(({ key, session, usage, ...rest }) => ({
      ...rest,
      same: keys.indexOf(key),
      session: known(session),
      usage: known(usage),
    })),
    ...lines,
  };
}

test('the index has the same figures for every note as the note itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyNote, { minLength: 1, maxLength: 3 }), async (notes) => {
      await withRepo({ hash: 'sha1', files: { a: 'a' } }, async (repo) => {
        await writeNotes(
          repo,
          notes.map((note, i) => [idOf(i + 1), { ...note, commit: idOf(i + 1) }]),
        );
        const store = new NoteStore(await repo.open());
        const read = await store.read((await store.list()).keys());
        await store.close();
        const sums = await on(repo, (indexed) => indexed.sums());
        expect([...sums.keys()].sort()).toEqual([...read.keys()].sort());
        for (const [commit, note] of read) expect(plain(sums.get(commit)!)).toEqual(plain(noteSums(note as Note)));
      });
    }),
    { numRuns: runs(12), endOnFailure: true },
  );
}, 120_000);

test('the figures of some notes are those among the figures of all, whatever the notes are worth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyNote, { minLength: 2, maxLength: 4 }), fc.nat(), async (notes, seed) => {
      await withRepo({ hash: 'sha1', files: { a: 'a' } }, async (repo) => {
        const ids = notes.map((_, i) => idOf(i + 1));
        await writeNotes(
          repo,
          notes.map((note, i) => [
            ids[i]!,
            {
              ...note,
              commit: ids[i]!,
              graphs: [...note.graphs, made(`s${i}`, [{ n: 1, kind: 'goal', summary: 'x' }], [])],
            },
          ]),
        );
        const only = [...ids.filter((_, i) => i !== seed % ids.length), idOf(9)];
        await withDatabase(await repo.open(), { warn: () => undefined }, async (db, reader) => {
          db.run(`UPDATE graph SET standing = (id + ${seed % 7}) % 2`);
          // Other sessions with steps of the same ids, or with the same name, and a graph that counts.
          const before = Number(db.get('SELECT max(id) AS id FROM session')?.['id']);
          db.run(
            `INSERT INTO session (name, short) SELECT 'as ' || name, short FROM session WHERE id % 4 = ${seed % 4}`,
          );
          db.run(
            `INSERT INTO session (name, short) SELECT name, 'x' || short FROM session WHERE id <= ${before} AND id % 4 = ${(seed + 1) % 4}`,
          );
          db.run(`INSERT INTO graph (name, standing, session, agent, told, alike, steps)
            SELECT 'of ' || id, 1, id, 'x', 0, '', 1 FROM session WHERE id > ${before}`);
          db.run(`UPDATE note SET trusted = (id + ${seed % 5}) % 2`);
          db.run(
            `INSERT OR IGNORE INTO counted SELECT prefix, note, lines, copied, lines / 2, copied / 2 FROM owned WHERE note % 2 = ${seed % 2}`,
          );
          for (const hidesClaimed of [false, true]) {
            const all = sumsIn(db, hidesClaimed);
            const wanted = new Map([...all].filter(([commit]) => only.includes(commit)));
            expect(sumsIn(db, hidesClaimed, only)).toEqual(wanted);
            expect(sumsIn(db, hidesClaimed, [])).toEqual(new Map());
            const trusted = [...wanted].filter(([, { isTrusted }]) => isTrusted).map(([commit]) => commit);
            expect((await new Indexed(db, reader, hidesClaimed).trusted(only)).toSorted()).toEqual(trusted.toSorted());
          }
        });
      });
    }),
    { numRuns: runs(12), endOnFailure: true },
  );
}, 120_000);

test("another commit's note does not count, with or without the correct one", () =>
  withRepo({ hash: 'sha1', files: { a: 'a' } }, async (repo) => {
    const goal = noteOf([made('s', [{ n: 1, kind: 'goal', summary: 's' }], [])], []);
    await writeNotes(repo, [
      [idOf(1), { ...goal, commit: idOf(1) }],
      [idOf(2), { ...goal, commit: idOf(1) }],
    ]);
    const counted = async (): Promise<unknown> =>
      on(repo, async (indexed) => [indexed.damaged, [...(await indexed.commitsOf(sessionId('s')))]]);
    expect(await counted()).toEqual([1, [idOf(1)]]);
    await writeNotes(repo, [[idOf(2), { ...goal, commit: idOf(2) }]]);
    expect(await counted()).toEqual([0, [idOf(1), idOf(2)]]);
  }));

test('the commits of a session are those with graphs or lines of it or of its sub-agents', () =>
  withRepo({ hash: 'sha1', files: { a: 'a' } }, async (repo) => {
    const goal = (id: string, parent?: string): ReturnType<typeof made> =>
      made(id, [{ n: 1, kind: 'goal', summary: id }], [], parent ? { of: { parent: sessionId(parent) } } : {});
    const lineOf = (id: string): Note => noteOf([], [['a', 1, 1, nodeAt(id, 1)]]);
    await writeNotes(repo, [
      [idOf(1), noteOf([goal('s')], [])],
      [idOf(2), noteOf([goal('s/sub')], [])],
      [idOf(3), noteOf([goal('by name', 's')], [])],
      [idOf(4), lineOf('s')],
      [idOf(5), lineOf('by name')],
      [idOf(6), noteOf([goal('s2'), goal('t/s/sub')], [['a', 1, 1, nodeAt('s2', 1)]])],
      [idOf(7), noteOf([goal('t')], [['a', 1, 1, nodeAt('s', 1), 'unsure']])],
    ]);
    const commits = async (id: string): Promise<Oid[]> =>
      [...(await on(repo, (indexed) => indexed.commitsOf(sessionId(id))))].sort();
    expect(await commits('s')).toEqual([1, 2, 3, 4, 5].map(idOf));
    expect(await commits('by name')).toEqual([3, 5].map(idOf));
    expect(await commits('nix')).toEqual([]);
    repo.git('notes', '--ref', 'provenance', 'remove', idOf(1), idOf(4));
    expect(await commits('s')).toEqual([2, 3, 5].map(idOf));
    await writeNotes(repo, [
      [idOf(4), lineOf('s2')],
      [idOf(5), lineOf('s2')],
    ]);
    expect(await commits('s')).toEqual([2, 3].map(idOf));
    expect(await commits('s2')).toEqual([4, 5, 6].map(idOf));
    const named = await on(repo, (indexed) => indexed.sessions('s'));
    expect(named.map(({ id }) => id).sort()).toEqual(['s/sub', 's2']); // of s there is no graph any more
  }));

test('a prefix of an id selects the same as its ranges of numbers', () => {
  const number = fc.constantFrom(0, 1, 9, 10, 12, 19, 20, 99, 100, 123, 1000, 1999, 10_000, 199_999_999, 999_999_999);
  const short = fc.constantFrom(
    '8f3a21c0',
    '8f3a21c1',
    '00000000',
    'ffffffff',
    '8e000000',
    '8f3a21c00123456789ab',
    '8f3a21c0fedcba987654',
    'ffffffffffffffffffff',
  );
  const id = fc.tuple(short, number).map(([s, n]) => nodeId(`${s}-${n}`));
  fc.assert(
    fc.property(id, id, fc.integer({ min: 1, max: 30 }), fc.boolean(), (one, other, length, isCut) => {
      const [whole, its] = partsOfId(other);
      const prefix = (isCut ? `${whole.slice(0, 8)}-${its}` : other).slice(0, length);
      expect(isNodeId(one)).toBe(true);
      const [left, number] = partsOfId(one);
      const within = idsFrom(prefix).some(([a, b, c, d]) => a <= left && left <= b && c <= number && number <= d);
      expect(within).toBe(isAbbreviation(prefix, one));
    }),
    { numRuns: 4000 },
  );
  for (const none of ['', 'g', '8f3a-1', '8f3a21c0-01', '8f3a21c0-1234567890', '8f3a21c00123456789abc'])
    expect(idsFrom(none)).toEqual([]);
});
