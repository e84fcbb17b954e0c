import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import {
  attributionAt,
  attributionsAt,
  MAX_CLAIMS_PER_LINE,
  compareClaims,
  isNormal,
  normaliseLines,
} from '../../src/model/attributions.ts';
import { nodeId } from '../../src/model/ids.ts';
import type { Attribution } from '../../src/model/model.ts';
import { runs } from '../helpers/runs.ts';

/**
 * Attributions as words `START+COUNT=CLAIM`. A claim is the letter of its evidence (`e` exact, `c` carried, `i` inferred, `u` unsure), the digit
 * of its step (0 for none), and the digit of the step that it comes from, where there is one.
 */
const EVIDENCE = { e: 'exact', c: 'carried', i: 'inferred', u: 'unsure' } as const;
const list = (text: string): Attribution[] =>
  text === ''
    ? []
    : text.split(' ').map((word) => {
        const [, start, count, evidence, step, from] = /^(\d+)\+(\d+)=(.)(\d)(\d?)$/.exec(word)!;
        return {
          start: Number(start),
          count: Number(count),
          node: step === '0' ? null : nodeId(`00000000-${step}`),
          evidence: EVIDENCE[evidence as keyof typeof EVIDENCE],
          ...(from && { from: nodeId(`00000000-${from}`) }),
        };
      });
const words = (all: readonly Attribution[]): string =>
  all
    .map(
      ({ start, count, node, evidence, from }) =>
        `${start}+${count}=${evidence[0]}${node?.slice(9) ?? '0'}${from?.slice(9) ?? ''}`,
    )
    .join(' ');

// The same by brute force: the set of claims of each line, and runs of lines with equal sets.
function byLines(all: readonly Attribution[], perLine: number): string {
  const lines = new Map<number, Attribution[]>();
  for (const one of all)
    for (let line = one.start; line < one.start + one.count; line++) lines.set(line, [...(lines.get(line) ?? []), one]);
  const runsOfLines: { start: number; count: number; claims: string[] }[] = [];
  for (const [line, claims] of [...lines].sort(([a], [b]) => a - b)) {
    const texts = claims.sort(compareClaims).map((one) => words([one]).replace(/.*=/, ''));
    const set = [...new Set(texts)].slice(0, perLine);
    const last = runsOfLines.at(-1);
    if (last && last.start + last.count === line && last.claims.join() === set.join()) last.count++;
    else runsOfLines.push({ start: line, count: 1, claims: set });
  }
  return runsOfLines
    .flatMap(({ start, count, claims }) => claims.map((claim) => `${start}+${count}=${claim}`))
    .join(' ');
}

const claims = ['e1', 'e2', 'c1', 'e03', 'u0'];
const anyList = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 3 }), fc.constantFrom(...claims)), {
    maxLength: 6,
  })
  .map((parts) => list(parts.map(([start, count, claim]) => `${start}+${count}=${claim}`).join(' ')));
const most = fc.integer({ min: 1, max: 3 });
const RUNS = { numRuns: runs(500) * 2 };

const upTo = (all: readonly Attribution[], limit: number): string => {
  try {
    return words(normaliseLines(all, limit));
  } catch (error) {
    if (error instanceof ProvError && error.kind === 'data') return 'refused';
    throw error;
  }
};

describe('the normal form of attributions', () => {
  test('has the claims of each line, the strongest first, in the fewest runs', () => {
    fc.assert(
      fc.property(anyList, most, (all, perLine) => {
        expect(words(normaliseLines(all, Number.POSITIVE_INFINITY, perLine))).toBe(byLines(all, perLine));
      }),
      RUNS,
    );
  });

  test('is recognised, and nothing else is', () => {
    fc.assert(
      fc.property(anyList, most, (all, perLine) => {
        const normal = list(byLines(all, perLine));
        expect(isNormal(normal, perLine)).toBe(true);
        expect(normaliseLines(normal, Number.POSITIVE_INFINITY, perLine)).toBe(normal);
        expect(isNormal(all, perLine)).toBe(words(all) === words(normal));
      }),
      RUNS,
    );
  });

  test('is refused when it is too long', () => {
    fc.assert(
      fc.property(anyList, fc.integer({ min: 0, max: 12 }), (all, limit) => {
        const normal = list(byLines(all, MAX_CLAIMS_PER_LINE));
        const expected = normal.length <= limit ? words(normal) : 'refused';
        expect([all, normal].map((one) => upTo(one, limit))).toEqual([expected, expected]);
      }),
      RUNS,
    );
  });

  test('has room for eight claims of a line', () => {
    const many = list('1+1=e1 1+1=e2 1+1=e3 1+1=e4 1+1=e5 1+1=e6 1+1=e7 1+1=e8 1+1=e9');
    expect([normaliseLines(many), isNormal(many), isNormal(many.slice(0, 8))]).toEqual([many.slice(0, 8), false, true]);
  });

  test.each([
    // what is not normal, and its normal form
    ['1+2=e1 3+1=e1', '1+3=e1'],
    ['1+1=e1 2+1=e1 3+1=e1', '1+3=e1'],
    ['1+1=e1 1+1=e2 2+2=e1 2+2=e2', '1+3=e1 1+3=e2'],
    ['1+1=e2 1+1=e1', '1+1=e1 1+1=e2'],
    ['1+1=e1 1+1=e1', '1+1=e1'],
    ['1+2=e1 1+1=e2', '1+1=e1 1+1=e2 2+1=e1'],
    ['1+2=e1 2+2=e1', '1+3=e1'],
    ['3+1=e1 1+1=e1', '1+1=e1 3+1=e1'],
    ['1+0=e1', ''],
    ['1+1=e1 2+0=e1', '1+1=e1'],
    ['1+3=e1 2+1=c2', '1+1=e1 2+1=e1 2+1=c2 3+1=e1'],
    ['1+5=e1 1+2=e1 2+4=e1', '1+5=e1'],
  ])('of %s', (all, normal) => {
    expect([isNormal(list(all)), words(normaliseLines(list(all)))]).toEqual([false, normal]);
  });

  test.each([
    '',
    '1+1=e1',
    '1+1=e1 3+1=e1',
    '1+1=e1 2+1=e2',
    '1+1=e1 2+1=e1 2+1=e2',
    '1+1=e1 1+1=e2 2+1=e1',
    '1+1=e1 2+1=e12',
  ])('%s has it', (all) => {
    expect([isNormal(list(all)), normaliseLines(list(all))]).toEqual([true, list(all)]);
  });
});

test('the claims of a line are those that cover it', () => {
  fc.assert(
    fc.property(anyList, fc.integer({ min: 0, max: 10 }), (all, line) => {
      const normal = normaliseLines(all);
      const covering = normal.filter(({ start, count }) => start <= line && line < start + count);
      expect([attributionsAt(normal, line), attributionAt(normal, line)]).toEqual([covering, covering[0]]);
    }),
    RUNS,
  );
});

test('claims are in order by evidence, step, origin and standing; an absent one is last', () => {
  const standing = (one: Attribution, name: 'claimed' | 'vouched'): Attribution => ({ ...one, standing: name });
  const [claim, weak, later] = list('1+1=e12 1+1=u12 1+1=u0') as [Attribution, Attribution, Attribution];
  const ordered: Attribution[] = [
    ...list('1+1=e11'),
    standing(claim, 'claimed'),
    standing(claim, 'vouched'),
    claim,
    ...list('1+1=e1 1+1=e21 1+1=e01 1+1=e0 1+1=c1 1+1=i1'),
    weak,
    later,
    { ...weak, evidence: 'alpha' as never },
    { ...weak, evidence: 'zeta' as never },
  ];
  const order = ordered.map((a) => ordered.map((b) => Math.sign(compareClaims(a, b))));
  expect(order).toEqual(ordered.map((_, i) => ordered.map((__, k) => Math.sign(i - k))));
});
