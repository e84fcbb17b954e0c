import { expect, test } from 'vitest';
import { nodeInfo } from '../../../src/ask/shapes/parts.ts';
import { decisionFields } from '../../../src/faces/cli/render/ask/why.ts';
import { stated } from '../../../src/faces/cli/render/words.ts';
import { wordsBy } from '../../../src/model/node.ts';
import { nodeId } from '../../../src/model/ids.ts';
import type { Detail, Node } from '../../../src/model/model.ts';

const decision = (detail: Detail): Node => ({
  id: nodeId('8f3a21c0-5'),
  kind: 'decision',
  at: 0,
  summary: 'The page must stay quiet.',
  detail,
});

// What `git prov why` prints after a decision.
const label = (node: Node): string =>
  decisionFields(nodeInfo(node))
    .flatMap(({ spans }) => spans.map(({ text }) => text))
    .join(' ');

test.each([
  ['prompt', 'user', "in the user's words"],
  ['words', 'agent', "in the agent's words"],
  ['thinking', 'agent', "in the agent's thoughts"],
  ['plan', 'agent', "in the agent's plan"],
  ['message', 'agent', "in the agent's commit message"],
  ['request', 'agent', "in the agent's pull request"],
])('the output names the speaker of a decision from %s', (place, by, words) => {
  const node = decision({ source: 'narrated', place });
  expect(wordsBy(node)).toBe(by);
  expect(label(node)).toContain(`(${words})`);
  expect(stated(node)).toBe(by === 'user' ? 'user: The page must stay quiet.' : 'The page must stay quiet.');
  expect(nodeInfo(node)).toMatchObject({ words_by: by });
});

test("a decision of an older version has no place: the words are the agent's", () => {
  expect(label(decision({ source: 'narrated' }))).toContain("(in the agent's words)");
});

test.each(['declared', 'consolidated'])('a %s decision has no speaker', (source) => {
  const node = decision({ source });
  expect(wordsBy(node)).toBeUndefined();
  expect(stated(node)).toBe(node.summary);
  expect(nodeInfo(node)).not.toHaveProperty('words_by');
});
