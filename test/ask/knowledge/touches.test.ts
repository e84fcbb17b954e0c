import { describe, expect, test } from 'vitest';
import { plainSource } from '../../../src/ask/index/in-memory-source.ts';
import { KnowledgeGraph } from '../../../src/ask/knowledge/knowledge-graph.ts';
import { trace, type Lineage } from '../../../src/ask/knowledge/trace.ts';
import type { RepoPath } from '../../../src/model/ids.ts';
import { thingContent } from '../../../src/model/knowledge/thing.ts';
import type { Detail, Edge, Graph, Node } from '../../../src/model/model.ts';
import { countingGraphs } from '../../../src/model/standing/graphs.ts';
import { type RecordStanding, rememberStanding } from '../../../src/model/standing/standing.ts';
import { withThings } from '../../../src/model/standing/things.ts';
import { made, nodeAt } from '../setup.ts';

const DAY = 86_400_000;
const OLD = Date.UTC(2025, 0, 1);
const LATER = OLD + 100 * DAY;
const NOW = OLD + 200 * DAY;
const DECAY = 0.01;

type Made = Partial<Node> & { readonly n: number; readonly kind: string; readonly summary: string };
const said = (n: number, kind: string, summary: string): Made => ({ n, kind, summary, detail: { source: 'declared' } });
const event = (name: string, subject: number, more: Detail = {}): Made => ({
  n: 1,
  kind: 'event',
  summary: name,
  detail: { source: 'declared', event: name, subject: nodeAt('old', subject), ...more },
});

function graphOf(
  name: string,
  at: number,
  nodes: readonly Made[],
  edges: readonly (readonly [number | string, string, number | string])[],
  { agent = 'claude-code', standing = 'recorded' as RecordStanding } = {},
): Graph {
  const graph = made(
    name,
    nodes.map((node) => ({ ...node, at })),
    edges as never,
    { of: { agent } },
  );
  const declared = { ...graph, edges: graph.edges.map((edge): Edge => ({ ...edge, source: 'declared' })) };
  rememberStanding(declared, standing);
  return declared;
}

/** A claim about a decision, a task and a file, half a year ago. */
const STORY = graphOf(
  'old',
  OLD,
  [
    said(1, 'claim', 'Tokens are checked once'),
    said(2, 'decision', 'Check tokens in one place'),
    { n: 3, ...thingContent({ kind: 'file', path: 'src/auth.ts' as RepoPath }) },
    said(4, 'task', 'Check tokens'),
  ],
  [
    [1, 'supports', 2],
    [1, 'explains', 3],
    [1, 'supports', 4],
  ],
);

/** Days since t0 of the edges from the claim, by the kinds of their other ends. */
async function ages(later: readonly Graph[], minConfidence?: number, depth = 1): Promise<Record<string, number>> {
  const graphs = countingGraphs([STORY, ...later]).graphs.map((graph) => withThings(graph));
  const world = new KnowledgeGraph([plainSource(graphs)], true);
  const target = { type: 'claim', id: nodeAt('old', 1), text: '', nodes: [nodeAt('old', 1)], more: false };
  const query = { directions: ['forward'] as const, depth, minConfidence };
  const { forward } = await trace(world, target, query, { now: NOW, decay: DECAY });
  return Object.fromEntries(forward![0]!.children.map((child) => [child.node?.kind, ageOf(child)]));
}

function ageOf({ confidence, touched }: Lineage): number {
  const days = (NOW - touched!) / DAY;
  expect(confidence).toBeCloseTo(0.9 * Math.exp(-DECAY * days), 10);
  return days;
}

const UNTOUCHED = { decision: 200, file: 200, task: 200 };
const byPerson = { agent: 'person' };

describe('t0 of an edge', () => {
  test('is when it was declared, as long as nothing touches it', async () => {
    expect(await ages([])).toEqual(UNTOUCHED);
    expect(await ages([graphOf('other', LATER, [said(1, 'claim', 'Something else')], [])])).toEqual(UNTOUCHED);
  });

  test('is the last time that it was declared', async () => {
    const again = event('linked', 1, { edge: 'explains', object: nodeAt('old', 3) });
    const from = nodeAt('old', 1);
    const relinked = graphOf('new', LATER, [again], [[from, 'explains', nodeAt('old', 3)]], byPerson);
    // The claim was touched too, and so were its other edges.
    expect(await ages([relinked])).toEqual({ decision: 100, file: 100, task: 100 });
  });

  test.each([
    ['accepted', 2, {}, { ...UNTOUCHED, decision: 100 }],
    ['confidence', 2, { after: 900 }, { ...UNTOUCHED, decision: 100 }],
    ['completed', 4, {}, { ...UNTOUCHED, task: 100 }],
    ['state', 4, { state: 'active' }, { ...UNTOUCHED, task: 100 }],
    ['accepted', 1, {}, { decision: 100, file: 100, task: 100 }],
    // These withdraw trust.
    ['rejected', 2, {}, UNTOUCHED],
    ['retracted', 2, {}, UNTOUCHED],
    ['stale', 2, {}, UNTOUCHED],
    ['unlinked', 1, { edge: 'prevents', object: nodeAt('old', 2) }, UNTOUCHED],
    ['link_rejected', 1, { edge: 'prevents', object: nodeAt('old', 2) }, UNTOUCHED],
  ] as const)('after the event %s of node %i', async (name, subject, more, expected) => {
    expect(await ages([graphOf('new', LATER, [event(name, subject, more)], [], byPerson)])).toEqual(expected);
  });

  test('is when an end was revised, or another entry was linked to it', async () => {
    const revised = graphOf('new', LATER, [said(1, 'decision', 'Twice')], [[1, 'supersedes', nodeAt('old', 2)]]);
    expect(await ages([revised])).toEqual({ ...UNTOUCHED, decision: 100 });
    const evidence = graphOf('new', LATER, [said(1, 'evidence', 'Seen')], [[1, 'supports', nodeAt('old', 4)]]);
    expect(await ages([evidence])).toEqual({ ...UNTOUCHED, task: 100 });
  });

  test('is when a step changed the file', async () => {
    const edit = { n: 1, kind: 'commitment', summary: 'edit src/auth.ts', detail: { files: ['src/auth.ts'] } };
    expect(await ages([graphOf('new', LATER, [edit], [])])).toEqual({ ...UNTOUCHED, file: 100 });
    const other = { ...edit, detail: { files: ['src/other.ts'] } };
    expect(await ages([graphOf('new', LATER, [other], [])])).toEqual(UNTOUCHED);
  });

  test('is not when the other end of another edge was touched', async () => {
    const done = graphOf('new', LATER, [event('completed', 4)], [], byPerson);
    expect((await ages([done]))['decision']).toBe(200);
  });

  test('does not depend on the depth of the question', async () => {
    const touched = graphOf('new', LATER, [event('accepted', 2)], [], byPerson);
    for (const depth of [1, 2, 5]) expect(await ages([touched], undefined, depth)).toMatchObject({ decision: 100 });
  });

  test('is not changed by a stranger', async () => {
    const stranger = { standing: 'claimed' as const, agent: 'person' };
    const edit = { n: 2, kind: 'commitment', summary: 'edit', detail: { files: ['src/auth.ts'] } };
    const evil = graphOf(
      'evil',
      LATER,
      [event('accepted', 2), edit, said(3, 'claim', 'Mine')],
      [
        [3, 'supports', nodeAt('old', 4)],
        [3, 'supports', nodeAt('old', 1)],
      ],
      stranger,
    );
    expect(await ages([evil])).toEqual(UNTOUCHED);
  });
});

describe('the limit of confidence', () => {
  test('keeps an edge that was touched, also at the last level', async () => {
    expect(await ages([], 0.2)).toEqual({}); // 0.9 · e^(−0.01 · 200) = 0.12
    const accepted = graphOf('new', LATER, [event('accepted', 2)], [], byPerson);
    expect(await ages([accepted], 0.2)).toEqual({ decision: 100 }); // 0.33
    expect(await ages([accepted], 0.4)).toEqual({});
    const edit = { n: 1, kind: 'commitment', summary: 'edit src/auth.ts', detail: { files: ['src/auth.ts'] } };
    expect(await ages([graphOf('new', LATER, [edit], [])], 0.2)).toEqual({ file: 100 });
  });
});
