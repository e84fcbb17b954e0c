import { describe, expect, test } from 'vitest';
import { type Summarized, summarize } from '../../src/model/graph/summary.ts';
import { nodeId } from '../../src/model/ids.ts';
import type { Detail, Edge, Node } from '../../src/model/model.ts';

const node = (number: number, kind: Node['kind'], summary: string, detail?: Detail): Node => ({
  id: nodeId(`00000001-${number}`),
  kind,
  at: number * 1000,
  summary,
  ...(detail && { detail }),
});
const edge = (from: number, kind: Edge['kind'], to: number): Edge => ({
  from: nodeId(`00000001-${from}`),
  to: nodeId(`00000001-${to}`),
  kind,
  source: 'observed',
});

const NODES = [
  node(1, 'goal', 'Fix\nthe parser'),
  node(2, 'exploration', 'Read src/a.ts'),
  node(3, 'exploration', 'grep parse'),
  node(4, 'commitment', 'Edit src/a.ts'),
  node(5, 'verification', 'npm test failed', { passed: false }),
  node(6, 'commitment', 'Edit src/b.ts'),
  node(7, 'verification', 'npm test passed', { passed: true }),
  node(8, 'verification', 'npm run lint', { passed: false }),
  node(9, 'verification', 'npm run e2e'),
  node(10, 'patch', 'Fix it', { commit: '3fa2c1d0'.repeat(5), files: ['src/a.ts', 'src/b.ts'] }),
  node(11, 'decision', 'Keep the old tokens'),
];
const EDGES = [
  edge(2, 'explored_via', 4),
  edge(3, 'explored_via', 4),
  edge(1, 'led_to', 6),
  edge(6, 'decided_by', 11),
  edge(99, 'explored_via', 4),
];

const textsOf = ({ goals, decisions, patches }: Pick<Summarized, 'goals' | 'decisions' | 'patches'>) => ({
  goals: goals.map(({ text }) => text),
  decisions: decisions.map(({ text }) => text),
  patches: patches.map(({ text }) => text),
});

describe('a session in lines', () => {
  test('with its goals, decisions, last results of checks, and commits', () => {
    expect(textsOf(summarize(NODES, EDGES))).toEqual({
      goals: ['Fix the parser'],
      decisions: [
        'Read src/a.ts, grep parse → Edit src/a.ts',
        'Run npm test → passed',
        'Run npm run lint → failed',
        'Keep the old tokens',
      ],
      patches: ['Change 3fa2c1d0: src/a.ts, src/b.ts'],
    });
    expect(summarize([], [])).toEqual({ nodes: 0, goals: [], decisions: [], patches: [] });
  });

  test('by time', () => {
    const found = summarize(NODES, EDGES);
    expect(found.nodes).toBe(11);
    expect(found.goals).toEqual([{ at: 1000, text: 'Fix the parser' }]);
    expect(found.decisions.map(({ at }) => at)).toEqual([4000, 7000, 8000, 11_000]);
    expect(found.patches.map(({ at }) => at)).toEqual([10_000]);
  });

  test.each<[string, Detail | undefined, string]>([
    ['no commit and no files', undefined, 'Change Fix it'],
    ['no files', { commit: 'a'.repeat(40) }, 'Change aaaaaaaa'],
    ['no commit', { files: ['a'] }, 'Change Fix it: a'],
    [
      'many files',
      { files: Array.from({ length: 12 }, (_, i) => `${i}`) },
      'Change Fix it: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more',
    ],
    ['a commit that is no text', { commit: 7, files: 'a' }, 'Change Fix it'],
    ['a file with a line break', { files: ['a\nb'] }, 'Change Fix it: a b'],
  ])('a commit with %s', (_name, detail, text) => {
    expect(summarize([node(1, 'patch', 'Fix it', detail)], []).patches).toEqual([{ at: 1000, text }]);
  });

  test('a long decision is cut at 240 characters', () => {
    const [entry] = summarize([node(1, 'decision', 'x'.repeat(300))], []).decisions;
    expect(entry!.text).toBe(`${'x'.repeat(239)}…`);
  });
});
