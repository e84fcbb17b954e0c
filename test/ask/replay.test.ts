import { expect, test } from 'vitest';
import { type NodeId, type SessionId, sessionPrefix } from '../../src/model/ids.ts';
import type { Edge, Node } from '../../src/model/model.ts';
import { fromStep, outcomeOf, replay, type Track } from '../../src/ask/history/replay.ts';

const ROOT = 'root' as SessionId;
const step = (session: string, number: number, at: number, more: Partial<Node> = {}): Node => ({
  id: `${sessionPrefix({ id: session as SessionId })}-${number}` as NodeId,
  kind: 'execution',
  at,
  summary: `${session} ${number}`,
  ...more,
});
const track = (id: string, nodes: readonly Node[], edges: readonly Edge[] = [], parent?: string): Track => ({
  session: { id: id as SessionId, agent: 'an-agent', ...(parent && { parent: parent as SessionId }) },
  nodes,
  edges,
});
const spawned = (from: Node, to: Node): Edge => ({ from: from.id, to: to.id, kind: 'spawned', source: 'observed' });
const told = (tracks: readonly Track[]): string[] =>
  replay(ROOT, tracks).map(({ depth, node }) => `${'  '.repeat(depth)}${node.summary}`);

test('a sub-agent appears where it was started, and a nested one inside it', () => {
  const [a, b, c] = [1, 2, 3].map((n) => step('root', n, n * 100));
  const [d, e] = [1, 2].map((n) => step('root/x', n, 1000 + n));
  const f = step('root/x/y', 1, 5000);
  const tracks = [
    track('root/x/y', [f], [spawned(d!, f)], 'root/x'),
    track('root/x', [d!, e!], [spawned(b!, d!)], 'root'),
    track('root', [a!, b!, c!]),
  ];
  const order = ['root 1', 'root 2', '  root/x 1', '    root/x/y 1', '  root/x 2', 'root 3'];
  expect(told(tracks)).toEqual(order);
  expect(told(tracks.toReversed())).toEqual(order);
});

test('without an edge, the step that names the sub-agent decides its place, or else the time', () => {
  const named = step('root', 1, 100, { detail: { session: 'root/x' } });
  const later = [step('root', 2, 200), step('root', 3, 300)];
  const x = step('root/x', 1, 250);
  const y = step('root/y', 1, 250);
  expect(told([track('root', [named, ...later]), track('root/x', [x])])).toEqual([
    'root 1',
    '  root/x 1',
    'root 2',
    'root 3',
  ]);
  expect(told([track('root', [named, ...later]), track('root/y', [y])])).toEqual([
    'root 1',
    'root 2',
    '  root/y 1',
    'root 3',
  ]);
});

test('a step in both the notes and the ledger appears once, with the data of both', () => {
  const one = step('root', 1, 100);
  const two = step('root', 2, 200);
  const played = replay(ROOT, [
    track('root', [one, two]),
    { ...track('root', [one]), session: { id: ROOT, agent: '' } },
  ]);
  expect(played.map(({ node }) => node.summary)).toEqual(['root 1', 'root 2']);
  expect(played[0]!.session.agent).toBe('an-agent');
});

test('sessions that name each other as parents do not loop', () => {
  const [x, y] = [step('root/x', 1, 1), step('root/y', 1, 1)];
  const tracks = [track('root', []), track('root/x', [x], [], 'root/y'), track('root/y', [y], [], 'root/x')];
  expect(told(tracks)).toEqual([]);
  expect(told([track('root', [step('root', 1, 1)], [], 'root')])).toEqual(['root 1']);
});

test('a step starts before it ends', () => {
  expect(replay(ROOT, [track('root', [step('root', 1, 1000, { duration: 300 })])])[0]!.started).toBe(700);
});

test.each<[Partial<Node>, string | undefined]>([
  [{ tool: 'Bash', duration: 3 }, 'ok'],
  [{ tool: 'Bash', output: 'aa' }, 'ok'],
  [{ tool: 'Bash' }, undefined],
  [{ kind: 'goal' }, undefined],
  [{ kind: 'verification', tool: 'Bash', duration: 3, detail: { passed: true } }, 'passed'],
  [{ kind: 'verification', tool: 'Bash', duration: 3, detail: { passed: false } }, 'failed'],
  [{ kind: 'error', tool: 'Bash', duration: 3 }, 'failed'],
  [{ kind: 'error', tool: 'Bash', detail: { refused: true } }, 'refused'],
  [{ kind: 'error', tool: 'Bash', detail: { interrupted: true } }, 'interrupted'],
  [{ kind: 'human_gate', tool: 'Bash', duration: 3 }, undefined],
])('the outcome of %j is %s', (more, outcome) => {
  expect(outcomeOf(step('root', 1, 1, more))).toBe(outcome);
});

test('--from accepts an id, a number, or a unique prefix of an id', () => {
  const nodes = Array.from({ length: 12 }, (_, i) => step('root', i + 1, i));
  const x = step('root/x', 1, 5.5);
  const steps = replay(ROOT, [track('root', nodes), track('root/x', [x])]);
  const from = (text: string): string => {
    const found = fromStep(steps, text);
    return found.kind === 'found' ? `${found.steps[0]!.node.summary}, ${found.steps.length}` : `${found.could.length}`;
  };
  const prefix = sessionPrefix({ id: ROOT });
  expect(from('12')).toBe('root 12, 1');
  expect(from(`${prefix}-1`)).toBe('root 1, 13');
  expect(from(`execution:${prefix}-11`)).toBe('root 11, 2');
  expect(from(x.id.slice(0, 6))).toBe('root/x 1, 7');
  expect(from(prefix)).toBe('12');
  expect(from('13')).toBe('0');
  expect(from('')).toBe('0');
});

test('sub-agents in sub-agents are followed to a limit, so that a hostile chain of them ends no program', () => {
  const name = (i: number): string => ['root', ...Array.from({ length: i }, (_, n) => n)].join('/');
  const tracks = Array.from({ length: 200 }, (_, i) =>
    track(name(i), [step(name(i), 1, i)], [], i === 0 ? undefined : name(i - 1)),
  );
  expect(replay(ROOT, tracks).at(-1)!.depth).toBe(100);
});
