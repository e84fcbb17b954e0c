import { describe, expect, test } from 'vitest';
import { graphBytes, graphIdOf, keepBytes } from '../../src/model/format/graph-id.ts';
import { isSifted, sift } from '../../src/model/format/note.ts';
import { type NodeId, nodeId, type RepoPath, sessionId } from '../../src/model/ids.ts';
import { thingContent, thingId } from '../../src/model/knowledge/thing.ts';
import type { Edge, Graph, Node, Note } from '../../src/model/model.ts';
import { rememberStanding, standingOfGraph } from '../../src/model/standing/standing.ts';
import { asRead, asThing, hasNode, noteWithThings, replacedIn, withThings } from '../../src/model/standing/things.ts';

const [first, second, third, fourth] = ['aaaaaaaa-1', 'aaaaaaaa-2', 'aaaaaaaa-3', 'aaaaaaaa-4'].map((id) =>
  nodeId(id),
) as [NodeId, NodeId, NodeId, NodeId];
const FILE = { kind: 'file', path: 'a.txt' as RepoPath } as const;
const THING = thingId(FILE);

const reference = (id: NodeId, more: Partial<Node> = {}): Node => ({
  id,
  kind: 'file',
  at: 7,
  summary: 'what a stranger says of it',
  detail: { source: 'reference', files: ['a.txt'], text: 'more of that' },
  ...more,
});
const step = (id: NodeId, more: Partial<Node> = {}): Node => ({
  id,
  kind: 'commitment',
  at: 8,
  summary: 'edit',
  ...more,
});
const edge = (from: NodeId, to: NodeId, more: Partial<Edge> = {}): Edge => ({
  from,
  to,
  kind: 'explains',
  source: 'declared',
  ...more,
});
const graphOf = (nodes: readonly Node[], edges: readonly Edge[] = []): Graph => ({
  session: { id: sessionId('s'), agent: 'x' },
  nodes,
  edges,
  explains: [],
  previous: null,
  chain: { start: '0'.repeat(64), head: 'f'.repeat(64) },
});
const noteOf = (...graphs: Graph[]): Note => ({ graphs, lines: new Map(), carried: [] });

describe('a node that refers to a thing', () => {
  test('has the id and the words of the thing, and only the time of the node', () => {
    expect(asThing(reference(first))).toEqual({ id: THING, at: 7, ...thingContent(FILE) });
    expect(asThing(reference(first)).summary).toBe('a.txt');
  });

  test('is unchanged where it is the thing already; other nodes are unchanged', () => {
    const thing: Node = { id: THING, at: 1, ...thingContent(FILE) };
    expect(asThing(thing)).toBe(thing);
    expect(asThing(step(first))).toEqual(step(first));
  });
});

describe('a graph for readers', () => {
  const nodes = [step(first), reference(second), reference(third), step(fourth)];
  const graph = graphOf(nodes, [
    edge(first, second),
    edge(first, third),
    edge(second, fourth),
    edge(first, third, { source: 'observed' }),
    edge(first, third, { kind: 'reads' }),
    edge(first, fourth),
  ]);
  const read = withThings(graph);

  test('has each file once, at the place of its first node, and leaves other nodes unchanged', () => {
    expect(read.nodes).toEqual([step(first), asThing(reference(second)), step(fourth)]);
    expect(read).toMatchObject({ session: graph.session, chain: graph.chain });
  });

  test('has the edges of all nodes of a thing, and equal ones once', () => {
    expect(read.edges).toEqual([
      edge(first, THING),
      edge(THING, fourth),
      edge(first, THING, { source: 'observed' }),
      edge(first, THING, { kind: 'reads' }),
      edge(first, fourth),
    ]);
  });

  test('knows the replaced nodes, and is found under both ids', () => {
    expect(replacedIn(read)).toEqual(
      new Map([
        [second, THING],
        [third, THING],
      ]),
    );
    expect([first, second, third, THING].map((id) => hasNode(read, id))).toEqual([true, true, true, true]);
    expect(hasNode(read, nodeId('bbbbbbbb-9'))).toBe(false);
    expect(replacedIn(graph)).toEqual(new Map());
  });

  test('is the graph itself without references, and the same each time', () => {
    const plain = graphOf([step(first)], [edge(first, second)]);
    expect(withThings(plain)).toBe(plain);
    expect(withThings(graph)).toBe(read);
  });

  test('keeps the bytes and so the id of what was read', () => {
    const known = graphOf(nodes);
    keepBytes(known, graphBytes(known));
    const copy = withThings(known);
    expect(copy).not.toBe(known);
    expect(graphIdOf(copy)).toBe(graphIdOf(known));
  });

  test('has the present standing of the graph', () => {
    const own = graphOf(nodes);
    expect(standingOfGraph(withThings(own))).toBe('claimed');
    rememberStanding(own, 'recorded');
    expect(standingOfGraph(withThings(own))).toBe('recorded');
  });

  test('leaves out a node that has the id of a thing and other words', () => {
    const forged = step(THING, { summary: 'forged' });
    expect(withThings(graphOf([forged, reference(second)])).nodes).toEqual([asThing(reference(second))]);
  });
});

describe('an event about a link', () => {
  const event = (detail?: Node['detail']): Node => ({
    id: fourth,
    kind: 'event',
    at: 9,
    summary: 'linked',
    ...(detail && { detail }),
  });
  const found = new Map([[second, THING]]);

  test.each([
    ['from', { subject: second, object: first }, { subject: THING, object: first }],
    ['to', { subject: first, object: second }, { subject: first, object: THING }],
    ['from and to', { subject: second, object: second }, { subject: THING, object: THING }],
  ])('names the thing that the link leads %s', (_, detail, named) => {
    expect(asRead(event({ ...detail, verb: 'link' }), found)).toEqual(event({ ...named, verb: 'link' }));
  });

  test('is unchanged where it names none, and so is another node with such detail', () => {
    for (const node of [
      event(),
      event({ subject: first, object: fourth }),
      step(first, { detail: { subject: second } }),
    ])
      expect(asRead(node, found)).toBe(node);
  });

  test('is named so in a graph', () => {
    const read = withThings(graphOf([reference(second), event({ subject: second, object: first })]));
    expect(read.nodes[1]).toEqual(event({ subject: THING, object: first }));
  });
});

describe('a note for readers', () => {
  const plain = graphOf([step(first)]);
  const referring = graphOf([reference(second)]);

  test('is the note itself where no graph refers to a thing', () => {
    const note = noteOf(plain, graphOf([step(second)]));
    expect(noteWithThings(note)).toBe(note);
  });

  test('has the graphs for readers, and all the rest of the note', () => {
    const note = { ...noteOf(plain, referring), commit: 'a'.repeat(40) as never };
    expect(noteWithThings(note)).toEqual({ ...note, graphs: [plain, withThings(referring)] });
    expect(isSifted(noteWithThings(note))).toBe(false);
  });

  test('is known to lack parts where the note is', () => {
    expect(isSifted(noteWithThings(sift(noteOf(plain, referring))))).toBe(true);
  });
});
