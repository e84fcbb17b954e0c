import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Oid } from '../../src/model/ids.ts';
import type { Attribution, Note } from '../../src/model/model.ts';
import { findingsIn, type Golden, makePlaces } from './golden.ts';

let golden: Golden;
beforeAll(async () => void (golden = await makePlaces()), 60_000);
afterAll(() => golden.cleanup());

const withNote = (id: Oid, note: Note): ReadonlyMap<Oid, Note> => new Map(golden.notes).set(id, note);
const faults = async (notes: ReadonlyMap<Oid, Note>): Promise<string[]> =>
  (await findingsIn(golden, notes)).flatMap(({ kind, what }) => (kind === 'fault' ? [what] : []));
const noteOf = (i: number): Note => golden.notes.get(golden.commits[i]!)!;
const given = (note: Note): [string, number, number][] =>
  [...note.lines].flatMap(([path, list]) =>
    list.flatMap(({ node, start, count }): [string, number, number][] => (node ? [[path, start, count]] : [])),
  );

test('there are no findings, and the lines are in their places', async () => {
  expect(await findingsIn(golden, golden.notes)).toEqual([]);
  expect([0, 2, 3, 4].map((i) => given(noteOf(i)))).toEqual([
    [['f.txt', 1, 1]],
    [['g.txt', 1, 1]],
    [['g.txt', 5, 4]],
    [['h.txt', 2, 4]],
  ]);
});

test('every commit with lines of the session has a step that names it, linked from the writing step', () => {
  for (const i of [0, 2, 3, 4]) {
    const { graphs } = noteOf(i);
    const nodes = graphs.flatMap((graph) => graph.nodes);
    const patch = nodes.find(({ kind, detail }) => kind === 'patch' && detail?.['commit'] === golden.commits[i]);
    const writer = noteOf(i)
      .lines.values()
      .next()
      .value!.find(({ node }) => node)!.node;
    expect(patch?.detail?.['lines'], `commit ${i}`).toMatch(/^[0-9a-f]{32}$/);
    const edges = graphs.flatMap((graph) => graph.edges).filter(({ kind }) => kind === 'committed_via');
    expect(edges, `commit ${i}`).toContainEqual({
      from: writer,
      to: patch!.id,
      kind: 'committed_via',
      source: 'observed',
    });
  }
});

test('a note on a commit that adds lines at the same places', async () => {
  const [agents, persons] = golden.commits as [Oid, Oid];
  const there = noteOf(0);
  expect(await faults(withNote(persons, there))).toEqual([
    expect.stringContaining(`Note was made for the commit ${agents}`),
  ]);
  expect(await faults(withNote(persons, { ...there, commit: persons }))).toEqual([
    'The note attributes lines to a session without a step that names the commit.',
  ]);
});

test('lines of an idle session are also covered by its ledger', async () => {
  for (const i of [2, 3, 4]) {
    const note = noteOf(i);
    const [[path, list]] = [...note.lines] as [[never, Attribution[]]];
    const at = list.findIndex(({ node }) => node);
    const one = list[at]!;
    const change = (fresh: Attribution | undefined): Promise<string[]> =>
      faults(
        withNote(golden.commits[i]!, {
          ...note,
          lines: new Map(note.lines).set(path, fresh ? list.with(at, fresh) : list.toSpliced(at, 1)),
        }),
      );
    expect(await change({ ...one, count: one.count + 1 }), `${i}: wider`).not.toEqual([]);
    expect(await change({ ...one, start: one.start + 1 }), `${i}: moved`).not.toEqual([]);
    expect(await change(undefined), `${i}: gone`).not.toEqual([]);
    const nodes = note.graphs.flatMap((graph) => graph.nodes);
    const other = nodes.find(({ id, kind }) => id !== one.node && kind !== 'patch')!.id;
    expect(await change({ ...one, node: other }), `${i}: given to ${other}`).not.toEqual([]);
  }
});

test('a missing step that names the commit', async () => {
  for (const i of [0, 2, 3, 4]) {
    const note = noteOf(i);
    const graphs = note.graphs.filter(({ explains }) => !explains.includes(golden.commits[i]!));
    expect(await faults(withNote(golden.commits[i]!, { ...note, graphs })), `commit ${i}`).not.toEqual([]);
  }
});
