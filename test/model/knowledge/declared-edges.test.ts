import { expect, test } from 'vitest';
import { nodeId, sessionId } from '../../../src/model/ids.ts';
import { DeclaredEdges } from '../../../src/model/knowledge/declared-edges.ts';
import type { Edge, Graph, Node } from '../../../src/model/model.ts';

// The status of declared edges over the graphs of many notes.

const graph = (session: Graph['session'], nodes: readonly Node[], edges: readonly Edge[] = []): Graph => ({
  session,
  nodes: [...nodes],
  edges: [...edges],
  explains: [],
  previous: null,
  chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
});
const AGENT = { id: sessionId('one'), agent: 'claude-code' };
const PERSON = { id: sessionId('person/1'), agent: 'person' };
const FROM = nodeId('0000000a-1');
const TO = nodeId('0000000b-1');
const edge: Edge = { from: FROM, to: TO, kind: 'supersedes', source: 'declared' };
const event = (id: string, at: number, what: string, status?: string): Node => ({
  id: nodeId(id),
  kind: 'event',
  at,
  summary: what,
  detail: {
    source: 'declared',
    event: what,
    subject: FROM,
    edge: 'supersedes',
    object: TO,
    ...(status !== undefined && { status }),
  },
});
const linked = graph(AGENT, [event('0000000c-1', 1, 'linked', 'proposed')], [edge]);
const accepted = graph(PERSON, [event('0000000d-1', 2, 'link_accepted')]);

test('a verdict counts from whatever note it comes, in any order, and once', () => {
  const declared = new DeclaredEdges().add([linked]);
  expect(declared.statusOf(edge)).toBe('proposed');
  declared.add([linked, accepted, accepted]);
  expect(declared.statusOf(edge)).toBe('accepted');
  expect(new DeclaredEdges().add([accepted, linked]).statusOf(edge)).toBe('accepted');
});

test('an undeclared edge has no status', () => {
  const seen: Edge = { ...edge, kind: 'led_to', source: 'inferred' };
  expect(new DeclaredEdges().add([graph(AGENT, [], [seen])]).statusOf(seen)).toBeUndefined();
});
