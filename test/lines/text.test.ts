import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchLines } from '../../src/lines/diff.ts';
import { HUMAN, type Owned, type Owner, sameOwner, toRuns, withEvidence } from '../../src/lines/owner.ts';
import { formerText, renamed } from '../../src/lines/renames.ts';
import { isBinary, similarity, splitLines, squeeze, weight, weightOf } from '../../src/lines/text.ts';
import { nodeId, oid } from '../../src/model/ids.ts';
import { runs } from '../helpers/runs.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test('a blob is binary when its first 8,000 bytes contain a NUL', () => {
  expect(isBinary(bytes(''))).toBe(false);
  expect(isBinary(bytes('text\n'))).toBe(false);
  expect(isBinary(bytes('a\0b'))).toBe(true);
  expect(isBinary(bytes(`${'x'.repeat(7999)}\0`))).toBe(true);
  expect(isBinary(bytes(`${'x'.repeat(8000)}\0`))).toBe(false);
});

test('lines of a blob lose nothing', () => {
  expect(splitLines(bytes(''))).toEqual([]);
  expect(splitLines(bytes('\n'))).toEqual(['']);
  expect(splitLines(bytes('a\n\nb'))).toEqual(['a', '', 'b']);
  expect(splitLines(bytes('a\r\nb\n'))).toEqual(['a\r', 'b']);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), fc.nat(3), (all, skip) => {
      const part = all.subarray(skip); // a view of a larger buffer
      const whole = splitLines(part).join('\n');
      expect([whole, `${whole}\n`]).toContain(Buffer.from(part).toString('latin1'));
    }),
    { numRuns: runs(100) },
  );
});

test('white space is no difference between lines', () => {
  expect(squeeze(' \ta \r\v\f b\t ')).toBe('ab');
});

test('only letters, digits and other scripts have weight', () => {
  expect(weight('azAZ09\u0080\u00ff')).toBe(8);
  expect(weight('/:@[`{ \t_-\u007f')).toBe(0);
  expect(weightOf(['abc', 'de', '-', 'f'], 1, 4)).toBe(3);
  expect(weightOf(['abc', 'de'], 1, 1)).toBe(0);
});

describe('similarity of two lines', () => {
  test.each<[string, string, number]>([
    ['abc', 'abc', 1],
    ['a b c', 'ab\tc', 1],
    ['', '', 1],
    ['a', 'a', 1],
    ['a', 'b', 0],
    ['', 'ab', 0],
    ['ab', '', 0],
    ['a', 'ab', 0],
    ['ab', 'a', 0],
    ['ab', 'ab-', 2 / 3],
    ['ab', 'cd', 0],
    ['abcd', 'bcda', 2 / 3],
    ['abab', 'ab', 0.5],
    ['ab', 'abab', 0.5],
    ['ababab', 'abab', 0.75],
    [`${'x'.repeat(500)}a`, `${'x'.repeat(500)}b`, 1],
    [`${'x'.repeat(499)}a`, `${'x'.repeat(499)}b`, 498 / 499],
  ])('%s and %s', (a, b, expected) => {
    expect(similarity(a, b)).toBeCloseTo(expected, 10);
  });
});

const step = (digit: number): Owner => ({ kind: 'node', node: nodeId(`0000000${digit}-1`), evidence: 'exact' });

describe('a file that disappeared is the former text of a new one', () => {
  const text = (...lines: string[]): Owned => ({ lines, owners: lines.map(() => HUMAN) });
  const [half, most] = [text('aaaa', 'bbbb', '--'), text('aaaa', 'cccc', 'bbbb', '--')];
  test.each<[string, string[], Owned[], Owned | undefined]>([
    ['if they share half of their letters', ['aaaa', 'xxxx'], [half], half],
    ['not if they share less', ['aaaa', 'xxxxx'], [half], undefined],
    ['not if the new one is much longer', ['aaaa', 'bbbb', 'x'.repeat(9)], [half], undefined],
    ['not if the former one was much longer', ['aaaa'], [most], undefined],
    ['the one that shares the most', ['aaaa', 'bbbb', 'cccc'], [half, most], half],
    ['the one that shares the most, in any order', ['aaaa', 'cccc', 'bbbb'], [half, most], most],
    [
      'the first of two that share as much',
      ['aaaa', 'bbbb'],
      [text('bbbb', 'aaaa', 'bbbb'), half, text('aaaa', 'bbbb')],
      half,
    ],
    ['not if there are no letters', ['--'], [text('--')], undefined],
    ['among 400', ['aaaa'], [...Array.from({ length: 399 }, () => text('z')), half], half],
    ['not among more', ['aaaa'], [...Array.from({ length: 400 }, () => text('z')), half], undefined],
  ])('%s', (_name, lines, gone, expected) => {
    expect(formerText(lines, gone)).toBe(expected);
  });

  test('with lines that have moved', () => {
    const moved = { ...step(1), evidence: 'moved' };
    expect(renamed({ lines: ['a', 'b'], owners: [step(1), HUMAN] })).toEqual({
      lines: ['a', 'b'],
      owners: [moved, HUMAN],
    });
  });
});

test('two owners are the same when nothing about them differs', () => {
  const [blob, other] = [oid('1'.repeat(40)), oid('2'.repeat(40))];
  const all: Owner[] = [
    step(1),
    step(2),
    { ...step(1), evidence: 'moved' } as Owner,
    { ...step(1), from: nodeId('00000002-1') } as Owner,
    HUMAN,
    { kind: 'human', from: nodeId('00000001-1') },
    { kind: 'unsure' },
    { kind: 'unsure', likely: nodeId('00000001-1') },
    { kind: 'base', blob, line: 0 },
    { kind: 'base', blob, line: 1 },
    { kind: 'base', blob: other, line: 0 },
  ];
  for (const [i, a] of all.entries()) for (const [j, b] of all.entries()) expect(sameOwner(a, { ...b })).toBe(i === j);
});

test("only a step's evidence changes when a line moves, and not a weaker one", () => {
  expect(withEvidence(step(1), 'moved')).toEqual({ ...step(1), evidence: 'moved' });
  const weak: Owner = { kind: 'node', node: nodeId('00000001-1'), evidence: 'inferred' };
  expect(withEvidence(weak, 'moved')).toEqual(weak);
  for (const owner of [HUMAN, { kind: 'unsure' }] as const) expect(withEvidence(owner, 'moved')).toEqual(owner);
});

test('lines of one owner are one run, and lines of a blob if they follow each other there', () => {
  const base = (line: number, digit = '1'): Owner => ({ kind: 'base', blob: oid(digit.repeat(40)), line });
  const lengths = (...owners: Owner[]): number[] => toRuns(owners).map(([count]) => count);
  expect(lengths(step(1), step(1), step(2), HUMAN, HUMAN)).toEqual([2, 1, 2]);
  expect(lengths(base(3), base(4), base(5))).toEqual([3]);
  expect(lengths(base(3), base(3))).toEqual([1, 1]);
  expect(lengths(base(3), base(5))).toEqual([1, 1]);
  expect(lengths(base(3), base(2))).toEqual([1, 1]);
  expect(lengths(base(3), base(4, '2'))).toEqual([1, 1]);
  expect(lengths(base(3), HUMAN, base(4))).toEqual([1, 1, 1]);
});

describe('of equal lines, the one behind the previous match is taken', () => {
  test.each<[string, string, number[]]>([
    ['ab', 'aab', [0, -1, 1]],
    ['f}', 'f}g}', [0, 1, -1, -1]],
    ['f}h', 'f}g}h', [0, 1, -1, -1, 2]],
    ['f}g}', 'f}', [0, 1]],
    ['ab}', 'ab}xb}', [0, 1, 2, -1, -1, -1]],
    ['xa', 'ya', [-1, 1]],
    ['', 'ab', [-1, -1]],
    ['ab', '', []],
  ])('%s → %s', (before, after, expected) => {
    expect([...matchLines([...before], [...after])]).toEqual(expected);
  });
});
