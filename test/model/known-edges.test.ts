import { expect, test } from 'vitest';
import { nodeId, type RepoPath } from '../../src/model/ids.ts';
import { thingId } from '../../src/model/knowledge/thing.ts';
import type { Edge, Node } from '../../src/model/model.ts';
import { KnownEdges } from '../../src/model/standing/known-edges.ts';
import { withThings } from '../../src/model/standing/things.ts';

const [a, b, c] = ['aaaaaaaa-1', 'aaaaaaaa-2', 'bbbbbbbb-3'].map((id) => nodeId(id)) as [
  Edge['from'],
  Edge['from'],
  Edge['from'],
];
const edge = (from: Edge['from'], to: Edge['to'], source: Edge['source'] = 'declared'): Edge => ({
  from,
  to,
  kind: 'explains',
  source,
});
const THING = thingId({ kind: 'file', path: 'a.txt' as RepoPath });
const reference = (id: Edge['from'], path = 'a.txt'): Node => ({
  id,
  kind: 'file',
  at: 1,
  summary: path,
  detail: { source: 'reference', files: [path] },
});

test('of equal edges the highest standing counts; between equal standings the last time, and whether a step declared it', () => {
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ];
  const adding = [
    { edge: edge(a, b), at: 9, standing: 'claimed', came: true },
    { edge: edge(a, b), at: 3, standing: 'recorded', came: false },
    { edge: edge(a, b), at: 5, standing: 'recorded', came: true },
  ] as const;
  for (const order of orders) {
    const edges = new KnownEdges();
    for (const i of order) edges.add(adding[i]!);
    expect(edges.declared(edge(a, b))).toEqual({ edge: edge(a, b), at: 5, standing: 'recorded', came: true });
    expect([...edges.at(a)]).toHaveLength(1);
    expect([...edges.at(b)]).toHaveLength(1);
    expect([...edges.at(c)]).toEqual([]);
  }
});

test('an edge that was declared is not the one that was observed', () => {
  const edges = new KnownEdges();
  edges.add({ edge: edge(a, b, 'observed'), at: 1, standing: 'recorded', came: true });
  expect(edges.declared(edge(a, b))).toBeUndefined();
  edges.add({ edge: edge(a, b), at: 1, standing: 'claimed', came: true });
  expect(edges.declared(edge(a, b))?.standing).toBe('claimed');
  expect([...edges.at(a)]).toHaveLength(2);
});

test('a thing has the edges of all nodes that refer to it, and a step only its own', () => {
  const edges = new KnownEdges();
  edges.learn(withThings({ nodes: [reference(b), reference(c)], edges: [] }), 'recorded');
  for (const to of [b, c, THING]) edges.add({ edge: edge(a, to), at: 1, standing: 'recorded', came: true });
  expect([...edges.at(THING)].map(({ edge: { to } }) => to).toSorted()).toEqual([THING, b, c].toSorted());
  expect([...edges.at(b)].map(({ edge: { to } }) => to)).toEqual([b]);
  expect(edges.referencesTo([THING]).toSorted()).toEqual([b, c].toSorted());
  expect([edges.thingAt(b), edges.thingAt(a)]).toEqual([THING, a]);
  expect(edges.between(edge(a, b))).toEqual(edge(a, THING));
  expect(edges.between(edge(b, a))).toEqual(edge(THING, a));
  const plain = edge(a, a);
  expect(edges.between(plain)).toBe(plain);
});

test('a graph of lower or equal standing does not change what a node refers to, and one of higher standing does', () => {
  const other = thingId({ kind: 'file', path: 'b.txt' as RepoPath });
  const learn = (...graphs: readonly (readonly [path: string, standing: 'claimed' | 'vouched' | 'recorded'])[]) => {
    const edges = new KnownEdges();
    for (const [path, standing] of graphs)
      edges.learn(withThings({ nodes: [reference(b, path)], edges: [] }), standing);
    return [edges.thingAt(b), edges.referencesTo([THING]), edges.referencesTo([other])];
  };
  const first = [THING, [b], []];
  const second = [other, [], [b]];
  expect(learn(['a.txt', 'vouched'], ['b.txt', 'claimed'])).toEqual(first);
  expect(learn(['a.txt', 'vouched'], ['b.txt', 'vouched'])).toEqual(first);
  expect(learn(['a.txt', 'claimed'], ['b.txt', 'vouched'])).toEqual(second);
  expect(learn(['a.txt', 'vouched'], ['b.txt', 'recorded'])).toEqual(second);
});

test('no node takes the place of a thing itself', () => {
  const edges = new KnownEdges();
  edges.learn(withThings({ nodes: [reference(THING, 'b.txt')], edges: [] }), 'recorded');
  expect(edges.thingAt(THING)).toBe(THING);
});
