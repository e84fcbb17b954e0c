import { expect, test } from 'vitest';
import { nodeId } from '../../src/model/ids.ts';
import type { Detail, Node } from '../../src/model/model.ts';
import { contextOf, inForce } from '../../src/recorder/ledger/goals-in-force.ts';

let next = 0;
const node = (kind: Node['kind'], summary: string, detail?: Detail): Node => ({
  id: nodeId(`0000000a-${++next}`),
  kind,
  at: next,
  summary,
  ...(detail && { detail }),
});
const goal = (summary: string): Node => node('goal', summary);
const summaries = (nodes: readonly Node[]): string[] => nodes.map(({ summary }) => summary);

test('in force is the last goal, with the decisions declared since', () => {
  const declared = { source: 'declared' };
  const nodes = [
    goal('Add a parser'),
    node('decision', 'old', declared),
    goal('Name the tokens'),
    node('commitment', 'edit'),
    node('decision', 'new', declared),
    node('decision', 'said', { source: 'narrated' }),
    node('goal', 'an entry', declared),
  ];
  expect(summaries(inForce([], nodes))).toEqual(['Name the tokens', 'new']);
  expect(summaries(inForce(inForce([], nodes.slice(0, 2)), nodes.slice(3)))).toEqual(['Add a parser', 'old', 'new']);
  expect(inForce([], [node('commitment', 'edit')])).toEqual([]);
});

test('before an answer are the goals back to the one that says more, in as many graphs as it takes', () => {
  const [add, yes, go] = [goal('Add a parser'), goal('yes'), goal('go on')];
  const first = inForce([], [goal('An earlier one'), add]);
  expect(inForce(inForce(first, [yes]), [go])).toEqual([add, yes, go]);
  expect(summaries(inForce([add, yes, go], [goal('Name the tokens')]))).toEqual(['Name the tokens']);
});

test('of more than eight goals, or of answers alone, only the last is in force', () => {
  const chain = (answers: number): Node[] => [
    goal('Add a parser'),
    ...Array.from({ length: answers }, () => goal('yes')),
  ];
  expect(inForce([], chain(7))).toHaveLength(8);
  expect(summaries(inForce([], chain(8)))).toEqual(['yes']);
  expect(summaries(inForce([], [goal('yes'), goal('2')]))).toEqual(['2']);
});

test('a graph that begins with a goal repeats earlier goals only for an answer; any other graph repeats what is in force', () => {
  const before = [goal('Add a parser'), node('decision', 'new', { source: 'declared' })];
  expect(contextOf(before, [goal('Name the tokens')])).toEqual({});
  expect(contextOf(before, [goal('yes')])).toEqual({ context: before.slice(0, 1) });
  expect(contextOf(before, [node('commitment', 'edit')])).toEqual({ context: before });
  expect(contextOf([], [node('commitment', 'edit')])).toEqual({});
});
