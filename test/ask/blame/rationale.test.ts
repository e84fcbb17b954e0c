import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../src/ask/blame/rationale.ts';
import { indexGraphs } from '../../../src/model/graph/graph-index.ts';
import type { Edge, Graph } from '../../../src/model/model.ts';
import { graphOf, node } from './story.ts';

const edge = (from: Edge['from'], to: Edge['to'], kind: Edge['kind']): Edge => ({ from, to, kind, source: 'observed' });
const padding = (graph: Graph): Graph => ({
  ...graph,
  edges: [...graph.edges, ...Array.from({ length: 600 }, (_, i) => edge(node(1000 + i), node(2000 + i), 'led_to'))],
});

// A small note is searched, a large one is indexed: the answers are the same.
describe.for([
  ['a small note', (graph: Graph) => graph],
  ['a large note', padding],
] as const)('in %s', ([, size]) => {
  const ask = (id: ReturnType<typeof node>, ...graphs: Graph[]) => contextOf(indexGraphs(graphs.map(size)), id);

  test('the decision comes from decided_by; the goal is found back along the edges that led to the step', () => {
    const context = ask(node(2), graphOf());
    expect(context.decision?.node?.summary).toMatch(/^Back off/);
    expect(context.goal?.node?.summary).toMatch(/^Make uploads/);
    expect(context.session?.agent).toBe('claude-code');
    expect(context.step.node?.tool).toBe('Edit');
  });

  test('without such edges the goal is the last one before the step', () => {
    const graph = graphOf();
    const later = { ...graph.nodes[0]!, id: node(9) };
    const loose = { ...graph, edges: [], nodes: [...graph.nodes, later] };
    expect(ask(node(2), loose).goal?.id).toBe(node(0));
    expect(ask(node(12), loose).goal?.id).toBe(node(9));
    expect(ask(node(2), loose).decision).toBeUndefined();
  });

  test('of several goals it is the last one, also where a file was read in an earlier turn', () => {
    const graph = graphOf();
    const [goal, , change] = graph.nodes;
    const read = { ...graph.nodes[1]!, kind: 'exploration' as const };
    const nodes = [
      goal!,
      { ...read, id: node(1) },
      { ...goal!, id: node(2) },
      { ...read, id: node(3) },
      { ...change!, id: node(4) },
      { ...goal!, id: node(5) },
    ];
    const edges = [
      edge(node(0), node(1), 'led_to'),
      edge(node(0), node(2), 'led_to'),
      edge(node(2), node(3), 'led_to'),
      edge(node(1), node(4), 'explored_via'),
      edge(node(3), node(4), 'explored_via'),
      edge(node(2), node(5), 'led_to'),
    ];
    for (const order of [edges, edges.toReversed()]) {
      const context = ask(node(4), { ...graph, nodes, edges: order });
      expect(context.goal?.id).toBe(node(2));
      expect(ask(node(2), { ...graph, nodes, edges: order }).goal?.id).toBe(node(2));
      const child = graphOf({ session: 'aaaaaaaa' });
      const orphan = { ...child, nodes: child.nodes.filter(({ kind }) => kind !== 'goal'), edges: [] };
      const started = [...order, edge(node(4), node(2, 'aaaaaaaa'), 'spawned')];
      expect(ask(node(2, 'aaaaaaaa'), orphan, { ...graph, nodes, edges: started }).goal?.id).toBe(node(2));
      // A goal of its own comes first, also where the other session has later numbers.
      const own = { ...child, edges: [...child.edges, edge(node(5), node(2, 'aaaaaaaa'), 'led_to')].toReversed() };
      expect(ask(node(2, 'aaaaaaaa'), own, { ...graph, nodes, edges: order }).goal?.id).toBe(node(0, 'aaaaaaaa'));
    }
  });

  test('a goal that is only a short answer names the last one before it that says more', () => {
    const graph = graphOf();
    const goal = (n: number, summary: string) => ({ ...graph.nodes[0]!, id: node(n), summary });
    const change = (n: number) => ({ ...graph.nodes[2]!, id: node(n) });
    const nodes = [
      goal(1, 'Make uploads try again when the server is busy'),
      goal(2, "yes, let's do this"),
      goal(3, '2'),
      change(4),
      goal(5, 'Implement the plan.'),
      change(6),
      goal(7, 'Add tests'),
      change(8),
    ];
    const edges = [
      ...[1, 2, 3, 5].map((n, i) => edge(node(n), node([2, 3, 5, 7][i]!), 'led_to')),
      ...[3, 5, 7].map((n) => edge(node(n), node(n + 1), 'led_to')),
    ];
    const follows = (n: number, of = { ...graph, nodes, edges }) => ask(node(n), of).follows?.id;
    expect([4, 6, 8].map((n) => follows(n))).toEqual([node(1), node(1), undefined]);
    // The earlier goals may be in no graph that is here, and forged edges may form a circle.
    expect(follows(4, { ...graph, nodes: nodes.slice(1), edges })).toBeUndefined();
    const circle = [...edges.slice(1), edge(node(3), node(2), 'led_to')];
    expect(follows(4, { ...graph, nodes: nodes.slice(1), edges: circle })).toBeUndefined();
  });

  test.each([
    [{ refused: true }, node(1)],
    [{ interrupted: true }, node(1)],
    [{ passed: true }, undefined],
    [{ refused: 'yes' }, undefined],
    [undefined, undefined],
  ])('a prompt after a call with %j follows %s', (detail, expected) => {
    const graph = graphOf();
    const goal = (n: number, summary: string) => ({ ...graph.nodes[0]!, id: node(n), summary });
    const change = (n: number) => ({ ...graph.nodes[2]!, id: node(n) });
    const nodes = [
      goal(1, 'Make uploads try again when the server is busy'),
      { ...change(2), kind: 'error' as const, ...(detail && { detail }) },
      goal(3, 'Leave the folder alone'),
      change(4),
    ];
    const edges = [edge(node(1), node(3), 'led_to'), edge(node(3), node(4), 'led_to')];
    expect(ask(node(4), { ...graph, nodes, edges }).follows?.id).toBe(expected);
    expect(ask(node(4), { ...graph, nodes: nodes.slice(1), edges }).follows).toBeUndefined();
    // A short answer to that prompt names it, and not the one before it.
    const later = [...nodes, goal(5, 'yes'), change(6)];
    const led = [...edges, edge(node(3), node(5), 'led_to'), edge(node(5), node(6), 'led_to')];
    expect(ask(node(6), { ...graph, nodes: later, edges: led }).follows?.id).toBe(node(3));
  });

  test('a sub-agent’s goal is that of the step that started it, when it has none itself', () => {
    const child = graphOf({ session: 'aaaaaaaa' });
    const orphan = { ...child, nodes: child.nodes.filter(({ kind }) => kind !== 'goal'), edges: [] };
    const parent = graphOf();
    const spawned = {
      ...parent,
      edges: [
        ...parent.edges,
        edge(node(2), node(1, 'aaaaaaaa'), 'spawned'),
        edge(node(1, 'aaaaaaaa'), node(2, 'aaaaaaaa'), 'explored_via'),
      ],
    };
    expect(ask(node(2, 'aaaaaaaa'), orphan, spawned).goal?.id).toBe(node(0));
  });

  test('a missing node and circles of edges do not loop', () => {
    expect(ask(node(5, 'ffffffff'), graphOf())).toEqual({
      step: { id: node(5, 'ffffffff'), node: undefined },
      session: undefined,
      decision: undefined,
      goal: undefined,
    });
    const graph = graphOf();
    const circle = {
      ...graph,
      nodes: graph.nodes.slice(1),
      edges: [edge(node(2), node(1), 'led_to'), edge(node(1), node(2), 'led_to')],
    };
    expect(ask(node(2), circle).goal).toBeUndefined();
  });
});
