import { describe, expect, test } from 'vitest';
import { contentMark } from '../../src/model/checks/content.ts';
import { checkedBy, coveringBy } from '../../src/model/graph/checks/node-checks.ts';
import { mayReplace, passedOf, verifications, verifiesFrom, worstOf } from '../../src/model/graph/verification.ts';
import { nodeId, type Oid, type RepoPath } from '../../src/model/ids.ts';
import type { Detail, Edge, Graph, Node } from '../../src/model/model.ts';

const id = (number: number, session = 'aaaaaaaa') => nodeId(`${session}-${number}`);
const FILE = 'a.ts' as RepoPath;
const [NEW, OLD] = ['e'.repeat(40) as Oid, '0'.repeat(40) as Oid];
const mark = (blob: Oid) => contentMark(FILE, blob);
const change: Node = { id: id(1), kind: 'commitment', at: 1, summary: 'edit a.ts', detail: { files: [FILE] } };
/** A check of the change, as the step of a number. */
const check = (number: number, detail: Detail, more: Partial<Node> = {}): Node => ({
  id: id(number),
  kind: 'verification',
  at: number,
  summary: 'npm test',
  detail: { check: 'test', ...detail },
  ...more,
});
const verifies = ({ id: to }: Node): Edge => ({ from: change.id, to, kind: 'verified_by', source: 'observed' });

describe('a check that recorded the contents that it ran on', () => {
  const pass = (number: number, blob: Oid, more: Detail = {}) =>
    check(number, { passed: true, saw: [mark(blob)], ...more });
  /** The states of the change, asked for a content; `linked` checks are linked to it, others are not. */
  const states = (linked: Node[], content: Oid | undefined, others: Node[] = [], surrounds = {}): string =>
    verifications([change, ...linked, ...others], linked.map(verifies), surrounds)
      .checks(change.id, FILE, { content })
      .map(({ kind, state, by, likely, told }) =>
        [kind, state, by.slice(9), ...(likely ? ['likely'] : []), ...(told ? [told] : [])].join(' '),
      )
      .join(', ');

  test.each<[string, string, string]>([
    ['passed on this content', states([pass(2, NEW)], NEW), 'test passed 2'],
    ['passed on another content', states([pass(2, OLD)], NEW), 'test stale 2'],
    ['passed on another one, where the content is not known', states([pass(2, OLD)], undefined), 'test passed 2'],
    ['passed on this content after that of another', states([pass(2, OLD)], NEW, [pass(3, NEW)]), 'test passed 3'],
    [
      'passed on this content in a check of another kind',
      states([pass(2, OLD)], NEW, [pass(3, NEW, { check: 'lint' })]),
      'test stale 2',
    ],
    ['failed on this content', states([check(2, { passed: false, saw: [mark(NEW)] })], NEW), 'test failed 2'],
    [
      'failed where another one passed',
      states([check(2, { passed: false, saw: [mark(NEW)] })], NEW, [pass(3, NEW)]),
      'test failed 2',
    ],
    ['passed elsewhere', states([pass(2, NEW)], NEW, [], { isElsewhere: () => true }), 'test stale 2'],
    [
      'passed on this content, by a claim beside a recorded check',
      states([pass(2, OLD)], NEW, [pass(3, NEW)], { rankOf: (node: string) => (node === id(2) ? 2 : 0) }),
      'test stale 2',
    ],
    [
      'reported by others, without a check of its own',
      states([], NEW, [pass(3, NEW, { told: 'ci' })]),
      'test passed 3 ci',
    ],
    [
      'a failure reported by others',
      states([], NEW, [check(3, { passed: false, saw: [mark(NEW)], told: 'ci' })]),
      'test failed 3 ci',
    ],
    ['reported by others on another content', states([], NEW, [pass(3, OLD, { told: 'ci' })]), ''],
    [
      'reported later than its own check',
      states([pass(2, NEW)], NEW, [check(3, { passed: false, saw: [mark(NEW)], told: 'ci' })]),
      'test failed 3 ci',
    ],
    [
      'reported earlier than its own check',
      states([pass(4, NEW)], NEW, [check(3, { passed: false, saw: [mark(NEW)], told: 'ci' })]),
      'test passed 4',
    ],
    [
      'reported by a claim, later than a recorded check',
      states([pass(2, NEW)], NEW, [check(3, { passed: false, saw: [mark(NEW)], told: 'ci' })], {
        rankOf: (node: string) => (node === id(2) ? 2 : 0),
      }),
      'test passed 2',
    ],
    [
      'reported twice: the later one',
      states([], NEW, [pass(3, NEW, { told: 'ci' }), check(4, { passed: false, saw: [mark(NEW)], told: 'hook' })]),
      'test failed 4 hook',
    ],
    [
      'reported twice: the one of a higher rank',
      states([], NEW, [pass(3, NEW, { told: 'ci' }), check(4, { passed: false, saw: [mark(NEW)], told: 'hook' })], {
        rankOf: (node: string) => (node === id(3) ? 1 : 0),
      }),
      'test passed 3 ci',
    ],
    [
      'reported after a failure, for other tests',
      states([check(2, { passed: false }, { summary: 'vitest run b.test.ts failed' })], NEW, [
        check(3, { passed: true, saw: [mark(NEW)], told: 'person' }, { summary: 'vitest run c.test.ts passed' }),
      ]),
      'test failed 2',
    ],
    [
      'reported after a failure, for all tests',
      states([check(2, { passed: false }, { summary: 'vitest run a.test.ts failed' })], NEW, [
        check(3, { passed: true, saw: [mark(NEW)], told: 'ci' }, { summary: 'JUnit report of 3 tests passed' }),
      ]),
      'test passed 3 ci',
    ],
    ['likely', states([pass(2, NEW, { likely: true })], NEW), 'test passed 2 likely'],
    ['only for a part of the project', states([pass(2, NEW, { scope: ['sub'] })], NEW), ''],
    ['only for this part of the project', states([pass(2, NEW, { scope: ['', 1] })], NEW), 'test passed 2'],
    [
      'of two kinds',
      states([pass(2, NEW), check(3, { check: 'lint', passed: false })], NEW),
      'test passed 2, lint failed 3 likely',
    ],
    ['the last of a kind', states([check(3, { passed: false }), pass(2, NEW)], NEW), 'test failed 3'],
    ['without a known result', states([check(2, { passed: null })], NEW), ''],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected);
  });

  test('is found by the content alone', () => {
    const { passedOn, reportedOn } = verifications(
      [pass(2, NEW), pass(3, NEW), pass(4, NEW, { told: 'ci' }), pass(5, OLD)],
      [],
      { rankOf: (node) => Number(node === id(2)) },
    );
    expect([
      passedOn('test', FILE, NEW),
      passedOn('test', FILE, NEW, 1),
      passedOn('test', FILE, NEW, 2),
      passedOn('lint', FILE, NEW),
    ]).toEqual([id(3), id(2), undefined, undefined]);
    expect([reportedOn('test', FILE, NEW)?.by, reportedOn('test', FILE, OLD)]).toEqual([id(4), undefined]);
  });
});

describe('the checks of a node', () => {
  const named = (node: Node): string =>
    coveringBy(node)
      .map(
        ({ kind, result, words, scope, likely }) =>
          `${kind} ${result} [${words}]${scope ? ` ${scope.join()}` : ''}${likely ? ' likely' : ''}`,
      )
      .join(', ');

  test.each<[string, Node, string]>([
    ['a verification', check(1, { passed: true }, { summary: 'npm test passed' }), 'test passed [npm test]'],
    [
      'a summary with the word passed inside',
      check(1, { passed: false }, { summary: 'a passed b failed' }),
      'test failed [a passed b]',
    ],
    [
      'several kinds',
      check(1, { check: ['test', 'lint', 'odd'], results: [true, false, true] }),
      'test passed [], lint failed []',
    ],
    [
      'a result that is not known',
      check(1, { check: ['test', 'lint'], results: [null] }),
      'test unknown [], lint unknown []',
    ],
    [
      'a change that checks',
      check(1, { check: 'lint', passed: true, command: 'eslint --fix a.ts' }, { kind: 'commitment' }),
      'lint passed [eslint --fix a.ts]',
    ],
    [
      'a change with its command as summary',
      check(1, { check: 'build', passed: true }, { kind: 'execution', summary: 'cargo build' }),
      'build passed [cargo build]',
    ],
    [
      'a verification, not its whole command',
      check(1, { passed: true, command: 'cd x; npm test' }),
      'test passed [npm test]',
    ],
    ['a scope', check(1, { passed: true, scope: ['a', 1, 'b'] }), 'test passed [npm test] a,b'],
    ['a scope that is none', check(1, { passed: true, scope: 'a' }), 'test passed [npm test]'],
    ['a likely check', check(1, { passed: true, likely: true }), 'test passed [npm test] likely'],
    ['a check that is likely in other words', check(1, { passed: true, likely: 'yes' }), 'test passed [npm test]'],
    [
      'an older verification',
      { ...check(1, {}), detail: { passed: true }, summary: 'npx eslint . && npx tsc --noEmit failed' },
      'lint passed [], types passed []',
    ],
    [
      'an older one of an unknown program',
      { ...check(1, {}), detail: { passed: true }, summary: 'run it' },
      'test passed [run it]',
    ],
    [
      'a verification without a result',
      { id: id(1), kind: 'verification', at: 1, summary: 'npm test' },
      'test unknown [npm test]',
    ],
    ['another node', change, ''],
    [
      'several kinds, each with its own words in the recorded command',
      check(1, {
        check: ['format', 'test'],
        results: [true, false],
        command: 'gofmt -l a.go; echo "-- test"; go test ./core 2>&1 | tail -5',
      }),
      'format passed [gofmt -l a.go], test failed [go test ./core]',
    ],
    [
      'a command that was cut off, without the last part',
      check(1, {
        check: ['lint', 'types', 'test'],
        results: [true, true, true],
        command: "eslint a.ts && tsc --noEmit && npx vitest run -t 'adds …",
      }),
      'lint passed [eslint a.ts], types passed [tsc --noEmit], test passed []',
    ],
    [
      'checks on several lines, which the record joins',
      check(1, { check: ['lint', 'test'], results: [true, true], command: 'go vet ./... go test ./...' }),
      'lint passed [], test passed []',
    ],
    [
      'a kind from the manifest and one from the command',
      check(1, { check: ['test', 'types'], results: [true, true], command: 'eslint . && tsc --noEmit' }),
      'test passed [], types passed []',
    ],
    [
      'kinds that only the project’s manifest shows',
      check(1, { check: ['lint', 'test'], results: [true, true], command: 'make everything' }),
      'lint passed [], test passed []',
    ],
  ])('%s', (_, node, expected) => {
    expect(named(node)).toBe(expected);
    expect(checkedBy(node)).toEqual(coveringBy(node).map(({ kind, result }) => ({ kind, result })));
  });

  test('of a verification say whether it passed', () => {
    const detail = { passed: true };
    expect([check(1, { passed: false }), check(1, detail), check(1, {}), { ...change, detail }].map(passedOf)).toEqual([
      false,
      true,
      undefined,
      undefined,
    ]);
  });
});

test('the worst of several checks', () => {
  const of = (...all: string[]) =>
    worstOf(
      all.map((word) => {
        const [kind, state] = word.split(' ');
        return { kind, state, by: id(1) } as never;
      }),
      'a.ts',
    );
  expect([
    of('test passed', 'lint failed'),
    of('test stale', 'lint passed'),
    of('lint passed'),
    of(),
    worstOf([], 'LICENSE'),
  ]).toEqual(['failed', 'stale', 'passed', 'none', 'not-applicable']);
});

test('what others report replaces a claim, and only what is more than a claim replaces a record', () => {
  expect([mayReplace(0, 0), mayReplace(0, 1), mayReplace(1, 1), mayReplace(1, 2)]).toEqual([true, false, true, true]);
});

test('a graph verifies the earlier steps of its session from the first one on', () => {
  const graph = (numbers: number[], edges: Edge[]): Pick<Graph, 'nodes' | 'edges'> => ({
    nodes: numbers.map((number) => check(number, { passed: true })),
    edges,
  });
  const edge = (from: number, to: number, more: Partial<Edge> = {}): Edge => ({
    from: id(from),
    to: id(to),
    kind: 'verified_by',
    source: 'observed',
    ...more,
  });
  expect([
    verifiesFrom(graph([], [])),
    verifiesFrom(graph([5], [])),
    verifiesFrom(graph([5], [edge(3, 5), edge(2, 5), edge(4, 5)])),
    verifiesFrom(graph([5, 6], [edge(5, 6)])),
    verifiesFrom(graph([5], [edge(3, 5, { kind: 'led_to' })])),
    verifiesFrom(graph([5], [edge(3, 5, { from: id(3, 'bbbbbbbb') })])),
    verifiesFrom(graph([5], [edge(3, 7)])),
  ]).toEqual([undefined, undefined, 2, undefined, undefined, undefined, undefined]);
});
