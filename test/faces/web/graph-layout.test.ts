import { expect, test } from 'vitest';
import type { Drawing } from '../../../src/faces/web/page/graph/fold.ts';
import { layOut, type Layout } from '../../../src/faces/web/page/graph/layout.ts';

/** Sessions that nothing connects: in each, a goal led to steps that follow each other. */
function sessions(count: number, steps: number): Drawing {
  const nodes: Drawing['nodes'][number][] = [];
  const edges: Drawing['edges'][number][] = [];
  for (let session = 0; session < count; session++)
    for (let step = 0; step < steps; step++) {
      const id = `${session}-${step}`;
      const kind = step === 0 ? 'goal' : 'commitment';
      nodes.push({ id, kind, summary: id, at: null, layer: 'execution', session: null } as Drawing['nodes'][number]);
      if (step > 0)
        edges.push({
          from: `${session}-${step - 1}`,
          to: id,
          kind: 'led_to',
          source: 'observed',
          confidence: 1,
        } as Drawing['edges'][number]);
    }
  return { nodes, edges };
}

async function placed(drawing: Drawing): Promise<{ whole: Layout; parts: Layout[] }> {
  const parts: Layout[] = [];
  const whole = await layOut(
    drawing,
    () => true,
    (part) => parts.push(part),
  );
  return { whole: whole!, parts };
}

test('the first parts of a large graph are shown while others are placed, and do not move afterwards', async () => {
  const { whole, parts } = await placed(sessions(12, 60));
  expect(parts.length).toBeGreaterThan(0);
  expect(whole.whole).toBe(true);
  const [first] = parts;
  expect(first!.whole).toBe(false);
  expect(first!.nodes.length).toBeLessThan(whole.nodes.length);
  for (const part of parts)
    for (const { node, x, y } of part.nodes) expect(whole.byId.get(node.id)).toMatchObject({ x, y });
});

test('in a large connected part each cause is left of its effects, or above in the last column', async () => {
  const { whole } = await placed(sessions(1, 400));
  expect(whole.nodes.length).toBe(400);
  for (const { from, to } of whole.edges) expect(from.x < to.x || (from.x === to.x && from.y < to.y)).toBe(true);
  const places = whole.nodes.map(({ x, y }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(places.length);
});

test('work ends when the drawing is not wanted any more', async () => {
  expect(
    await layOut(
      sessions(12, 60),
      () => false,
      () => undefined,
    ),
  ).toBeUndefined();
});
