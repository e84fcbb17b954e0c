import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareClaims, MAX_CLAIMS_PER_LINE, isNormal } from '../../src/model/attributions.ts';
import { decodeNote, encodeNote, graphIdOf } from '../../src/model/format/note.ts';
import { nodeId, oid } from '../../src/model/ids.ts';
import { attributionAt, attributionsAt, joinAll, joinNotes, normaliseLines } from '../../src/model/graph/join.ts';
import type { Attribution, Note } from '../../src/model/model.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import { attribution, note, related } from './arbitrary.ts';
import { runs } from '../helpers/runs.ts';

/** A few, because a join takes long; `npm run stress:laws` tries 25,000. */
const RUNS = runs(60);

const hex = (value: Note) => Buffer.from(encodeNote(value)).toString('hex');
const A = nodeId('aaaaaaaa-1');
const B = nodeId('bbbbbbbb-1');
const exact = (start: number, count: number, node = A): Attribution => ({ start, count, node, evidence: 'exact' });
const empty: Note = { graphs: [], lines: new Map(), carried: [] };
const file = pathFromBytes(Buffer.from('a.ts'));
const noteOf = (...list: Attribution[]): Note => ({ ...empty, lines: new Map([[file, list]]) });
const linesOf = (joined: Note) => joined.lines.get(file);

describe('the laws of joining, byte for byte', () => {
  test('joining a with b equals joining b with a', () => {
    fc.assert(
      fc.property(related(2), ([a, b]) => {
        expect(hex(joinNotes(a!, b!))).toBe(hex(joinNotes(b!, a!)));
      }),
      { numRuns: RUNS },
    );
  });

  test('the order and the grouping do not matter', () => {
    fc.assert(
      fc.property(related(3), ([a, b, c]) => {
        const left = hex(joinNotes(joinNotes(a!, b!), c!));
        expect(hex(joinNotes(a!, joinNotes(b!, c!)))).toBe(left);
        expect(hex(joinAll([c!, a!, b!]))).toBe(left);
      }),
      { numRuns: RUNS },
    );
  });

  test('joining a with itself, or with nothing, gives a', () => {
    fc.assert(
      fc.property(note, (a) => {
        expect(hex(joinNotes(a, a))).toBe(hex(a));
        expect(hex(joinNotes(a, empty))).toBe(hex(a));
      }),
      { numRuns: RUNS },
    );
  });

  test('a join is the same after encoding and decoding', () => {
    fc.assert(
      fc.property(related(2), ([a, b]) => {
        const stored = [a!, b!].map((one) => decodeNote(encodeNote(one)));
        expect(hex(joinNotes(stored[0]!, stored[1]!))).toBe(hex(joinNotes(a!, b!)));
        const joined = joinNotes(a!, b!);
        expect(hex(joinNotes(decodeNote(encodeNote(joined)), a!))).toBe(hex(joined));
      }),
      { numRuns: RUNS },
    );
  });

  test('no field of a newer version is lost, not even by encoding and decoding', () => {
    fc.assert(
      fc.property(related(2), ([a, b]) => {
        const joined = joinNotes(a!, b!);
        const stored = decodeNote(encodeNote(joined));
        const keys = new Set([...(a!.extra?.keys() ?? []), ...(b!.extra?.keys() ?? [])]);
        expect(new Set(stored.extra?.keys())).toEqual(keys);
        const alone = [...keys].filter((key) => a!.extra?.has(key) !== b!.extra?.has(key));
        const before = (key: string | number): unknown => (a!.extra?.has(key) ? a : b)!.extra!.get(key);
        expect(alone.map((key) => stored.extra!.get(key))).toEqual(alone.map(before));
        // Fields of graphs, sessions and nodes are in the bytes of a graph's id.
        expect(stored.graphs.map(graphIdOf)).toEqual(joined.graphs.map(graphIdOf));
      }),
      { numRuns: RUNS },
    );
  });

  test('no graph is lost', () => {
    fc.assert(
      fc.property(related(2), ([a, b]) => {
        const ids = [...a!.graphs, ...b!.graphs].map(graphIdOf);
        expect(joinNotes(a!, b!).graphs.map(graphIdOf)).toEqual([...new Set(ids)].sort());
      }),
      { numRuns: RUNS },
    );
  });
});

describe('attributions', () => {
  test('are the same set for every line before and after, and their form depends on nothing else', () => {
    fc.assert(
      fc.property(fc.array(attribution, { maxLength: 20 }), (list) => {
        const normal = normaliseLines(list);
        expect(isNormal(normal)).toBe(true);
        expect(normaliseLines(list.toReversed())).toEqual(normal);
        for (let line = 1; line < 20; line++) expect(claims(normal, line)).toEqual(claims(list, line));
        const perLine = Array.from({ length: 20 }, (_, i) =>
          list.filter((one) => covers(one, i + 1)).map((one) => moved(one, i + 1, 1)),
        ).flat();
        expect(normaliseLines(perLine)).toEqual(normaliseLines(cut(normal, 20)));
      }),
      { numRuns: RUNS * 3 },
    );
  });

  test('found by line are those that cover it, the strongest first', () => {
    fc.assert(
      fc.property(fc.array(attribution, { maxLength: 20 }), fc.integer({ min: 0, max: 25 }), (list, line) => {
        const normal = normaliseLines(list);
        const covering = normal.filter((one) => covers(one, line));
        expect(attributionsAt(normal, line)).toEqual(covering);
        expect(attributionAt(normal, line)).toEqual([...covering].sort(compareClaims)[0]);
      }),
      { numRuns: RUNS * 3 },
    );
  });

  test('of one side only stay, and equal ones stay once', () => {
    expect(linesOf(joinNotes(noteOf(exact(1, 2), exact(9, 1)), noteOf(exact(1, 2), exact(5, 1))))).toEqual([
      exact(1, 2),
      exact(5, 1),
      exact(9, 1),
    ]);
  });

  test('that touch and are equal merge', () => {
    expect(linesOf(joinNotes(noteOf(exact(1, 2)), noteOf(exact(3, 2), exact(5, 1, B))))).toEqual([
      exact(1, 4),
      exact(5, 1, B),
    ]);
  });

  test('that differ are both kept on their common lines, stronger evidence first', () => {
    const weak: Attribution = { start: 3, count: 1, node: A, evidence: 'inferred' };
    expect(linesOf(joinNotes(noteOf(weak), noteOf(exact(1, 5, B))))).toEqual([
      exact(1, 2, B),
      exact(3, 1, B),
      weak,
      exact(4, 2, B),
    ]);
  });

  test('come in a frozen order', () => {
    const one = { start: 1, count: 1 };
    const order: Attribution[] = [
      { ...one, evidence: 'exact', node: A, from: A },
      { ...one, evidence: 'exact', node: A, from: B },
      { ...one, evidence: 'exact', node: A },
      { ...one, evidence: 'exact', node: B },
      { ...one, evidence: 'exact', node: null },
      { ...one, evidence: 'reformatted', node: A },
      { ...one, evidence: 'moved', node: A },
      { ...one, evidence: 'restored', node: A },
      { ...one, evidence: 'carried', node: A },
      { ...one, evidence: 'imported', node: A },
      { ...one, evidence: 'inferred', node: A },
      { ...one, evidence: 'unsure', node: null },
      { ...one, evidence: 'Zeta', node: A },
      { ...one, evidence: 'alpha', node: A },
    ];
    expect([...order].reverse().sort(compareClaims)).toEqual(order);
  });

  test('of a line are at most eight: a stranger cannot make a small note grow large by joining', () => {
    const joined = linesOf(joinNotes(noteOf(...many(10)), noteOf(...many(30))))!;
    expect(joined.map((one) => one.node)).toEqual(
      Array.from({ length: MAX_CLAIMS_PER_LINE }, (_, i) => `aaaaaaaa-${10 + i}`),
    );
  });

  test('of no lines are dropped', () => {
    expect(normaliseLines([exact(1, 0), exact(1, 2, B)])).toEqual([exact(1, 2, B)]);
    expect(encodeNote(noteOf(exact(1, 0), exact(3, 1))).length).toBeGreaterThan(0);
    expect(attributionAt([], 1)).toBeUndefined();
  });

  test('40,000 disagreeing ones are joined in two seconds', () => {
    const of = (node: typeof A, shift: number) =>
      Array.from({ length: 20_000 }, (_, i) => ({
        start: i * 4 + 1 + shift,
        count: 3,
        node,
        evidence: 'exact' as const,
      }));
    const begin = process.cpuUsage();
    expect(linesOf(joinNotes(noteOf(...of(A, 0)), noteOf(...of(B, 2))))).toHaveLength(119_998);
    const { user, system } = process.cpuUsage(begin);
    expect(user + system).toBeLessThan(2_000_000);
  });
});

describe('the rest of a note', () => {
  test('carried is a set, by object id and operation', () => {
    const a = { ...empty, carried: [carried('2', 'rebase'), carried('1', 'amend')] };
    const b = { ...empty, carried: [carried('1', 'squash'), carried('1', 'amend')] };
    expect(joinNotes(a, b).carried).toEqual([carried('1', 'amend'), carried('1', 'squash'), carried('2', 'rebase')]);
  });

  test.each<[string, unknown, unknown, unknown]>([
    ['sets unite', [1, 3], [2, 3], [1, 2, 3]],
    ['of two texts the greater encoding stays', 'b', 'a', 'b'],
    ['a longer text is greater', 'b', 'aa', 'aa'],
    ['anything else beats a set', [1, 2], 5, 5],
    ['an array that is no set beats one', [2, 1], [1, 2, 3], [2, 1]],
    ['equal ones stay', new Map([['a', 1]]), new Map([['a', 1]]), new Map([['a', 1]])],
  ])("a newer writer's fields: %s", (_, a, b, expected) => {
    const of = (value: unknown): Note => ({ ...empty, extra: new Map([['later', value]]) });
    expect(joinNotes(of(a), of(b)).extra?.get('later')).toEqual(expected);
    expect(joinNotes(of(b), of(a)).extra?.get('later')).toEqual(expected);
    expect(joinNotes(of(a), empty).extra?.get('later')).toEqual(a);
  });
});

const many = (first: number) => Array.from({ length: 20 }, (_, i) => exact(1, 100, nodeId(`aaaaaaaa-${first + i}`)));
const carried = (digit: string, how: string) => ({ from: oid(digit.repeat(40)), how });
const covers = (one: Attribution, line: number) => one.start <= line && line < one.start + one.count;

const moved = (one: Attribution, start: number, count: number): Attribution => ({ ...one, start, count });

// The entries of a list for a line, as a sorted set.
const claims = (list: readonly Attribution[], line: number) =>
  [
    ...new Set(
      list
        .filter((one) => covers(one, line))
        .sort(compareClaims)
        .map(({ node, evidence, from }) => JSON.stringify({ node, evidence, from })),
    ),
  ].slice(0, MAX_CLAIMS_PER_LINE);

// The list up to the last requested line.
const cut = (list: readonly Attribution[], last: number) =>
  list
    .filter((one) => one.start <= last)
    .map((one) => moved(one, one.start, Math.min(one.count, last + 1 - one.start)));
