import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId, type RepoPath } from '../../../src/model/ids.ts';
import {
  type CodePlace,
  MAX_RESTS,
  NOT_COMPARED,
  recordedContent,
  type Rest,
  restsDetail,
  restsOf,
  withoutBlanks,
} from '../../../src/model/knowledge/rests-on.ts';
import { type Thing, thingContent, thingId } from '../../../src/model/knowledge/thing.ts';
import type { Detail, Node } from '../../../src/model/model.ts';
import { RUNS } from '../arbitrary.ts';

const path = (name: string): RepoPath => name as RepoPath;

const place: fc.Arbitrary<CodePlace> = fc.oneof(
  fc.record({ path: fc.constantFrom('a.ts', 'ä b.ts').map(path) }),
  fc.record({
    path: fc.constantFrom('a.ts', 'b.ts').map(path),
    symbol: fc.record({ kind: fc.constantFrom('function', 'type'), name: fc.string({ minLength: 1 }) }),
  }),
  fc
    .tuple(fc.nat(1e6), fc.nat(1e6))
    .map(([from, more]) => ({ path: path('a.ts'), lines: { from: from + 1, to: from + 1 + more } })),
);
const rests: fc.Arbitrary<readonly Rest[]> = fc.uniqueArray(
  fc.record({ place, content: fc.string({ minLength: 1 }).map(recordedContent) }),
  { selector: (one) => JSON.stringify(one.place), maxLength: MAX_RESTS },
);

const entryWith = (detail: Detail): Node => ({ id: nodeId('00000000-1'), kind: 'claim', at: 1, summary: 'x', detail });
const nodeAt = ({ path: at, symbol }: CodePlace): Node => {
  const thing: Thing = symbol ? { kind: symbol.kind, path: at, name: symbol.name } : { kind: 'file', path: at };
  return { id: thingId(thing), at: 1, ...thingContent(thing) };
};
const sorted = (all: readonly Rest[]): string[] => all.map((one) => JSON.stringify(one)).toSorted();

describe('what an entry rests on', () => {
  test('is the same after writing and reading, and is small', () => {
    fc.assert(
      fc.property(rests, (all) => {
        const detail = restsDetail(all);
        const found = restsOf(
          entryWith(detail),
          all.map((one) => nodeAt(one.place)),
          [],
        );
        expect(sorted(found)).toEqual(sorted(all));
        for (const one of Object.values(detail)) expect((one as number[]).length).toBe(6 * all.length);
      }),
      { numRuns: RUNS },
    );
  });

  test('is only what it is still derived from', () => {
    const one: Rest = { place: { path: path('a.ts') }, content: recordedContent('x') };
    const other: Rest = { place: { path: path('b.ts') }, content: recordedContent('x') };
    const entry = entryWith(restsDetail([one, other]));
    expect(restsOf(entry, [nodeAt(other.place), undefined], [])).toEqual([other]);
    expect(restsOf(entry, [], [])).toEqual([]);
    const fake: Node = { ...nodeAt(one.place), detail: { files: ['a.ts'] } }; // names a file without referring to it
    expect(restsOf(entry, [fake], [])).toEqual([]);
  });

  test('has the content of the last event', () => {
    const at: CodePlace = { path: path('a.ts'), lines: { from: 1, to: 2 } };
    const before = entryWith(restsDetail([{ place: at, content: recordedContent('old') }]));
    const after = entryWith(restsDetail([{ place: at, content: recordedContent('new') }]));
    const end = entryWith(restsDetail([{ place: at, content: NOT_COMPARED }]));
    expect(restsOf(before, [nodeAt(at)], [after]).map(({ content }) => content)).toEqual([recordedContent('new')]);
    expect(restsOf(before, [nodeAt(at)], [after, end]).map(({ content }) => content)).toEqual([NOT_COMPARED]);
    // Other lines of the file are another place.
    const elsewhere = entryWith(restsDetail([{ place: { ...at, lines: { from: 3, to: 4 } }, content: NOT_COMPARED }]));
    expect(restsOf(before, [nodeAt(at)], [elsewhere])).toHaveLength(2);
  });

  test.each([
    ['text', 'x'],
    ['too few numbers', [1, 2, 3, 4, 5]],
    ['too many places', Array.from({ length: 6 * (MAX_RESTS + 1) }, () => 1)],
    ['a negative number', [-1, 2, 3, 4, 5, 6]],
    ['a number beyond 48 bits', [2 ** 48, 2, 3, 4, 5, 6]],
    ['a fraction', [0.5, 2, 3, 4, 5, 6]],
    ['a text among numbers', ['1', 2, 3, 4, 5, 6]],
  ])('counts for nothing in another form: %s', (_, value) => {
    const numbers = restsDetail([{ place: { path: path('a.ts') }, content: recordedContent('x') }]);
    const good = (numbers['rests_on'] as number[])[0]!;
    const bad = Array.isArray(value) ? value.map((one, i) => (i === 0 && one === 1 ? good : one)) : value;
    expect(restsOf(entryWith({ rests_on: bad as number[] }), [nodeAt({ path: path('a.ts') })], [])).toEqual([]);
  });

  test('lines in a wrong order are the whole file', () => {
    const [thing, high, low] = restsDetail([{ place: { path: path('a.ts') }, content: recordedContent('x') }])[
      'rests_on'
    ] as number[];
    const entry = entryWith({ rests_on: [thing!, high!, low!, 9, 3, 1] });
    expect(restsOf(entry, [nodeAt({ path: path('a.ts') })], [])[0]?.place).toEqual({ path: 'a.ts' });
  });

  test('white space does not count, anything else does', () => {
    expect(recordedContent(withoutBlanks('a (b)\r\n\t{\n}'))).toEqual(recordedContent('a(b){}'));
    expect(recordedContent('ab')).not.toEqual(recordedContent('aB'));
    expect(recordedContent('\ud800').size).toBe(1); // not well formed
  });
});
