import { describe, expect, test } from 'vitest';
import { nodeId } from '../../src/model/ids.ts';
import type { Node } from '../../src/model/model.ts';
import { commonVerification, verificationOf, verifications, verifiesFrom } from '../../src/model/graph/verification.ts';
import type { Step } from '../../src/model/step.ts';
import { bash, commit, edit, paths, read, tell } from './steps.ts';

const passes = bash('npm test');
const fails = bash('npm test', { outcome: 'failed' });

/** The verification of the first step, an edit of `a`, after the others. */
function after(...steps: Step[]): string {
  const { nodes, edges } = tell([edit('a'), ...steps]);
  return verificationOf(nodes, edges, nodes[0]!.id, 'a');
}

test.each<[string, Step[], string]>([
  ['nothing', [], 'none'],
  ['a passed verification', [passes], 'passed'],
  ['a failed verification', [fails], 'failed'],
  ['a failed, then a passed one', [fails, passes], 'passed'],
  ['a verification with an unknown result', [bash('npm test | tail')], 'none'],
  ['a pass and a change of another file', [passes, edit('b')], 'passed'],
  ['a pass and another change of the file', [passes, edit('a')], 'stale'],
  ['a pass and a change of the file by a command', [passes, bash('npm run fmt', { changed: paths('a') })], 'stale'],
  ['another change of the file and a pass', [edit('a'), passes], 'passed'],
  ['a pass, another change, and a pass for that', [passes, edit('a'), passes], 'passed'],
  ['a pass, another change, and a failure for that', [passes, edit('a'), fails], 'stale'],
  ['a pass and the commit of the file', [passes, commit(['a'])], 'passed'],
])('after %s', (_, steps, expected) => {
  expect(after(...steps)).toBe(expected);
});

describe('in the note of a commit', () => {
  const oidOf = '3fa2c1d0'.repeat(5);
  const told = (commits: string[], ...steps: Step[]): string => {
    const { nodes, edges } = tell([edit('a'), ...steps]);
    return verifications(nodes, edges, { commits: new Set(commits) })(nodes[0]!.id, 'a');
  };

  test.each<[string, Step[], string]>([
    ['a change after the commit makes nothing stale', [commit(['a'], oidOf), passes, edit('a')], 'passed'],
    ['one before the commit does', [passes, edit('a'), commit(['a'], oidOf)], 'stale'],
    [
      'so does that of a command which is recorded after the commit that it made',
      [passes, commit(['a'], oidOf), bash('npm run fmt && git commit -am x', { changed: paths('a') })],
      'stale',
    ],
  ])('%s', (_, steps, expected) => {
    expect(told([oidOf], ...steps)).toBe(expected);
  });

  test('that was rewritten from others, the last of them counts', () => {
    const other = 'c'.repeat(40);
    const steps = [commit(['a'], oidOf), passes, edit('a'), commit(['a'], other)];
    expect(told([oidOf, other], ...steps)).toBe('stale');
    expect(told([oidOf], ...steps)).toBe('passed');
  });

  test('that the session does not have, every change counts', () => {
    expect(told(['d'.repeat(40)], commit(['a'], oidOf), passes, edit('a'))).toBe('stale');
  });
});

describe('the first step that a graph verifies in earlier graphs', () => {
  const from = (before: Step[], ...steps: Step[]): number | undefined => verifiesFrom(tell(steps, tell(before).cursor));

  test.each<[string, number | undefined]>([
    ['nothing', from([edit('a')])],
    ['its own alone', from([edit('a'), passes], edit('a'), passes)],
    ['not how it went', from([edit('a')], bash('npm test | tail'))],
  ])('%s', (_, number) => {
    expect(number).toBeUndefined();
  });

  test('is the first pending one', () => {
    expect(from([edit('a'), edit('b')], read('a'), passes)).toBe(1);
    expect(from([edit('a'), passes, edit('b')], fails)).toBe(3);
  });
});

test('a linter that fixes its findings verifies its own change', () => {
  const { nodes, edges } = tell([bash('eslint --fix .', { changed: paths('a') })]);
  expect(verificationOf(nodes, edges, nodes[0]!.id, 'a')).toBe('passed');
});

test('the graphs of a session may come in any order, and nodes of another session do not count', () => {
  const first = tell([edit('a'), passes]);
  const second = tell([edit('a')], first.cursor);
  const other: Node[] = [];
  for (const node of tell([edit('b'), edit('b'), edit('a')]).nodes)
    other.push({ ...node, id: nodeId(`00000000${node.id.slice(8)}`) });
  const id = first.nodes[0]!.id;
  expect(verificationOf([...other, ...first.nodes], first.edges, id, 'a')).toBe('passed');
  expect(verificationOf([...second.nodes, ...first.nodes], [...second.edges, ...first.edges], id, 'a')).toBe('stale');
});

test.each([
  [[], 'none'],
  [['passed', 'passed'], 'passed'],
  [['passed', 'stale', 'failed'], 'failed'],
  [['passed', 'none'], 'partly'],
  [['stale', 'not-applicable'], 'stale'],
  [['not-applicable', 'not-applicable'], 'not-applicable'],
  [['none', 'not-applicable'], 'none'],
] as const)('the common verification of %j is %s', (states, common) => expect(commonVerification(states)).toBe(common));
