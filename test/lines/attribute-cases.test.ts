import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attribute, type Hunk } from '../../src/lines/attribute.ts';
import { HUMAN, type Owner, UNSURE } from '../../src/lines/owner.ts';
import { runs } from '../helpers/runs.ts';
import { owned, step } from './words.ts';

// Hunks as in `git diff -U0`: `-4,0 +5,2`.
const hunks = (text: string): Hunk[] =>
  [...text.matchAll(/-(\d+),(\d+) \+(\d+),(\d+)/g)].map(([, ...numbers]) => {
    const [oldStart, oldCount, newStart, newCount] = numbers.map(Number) as [number, number, number, number];
    return { oldStart, oldCount, newStart, newCount };
  });

/** Runs as `START+COUNT OWNER`, in the words above; `-` is a named person or no owner. */
const found = (after: string, parent: string | undefined, diff: string): string[] =>
  attribute(owned(after), parent === undefined ? undefined : owned(parent), hunks(diff)).map(
    ({ start, count, node, evidence, from }) =>
      `${start}+${count} ${node?.[7] ?? '-'} ${evidence}${from ? ` ${from[7]}` : ''}`,
  );

describe('a new file', () => {
  test.each<[string, string, string[]]>([
    ['all lines of one step', 'a:1 b:1 c:1', ['1+3 1 exact']],
    ['lines of two steps', 'a:1 b:2 c:1', ['1+1 1 exact', '2+1 2 exact', '3+1 1 exact']],
    ['lines of one step with other evidence', 'a:1 b:1m', ['1+1 1 exact', '2+1 1 moved']],
    ['lines of one step that came from another', 'a:1 b:12 c:12', ['1+1 1 exact', '2+2 1 exact 2']],
    ["a person's lines", 'a:h b:h', []],
    ["a person's lines that were a step's", 'a:h b:h1 c:h1', ['2+2 - exact 1']],
    ['lines without a known writer', 'a:u b:u c:u1', ['1+2 - unsure', '3+1 - unsure 1']],
    ['lines of a blob', 'a:b b:b', []],
    ['a step on both sides of a person', 'a:1 b:h c:1', ['1+1 1 exact', '3+1 1 exact']],
  ])('%s', (_name, after, runsOfLines) => {
    const { length } = owned(after).lines;
    expect(found(after, undefined, `-0,0 +1,${length}`)).toEqual(runsOfLines);
    // A hunk that claims more lines than the text has adds none.
    expect(found(after, undefined, `-0,0 +1,${length + 5}`)).toEqual(runsOfLines);
  });
});

describe('lines that git calls added', () => {
  test.each<[string, string, string, string, string[]]>([
    ['and no others have an attribution', 'a:1 b:2 c:3', 'a:1 b:3', '-1,0 +2,1', ['2+1 2 exact']],
    ['in two hunks are two runs', 'a:h b:2 c:h d:2', 'a:h c:h', '-1,0 +2,1 -2,0 +4,1', ['2+1 2 exact', '4+1 2 exact']],
    ['behind removed lines', 'a:1 c:2 d:h c:h', 'a:1 b:h c:2 d:h', '-2,1 +1,0 -4,0 +4,1', []],
    ['behind lines removed at the start', 'c:2 d:h c:h', 'b:h c:2 d:h', '-1,1 +0,0 -3,0 +3,1', []],
    ['behind two lines that became one', 'x:3 c:2 d:h c:h', 'a:1 b:h c:2 d:h', '-1,2 +1,1 -4,0 +4,1', ['1+1 3 exact']],
    ['behind one line that became two', 'x:3 y:3 c:2 d:h c:h', 'a:1 c:2 d:h', '-1,1 +1,2 -3,0 +5,1', ['1+2 3 exact']],
  ])('%s', (_name, after, parent, diff, runsOfLines) => {
    expect(found(after, parent, diff)).toEqual(runsOfLines);
  });
});

describe('of equal lines, git may call another one added', () => {
  test.each<[string, string, string, string, string[]]>([
    ["a step's line above a person's", 'a:h }:1 }:h', 'a:h }:h', '-2,0 +3,1', ['3+1 1 exact']],
    ["a person's line above a step's", 'a:h }:h }:1', 'a:h }:1', '-2,0 +3,1', []],
    ['two lines of steps', '}:1 }:2 }:h }:h', '}:h }:h', '-2,0 +3,2', ['3+1 1 exact', '4+1 2 exact']],
    ["a step's moved line is still its own", 'a:h }:1m }:1', 'a:h }:1', '-2,0 +3,1', ['3+1 1 exact']],
    ['a line of a blob', 'a:h }:1 }:b', 'a:h x:h }:b', '-2,1 +1,0 -3,0 +3,1', ['3+1 1 exact']],
    [
      'equal lines of the parent changed places',
      '}:2 x:h }:1 y:3 }:1',
      '}:1 x:h }:2',
      '-3,0 +4,2',
      ['4+1 3 exact', '5+1 1 exact'],
    ],
    [
      'other equal lines do not change',
      '}:1 }:h {:1 {:1',
      '}:h {:1',
      '-1,0 +2,1 -2,0 +4,1',
      ['2+1 1 exact', '4+1 1 exact'],
    ],
    ['a line right above removed lines', '}:1 k:h }:h', '}:h x:h k:h', '-2,1 +1,0 -3,0 +3,1', ['3+1 1 exact']],
    ['a line that has no line of the parent', 'a:h }:1 }:2', 'a:h }:h', '-2,0 +3,1', ['3+1 2 exact']],
  ])('%s', (_name, after, parent, diff, runsOfLines) => {
    expect(found(after, parent, diff)).toEqual(runsOfLines);
  });

  // The parent's `}` is a person's. Git takes the step's `}` for it, and calls two of the person's added.
  test.each<[string, string, string[]]>([
    ['one step: they are its own', '}:1 a:2 }:h b:2 }:h', ['2+4 2 exact']],
    ['one step, with two kinds of evidence', '}:1 a:2 }:h b:2m }:h', ['2+1 2 exact', '3+3 2 moved']],
    [
      'two steps: they are unsure',
      '}:1 a:2 }:h b:3 }:h',
      ['2+1 2 exact', '3+1 - unsure', '4+1 3 exact', '5+1 - unsure'],
    ],
    ['a step and a person: they are unsure', '}:1 a:2 }:h b:h }:h', ['2+1 2 exact', '3+1 - unsure', '5+1 - unsure']],
    ["a person: they are the person's", '}:1 a:h }:h b:h }:h', []],
    ["a person and a blob: they are the person's", '}:1 a:b }:h b:h }:h', []],
    [
      'no owner, because all lines occur twice: they are unsure',
      '}:1 a:2 }:h a:2 }:h',
      ['2+1 2 exact', '3+1 - unsure', '4+1 2 exact', '5+1 - unsure'],
    ],
  ])('when the counts differ, the other lines of the hunk decide: %s', (_name, after, runsOfLines) => {
    expect(found(after, '}:h', '-1,0 +2,4')).toEqual(runsOfLines);
  });

  test('when the counts differ, only lines of the same hunk decide', () => {
    const after = '}:1 x:3 k:h a:2 }:h b:2 }:h l:h y:3';
    expect(found(after, '}:h k:h l:h', '-1,0 +2,1 -2,0 +4,4 -3,0 +9,1')).toEqual([
      '2+1 3 exact',
      '4+4 2 exact',
      '9+1 3 exact',
    ]);
  });
});

test("wherever git puts an insertion among equal lines, an agent has as many lines as it wrote, and a person's have no owner", () => {
  const line = fc.constantFrom('', '}', 'x', 'y');
  const texts = [fc.array(line, { maxLength: 8 }), fc.array(line, { minLength: 1, maxLength: 5 })] as const;
  fc.assert(
    fc.property(...texts, fc.nat(8), fc.nat(8), (old, inserted, at, choice) => {
      const place = Math.min(at, old.length);
      const lines = old.toSpliced(place, 0, ...inserted);
      const { length } = inserted;
      const isPlace = (n: number): boolean =>
        old.toSpliced(n, 0, ...lines.slice(n, n + length)).join() === lines.join();
      const places = Array.from({ length: old.length + 1 }, (_, n) => n).filter(isPlace);
      const start = places[choice % places.length]!;
      const diff = [{ oldStart: start, oldCount: 0, newStart: start + 1, newCount: length }];
      const named = (writer: Owner, other: Owner): number => {
        const owners = old.map(() => other).toSpliced(place, 0, ...inserted.map(() => writer));
        return attribute({ lines, owners }, { lines: old, owners: old.map(() => other) }, diff)
          .filter(({ node }) => node !== null)
          .reduce((sum, { count }) => sum + count, 0);
      };
      const agent: Owner = { kind: 'node', node: step('1'), evidence: 'exact' };
      for (const other of [HUMAN, UNSURE]) expect([named(agent, other), named(other, agent)]).toEqual([length, 0]);
    }),
    { numRuns: runs(300) },
  );
});
