import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainOf, isLedgerStep } from '../../src/model/graph/ledger.ts';
import { numberOf, type Oid, sessionPart } from '../../src/model/ids.ts';
import type { Attribution, Graph, Node, Note } from '../../src/model/model.ts';
import { findingsIn, type Golden, makeGolden } from './golden.ts';

let golden: Golden;
beforeAll(async () => void (golden = await makeGolden()), 60_000);
afterAll(() => golden.cleanup());

type Notes = ReadonlyMap<Oid, Note>;

/** The notes with every copy of a graph replaced. */
const withGraph = (notes: Notes, old: Graph, fresh: Graph): Notes =>
  new Map(
    [...notes].map(([id, note]) => [
      id,
      { ...note, graphs: note.graphs.map((graph) => (graph === old || sameGraph(graph, old) ? fresh : graph)) },
    ]),
  );
const sameGraph = (a: Graph, b: Graph): boolean => a.chain.head === b.chain.head && a.session.id === b.session.id;
const withNote = (id: Oid, note: Note): Notes => new Map(golden.notes).set(id, note);
/** All graphs once. */
const graphs = (): Graph[] => [
  ...new Map(
    [...golden.notes.values()].flatMap((note) => note.graphs.map((graph) => [graph.chain.head, graph])),
  ).values(),
];
/** The graph with other steps and its old ledger. */
const withNodes = (graph: Graph, nodes: readonly Node[]): Graph => ({ ...graph, nodes });
/** The graph with a ledger recomputed over other steps, which anyone who knows the format can do. */
const forged = (graph: Graph, nodes: readonly Node[]): Graph => ({
  ...graph,
  nodes,
  chain: {
    ...graph.chain,
    head: chainOf(graph.session.id, nodes, graph.chain.start, graph.chain.parent ?? null).head,
  },
});

/** Whether a later graph of its session names it. A change outside of steps is not detectable from the last graph alone. */
const isFollowed = (graph: Graph): boolean =>
  graphs().some(({ session, chain }) => session.id === graph.session.id && chain.start === graph.chain.head);
const isCovered = (graph: Graph, node: Node): boolean => isLedgerStep(node) || isFollowed(graph);

const isFound = async (notes: Notes): Promise<boolean> => (await findingsIn(golden, notes)).length > 0;
const isFault = async (notes: Notes): Promise<boolean> =>
  (await findingsIn(golden, notes)).some(({ kind }) => kind === 'fault');

test('the golden notes have no findings', async () => {
  expect(await findingsIn(golden, golden.notes)).toEqual([]);
  expect(golden.notes.size).toBe(5);
  expect(graphs().length).toBeGreaterThanOrEqual(6);
});

const CHANGES: Record<string, (node: Node) => Node | undefined> = {
  kind: (node) => ({ ...node, kind: node.kind === 'error' ? 'exploration' : 'error' }),
  at: (node) => ({ ...node, at: node.at + 1 }),
  summary: (node) => ({ ...node, summary: `${node.summary}!` }),
  tool: (node) => ({ ...node, tool: `${node.tool ?? ''}x` }),
  duration: (node) => ({ ...node, duration: (node.duration ?? 0) + 1 }),
  input: (node) => ({ ...node, input: 'f'.repeat(64) }),
  output: (node) => ({ ...node, output: 'e'.repeat(64) }),
  parent: ({ parent, ...node }) => (parent === undefined ? undefined : (node as Node)),
  detail: (node) => ({ ...node, detail: { ...node.detail, added: 'x' } }),
  'without detail': ({ detail, ...node }) => (detail === undefined ? undefined : (node as Node)),
};

test.each(Object.keys(CHANGES))(
  'a step with a changed field: %s',
  async (field) => {
    for (const graph of graphs())
      for (const [i, node] of graph.nodes.entries()) {
        const changed = CHANGES[field]!(node);
        if (!changed || !isCovered(graph, node)) continue;
        const nodes = graph.nodes.with(i, changed);
        expect(await isFault(withGraph(golden.notes, graph, withNodes(graph, nodes))), `${field} of ${node.id}`).toBe(
          true,
        );
      }
  },
  60_000,
);

test('each step removed, and each pair of steps swapped', async () => {
  for (const graph of graphs())
    for (const [i, node] of graph.nodes.entries()) {
      if (!isCovered(graph, node)) continue;
      expect(
        await isFault(withGraph(golden.notes, graph, withNodes(graph, graph.nodes.toSpliced(i, 1)))),
        `${node.id} is gone`,
      ).toBe(true);
      const next = graph.nodes[i + 1];
      if (!next) continue;
      const swapped = graph.nodes.with(i, { ...next, id: node.id }).with(i + 1, { ...node, id: next.id });
      expect(await isFault(withGraph(golden.notes, graph, withNodes(graph, swapped))), `${node.id} and the next`).toBe(
        true,
      );
    }
}, 60_000);

test('an added step, of the same session or another', async () => {
  const [one, other] = [graphs()[0]!, graphs().find(({ session }) => session.id.startsWith('2222'))!];
  const last = one.nodes.findLast(isLedgerStep)!;
  const inserted = { ...last, id: `${sessionPart(last.id)}-${numberOf(last.id)}999` as Node['id'] };
  expect(await isFault(withGraph(golden.notes, one, withNodes(one, [...one.nodes, inserted]))), 'its own').toBe(true);
  expect(
    await isFault(withGraph(golden.notes, one, withNodes(one, [...one.nodes, other.nodes.find(isLedgerStep)!]))),
    'an alien',
  ).toBe(true);
});

test('a graph rebuilt with correct hashes, when a later graph follows it', async () => {
  for (const graph of graphs()) {
    if (!isFollowed(graph)) continue;
    const changed = forged(graph, graph.nodes.with(0, { ...graph.nodes[0]!, summary: 'another' }));
    expect(await isFault(withGraph(golden.notes, graph, changed)), `head ${graph.chain.head}`).toBe(true);
  }
});

test('a graph replaced by an older one, or removed', async () => {
  const all = graphs().filter(({ session }) => session.id.startsWith('1111'));
  for (const [i, graph] of all.entries()) {
    if (i === 0) continue;
    expect(await isFound(withGraph(golden.notes, graph, all[i - 1]!)), `older ${i}`).toBe(true);
    const without = new Map(
      [...golden.notes].map(([id, note]) => [
        id,
        { ...note, graphs: note.graphs.filter((one) => !sameGraph(one, graph)) },
      ]),
    );
    expect(await isFound(without), `gone ${i}`).toBe(true);
  }
});

test('a broken chain: a graph that names a wrong predecessor, or none', async () => {
  for (const graph of graphs()) {
    if (graph.previous === null) continue;
    expect(
      await isFound(
        withGraph(golden.notes, graph, { ...graph, previous: 'f'.repeat(64) as NonNullable<Graph['previous']> }),
      ),
      'another',
    ).toBe(true);
    expect(await isFault(withGraph(golden.notes, graph, { ...graph, previous: null })), 'none').toBe(true);
    expect(
      await isFault(withGraph(golden.notes, graph, { ...graph, chain: { ...graph.chain, start: 'd'.repeat(64) } })),
      'start',
    ).toBe(true);
  }
});

test('a changed copy of a goal', async () => {
  const graph = graphs().find(({ context }) => context !== undefined)!;
  const [goal, ...rest] = graph.context!;
  expect(
    await isFault(withGraph(golden.notes, graph, { ...graph, context: [{ ...goal!, summary: 'Do harm' }, ...rest] })),
    'context',
  ).toBe(true);
});

/** Each attribution of each note. */
const claims = function* (): Generator<[Oid, Note, string, readonly Attribution[], number]> {
  for (const [id, note] of golden.notes)
    for (const [path, list] of note.lines) for (const i of list.keys()) yield [id, note, path, list, i];
};
const changedLines = (note: Note, path: string, list: readonly Attribution[]): Note => ({
  ...note,
  lines: new Map([...note.lines].map(([key, old]) => [key, key === path ? list : old])),
});

test('an attribution that is widened, narrowed, moved, or given to another step', async () => {
  for (const [id, note, path, list, i] of claims()) {
    const one = list[i]!;
    if (!one.node) continue;
    const change = (fresh: Attribution | undefined): Notes =>
      withNote(id, changedLines(note, path, fresh ? list.with(i, fresh) : list.toSpliced(i, 1)));
    expect(await isFault(change({ ...one, count: one.count + 1 })), 'wider at the end').toBe(true);
    const start = Math.max(1, one.start - 1);
    const wider = { ...one, start, count: one.count + 2 };
    expect(await isFault(change(wider)), 'wider at both ends').toBe(true);
    expect(await isFault(change(undefined)), 'gone').toBe(true);
    expect(await isFault(change({ ...one, start: one.start + 1 })), 'moved').toBe(true);
    const nodes = note.graphs
      .flatMap((graph) => graph.nodes)
      .filter(({ id: other, kind }) => other !== one.node && kind === 'commitment');
    for (const { id: other } of nodes)
      expect(await isFault(change({ ...one, node: other })), `given to ${other}`).toBe(true);
  }
}, 60_000);

test("a person's lines attributed to the agent", async () => {
  const [, second] = golden.commits;
  const note = golden.notes.get(second!)!;
  const [one] = [...note.lines.values()][0]!;
  const more = new Map(note.lines).set('g.txt' as never, [{ ...one!, start: 2, count: 1 }]);
  expect(await isFault(withNote(second!, { ...note, lines: more })), 'g.txt:2').toBe(true);
});

test('a note moved or copied to another commit', async () => {
  const [a, b] = golden.commits as [Oid, Oid];
  expect(await isFault(withNote(b, golden.notes.get(a)!)), 'moved').toBe(true);
  const root = golden.repo.oid('HEAD~5');
  expect(await isFault(withNote(root, golden.notes.get(a)!)), 'copied').toBe(true);
});

test('each note on each other commit', async () => {
  const missed: string[] = [];
  const commits = [...golden.commits, golden.repo.oid('HEAD~5')];
  for (const [from, note] of golden.notes)
    for (const to of commits.filter((one) => one !== from))
      if (!(await isFault(withNote(to, note)))) missed.push(`${from} on ${to}`);
  expect(missed).toEqual([]);
}, 60_000);
