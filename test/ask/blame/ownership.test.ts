import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownersFrom } from '../../../src/ask/blame/ownership.ts';
import { EVIDENCE, type Attribution } from '../../../src/model/model.ts';
import { node } from './story.ts';

const of = (start: number, count: number, more: Partial<Attribution> = {}): Attribution => ({
  start,
  count,
  node: node(1),
  evidence: 'exact',
  ...more,
});

/** The owners of lines 1 to 9, one letter a line: an agent's node number, h(uman), or ? (unknown). */
const picture = (...attributions: Attribution[]): string =>
  ownersFrom(attributions)(1, 9)
    .map(({ count, owner }) => (owner.node?.slice(9) ?? (owner.owner === 'human' ? 'h' : '?')).repeat(count))
    .join('');

describe('the owners of lines', () => {
  test('of a commit with a note are persons where no attribution is', () => {
    expect(picture()).toBe('hhhhhhhhh');
    expect(picture(of(2, 3), of(7, 1, { node: node(2) }))).toBe('h111hh2hh');
  });

  test('are cut to the requested lines', () => {
    expect(picture(of(8, 5))).toBe('hhhhhhh11');
    expect(picture(of(8, 2 ** 31 - 9))).toBe('hhhhhhh11');
    expect(ownersFrom([of(3, 4)])(5, 1)).toMatchObject([{ line: 5, count: 1, owner: { owner: 'agent' } }]);
  });

  test('come from the strongest evidence', () => {
    expect(picture(of(2, 6, { evidence: 'inferred' }), of(3, 2, { node: node(2) }))).toBe('h122111hh');
    expect(picture(of(2, 2, { evidence: 'unsure', node: null }), of(3, 2, { evidence: 'inferred' }))).toBe('h?11hhhhh');
  });

  test("are unknown where two attributions of the same strength differ, even if one is a person's", () => {
    expect(picture(of(2, 3), of(4, 3, { node: node(2) }))).toBe('h11?22hhh');
    expect(picture(of(2, 3), of(3, 1, { node: null }))).toBe('h1?1hhhhh');
    expect(picture(of(2, 3), of(2, 3))).toBe('h111hhhhh');
  });

  test('are unknown for an abstention; a person’s change keeps the node that it changed', () => {
    expect(ownersFrom([of(1, 1, { node: null, evidence: 'unsure' })])(1, 1)[0]!.owner).toEqual({
      owner: 'unknown',
      evidence: 'unsure',
    });
    expect(ownersFrom([of(1, 1, { node: null, from: node(5) })])(1, 1)[0]!.owner).toMatchObject({
      owner: 'human',
      from: node(5),
    });
    expect(ownersFrom([of(1, 1, { evidence: 'unsure' })])(1, 1)[0]!.owner.node).toBeUndefined();
  });

  test('ignore impossible line numbers', () => {
    const bad = [
      of(0, 3),
      of(-2, 9),
      of(2, 0),
      of(2, -1),
      of(Number.NaN, 2),
      of(1.5, 2),
      of(2, Number.POSITIVE_INFINITY),
    ];
    expect(picture(...bad)).toBe('hhhhhhhhh');
  });

  test('cover the requested lines without gaps, in order, for any attributions', () => {
    const attribution = fc.record({
      start: fc.integer({ min: 1, max: 30 }),
      count: fc.integer({ min: 1, max: 30 }),
      node: fc.constantFrom(null, node(1), node(2)),
      evidence: fc.constantFrom(...EVIDENCE),
    });
    fc.assert(
      fc.property(
        fc.array(attribution),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 20 }),
        (list, line, count) => {
          const owned = ownersFrom(list)(line, count);
          let at = line;
          for (const piece of owned) {
            expect(piece.line).toBe(at);
            expect(piece.count).toBeGreaterThan(0);
            at += piece.count;
            const nodes = list
              .filter((one) => one.start <= piece.line && piece.line < one.start + one.count)
              .map((one) => one.node);
            expect(piece.owner.node === undefined || nodes.includes(piece.owner.node)).toBe(true);
            expect(nodes.length > 0 || piece.owner.owner === 'human').toBe(true);
          }
          expect(at).toBe(line + count);
        },
      ),
    );
  });
});
