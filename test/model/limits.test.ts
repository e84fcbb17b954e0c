import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { nodeId, oid, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { joinAll } from '../../src/model/graph/join.ts';
import type { Attribution, Graph, Note } from '../../src/model/model.ts';
import { claimsIn, droppedFrom, joinRanked, type RankedNote } from '../../src/model/standing/limits.ts';
import { judgeNote, UNCOVERED } from '../../src/model/standing/note.ts';
import { runs } from '../helpers/runs.ts';

// Notes of one commit that are too large together. The real limit is 262,144 claims; here it is a few.

const COMMIT = oid('a'.repeat(40));
const PREFIX = sessionPrefix({ id: sessionId('s') });
const graph: Graph = {
  session: { id: sessionId('s'), agent: 'claude-code' },
  nodes: [{ id: nodeId(`${PREFIX}-1`), kind: 'commitment', at: 1, summary: 'a change' }],
  edges: [],
  explains: [],
  previous: null,
  chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
};

const joinUpTo =
  (most: number) =>
  (notes: readonly Note[]): Note => {
    const note = joinAll(notes);
    const count = [...note.lines.values()].reduce((sum, list) => sum + list.length, 0);
    if (count > most) throw new ProvError('data', 'too many');
    return note;
  };

/** A note with claims of a step on every second line of a file, so that none of them merge. */
const noteOf = (path: string, count: number, step: string | null, graphs: readonly Graph[] = []): Note => {
  const claims = Array.from({ length: count }, (_, i): Attribution => ({
    start: 1 + 2 * i,
    count: 1,
    node: step === null ? null : nodeId(step),
    evidence: 'exact',
  }));
  return { commit: COMMIT, graphs, lines: new Map([[path as RepoPath, claims]]), carried: [] };
};
const paths = (note: Note): string[] => [...note.lines.keys()].toSorted();

describe('notes that are too large together', () => {
  const own: RankedNote = { note: noteOf('own', 5, `${PREFIX}-1`, [graph]), standing: 'recorded' };
  const signed: RankedNote = { note: noteOf('signed', 5, `${PREFIX}-1`), standing: 'vouched' };
  const claimed: RankedNote = { note: noteOf('claimed', 5, `${PREFIX}-1`), standing: 'claimed' };
  const invented: RankedNote = { note: noteOf('invented', 5, '12345678-1'), standing: 'claimed' };
  const all = [invented, claimed, signed, own];

  test.each([
    [20, ['claimed', 'invented', 'own', 'signed'], undefined],
    [15, ['claimed', 'own', 'signed'], { claimsWithoutGraph: 5, claims: { claimed: 0, vouched: 0, recorded: 0 } }],
    [10, ['own', 'signed'], { claimsWithoutGraph: 5, claims: { claimed: 5, vouched: 0, recorded: 0 } }],
    [5, ['own'], { claimsWithoutGraph: 5, claims: { claimed: 5, vouched: 5, recorded: 0 } }],
    [0, [], { claimsWithoutGraph: 5, claims: { claimed: 5, vouched: 5, recorded: 5 } }],
  ])('with room for %i claims, %j stay, and the others are counted', (room, kept, dropped) => {
    const note = joinRanked(all, joinUpTo(room));
    expect(paths(note)).toEqual(kept);
    expect(droppedFrom(note)).toEqual(dropped);
    expect(note.graphs).toHaveLength(1);
  });

  test('a lower standing never displaces a higher one, in any order and with any sizes', () => {
    const ranked = fc.record({
      count: fc.integer({ min: 0, max: 6 }),
      standing: fc.constantFrom('recorded', 'vouched', 'claimed'),
      hasGraph: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(ranked, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 20 }), (list, room) => {
        const notes = list.map(({ count, standing, hasGraph }, i): RankedNote => ({
          note: noteOf(`file ${i}`, count, hasGraph ? `${PREFIX}-1` : '12345678-1', hasGraph ? [graph] : []),
          standing: standing as RankedNote['standing'],
        }));
        const note = joinRanked(notes, joinUpTo(room));
        const left = [...note.lines.values()].flat().length;
        const dropped = droppedFrom(note);
        expect(left + (dropped ? claimsIn(dropped) : 0)).toBe(list.reduce((sum, { count }) => sum + count, 0));
        const isKept = (standing: string): boolean =>
          list.every(
            (one, i) => one.standing !== standing || one.count === 0 || note.lines.has(`file ${i}` as RepoPath),
          );
        const isThere = (standing: string): boolean =>
          list.some((one, i) => one.standing === standing && note.lines.has(`file ${i}` as RepoPath));
        expect(!isThere('claimed') || (isKept('recorded') && isKept('vouched'))).toBe(true);
        expect(!isThere('vouched') || isKept('recorded')).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  test('lines without a claim are unknown then, and a person’s only where a higher standing says so', () => {
    const cut = joinRanked([own, invented], joinUpTo(5));
    expect(judgeNote(COMMIT, cut, UNCOVERED).note.partial).toBe(true);
    const covering = { ...UNCOVERED, silence: 'recorded' as const };
    expect(judgeNote(COMMIT, cut, covering).note.partial).toBeUndefined();
  });
});

describe('joining', () => {
  const claimed = (note: Note): RankedNote => ({ note, standing: 'claimed' });
  const person = noteOf('b', 1, null);

  test('leaves out claims without a graph first, and keeps those of persons', () => {
    const note = joinRanked(
      [claimed(noteOf('a', 2, '00000001-1')), claimed(noteOf('b', 1, null, [graph]))],
      joinUpTo(1),
    );
    expect([note.lines, droppedFrom(note)]).toEqual([
      person.lines,
      { claimsWithoutGraph: 2, claims: { claimed: 0, vouched: 0, recorded: 0 } },
    ]);
  });

  test('passes on an error that no size causes, also without any claims', () => {
    const broken = (error: Error) => () =>
      joinRanked([claimed(person)], (notes) => (notes.length > 0 ? raise(error) : person));
    for (const error of [
      new ProvError('bug', 'a bug'),
      new TypeError('another'),
      Object.assign(new Error('no data'), { kind: 'data' }),
    ])
      expect(broken(error)).toThrow(error);
    expect(broken(new ProvError('data', 'always'))).toThrow('always');
    let calls = 0;
    expect(() => joinRanked([claimed(person)], () => (calls++, raise(new ProvError('bug', 'a bug'))))).toThrow('a bug');
    expect(calls).toBe(1);
  });

  test('a file without any claims left is not listed', () => {
    const seen: (readonly string[])[] = [];
    joinRanked([claimed(noteOf('a', 1, '00000001-1')), claimed(person)], (notes) => {
      seen.push(notes.flatMap(({ lines }) => [...lines.keys()]));
      if (seen.length < 3) raise(new ProvError('data', 'too many'));
      return person;
    });
    expect(seen).toEqual([['a', 'b'], ['b'], []]);
  });
});

function raise(error: Error): never {
  throw error;
}
