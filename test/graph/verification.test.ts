import { expect, test } from 'vitest';
import { nodeId } from '../../src/graph/ids.ts';
import type { Node } from '../../src/graph/model.ts';
import { verificationOf } from '../../src/graph/verification.ts';
import type { Step } from '../../src/graph/step.ts';
import { bash, commit, edit, paths, tell } from './steps.ts';

const passes = bash('npm test');
const fails = bash('npm test', { outcome: 'failed' });

/** How the first of the steps, an edit of `a`, is verified after the others. */
function after(...steps: Step[]): string {
  const { nodes, edges } = tell([edit('a'), ...steps]);
  return verificationOf(nodes, edges, nodes[0]!.id, 'a');
}

test.each<[string, Step[], string]>([
  ['nothing', [], 'none'],
  ['a passed verification', [passes], 'passed'],
  ['a failed verification', [fails], 'failed'],
  ['a failed, then a passed one', [fails, passes], 'passed'],
  ['a verification whose result is not known', [bash('npm test | tail')], 'none'],
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

test('a linter that mends what it finds verifies its own change', () => {
  const { nodes, edges } = tell([bash('eslint --fix .', { changed: paths('a') })]);
  expect(verificationOf(nodes, edges, nodes[0]!.id, 'a')).toBe('passed');
});

test('the nodes of several graphs of a session may come in any order, and those of another session count for nothing', () => {
  const first = tell([edit('a'), passes]);
  const second = tell([edit('a')], first.cursor);
  const other: Node[] = [];
  for (const node of tell([edit('b'), edit('b'), edit('a')]).nodes)
    other.push({ ...node, id: nodeId(`00000000${node.id.slice(8)}`) });
  const id = first.nodes[0]!.id;
  expect(verificationOf([...other, ...first.nodes], first.edges, id, 'a')).toBe('passed');
  expect(verificationOf([...second.nodes, ...first.nodes], [...second.edges, ...first.edges], id, 'a')).toBe('stale');
});
