import { describe, expect, test } from 'vitest';
import { type TextChange, deriveStep } from '../../src/lines/derive.ts';
import { owned, ownerOf, wordsOf } from './words.ts';

/** Lines with ten letters each. */
const [A, B, C, D] = ['abcdefghij', 'klmnopqrst', 'uvwxyzabcd', 'efghijklmn'];

interface Step {
  readonly author?: string;
  readonly before?: string;
  readonly direct?: string;
  readonly earlier?: string;
  readonly brought?: boolean;
  readonly known?: readonly string[];
  readonly removed?: readonly string[];
  /** Lines that former steps removed. */
  readonly cut?: string;
}

const linesOf = (text: string): string[] =>
  text === '' ? [] : text.split(' ').map((line) => line.replaceAll('_', ' '));

function stepOf(text: string, { author = 'h', before, direct, earlier, brought, known, removed = [], cut }: Step) {
  const change: TextChange = {
    lines: linesOf(text),
    before: before === undefined ? undefined : owned(before),
    ...(direct !== undefined && { direct: [owned(direct)] }),
    ...(earlier !== undefined && { earlier: [owned(earlier)] }),
    ...(brought && { brought }),
    ...(known && { known: known.map((one) => (one ? ownerOf(one) : undefined)) }),
  };
  return deriveStep([change], ownerOf(author), removed.map(owned), cut === undefined ? [] : [owned(cut)]);
}

const derived = (text: string, step: Step): string => wordsOf(stepOf(text, step).owners[0]!);
/** The lines that went nowhere, text by text. */
const goneOf = (text: string, step: Step): string =>
  stepOf(text, step)
    .gone.map(({ lines, owners }) => `${lines.join(' ')}: ${wordsOf(owners)}`)
    .join('|');

describe('lines of an earlier text come back', () => {
  test.each<[string, string, Step, string]>([
    ['with 20 letters', `x ${A} ${B}`, { before: 'x:2', earlier: `${A}:1 ${B}:1` }, '2 1r 1r'],
    ['not with 19', `x ${A} ${B.slice(1)}`, { before: 'x:2', earlier: `${A}:1 ${B.slice(1)}:1` }, '2 h h'],
    ['with the evidence of a program', `x ${A} ${B}`, { before: 'x:2', earlier: `${A}:1i ${B}:1i` }, '2 1i 1i'],
    ["a person's", `x ${A} ${B}`, { author: '9', before: 'x:2', earlier: `${A}:h ${B}:h` }, '2 h h'],
    ['not without the rest of the step', `${A} ${B}`, { before: 'x:2', earlier: `${A}:1 ${B}:1 ${C}:1` }, 'h h'],
    ['not without its start', `${A} ${B}`, { before: 'x:2', earlier: `${C}:1 ${A}:1 ${B}:1` }, 'h h'],
    [
      'without a tenth of it',
      `${A} ${B} uvwxyza`,
      { before: 'x:2', earlier: `${A}:1 ${B}:1 uvwxyza:1 efg:1` },
      '1r 1r 1r',
    ],
    ['not without more', `${A} ${B} uvwxyza`, { before: 'x:2', earlier: `${A}:1 ${B}:1 uvwxyza:1 efgh:1` }, 'h h h'],
    [
      'without the lines of another step',
      `${A} ${B}`,
      { before: 'x:2', earlier: `${C}:3 ${A}:1 ${B}:1 ${D}:3` },
      '1r 1r',
    ],
    ['without the lines of a person', `${A} ${B}`, { before: 'x:2', earlier: `${C}:h ${A}:1 ${B}:1 ${D}:u` }, '1r 1r'],
    ['not without lines with other evidence', `${A} ${B}`, { before: 'x:2', earlier: `${A}:1 ${B}:1 ${C}:1m` }, 'h h'],
    [
      '40 letters of a larger block',
      `${A} ${B} ${C} ${D}`,
      { before: 'x:2', earlier: `${A}:1 ${B}:1 ${C}:1 ${D}:1 ${'z'.repeat(30)}:1` },
      '1r 1r 1r 1r',
    ],
    [
      'not 39',
      `${A} ${B} ${C} ${D.slice(1)}`,
      { before: 'x:2', earlier: `${A}:1 ${B}:1 ${C}:1 ${D.slice(1)}:1 ${'z'.repeat(30)}:1` },
      'h h h h',
    ],
    ['not in parts', `${A} x ${B}`, { before: 'x:2', earlier: `${A}:1 ${B}:1` }, 'h 2 h'],
    ['not from parts', `x ${A} ${B}`, { before: 'x:2', earlier: `${A}:1 y:3 ${B}:1` }, '2 h h'],
    ['two blocks', `${A} ${B} x ${C} ${D}`, { before: 'x:2', earlier: `${A}:1 ${B}:1 ${C}:3 ${D}:3` }, '1r 1r 2 3r 3r'],
    ['not where they stayed', `${A} ${B}`, { before: `${A}:2 ${B}:2`, earlier: `${A}:1 ${B}:1` }, '2 2'],
    ['by git: each with four letters', 'x abcd', { before: 'x:2', earlier: 'abcd:1 zzzz:1', brought: true }, '2 1r'],
    ['by git: not one with three', 'x abc', { before: 'x:2', earlier: 'abc:1 zzzz:1', brought: true }, '2 h'],
  ])('%s', (_name, text, step, owners) => {
    expect(derived(text, step)).toBe(owners);
  });
});

describe('an unchanged line has the owner', () => {
  test.each<[string, string, Step, string]>([
    ['that it had', 'a b c', { before: 'a:1 b:2' }, '1 2 h'],
    ['that it has in another source', 'x a', { before: 'x:2', direct: 'a:1' }, '2 1'],
    ['that it had, if another source has it too', 'x a', { before: 'x:2 a:3', direct: 'a:1' }, '2 3'],
    ['that is known', 'x a b', { before: 'x:2 a:3', known: ['', '1'] }, '2 1 h'],
    [
      'that is known, if it moved',
      `x ${A} ${B}`,
      { before: 'x:2', known: ['', '3'], removed: [`${A}:1 ${B}:1`] },
      '2 3 h',
    ],
    ['of no step before, in a new file', 'a', {}, 'h'],
  ])('%s', (_name, text, step, owners) => {
    expect(derived(text, step)).toBe(owners);
  });
});

describe('a changed line names the step that wrote it before', () => {
  test.each<[string, string, Step, string]>([
    ["a person's change", 'abcdefgX', { before: 'abcdefgh:1' }, 'h1'],
    ["a person's second change", 'abcdefgX', { before: 'abcdefgh:h1' }, 'h1'],
    ["a step's change", 'abcdefgX', { author: '9', before: 'abcdefgh:1' }, '91'],
    ["not a step's change of its own line", 'abcdefgX', { author: '1', before: 'abcdefgh:1' }, '1'],
    ["not a change of a person's line", 'abcdefgX', { author: '9', before: 'abcdefgh:h' }, '9'],
    ['not a change without a known step', 'abcdefgX', { author: 'u', before: 'abcdefgh:1' }, 'u'],
    ['of the most similar line', 'abcdefgX', { before: 'abcdeYYY:1 abcdefgh:2 abcdefZZ:3' }, 'h2'],
    ['of the first of two that are as similar', 'abcdefgX', { before: 'abcdefgY:1 abcdefgZ:2' }, 'h1'],
    ['not if half is the same', 'abcXY', { before: 'abcde:1' }, 'h'],
    ['not in another place', 'abcdefgX k', { before: 'k:2 abcdefgh:1' }, 'h 2'],
    ['in each of two places', 'abcdefgX k klmnopqX', { before: 'abcdefgh:1 k:2 klmnopqr:3' }, 'h1 2 h3'],
    ['in the second of two places', 'k abcdefgX m', { before: 'k:2 abcdefgh:1 m:4' }, '2 h1 4'],
    ['not of a line that is still there, in other words', "x_=_'a'; x_=_'ab';", { before: 'x_=_"a":1' }, '1f h'],
  ])('%s', (_name, text, step, owners) => {
    expect(derived(text, step)).toBe(owners);
  });

  test('in places with at most 4,000 pairs of lines', () => {
    const text = (count: number, owner: string): string =>
      Array.from({ length: count }, (_, i) => `${String.fromCodePoint(0x100 + i).repeat(7)}${owner}`).join(' ');
    const words = (removed: number, added: number): Set<string> =>
      new Set(derived(text(added, 'X'), { before: text(removed, 'Y:1') }).split(' '));
    expect(words(50, 80)).toEqual(new Set(['h', 'h1']));
    expect(words(50, 81)).toEqual(new Set(['h']));
  });
});

describe('a removed file', () => {
  test.each<[string, string, Step, string, string]>([
    ['that has a new name keeps its owners', 'a b', { removed: ['a:1 b:2'] }, '1m 2m', ''],
    ['that has a new name and a new line', `${A} ${B} x`, { removed: [`${A}:1 ${B}:2`] }, '1m 2m h', ''],
    [
      'that has a new name and a changed line',
      `${A} abcdefgX`,
      { removed: [`${A}:1 abcdefgh:2`] },
      '1m h2',
      'abcdefgh: 2m',
    ],
    ['that has little in common with a new one', `abc ${A}`, { removed: ['abc:1 x:2'] }, 'h h', 'abc x: 1 2'],
    ['beside the one with the new name', `${A} ${B} x`, { removed: ['y:3', `${A}:1 ${B}:2`] }, '1m 2m h', 'y: 3'],
    [
      'is not the former text of one that was there',
      `${A} x`,
      { before: 'x:4', removed: [`${A}:1`] },
      'h 4',
      `${A}: 1`,
    ],
    ['is the former text of one that was empty', `${A} x`, { before: '', removed: [`${A}:1`] }, '1m h', ''],
  ])('%s', (_name, text, step, owners, gone) => {
    expect(derived(text, step)).toBe(owners);
    expect(goneOf(text, step)).toBe(gone);
  });
});

describe('lines that went nowhere', () => {
  test.each<[string, string, Step, string]>([
    ['are those that were removed', 'a d', { before: 'a:1 b:2 c:3 d:4' }, 'b c: 2 3'],
    ['are one text for each place', 'b', { before: 'a:1 b:2 c:3' }, 'a: 1|c: 3'],
    ['are not those that moved', `p q r ${A} ${B}`, { before: `${A}:1 ${B}:1 k:3 p:4 q:4 r:4` }, 'k: 3'],
    ['are all lines of an emptied file', '', { before: 'a:1 b:h' }, 'a b: 1 h'],
    ['are no lines of an unchanged file', 'a', { before: 'a:1' }, ''],
  ])('%s', (_name, text, step, gone) => {
    expect(goneOf(text, step)).toBe(gone);
  });

  test('may come back in a later step', () => {
    expect(derived(`x ${A} ${B}`, { before: 'x:2', cut: `${A}:1 ${B}:1` })).toBe('2 1m 1m');
    expect(goneOf(`x ${A} ${B}`, { before: 'x:2', cut: `${A}:1 ${B}:1 y:1` })).toBe('');
  });

  test("and may be a person's, if a step writes them", () => {
    expect(derived(`x ${A}`, { author: '9', before: 'x:2', cut: `${A}:h y:h` })).toBe('2 u');
    expect(derived(`x ${A}`, { author: 'h', before: 'x:2', cut: `${A}:1 y:1` })).toBe('2 h');
  });
});
