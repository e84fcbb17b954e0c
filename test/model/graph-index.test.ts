import { expect, test } from 'vitest';
import { indexGraphs } from '../../src/model/graph/graph-index.ts';
import { type NodeId, nodeId, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import type { Edge, Graph, Node } from '../../src/model/model.ts';

const [ONE, TWO] = [sessionId('one'), sessionId('two')];
const id = (session: typeof ONE, number: number): NodeId => nodeId(`${sessionPrefix({ id: session })}-${number}`);
const node = (session: typeof ONE, number: number, kind: Node['kind'] = 'exploration'): Node => ({
  id: id(session, number),
  kind,
  at: number,
  summary: `${number}`,
});
const edge = (from: NodeId, to: NodeId): Edge => ({ from, to, kind: 'led_to', source: 'observed' });

const graph = (session: typeof ONE, nodes: Node[], edges: Edge[], context?: Node[]): Graph => ({
  session: { id: session, agent: 'claude-code' },
  nodes,
  edges,
  ...(context && { context }),
  explains: [],
  previous: null,
  chain: { head: '0'.repeat(64), parentHash: null } as unknown as Graph['chain'],
});

/** A session with goals 1 and 3, and a step of another session; `more` nodes that nothing links make it large. */
function graphs(more: number): Graph[] {
  const others = Array.from({ length: more }, (_, i) => node(ONE, 100 + i));
  return [
    graph(
      ONE,
      [node(ONE, 2), node(ONE, 3, 'goal'), ...others],
      [edge(id(ONE, 1), id(ONE, 2)), edge(id(ONE, 3), id(ONE, 2)), edge(id(ONE, 3), id(TWO, 1))],
      [node(ONE, 1, 'goal')],
    ),
    graph(TWO, [node(TWO, 1), node(TWO, 2, 'goal')], [edge(id(TWO, 2), id(TWO, 1))]),
  ];
}

// A large note is searched in another way than a small one.
test.each([0, 503, 504, 505, 600])('everything in a note with %s more nodes is found', (more) => {
  const index = indexGraphs(graphs(more));
  expect(index.nodes()).toHaveLength(5 + more);
  expect(index.edges()).toHaveLength(4);
  expect(index.node(id(ONE, 1))?.summary).toBe('1');
  expect(index.node(id(TWO, 1))).toEqual(node(TWO, 1));
  expect(index.node(id(TWO, 7))).toBeUndefined();
  expect(index.from(id(ONE, 3)).map(({ to }) => to)).toEqual([id(ONE, 2), id(TWO, 1)]);
  expect(index.from(id(ONE, 2))).toEqual([]);
  expect(index.into(id(ONE, 2)).map(({ from }) => from)).toEqual([id(ONE, 1), id(ONE, 3)]);
  expect(index.into(id(TWO, 1)).map(({ from }) => from)).toEqual([id(ONE, 3), id(TWO, 2)]);
  expect(index.into(id(ONE, 1))).toEqual([]);
  expect(index.goals(id(ONE, 2))).toEqual([id(ONE, 1), id(ONE, 3)]);
  expect(index.goals(id(ONE, 99))).toEqual([id(ONE, 1), id(ONE, 3)]);
  expect(index.goals(id(TWO, 1))).toEqual([id(TWO, 2)]);
  expect(index.goals(id(sessionId('three'), 1))).toEqual([]);
  expect(index.session(id(TWO, 9))?.id).toBe(TWO);
  expect(index.session(id(ONE, 9))?.id).toBe(ONE);
  expect(index.session(id(sessionId('three'), 1))).toBeUndefined();
});

test('a note with one graph, and one without', () => {
  const [one] = graphs(0);
  expect(
    indexGraphs([one!])
      .nodes()
      .map(({ summary }) => summary),
  ).toEqual(['1', '2', '3']);
  expect(indexGraphs([one!]).edges()).toBe(one!.edges);
  const { context: _, ...plain } = one!;
  expect(indexGraphs([plain]).nodes()).toBe(plain.nodes);
  expect([indexGraphs([]).nodes(), indexGraphs([]).edges()]).toEqual([[], []]);
});
