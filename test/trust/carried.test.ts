import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Oid, RepoPath } from '../../src/model/ids.ts';
import type { Attribution, Note } from '../../src/model/model.ts';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { type CarriedLimits, checkCarried } from '../../src/trust/checks/carried.ts';
import { findingsIn, type Golden, makeRewritten, storeOf } from './golden.ts';
import { cpuMs } from '../helpers/cpu.ts';

let golden: Golden;
beforeAll(async () => void (golden = await makeRewritten()), 60_000);
afterAll(() => golden.cleanup());

const faults = async (notes: ReadonlyMap<Oid, Note>): Promise<string[]> =>
  (await findingsIn(golden, notes)).flatMap(({ kind, what }) => (kind === 'fault' ? [what] : []));
const [F, H] = ['f.txt', 'h.txt'] as [RepoPath, RepoPath];
const noteOf = (i: number): Note => golden.notes.get(golden.commits[i]!)!;
const withLines = (i: number, path: RepoPath, list: readonly Attribution[]): ReadonlyMap<Oid, Note> =>
  new Map(golden.notes).set(golden.commits[i]!, {
    ...noteOf(i),
    lines: new Map(noteOf(i).lines).set(path, list),
  });

test('a golden repository has no findings, and no step names the carried commits', async () => {
  expect(await findingsIn(golden, golden.notes)).toEqual([]);
  for (const [i, how, path, start, count] of [
    [0, 'rebase', F, 1, 3],
    [1, 'amend', H, 2, 1],
  ] as const) {
    const { carried, graphs, lines } = noteOf(i);
    expect(carried.map((one) => one.how)).toContain(how);
    expect(lines.get(path)).toMatchObject([{ start, count, evidence: 'carried' }]);
    expect(graphs.flatMap(({ explains }) => explains)).not.toContain(golden.commits[i]);
  }
});

test("a person's line attributed to the agent, next to its own", async () => {
  const [one] = noteOf(1).lines.get(H)!;
  for (const wider of [
    { ...one!, count: 2 },
    { ...one!, start: 1, count: 2 },
    { ...one!, start: 3 },
    { ...one!, count: 2, evidence: 'exact' as const },
    { ...one!, count: 2, evidence: 'restored' as const },
  ])
    expect(await faults(withLines(1, H, [wider])), `${wider.start}, ${wider.count}`).toEqual([
      expect.stringMatching(/^Line [13] of "h.txt" is given to a step, and no note that it was carried from/),
    ]);
});

test('a line attributed to another step', async () => {
  const [one] = noteOf(0).lines.get(F)!;
  const [other] = noteOf(1).lines.get(H)!;
  expect(await faults(withLines(0, F, [{ ...one!, node: other!.node }]))).toEqual([
    expect.stringContaining('Line 1 of "f.txt" is given to a step'),
  ]);
});

test('a missing source note, or a missing source commit, is no fault', async () => {
  const [one] = noteOf(1).lines.get(H)!;
  const [{ from }] = noteOf(1).carried as readonly [{ readonly from: Oid }, ...unknown[]];
  const wider = withLines(1, H, [{ ...one!, start: 1, count: 2 }]);
  const without = new Map([...wider].filter(([commit]) => commit !== from));
  expect(await faults(without)).toEqual([]);
  const gone = 'f'.repeat(from.length) as Oid;
  const note = { ...wider.get(golden.commits[1]!)!, carried: [{ from: gone, how: 'amend' }] };
  const lost = new Map(wider).set(golden.commits[1]!, note).set(gone, { ...golden.notes.get(from)!, commit: gone });
  expect((await faults(lost)).filter((what) => what.includes('carried'))).toEqual([]);
});

test('lines restored by a revert come from notes that are not named', async () => {
  const [one] = noteOf(1).lines.get(H)!;
  const note = { ...withLines(1, H, [{ ...one!, start: 1 }]).get(golden.commits[1]!)! };
  const reverted = { ...note, carried: note.carried.map(({ from }) => ({ from, how: 'revert' })) };
  expect(await faults(new Map(golden.notes).set(golden.commits[1]!, reverted))).toEqual([]);
});

describe('a note that demands very much work', () => {
  const findings = async (notes: ReadonlyMap<Oid, Note>, limits?: CarriedLimits): Promise<unknown[]> => {
    const objects = new ObjectReader(golden.opened);
    const found: unknown[] = [];
    const carried = checkCarried(golden.opened, storeOf(notes), objects, golden.commits, undefined, limits);
    for await (const { kind, commit, field } of carried) found.push({ kind, commit, field });
    await objects.close();
    return found;
  };

  test('is reported as not compared when its sources have more text or notes than the limit', async () => {
    const gap = (i: number): unknown => ({ kind: 'gap', commit: golden.commits[i], field: 'carried' });
    expect(await findings(golden.notes)).toEqual([]);
    expect(await findings(golden.notes, { sources: 9, text: 10 })).toEqual([gap(0), gap(1)]);
    const [one] = noteOf(1).carried;
    const others = Array.from({ length: 3 }, (_, i) => ({
      from: `${i + 1}`.repeat(one!.from.length) as Oid,
      how: 'squash',
    }));
    const many = new Map(golden.notes).set(golden.commits[1]!, { ...noteOf(1), carried: [...others, one!] });
    expect(await findings(many, { sources: 4, text: 1000 })).toEqual([]); // three of them are not here
    expect(await findings(many, { sources: 3, text: 1000 })).toEqual([gap(1)]);
  });

  test('costs no more than its own bytes when all of its sources are missing', async () => {
    const { length } = golden.commits[1]!;
    const carried = Array.from({ length: 65_536 }, (_, i) => ({
      from: i.toString(16).padStart(length, '0') as Oid,
      how: 'squash',
    }));
    const notes = new Map(golden.notes).set(golden.commits[1]!, { ...noteOf(1), carried });
    const check = async (): Promise<void> =>
      expect(await findings(notes)).toEqual([{ kind: 'gap', commit: golden.commits[1], field: 'carried' }]);
    expect(await cpuMs(check)).toBeLessThan(10_000);
  });
});
