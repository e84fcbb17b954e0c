import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId } from '../../src/model/ids.ts';
import { carry, type SourceText } from '../../src/lines/transfer-owners.ts';
import { HUMAN, type Owner, sameOwner, UNSURE } from '../../src/lines/owner.ts';
import { squeeze } from '../../src/lines/text.ts';
import { runs } from '../helpers/runs.ts';

const RUNS = { numRuns: runs(300) };
const A: Owner = { kind: 'node', node: nodeId('00000001-1'), evidence: 'carried' };
const B: Owner = { kind: 'node', node: nodeId('00000002-1'), evidence: 'carried' };

// Few different lines, so that equal ones, moves and slides are common.
const line = fc.constantFrom('', '}', '  }', 'return null;', 'if (!ready) return;', 'const one = 1;', 'the other line');
const text = fc.array(line, { maxLength: 14 });
const source = text.chain((lines) =>
  fc
    .record({
      owners: fc.array(fc.constantFrom<Owner | undefined>(undefined, HUMAN, A, B), {
        minLength: lines.length,
        maxLength: lines.length,
      }),
      loose: fc.boolean(),
    })
    .map(({ owners, loose }): SourceText => ({ lines, owners, loose })),
);

const all = (): boolean => true;
const owners = (found: ReturnType<typeof carry>): (Owner | undefined)[] => found.map((one) => one?.owner);

describe('lines of a rewritten commit', () => {
  test('are only lines that it added, with owners that their source gives them', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        fc.array(source, { maxLength: 3 }),
        (lines, added, sources) => {
          const found = carry(lines, (i) => added[i]!, sources);
          expect(found.length).toBeLessThanOrEqual(lines.length);
          found.forEach((one, i) => {
            if (!one) return;
            expect(added[i]).toBe(true);
            const from = sources[one.source]!;
            const same = from.owners.filter((_, at) => squeeze(from.lines[at]!) === squeeze(lines[i]!));
            const isGiven = same.some((owner) => owner && sameOwner(owner, one.owner));
            expect(isGiven || (one.owner.kind === 'unsure' && same.some(Boolean))).toBe(true);
          });
        },
      ),
      RUNS,
    );
  });

  test('keep their owners when the whole text is the same', () => {
    fc.assert(
      fc.property(text, (lines) => {
        const found = carry(lines, all, [{ lines, owners: lines.map(() => A) }]);
        expect(owners(found)).toEqual(lines.map(() => A));
      }),
      RUNS,
    );
  });

  test('with the same body as another function keep their own owner', () => {
    const body = ['  if (!ready) return;', '  return null;', '}', ''];
    const night = ['function night() {', ...body];
    const lines = ['function dawn() {', ...body, ...night, 'function day() {', ...body];
    const found = carry(lines, all, [{ lines: night, owners: night.map(() => A) }]);
    expect(owners(found).slice(0, 5)).toEqual(body.map(() => undefined).concat([undefined]));
    expect(owners(found).slice(5, 10)).toEqual(night.map(() => A));
    expect(owners(found).slice(10)).toEqual(body.map(() => undefined).concat([undefined]));
  });

  test('that occur twice, without the distinguishing line, are unsure', () => {
    const body = ['  if (!ready) return;', '  return null;', '}'];
    const lines = ['function day() {', ...body, 'function dusk() {', ...body];
    const found = owners(
      carry(lines, (i) => i >= 4, [{ lines: ['function night() {', ...body], owners: [A, A, A, A] }]),
    );
    expect(found.some((owner) => owner?.kind === 'node')).toBe(false);
  });

  test('moved by a conflict are found by their words, even with new indentation', () => {
    const lines = ['a new head', '    const moved = compute(7);', '    return moved;', 'the tail'];
    const from = ['the tail', 'const moved = compute(7);', 'return moved;'];
    const found = carry(lines, (i) => i < 3, [{ lines: from, owners: [undefined, A, A] }]);
    expect(owners(found)).toEqual([undefined, A, A, undefined]);
  });

  test('with two sources that name different writers are left unsure', () => {
    const words = ['const shared = everywhere();'];
    const loose = (owner: Owner): SourceText => ({ lines: words, owners: [owner], loose: true });
    expect(owners(carry(words, all, [loose(A), loose(B)]))).toEqual([UNSURE]);
    expect(owners(carry(words, all, [loose(A), loose(A)]))).toEqual([A]);
  });
});
