import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut } from '../../src/model/graph/decision.ts';
import { nodeId, type SessionId } from '../../src/model/ids.ts';
import { append, startCursor, type Cursor } from '../../src/model/graph/infer.ts';
import { chainOf } from '../../src/model/graph/ledger.ts';
import type { Step } from '../../src/model/step.ts';
import { verificationOf, verifications } from '../../src/model/graph/verification.ts';
import {
  bash,
  commit,
  decide,
  edit,
  gate,
  grep,
  lines,
  list,
  paths,
  prompt,
  read,
  session,
  tell,
  tool,
} from './steps.ts';

const fix = prompt('Fix the auth bug');

test("the first seed's worked example, edge for edge", () => {
  const { nodes, edges } = tell([
    fix,
    read('src/auth.rs'),
    grep('verify_token'),
    edit('src/auth.rs'),
    bash('cargo test'),
    commit(['src/auth.rs']),
    prompt('Add test coverage'),
  ]);
  expect(list(nodes)).toEqual([
    '1 goal: Fix the auth bug',
    '2 exploration: read src/auth.rs',
    '3 exploration: grep verify_token',
    '4 commitment: edit src/auth.rs',
    '5 verification: cargo test passed',
    '6 patch: Fix add()',
    '7 goal: Add test coverage',
  ]);
  expect(lines(edges)).toEqual([
    '1 led_to 2',
    '1 led_to 3',
    '2 explored_via 4',
    '3 explored_via 4',
    '4 verified_by 5',
    '4 committed_via 6',
    '1 led_to 7',
  ]);
});

describe('the edge table', () => {
  test('a goal leads to a commitment without a preceding exploration', () => {
    expect(lines(tell([fix, edit('a'), edit('b')]).edges)).toEqual(['1 led_to 2', '1 led_to 3']);
  });

  test('a commitment clears the pending explorations', () => {
    const { edges } = tell([fix, read('a'), edit('a'), read('b'), edit('b')]);
    expect(lines(edges).filter((line) => line.includes('explored_via'))).toEqual([
      '2 explored_via 3',
      '4 explored_via 5',
    ]);
  });

  test('an exploration of an earlier turn informs a commitment, which its own goal led to', () => {
    const { edges } = tell([fix, read('a'), prompt('Go on'), edit('a')]);
    expect(lines(edges)).toEqual(['1 led_to 2', '1 led_to 3', '2 explored_via 4', '3 led_to 4']);
  });

  test('an exploration of the same file informs its edit as observed, another one as inferred', () => {
    const { edges } = tell([read('a'), read('b'), edit('a')]);
    expect(edges.map(({ source }) => source)).toEqual(['observed', 'inferred']);
  });

  test('a verification verifies each unverified commitment', () => {
    const { edges } = tell([edit('a'), edit('b'), bash('npm test'), edit('c'), bash('npm test')]);
    expect(lines(edges)).toEqual(['1 verified_by 3', '2 verified_by 3', '4 verified_by 5']);
  });

  test('after a failed verification the commitments still wait for a passing one', () => {
    const { edges } = tell([
      edit('a'),
      bash('npm test', { outcome: 'failed' }),
      edit('b'),
      bash('npm test'),
      bash('npm test'),
    ]);
    expect(lines(edges)).toEqual(['1 verified_by 2', '1 verified_by 4', '3 verified_by 4']);
  });

  test('a further pass with other words verifies the same changes', () => {
    const { edges } = tell([edit('a'), bash('go test -run TestA ./a'), bash('go test ./...'), bash('go test ./...')]);
    expect(lines(edges)).toEqual(['1 verified_by 2', '1 verified_by 3']);
  });

  test('each check in a command verifies only the changes that it can cover', () => {
    const { edges } = tell([
      edit('a.rs'),
      edit('b.py'),
      bash('cargo check && echo "---" && ruff check && cargo clippy'),
    ]);
    expect(lines(edges)).toEqual(['1 verified_by 3', '2 verified_by 3']);
    expect(lines(tell([edit('b.py'), bash('cargo check && cargo clippy')]).edges)).toEqual([]);
  });

  test.each([
    ['git stash && npm test; git stash pop', []],
    ['git stash -u -m "wip" && npm test; git stash pop', []],
    ['git stash && npm test; git stash pop && npm test', ['1 verified_by 2']],
    ['git stash pop && npm test', ['1 verified_by 2']],
    ['git stash push -- other.js && npm test', ['1 verified_by 2']],
    ['git stash list && npm test', ['1 verified_by 2']],
  ])('a check does not verify changes that were stashed: %s', (command, expected) => {
    expect(lines(tell([edit('a.js'), bash(command)]).edges)).toEqual(expected);
  });

  test('a command that runs beside many failed tests of another kind is linked', () => {
    const failed = ['npm test', 'npm run lint'].flatMap((one) => [1, 2, 3].map(() => bash(one, { outcome: 'failed' })));
    expect(lines(tell([edit('a.js'), ...failed]).edges)).toHaveLength(6);
  });

  test('repeated failures make a bounded number of edges', () => {
    const runs = Array.from({ length: 50 }, () => bash('npm test', { outcome: 'failed' }));
    expect(lines(tell([edit('a'), ...runs, bash('npm test')]).edges)).toHaveLength(4);
  });

  test('a patch contains the changes to its files, and no others', () => {
    const { edges } = tell([
      edit('a'),
      edit('b'),
      edit('a'),
      commit(['a']),
      commit(['b', 'c'], 'b'.repeat(40)),
      commit(['a'], 'c'.repeat(40)),
    ]);
    expect(lines(edges)).toEqual(['1 committed_via 4', '3 committed_via 4', '2 committed_via 5']);
  });

  test('an execution that changed files is committed, verified, and led to by its goal', () => {
    const { edges } = tell([
      fix,
      bash('npm install x', { changed: paths('package.json') }),
      bash('npm test'),
      commit(['package.json']),
    ]);
    expect(lines(edges)).toEqual(['1 led_to 2', '2 verified_by 3', '2 committed_via 4']);
  });

  test('an execution that changed nothing hangs on its goal, and leaves the explorations pending', () => {
    expect(lines(tell([fix, read('a'), bash('npm install'), edit('a')]).edges)).toEqual([
      '1 led_to 2',
      '1 led_to 3',
      '2 explored_via 4',
    ]);
  });

  test('every step of a turn hangs on an edge, whatever it is', () => {
    const { nodes, edges } = tell([
      fix,
      bash('npm install'),
      bash('npm test'),
      decide('Compare in constant time'),
      { at: 0, type: 'compaction', summary: '' },
      { at: 0, type: 'raw', event: 'Notification', summary: '' },
      { at: 0, type: 'subagent', session: 's/x' as SessionId, summary: 'look' },
      edit('a', { outcome: 'failed', changed: [] }),
      commit(['a']),
    ]);
    const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
    expect(nodes.filter(({ id }) => !ends.has(id))).toEqual([]);
  });

  test('a command that changes and commits is linked to the patch recorded before it', () => {
    const { edges } = tell([
      fix,
      commit(['a']),
      bash("sed -i s/a/b/ a && git commit -am 'x'", { changed: paths('a') }),
    ]);
    expect(lines(edges)).toEqual(['1 led_to 2', '1 led_to 3', '3 committed_via 2']);
  });

  test('the previous action leads to an error, or the goal when there was no action', () => {
    const failed = edit('a', { outcome: 'failed', changed: [] });
    expect(lines(tell([fix, failed, read('a'), failed]).edges)).toEqual([
      '1 failed_with 2',
      '1 led_to 3',
      '3 failed_with 4',
    ]);
  });

  test('a failed verification is not an error', () => {
    const { nodes, edges } = tell([fix, bash('npm test', { outcome: 'failed' })]);
    expect([nodes[1]?.kind, nodes[1]?.summary, nodes[1]?.detail, lines(edges)]).toEqual([
      'verification',
      'npm test failed',
      { passed: false, check: 'test' },
      ['1 led_to 2'],
    ]);
  });

  test('after a passed lint the tests are still pending, and each kind has its own result', () => {
    const { nodes, edges } = tell([edit('a'), bash('npx eslint .'), bash('cargo test', { outcome: 'failed' })]);
    expect(lines(edges)).toEqual(['1 verified_by 2', '1 verified_by 3']);
    expect(verificationOf(nodes, edges, nodes[0]!.id, 'a')).toBe('failed');
  });

  test('a failure of the same kind overrides an earlier pass, unless something changed in between', () => {
    const fails = bash('npm test', { outcome: 'failed' });
    expect(lines(tell([edit('a'), bash('npm test'), fails]).edges)).toEqual(['1 verified_by 2', '1 verified_by 3']);
    const changed = tell([edit('a'), bash('npm test'), edit('b'), fails]);
    expect(lines(changed.edges)).toEqual(['1 verified_by 2', '3 verified_by 4']);
    expect(verificationOf(changed.nodes, changed.edges, changed.nodes[0]!.id, 'a')).toBe('passed');
  });

  test('a failed build is an error linked to the change', () => {
    const { nodes, edges } = tell([edit('a'), bash('go build ./...', { outcome: 'failed' }), bash('go build ./...')]);
    expect(nodes.map(({ kind }) => kind)).toEqual(['commitment', 'error', 'execution']);
    expect(lines(edges)).toEqual(['1 failed_with 2', '1 verified_by 2', '1 verified_by 3']);
    expect(verifications(nodes, edges).checks(nodes[0]!.id, 'a')).toEqual([
      { kind: 'build', state: 'passed', by: nodes[2]!.id },
    ]);
  });

  test('a change without a passing test stays pending beyond its commit', () => {
    const { edges } = tell([edit('a'), bash('npx eslint .'), commit(['a']), edit('b'), bash('npm test')]);
    expect(lines(edges).filter((line) => line.includes('verified_by'))).toEqual([
      '1 verified_by 2',
      '1 verified_by 5',
      '4 verified_by 5',
    ]);
  });

  test('a verification by an older writer gets the kind that its words name', () => {
    const { nodes, edges } = tell([edit('a'), bash('npx eslint .')]);
    const old = nodes.map((node) => (node.kind === 'verification' ? { ...node, detail: { passed: true } } : node));
    expect(verifications(old, edges).checks(old[0]!.id, 'a')).toEqual([
      { kind: 'lint', state: 'passed', by: old[1]!.id, likely: true },
    ]);
  });

  test('the result of a verification that also commits follows from whether it committed', () => {
    const of = (command: string, committed: boolean): unknown => {
      const steps = [edit('a'), ...(committed ? [commit(['a'])] : []), bash(command, { outcome: 'failed' })];
      return tell(steps).nodes.at(-1)!.detail?.['passed'];
    };
    expect(of('npm test && git commit -am x', false)).toBe(false);
    expect(of('npm test && git commit -am x && git push', true)).toBe(true);
    expect(of('npm test; git commit -am x && git push', true)).toBeUndefined();
    expect(of('git commit -am x && npm test', true)).toBe(false);
    expect(of('git commit -am x && npm test', false)).toBeUndefined();
    expect(of('npm run lint && git commit -am x && npm test', true)).toBe(false);
  });

  test('an unfinished verification has no result, and what follows from it verifies it', () => {
    const command = 'sed -i 1d a && git commit -am x && git diff --check';
    const begun = bash(command, { changed: paths('a'), unended: true });
    const { nodes, edges } = tell([begun, commit(['a']), bash(command, { outcome: 'failed' })]);
    expect(list(nodes)[0]).toBe(`1 commitment: ${command}`);
    expect(lines(edges)).toEqual(['1 committed_via 2', '1 verified_by 3']);
    expect(nodes[2]!.detail?.['passed']).toBe(false);
  });

  test('behind a pipe, a passed verification has an unknown result', () => {
    const { nodes } = tell([bash('npm test | tail'), bash('npm test | tail', { detail: { passed: true } })]);
    expect(nodes.map(({ summary, detail }) => [summary, detail?.['passed']])).toEqual([
      ['npm test', undefined],
      ['npm test passed', true],
    ]);
  });

  test('a gated call is blocked by its gate, matched by its id, and the goal resumes', () => {
    const call = { call: 'c1' };
    const { edges } = tell([
      fix,
      read('x'),
      gate('Bash', 'rm x', 'c1'),
      bash('rm x', { ...call, changed: paths('x') }),
    ]);
    expect(lines(edges)).toEqual(['1 led_to 2', '4 blocked_by 3', '3 resumed_after 1', '2 explored_via 4']);
  });

  test('without an id, the call is matched by its tool and its words', () => {
    const { edges } = tell([fix, gate('Bash', 'rm x'), read('other'), bash('rm x')]);
    expect(lines(edges)).toEqual(['2 resumed_after 1', '1 led_to 3', '4 blocked_by 2', '3 explored_via 4']);
  });

  test('another tool with the same words is not the gated call', () => {
    expect(lines(tell([gate('Bash', 'x'), grep('x')]).edges)).toEqual([]);
  });

  test('when the call never follows, its goal was blocked, and no other action', () => {
    const { edges } = tell([fix, read('x'), gate('Bash', 'rm x', 'c1'), prompt('No, leave it')]);
    expect(lines(edges)).toEqual(['1 led_to 2', '1 blocked_by 3', '1 led_to 4']);
  });

  test('a refused call is an error of no other action', () => {
    const { nodes, edges } = tell([fix, gate('Bash', 'rm x', 'c1'), bash('rm x', { call: 'c1', outcome: 'refused' })]);
    expect([nodes[2]?.kind, nodes[2]?.detail]).toEqual(['error', { refused: true }]);
    expect(lines(edges)).toEqual(['3 blocked_by 2', '2 resumed_after 1', '1 led_to 3']);
  });

  test('the first node of a sub-session is spawned by the step that started it', () => {
    const parent = tell([fix, { at: 0, type: 'subagent', session: session.id, summary: 'reviewer' }]);
    const child = tell([read('a'), read('b')], startCursor({ ...session, parent: session.id }, parent.nodes[1]!.id));
    expect(parent.nodes[1]?.kind).toBe('execution');
    expect(child.edges).toEqual([
      { from: parent.nodes[1]!.id, to: child.nodes[0]!.id, kind: 'spawned', source: 'observed' },
    ]);
  });

  test('a declared decision decides the commitments after it in its turn', () => {
    const { nodes, edges } = tell([
      fix,
      edit('a'),
      decide('Compare in constant time'),
      edit('b'),
      prompt('Next'),
      edit('c'),
    ]);
    expect(lines(edges)).toEqual([
      '1 led_to 2',
      '1 led_to 3',
      '1 led_to 4',
      '4 decided_by 3',
      '1 led_to 5',
      '5 led_to 6',
    ]);
    expect(nodes[2]?.detail).toEqual({ source: 'declared', because: 'it is simpler', rejected: ['a cache'] });
  });

  test('a compaction is an episode, and unknown events are kept raw', () => {
    const { nodes } = tell([
      { at: 0, type: 'compaction', summary: '' },
      { at: 0, type: 'raw', event: 'Notification', summary: '' },
    ]);
    expect(list(nodes)).toEqual(['1 episode: compacted the conversation', '2 raw: Notification']);
  });
});

describe('nodes', () => {
  test('are chained like the ledger of the session', () => {
    const { nodes, cursor } = tell([fix, read('a'), edit('a')]);
    expect(nodes.map(({ parent }) => parent)).toEqual([undefined, nodes[0]!.id, nodes[1]!.id]);
    expect(cursor.chain).toEqual(chainOf(session.id, nodes));
  });

  test('derived decisions take a number, but no place in the ledger', () => {
    const first = tell([fix, edit('a')]);
    const graph = cut(first.cursor, first.nodes, first.edges);
    const more = append(graph.cursor, read('b'));
    expect(cut(graph.cursor, graph.nodes, graph.edges).nodes).toEqual(graph.nodes);
    expect(list(graph.nodes).at(-1)).toBe('3 decision: Edit a');
    expect([more.nodes[0]!.id.endsWith('-4'), more.nodes[0]!.parent]).toEqual([true, first.nodes[1]!.id]);
    expect(more.cursor.chain).toEqual(chainOf(session.id, [...graph.nodes, ...more.nodes]));
  });

  test('have a summary of one line, at most 120 characters', () => {
    const { nodes } = tell([
      prompt(`One\n\ttwo\u001b[31m ${'x'.repeat(300)}`),
      bash('a\nb'),
      tool('Read', 'read', 'Read src/a'),
    ]);
    expect(nodes.map(({ summary }) => summary.length <= 120 && !/[\n\u001b]/.test(summary))).toEqual([
      true,
      true,
      true,
    ]);
    expect(nodes[2]?.summary).toBe('read src/a');
  });

  test('have well-formed text for any step', () => {
    const { nodes } = tell([prompt('a\ud800b'), read('x\udc80'), prompt(`${'x'.repeat(118)}\u{1f600}\u{1f600}`)]);
    expect(nodes.map(({ summary }) => summary.isWellFormed())).toEqual([true, true, true]);
  });

  test('omit a command that their summary contains', () => {
    const { nodes } = tell([
      bash('npm install', { duration: 12 }),
      bash('cd a && npm test'),
      bash(`echo ${'x'.repeat(300)}`),
    ]);
    expect(nodes.map(({ detail }) => detail?.['command'])).toEqual([
      undefined,
      'cd a && npm test',
      `echo ${'x'.repeat(194)}…`,
    ]);
    expect(nodes[0]?.duration).toBe(12);
  });
});

const file = fc.constantFrom('a', 'b', '__proto__');
const call = fc.option(fc.constantFrom('c1', 'c2'), { nil: undefined });
const outcome = fc.constantFrom('ok', 'failed', 'refused', 'interrupted' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.string({ unit: 'binary' }).map(prompt),
  file.map((name) => read(name)),
  fc.tuple(file, outcome, fc.string()).map(([name, outcome, narration]) => edit(name, { outcome, narration })),
  fc
    .tuple(
      fc.constantFrom('npm test', 'rm a', 'ls', 'npm i', 'git commit -am x', 'npm test | cat'),
      outcome,
      fc.subarray(['a', 'b']),
      call,
    )
    .map(([command, outcome, changed, id]) =>
      bash(command, { outcome, changed: paths(...changed), ...(id && { call: id }) }),
    ),
  fc.tuple(fc.constantFrom('rm a', 'ls'), call).map(([summary, id]) => gate('Bash', summary, id)),
  fc.subarray(['a', 'b', '__proto__']).map((files) => commit(files)),
  fc.string().map(decide),
  fc.constant<Step>({ at: 0, type: 'subagent', session: session.id, summary: '' }),
  fc.string().map((summary): Step => ({ at: 0, type: 'compaction', summary })),
);
const steps = fc.array(step, { maxLength: 40 });

describe('laws', () => {
  test('every edge joins known nodes, and numbers increase by one', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const { nodes, edges, cursor } = tell(steps);
        const graph = cut(cursor, nodes, edges);
        const known = new Set(graph.nodes.map(({ id }) => id));
        expect(graph.edges.filter(({ from, to }) => !known.has(from) || !known.has(to))).toEqual([]);
        expect(graph.nodes.map(({ id }) => Number(id.slice(9)))).toEqual(graph.nodes.map((_, i) => i + 1));
        expect(new Set(lines(graph.edges)).size).toBe(graph.edges.length);
      }),
    );
  });

  test('every change has exactly one decision', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const { nodes, edges, cursor } = tell(steps);
        const graph = cut(cursor, nodes, edges);
        const decided = graph.edges.filter(({ kind }) => kind === 'decided_by').map(({ from }) => from);
        expect(new Set(decided).size).toBe(decided.length);
        expect(graph.nodes.filter(({ kind }) => kind === 'commitment').every(({ id }) => decided.includes(id))).toBe(
          true,
        );
      }),
    );
  });

  test('a cursor is plain data: saved and loaded between two steps, it gives the same result', () => {
    fc.assert(
      fc.property(steps, step, (steps, next) => {
        const { cursor } = tell(steps);
        const kept = JSON.parse(JSON.stringify(cursor)) as Cursor;
        expect(append(kept, next)).toEqual(append(cursor, next));
      }),
    );
  });

  test('appending does not change the given cursor', () => {
    fc.assert(
      fc.property(steps, step, (steps, next) => {
        const { cursor } = tell(steps);
        const before = structuredClone(cursor);
        append(cursor, next);
        expect(cursor).toEqual(before);
      }),
    );
  });
});

test('a long session keeps its lists bounded', () => {
  const round = [read('a'), edit('a', { paths: paths('b') }), bash('npm test | tail')];
  const { cursor } = tell(Array.from({ length: 400 }, () => round).flat());
  expect([cursor.unverified.length, cursor.pending.length, cursor.uncommitted.length]).toEqual([256, 0, 400]);
  expect(cursor.last).toBe(nodeId(`${cursor.prefix}-1200`));
});
