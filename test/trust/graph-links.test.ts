import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphId, LONG_DIGITS, oid, sessionId } from '../../src/model/ids.ts';
import { countOf, type KnownGraph, GraphLinks } from '../../src/trust/checks/graph-links.ts';
import { slowTest } from '../helpers/runs.ts';

const hex = (digits: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits });
const hash = hex(64);
const number = fc.option(fc.integer({ min: 0, max: 999_999_999 }), { nil: undefined });

const known: fc.Arbitrary<KnownGraph> = fc.record({
  id: hex(64).map(graphId),
  commit: fc.oneof(hex(40), hex(64)).map(oid),
  session: fc
    .constantFrom('a', 'b/c', 'ä')
    .map(sessionId)
    .chain((id) => fc.constantFrom({ id }, { id, digits: LONG_DIGITS })),
  previous: fc.option(hex(64).map(graphId), { nil: null }),
  start: hash,
  parent: fc.option(hash, { nil: undefined }),
  head: hash,
  last: fc.option(hash, { nil: undefined }),
  from: number,
  to: number,
  steps: fc.integer({ min: 0, max: 65_536 }),
});

test('an added link is found by its id, and no other one is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(known, { selector: ({ id }) => id, maxLength: 60 }), hex(64), (all, other) => {
      const links = new GraphLinks();
      for (const link of all) links.add(link);
      expect(links.size).toBe(all.length);
      for (const [place, link] of all.entries()) {
        expect(links.at(place)).toEqual(link);
        expect(links.find(link.id)).toBe(place);
      }
      fc.pre(all.every(({ id }) => id !== other));
      expect(links.find(graphId(other))).toBeUndefined();
    }),
  );
});

test('packed and joined links equal those added directly, each once', () => {
  const list = fc.uniqueArray(known, { selector: ({ id }) => id, maxLength: 20 });
  fc.assert(
    fc.property(list, list, (mine, theirs) => {
      const [links, others] = [new GraphLinks(), new GraphLinks()];
      for (const link of mine) links.add(link);
      for (const link of [...theirs, ...mine].filter(({ id }, i, all) => all.findIndex((one) => one.id === id) === i))
        others.add(link);
      const packed = others.pack();
      const ids = new Set(mine.map(({ id }) => id));
      const fresh = theirs.filter(({ id }) => !ids.has(id));
      const joined = Array.from({ length: countOf(packed) }, (_, place) => links.join(packed, place));
      expect(joined.filter((steps) => steps !== undefined)).toEqual(fresh.map(({ steps }) => steps));
      expect(Array.from({ length: links.size }, (_, place) => links.at(place))).toEqual([...mine, ...fresh]);
      for (const link of [...mine, ...fresh]) expect(links.at(links.find(link.id)!)).toEqual(link);
    }),
  );
});

test('links are sorted by session and number', () => {
  fc.assert(
    fc.property(fc.uniqueArray(known, { selector: ({ id }) => id, maxLength: 30 }), (all) => {
      const links = new GraphLinks();
      for (const link of all) links.add(link);
      const keys = [...links.ordered()]
        .map((place) => links.at(place))
        .map(({ session: { id, digits }, from = 0 }) => [`${id} ${digits ?? 0}`, from] as const);
      for (const [i, [session, from]] of keys.slice(1).entries()) {
        const [before, first] = keys[i]!;
        expect(before < session || (before === session && first <= from)).toBe(true);
      }
    }),
  );
});

slowTest('it grows to many thousands, with ids that share a prefix', () => {
  const links = new GraphLinks();
  const idOf = (i: number): string => `${(i % 7).toString(16).padStart(8, '0')}${i.toString(16).padStart(56, '0')}`;
  const base = fc.sample(known, { numRuns: 1, seed: 1 })[0]!;
  for (let i = 0; i < 5000; i++) links.add({ ...base, id: graphId(idOf(i)), from: i });
  for (let i = 0; i < 5000; i += 97) expect(links.at(links.find(graphId(idOf(i)))!).from).toBe(i);
  expect(links.find(graphId(idOf(5000)))).toBeUndefined();
});
