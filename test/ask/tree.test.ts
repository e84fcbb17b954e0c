import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId, oid, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import type { EdgeStatus } from '../../src/model/knowledge/edge-status.ts';
import { thingContent, thingId, type Thing } from '../../src/model/knowledge/thing.ts';
import type { Node } from '../../src/model/model.ts';
import { growTrees, type Branch } from '../../src/ask/history/tree.ts';
import { signsFor } from '../../src/faces/cli/render/blame/blame-words.ts';
import { painter } from '../../src/faces/cli/render/color.ts';
import { renderTrees } from '../../src/faces/cli/render/ask/tree.ts';
import { made, nodeAt } from './setup.ts';

const NO_STATUSES = { ofNode: () => undefined, ofEdge: () => undefined };

const look = { signs: signsFor({ LANG: 'C.UTF-8' }), paint: painter(false), columns: undefined, unicode: true };
const draw = (...graphs: Parameters<typeof made>[]): string =>
  renderTrees(
    growTrees(
      graphs.map((one) => made(...one)),
      NO_STATUSES,
    ),
    look,
  ).replaceAll(/ \[[0-9a-f]{8}-(\d+)\]/g, ' [$1]');

const thing = (one: Thing): Node => ({ id: thingId(one), at: 9, ...thingContent(one) });

const all = (trees: readonly Branch[]): Branch[] => trees.flatMap((one) => [one, ...all(one.children)]);

describe('the drawing of a graph', () => {
  test('matches the first seed', () => {
    const text = draw([
      's',
      [
        { n: 1, kind: 'goal', summary: 'Fix the authentication bug' },
        { n: 2, kind: 'exploration', summary: 'read src/auth.rs' },
        { n: 3, kind: 'exploration', summary: 'grep "verify_token"' },
        { n: 4, kind: 'commitment', summary: 'edit src/auth.rs' },
        { n: 5, kind: 'verification', summary: 'bash "cargo test"' },
        { n: 6, kind: 'patch', summary: 'Fix', detail: { commit: 'abcdef0123', files: ['src/auth.rs', 'src/b.rs'] } },
        { n: 7, kind: 'goal', summary: 'Add test coverage' },
      ],
      [
        [1, 'led_to', 2],
        [1, 'led_to', 3],
        [2, 'explored_via', 4],
        [3, 'explored_via', 4],
        [4, 'verified_by', 5],
        [4, 'committed_via', 6],
        [1, 'led_to', 7],
      ],
    ]);
    expect(`\n${text}`).toBe(`
Goal: "Fix the authentication bug" [1]
├──led_to──▶ Exploration: read src/auth.rs [2]
├──led_to──▶ Exploration: grep "verify_token" [3]
│   ├──explored_via──▶ Commitment: edit src/auth.rs [4]
│   ├──verified_by──▶ Verification: bash "cargo test" [5]
│   └──committed_via──▶ Patch: commit abcdef0 (2 files) [6]
└──led_to──▶ Goal: "Add test coverage" (next turn)

Goal: "Add test coverage" [7]
`);
  });

  test('shows a node shared by several changes once, under the last of them, with their number', () => {
    const text = draw([
      's',
      [
        { n: 1, kind: 'goal', summary: 'g' },
        { n: 2, kind: 'commitment', summary: 'edit a' },
        { n: 3, kind: 'commitment', summary: 'edit b' },
        { n: 4, kind: 'verification', summary: 'npm test failed', detail: { passed: false } },
        { n: 5, kind: 'decision', summary: 'Both at once', detail: { source: 'declared' } },
      ],
      [
        [1, 'led_to', 2],
        [1, 'led_to', 3],
        [2, 'verified_by', 4],
        [3, 'verified_by', 4],
        [2, 'decided_by', 5],
        [3, 'decided_by', 5],
      ],
    ]);
    expect(`\n${text}`).toBe(`
Goal: "g" [1]
├──led_to──▶ Commitment: edit a [2]
└──led_to──▶ Commitment: edit b [3]
    ├──decided_by──▶ Decision: Both at once (declared) (of 2 changes) [5]
    └──verified_by──▶ Verification: npm test failed (of 2 changes) ✗ [4]
`);
  });

  test('marks rejected decisions and proposed links, and leaves out removed and rejected links', () => {
    const graph = made(
      's',
      [
        { n: 1, kind: 'goal', summary: 'g' },
        { n: 2, kind: 'belief', summary: 'old' },
        { n: 3, kind: 'belief', summary: 'new' },
        { n: 4, kind: 'decision', summary: 'cache' },
      ],
      [
        [1, 'led_to', 2],
        [1, 'led_to', 3],
        [1, 'led_to', 4],
        [3, 'supersedes', 2],
      ],
    );
    const drawn = (status: EdgeStatus): string =>
      renderTrees(
        growTrees([graph], {
          ofNode: (id) => (id === nodeAt('s', 4) ? 'rejected' : undefined),
          ofEdge: ({ kind }) => (kind === 'supersedes' ? status : undefined),
        }),
        look,
      );
    expect(drawn('proposed')).toContain('◀──supersedes proposed── Belief: new');
    expect(drawn('accepted')).toContain('◀──supersedes── Belief: new');
    for (const gone of ['rejected', 'retracted'] as const) {
      expect(drawn(gone)).toContain('──led_to──▶ Belief: new');
      expect(drawn(gone)).toContain('──led_to──▶ Decision: rejected: cache');
    }
  });

  test('has errors, gates and sub-agents below their origin, and loose steps under their goal', () => {
    const child = made('s/x', [{ n: 1, kind: 'goal', summary: 'look' }], [[nodeAt('s', 2), 'spawned', 1]]);
    const graphs = [
      { ...child, session: { ...child.session, parent: sessionId('s') } },
      made(
        's',
        [
          { n: 1, kind: 'goal', summary: 'g' },
          { n: 2, kind: 'execution', summary: 'start x' },
          { n: 3, kind: 'error', summary: 'make' },
          { n: 4, kind: 'human_gate', summary: 'git push' },
        ],
        [
          [2, 'failed_with', 3],
          [3, 'blocked_by', 4],
          [4, 'resumed_after', 1],
        ],
      ),
    ];
    expect(`\n${renderTrees(growTrees(graphs, NO_STATUSES), { ...look, unicode: false }).replaceAll(/ \[.*?\]/g, '')}`)
      .toBe(`
Goal: "g"
\`-- Execution: start x
    |--failed_with--> Error: make
    |   \`--blocked_by--> Human gate: git push
    |       \`--resumed_after--> Goal: "g" (goes on)
    \`--spawned--> Goal: "look"
`);
  });

  test('has a request for permission below the call that it blocked, also when it was recorded first', () => {
    const text = draw([
      's',
      [
        { n: 1, kind: 'goal', summary: 'g' },
        { n: 2, kind: 'human_gate', summary: 'rm x' },
        { n: 3, kind: 'commitment', summary: 'rm x' },
      ],
      [
        [1, 'led_to', 3],
        [3, 'blocked_by', 2],
        [2, 'resumed_after', 1],
      ],
    ]);
    expect(`\n${text}`).toBe(`
Goal: "g" [1]
└──led_to──▶ Commitment: rm x [3]
    └──blocked_by──▶ Human gate: rm x [2]
        └──resumed_after──▶ Goal: "g" (goes on)
`);
  });

  test('has a declared decision from before the change at that change', () => {
    const text = draw([
      's',
      [
        { n: 1, kind: 'goal', summary: 'g' },
        { n: 2, kind: 'decision', summary: 'Use a queue', detail: { source: 'declared' } },
        { n: 3, kind: 'commitment', summary: 'edit a' },
      ],
      [
        [1, 'led_to', 3],
        [3, 'decided_by', 2],
      ],
    ]);
    expect(text).toContain(
      '└──led_to──▶ Commitment: edit a [3]\n    └──decided_by──▶ Decision: Use a queue (declared) [2]',
    );
  });

  test('has a declared goal as an entry, and files and commits below the entries that name them', () => {
    const session = made('s', [], []).session;
    const commit = thing({ kind: 'commit', commit: oid('3fa2c1d0'.repeat(5)) });
    const file = thing({ kind: 'file', path: 'src/a.ts' as RepoPath });
    const graph = made(
      's',
      [
        { n: 1, kind: 'goal', summary: 'g' },
        { n: 2, kind: 'goal', summary: 'Release 2', detail: { source: 'declared' } },
        { n: 3, kind: 'claim', summary: 'it is a sum', detail: { source: 'declared' } },
        { n: 4, kind: 'belief', summary: 'sums are fine', detail: { source: 'declared' } },
        { n: 5, kind: 'goal', summary: 'h' },
      ],
      [
        [1, 'led_to', 2],
        [1, 'led_to', 3],
        [1, 'led_to', 4],
        [1, 'led_to', 5],
      ],
    );
    const own = (n: number) => nodeId(`${sessionPrefix(session)}-${n}`);
    const edges = [
      { from: own(3), to: commit.id, kind: 'supports', source: 'declared' },
      { from: own(4), to: file.id, kind: 'derived_from', source: 'declared' },
    ] as const;
    const whole = { ...graph, nodes: [...graph.nodes, commit, file], edges: [...graph.edges, ...edges] };
    const text = renderTrees(growTrees([whole], NO_STATUSES), look).replaceAll(/ \[[0-9a-f]{8}-(\d+)\]/g, ' [$1]');
    expect(`\n${text}`).toBe(`
Goal: "g" [1]
├──led_to──▶ Goal: "Release 2" (declared) [2]
├──led_to──▶ Claim: it is a sum [3]
│   └──supports──▶ Commit: commit 3fa2c1d0 [0]
├──led_to──▶ Belief: sums are fine [4]
│   └──derived_from──▶ File: src/a.ts [0]
└──led_to──▶ Goal: "h" (next turn)

Goal: "h" [5]
`);
  });

  test('fits a long chain on the screen, and makes hostile text visible', () => {
    const errors = Array.from({ length: 3000 }, (_, i) => ({
      n: i + 2,
      kind: 'error',
      summary: `e\u001b[2J\u202e${i}`,
    }));
    const text = draw([
      's',
      [{ n: 1, kind: 'goal', summary: 'g' }, ...errors],
      errors.map(({ n }) => [n - 1, 'failed_with', n] as const),
    ]);
    expect(text.split('\n')).toHaveLength(3002);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(100);
    expect(text).not.toMatch(/[\u001b\u202e]/);
    expect(text).toContain('e\\x1b[2J\\u{202e}0');
  });

  test('contains every node once, for any edges and any order of graphs and edges', () => {
    const kinds = ['led_to', 'explored_via', 'decided_by', 'spawned', 'failed_with', 'odd'];
    const node = fc.constantFrom('goal', 'commitment', 'decision', 'exploration');
    const end = fc.tuple(fc.constantFrom('s', 't'), fc.integer({ min: 1, max: 9 }));
    const edge = fc.tuple(end, fc.constantFrom(...kinds), end);
    fc.assert(
      fc.property(fc.array(node, { minLength: 8, maxLength: 8 }), fc.array(edge, { maxLength: 20 }), (kind, edges) => {
        const graph = (id: string, from: number): ReturnType<typeof made> =>
          made(
            id,
            kind.slice(from, from + 4).map((one, i) => ({ n: i + 1, kind: one, summary: `${id}${i}` })),
            edges.map(([[a, m], what, [b, n]]) => [nodeAt(a, m), what, nodeAt(b, n)] as const),
          );
        const [s, t] = [graph('s', 0), graph('t', 4)];
        const trees = growTrees([s, t], NO_STATUSES);
        const drawn = all(trees).filter(({ named }) => !named);
        expect(drawn.map(({ node: { id } }) => id).sort()).toEqual([...s.nodes, ...t.nodes].map(({ id }) => id).sort());
        const turned = [t, s].map((one) => Object.assign({}, one, { edges: [...one.edges].reverse() }));
        expect(renderTrees(growTrees(turned, NO_STATUSES), look)).toBe(renderTrees(trees, look));
      }),
    );
  });
});
