import { expect, test } from 'vitest';
import type { Graph } from '../../src/model/model.ts';
import { draw, type Drawing } from '../../src/exchange/export/drawing.ts';
import type { ExportedCommit } from '../../src/exchange/export/noted.ts';
import { made, nodeAt } from '../ask/setup.ts';

async function* notes(...all: readonly (readonly Graph[])[]): AsyncGenerator<ExportedCommit> {
  for (const graphs of all) yield { note: { graphs, lines: new Map(), carried: [] } } as unknown as ExportedCommit;
}

const chain = (session: string, count: number): Graph => {
  const nodes = Array.from({ length: count }, (_, i) => ({ n: i + 1, kind: 'commitment', summary: `${i}` }));
  return made(
    session,
    nodes,
    nodes.slice(1).map(({ n }) => [n - 1, 'led_to', n] as const),
  );
};
const drawn = ({ boxes, edges, cut }: Drawing): unknown => [
  boxes.map(({ session, nodes }) => [session.id, nodes.length]),
  edges.length,
  cut,
];

test('whole graphs are drawn while they fit, each once', async () => {
  const room = { nodes: 10, edges: 10 };
  const [a, b, c] = [chain('a', 4), chain('b', 6), chain('c', 1)];
  expect(drawn(await draw(notes([a], [a, b]), room, undefined))).toEqual([
    [
      ['b', 6],
      ['a', 4],
    ],
    8,
    false,
  ]);
  expect(drawn(await draw(notes([a], [b], [c]), room, undefined))).toEqual([
    [
      ['b', 6],
      ['a', 4],
    ],
    8,
    true,
  ]);
  expect(drawn(await draw(notes([a], [b], [c]), room, a.session.id))).toEqual([[['a', 4]], 3, false]);
});

test('of a first graph that is too large, only the start is drawn', async () => {
  const { boxes, edges, cut } = await draw(notes([chain('a', 30)]), { nodes: 10, edges: 5 }, undefined);
  expect(boxes[0]!.nodes.map(({ id }) => id).at(-1)).toBe(nodeAt('a', 10));
  expect([edges.length, cut]).toEqual([5, true]);
});
