import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId, oid } from '../../src/model/ids.ts';
import { derive } from '../../src/lines/derive.ts';
import { baseOwners, fromRuns, HUMAN, type Owned, type Owner, toRuns } from '../../src/lines/owner.ts';
import { squeeze } from '../../src/lines/text.ts';
import { runs } from '../helpers/runs.ts';
import { cpuMs } from '../helpers/cpu.ts';

const RUNS = { numRuns: runs(300) };
const node = (n: number): Owner => ({ kind: 'node', node: nodeId(`0000000${n}-1`), evidence: 'exact' });
const AGENT = node(9);
const BLOB = oid('1'.repeat(40));

// Few different lines, so that equal ones, moves and slides are common.
const line = fc.constantFrom(
  '',
  '}',
  '  }',
  'a',
  'b',
  '  a',
  'return total;',
  'const distinctive_name_one = 1;',
  'another quite distinctive line here',
);
const text = fc.array(line, { maxLength: 14 });
const owner = fc.constantFrom<Owner>(HUMAN, node(1), node(2), { kind: 'unsure' });
const owned = text.chain((lines) =>
  fc.array(owner, { minLength: lines.length, maxLength: lines.length }).map((owners): Owned => ({ lines, owners })),
);

const who = (one: Owner): string => (one.kind === 'node' ? one.node : one.kind);

describe('ownership', () => {
  test('never invents a line or an owner', () => {
    fc.assert(
      fc.property(
        fc.option(owned, { nil: undefined }),
        fc.array(owned, { maxLength: 2 }),
        fc.array(owned, { maxLength: 2 }),
        fc.array(owned, { maxLength: 2 }),
        text,
        (before, direct, earlier, removed, lines) => {
          const [owners] = derive([{ lines, before, direct, earlier }], AGENT, removed);
          expect(owners).toHaveLength(lines.length);
          const sources = [...(before ? [before] : []), ...direct, ...earlier, ...removed];
          const allowed = new Set(['unsure', who(AGENT), ...sources.flatMap((source) => source.owners.map(who))]);
          for (const one of owners!) expect(allowed).toContain(who(one));
          // An owner other than the author needs a source line with the same text, except for white space.
          owners!.forEach((one, i) => {
            if (who(one) === who(AGENT) || one.kind === 'unsure') return;
            const from = sources.flatMap((source) =>
              source.lines.filter((_, at) => who(source.owners[at]!) === who(one)),
            );
            expect(from.map(squeeze).join('')).toContain(squeeze(lines[i]!));
          });
        },
      ),
      RUNS,
    );
  });

  test('an unchanged text keeps all its owners', () => {
    fc.assert(
      fc.property(owned, (before) => {
        expect(derive([{ lines: before.lines, before }], AGENT)[0]).toEqual(before.owners);
      }),
      RUNS,
    );
  });

  test('a line that no source has, in any form, is the author’s', () => {
    fc.assert(
      fc.property(owned, fc.nat(14), (before, at) => {
        const lines = before.lines.toSpliced(at, 0, 'something@entirely@new 0123456789');
        const owners = derive([{ lines, before, earlier: [before] }], AGENT)[0]!;
        const index = lines.indexOf('something@entirely@new 0123456789');
        expect(who(owners[index]!)).toBe(who(AGENT));
        expect(owners.toSpliced(index, 1)).toEqual(before.owners);
      }),
      RUNS,
    );
  });

  test('white space, including line breaks, moves no line to another owner', () => {
    const words = fc.array(fc.constantFrom('alpha', 'beta();', 'gamma(1,', 'delta)'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        words,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        (all, breaksA, breaksB) => {
          const layout = (breaks: boolean[], indent: string): string[] =>
            all.reduce<string[]>(
              (lines, word, i) =>
                i > 0 && breaks[i] ? [...lines.slice(0, -1), `${lines.at(-1)!} ${word}`] : [...lines, indent + word],
              [],
            );
          const lines = layout(breaksA, '');
          const before: Owned = { lines, owners: lines.map(() => node(1)) };
          for (const one of derive([{ lines: layout(breaksB, '  '), before }], HUMAN)[0]!)
            expect(who(one)).toBe(who(node(1)));
        },
      ),
      RUNS,
    );
  });

  test('a block that moves to another file in the same step keeps its owner', () => {
    const block = ['function personal_thing(a, b) {', '  return a.something(b);', '}'];
    const from: Owned = { lines: ['x', ...block, 'y'], owners: ['x', ...block, 'y'].map(() => HUMAN) };
    const to: Owned = { lines: ['z'], owners: [node(2)] };
    const [a, b] = derive(
      [
        { lines: ['x', 'y'], before: from },
        { lines: ['z', ...block, 'new @a'], before: to },
      ],
      AGENT,
    );
    expect(a!.map(who)).toEqual(['human', 'human']);
    expect(b!.map(who)).toEqual([who(node(2)), 'human', 'human', 'human', who(AGENT)]);
  });

  test('a block that moves to a deeper level keeps its owner', () => {
    const block = ['if (personal_condition) {', '  return something_of_theirs;', '}'];
    const before: Owned = {
      lines: [...block, 'function next() {', '}'],
      owners: [...block, 'f', '}'].map(() => HUMAN),
    };
    const lines = ['function next() {', ...block.map((one) => `    ${one}`), '}'];
    expect(derive([{ lines, before }], AGENT)[0]!.map(who)).toEqual(['human', 'human', 'human', 'human', 'human']);
  });

  test('a person’s change of an agent’s line is the person’s and names the former owner', () => {
    const before: Owned = { lines: ['return list.length;'], owners: [node(1)] };
    expect(derive([{ lines: ['return list.length + 1;'], before }], HUMAN)[0]).toEqual([
      { kind: 'human', from: nodeId('00000001-1') },
    ]);
    expect(derive([{ lines: ['while (true) wait();'], before }], HUMAN)[0]).toEqual([HUMAN]);
  });

  test('a lone brace that returns is not attributed to the agent that wrote one before', () => {
    const earlier: Owned = { lines: ['}', 'return x;'], owners: [node(1), node(1)] };
    const before: Owned = { lines: ['a'], owners: [HUMAN] };
    expect(derive([{ lines: ['a', '}'], before, earlier: [earlier] }], HUMAN)[0]!.map(who)).toEqual(['human', 'human']);
  });

  // It only measures time, so a mutation campaign (bench/mutants.mjs) does without it.
  test.skipIf(process.env['MUTANTS'])('a large rewrite ends in bounded time', async () => {
    const make = (seed: number): string[] =>
      Array.from({ length: 20_000 }, (_, i) => `line ${(i * seed) % 7919} ${i % 5 === 0 ? '' : seed}`);
    const before: Owned = { lines: make(3), owners: baseOwners(BLOB, 20_000) };
    const rewrite = (): void => expect(derive([{ lines: make(5), before }], AGENT)[0]).toHaveLength(20_000);
    expect(await cpuMs(rewrite)).toBeLessThan(20_000);
  });
});

describe('runs', () => {
  test('hold owners without loss', () => {
    const any = fc.oneof(
      owner,
      fc.nat(30).map((at): Owner => ({ kind: 'base', blob: BLOB, line: at })),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (owners) => {
        const back = fromRuns(toRuns(owners));
        expect(back).toHaveLength(owners.length);
        expect(back).toEqual(owners);
      }),
      RUNS,
    );
  });
});
