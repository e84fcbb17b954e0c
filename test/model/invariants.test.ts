import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId } from '../../src/model/ids.ts';
import { checkInvariants } from '../../src/model/invariants.ts';
import type { Edge, EdgeKind, Node } from '../../src/model/model.ts';

const id = (n: number) => nodeId(`00000000-${n}`);
const edge = (from: number, kind: EdgeKind, to: number): Edge => ({
  from: id(from),
  to: id(to),
  kind,
  source: 'observed',
});
const node = (n: number, more: Partial<Node> = {}): Node => ({
  id: id(n),
  kind: 'claim',
  at: 0,
  summary: `thing ${n}`,
  ...more,
});
const found = (edges: Edge[], nodes: Node[] = []): string[] =>
  checkInvariants(nodes, edges).map((violation) =>
    violation.kind === 'cycle' ? `cycle ${violation.nodes.map((id) => id.slice(9)).join(' ')}` : violation.kind,
  );

describe('caused is acyclic', () => {
  test('a cycle is reported with its nodes', () => {
    expect(found([edge(1, 'caused', 2), edge(2, 'caused', 3), edge(3, 'caused', 2)])).toEqual(['cycle 2 3']);
    expect(found([edge(1, 'caused', 1)])).toEqual(['cycle 1']);
  });

  test('two paths to the same node are not a cycle, nor are other kinds of edge', () => {
    expect(found([edge(1, 'caused', 2), edge(1, 'caused', 3), edge(2, 'caused', 4), edge(3, 'caused', 4)])).toEqual([]);
    expect(found([edge(1, 'calls', 2), edge(2, 'calls', 1)])).toEqual([]);
  });

  test('a cycle is found exactly when no order exists', () => {
    const pairs = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, (pairs) => {
        const edges = pairs.map(([from, to]) => edge(from, 'caused', to));
        let left = edges;
        for (let before = -1; before !== left.length;) {
          before = left.length;
          left = left.filter(({ to }) => left.some(({ from }) => from === to));
        }
        expect(found(edges).length > 0).toBe(left.length > 0);
      }),
    );
  });

  test('a long chain does not exhaust the stack', () => {
    expect(found(Array.from({ length: 20_000 }, (_, i) => edge(i, 'caused', i + 1)))).toEqual([]);
  });
});

describe('nothing both causes and prevents the same thing', () => {
  test('at once', () => {
    expect(found([edge(1, 'caused', 2), edge(1, 'prevents', 2)])).toEqual(['contradiction']);
    expect(found([edge(1, 'caused', 2), edge(1, 'prevents', 3), edge(3, 'prevents', 2)])).toEqual([]);
  });

  test('an entry seen twice does so only where the times overlap', () => {
    const edges = [edge(1, 'caused', 2), edge(3, 'prevents', 2)];
    const lock = { summary: 'the lock' };
    expect(found(edges, [node(1, { ...lock, duration: 10 }), node(2), node(3, { ...lock, at: 5 })])).toEqual([
      'contradiction',
    ]);
    expect(found(edges, [node(1, { ...lock, duration: 10 }), node(2), node(3, { ...lock, at: 50 })])).toEqual([]);
  });
});

describe('a local node does not extend an external one', () => {
  const local = (language?: string) => node(1, { kind: 'type', ...(language && { detail: { language } }) });
  const external = node(2, { kind: 'external' });

  test.each([
    ['java', ['extends_external']],
    ['TypeScript', ['extends_external']],
    ['Python', []],
    ['c++', []],
    [undefined, []],
  ])('in %s: %j', (language, expected) => {
    expect(found([edge(1, 'extends', 2)], [local(language), external])).toEqual(expected);
  });

  test.each([
    ['src/a.ts', ['extends_external']],
    ['src/A.java', ['extends_external']],
    ['src/a.py', []],
    ['src/a.cpp', []],
    ['src/a.h', []], // C or C++
    ['a.css', []],
    ['README', []],
  ])('the language follows from the file %s: %j', (path, expected) => {
    const file = node(1, { kind: 'file', detail: { source: 'reference', files: [path] } });
    expect(found([edge(1, 'extends', 2)], [file, external])).toEqual(expected);
  });

  test('externals may extend each other, and a local type may extend another', () => {
    expect(found([edge(2, 'extends', 2), edge(1, 'extends', 1)], [local('java'), external])).toEqual([]);
  });
});

describe('no two claims contradict each other', () => {
  const pair = [node(1), node(2)];

  test('in whichever direction, once for each pair', () => {
    expect(found([edge(1, 'contradicts', 2)], pair)).toEqual(['dispute']);
    expect(found([edge(1, 'contradicts', 2), edge(2, 'contradicts', 1)], pair)).toEqual(['dispute']);
    expect(found([edge(1, 'supports', 2)], pair)).toEqual([]);
  });

  test('other entries may contradict a claim, such as evidence', () => {
    expect(found([edge(1, 'contradicts', 2)], [node(1, { kind: 'evidence' }), node(2)])).toEqual([]);
    expect(found([edge(1, 'contradicts', 2)], [node(1)])).toEqual([]);
  });
});
