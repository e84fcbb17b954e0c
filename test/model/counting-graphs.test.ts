import { describe, expect, test } from 'vitest';
import { nodeId, type NodeId, type SessionId, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { EDGE_KINDS, type Edge, type Graph, type Node } from '../../src/model/model.ts';
import { crossesSessions } from '../../src/model/standing/edges.ts';
import { countingGraphs, overreach, ownNodes } from '../../src/model/standing/graphs.ts';
import { rememberStanding, standingOfGraph, type RecordStanding } from '../../src/model/standing/standing.ts';

// Sessions by letter. T and U are two sessions with the same prefix, so their steps have the same ids.
const SESSIONS: Readonly<Record<string, SessionId>> = {
  A: sessionId('a'),
  B: sessionId('b'),
  C: sessionId('c'),
  T: sessionId('twin-72235'),
  U: sessionId('twin-90705'),
};
const STANDINGS: Readonly<Record<string, RecordStanding>> = { c: 'claimed', v: 'vouched', r: 'recorded' };

/** A step's id, from its session's letter and its number: `A3`. */
const id = (word: string): NodeId => nodeId(`${sessionPrefix({ id: SESSIONS[word[0]!]! })}-${word.slice(1)}`);
const wordOf = (node: NodeId): string =>
  Object.keys(SESSIONS).find((letter) => sessionPrefix({ id: SESSIONS[letter]! }) === node.slice(0, 8))! +
  node.slice(9);
const words = (text: string): string[] => (text === '' ? [] : text.split(', '));

// Details of nodes, by a word behind their kind.
const DETAILS: Readonly<Record<string, Node['detail']>> = {
  declared: { source: 'declared' },
  narrated: { source: 'narrated' },
  imported: { imported: 'git-ai' },
};

/** A node as words: its id, its kind, a name of details, and a text: `A3 decision declared`. `A5 accepts B1` is a review. */
function node(text: string): Node {
  const [who, kind, more, ...rest] = text.split(' ');
  const base = { id: id(who!), at: 1, summary: rest.join(' ') };
  if (kind === 'accepts') return { ...base, kind: 'event', detail: { event: 'accepted', subject: id(more!) } };
  if (kind === 'links') {
    const [edge, object] = rest;
    return {
      ...base,
      kind: 'event',
      detail: { event: 'linked', subject: id(more!), object: id(object!), edge: edge! },
    };
  }
  const detail = DETAILS[more ?? ''];
  return { ...base, kind: kind as Node['kind'], ...(detail && { detail }) };
}

/** An edge as words: `A1 led_to A2`, with its source behind it where that is not `observed`. */
function edge(text: string): Edge {
  const [from, kind, to, source = 'observed'] = text.split(' ');
  return { from: id(from!), to: id(to!), kind, source } as Edge;
}

/** A graph of a session. `who` is the letter of the session and that of the standing, and may have the name of the agent. */
function graph(who: string, nodes: string, edges = '', context?: string): Graph {
  const made = {
    session: { id: SESSIONS[who[0]!]!, agent: who.slice(3) || 'claude-code' },
    nodes: words(nodes).map(node),
    edges: words(edges).map(edge),
    ...(context !== undefined && { context: words(context).map(node) }),
    explains: [],
    previous: null,
    chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
  } as Graph;
  rememberStanding(made, STANDINGS[who[1]!]!);
  return made;
}

/** What counts of graphs, each as its nodes, its edges and its context. */
const counting = (...graphs: Graph[]): string[] =>
  countingGraphs(graphs).graphs.map(({ nodes, edges, context }) =>
    [
      nodes.map((one) => wordOf(one.id)).join(' '),
      edges.map(({ from, kind, to }) => `${wordOf(from)} ${kind} ${wordOf(to)}`).join(', '),
      ...(context ? [context.map((one) => wordOf(one.id)).join(' ')] : []),
    ].join(' | '),
  );

const disputed = (...graphs: Graph[]): string[] => {
  const { prefixes, nodes } = countingGraphs(graphs).disputed;
  return [...prefixes].map((one) => `${one}-`).concat([...nodes].map(wordOf));
};

describe('an edge that a graph may state', () => {
  const STEPS = 'A2 goal, A3 commitment, A4 commitment, A5 links B1 supports C1, A6 links B2 led_to C2, A7 accepts B3';
  const states = (standing: string, text: string): boolean =>
    counting(graph(`A${standing}`, STEPS, text))[0] !== 'A2 A3 A4 A5 A6 A7 | ';

  test.each([
    // edge, whether a graph that this clone recorded may state it, whether a claimed one may
    ['A3 led_to A4', true, true],
    ['A2 led_to A7', true, true],
    ['A1 led_to A2', true, true], // from an earlier step of the session
    ['A7 led_to A8', true, true],
    ['A0 led_to A1', false, false], // it is another graph's
    ['A8 led_to A9', false, false],
    ['A1 supports A8', false, false],
    ['B1 spawned A2', true, true],
    ['A2 spawned B1', false, false],
    ['B1 led_to A2', false, false],
    ['A2 led_to B1', false, false],
    ['A2 led_to B1 declared', true, false],
    ['B1 decided_by A3 declared', true, false],
    ['A3 derived_from B1', true, true],
    ['B1 derived_from A3', true, true],
    ['B1 supports C1', true, true], // its own step links them
    ['C1 supports B1', false, false],
    ['B1 depends_on C1', false, false],
    ['B1 supports C2', false, false],
    ['B2 led_to C2', true, false],
    ['B2 supports C2', false, false],
    ['B4 supports C1', false, false],
  ])('%s', (text, recorded, claimed) => {
    expect([states('r', text), states('v', text), states('c', text)]).toEqual([recorded, recorded, claimed]);
  });

  test('a review or an entry is no link', () => {
    const one = graph('Ar', 'A1 goal, A2 accepts B3', 'B3 supports C1');
    const entry: Node = {
      ...node('A3 decision'),
      detail: { event: 'linked', subject: id('B3'), object: id('C1'), edge: 'supports' },
    };
    expect(counting({ ...one, nodes: [...one.nodes, entry] })).toEqual(['A1 A2 A3 | ']);
  });

  test('no edge at all is stated by a graph without steps', () => {
    expect(counting(graph('Ar', '', 'A1 led_to A2, A0 led_to A0'))).toEqual([' | ']);
  });

  test('only a statement of someone crosses sessions, and no edge of what a session did', () => {
    const crossing = EDGE_KINDS.filter((kind) => crossesSessions({ ...edge('A1 led_to B1 declared'), kind }));
    expect(crossing).toEqual(EDGE_KINDS.filter((kind) => !WITHIN_A_SESSION.has(kind)));
    expect(EDGE_KINDS.some((kind) => crossesSessions({ ...edge('A1 led_to B1 observed'), kind }))).toBe(false);
  });

  test.each(EDGE_KINDS)('a claimed graph states %s to another session only where the kind allows it', (kind) => {
    expect(states('c', `A3 ${kind} B1`)).toBe(!WITHIN_A_SESSION.has(kind));
  });
});

const WITHIN_A_SESSION: ReadonlySet<string> = new Set([
  'led_to',
  'explored_via',
  'verified_by',
  'committed_via',
  'failed_with',
  'blocked_by',
  'resumed_after',
  'decided_by',
  'spawned',
]);

describe('the nodes that a graph may state', () => {
  test('are those of its session, whatever their numbers', () => {
    expect(
      counting(
        graph('Ac', 'A5 goal, B1 commitment, A2 commitment, A9 patch', 'A2 led_to A9, A3 led_to A5, A9 led_to A1'),
      ),
    ).toEqual(['A5 A2 A9 | A2 led_to A9, A3 led_to A5, A9 led_to A1']);
  });

  test.each([
    ['A1 goal', 'A1'],
    ['A1 decision declared', 'A1'],
    ['A1 decision narrated', ''],
    ['A1 decision', ''],
    ['A1 commitment', ''],
    ['A2 goal', ''], // is the first of its own
    ['A5 goal', ''],
    ['B1 goal', ''],
    ['B1 decision declared', ''],
  ])('and of its context: %s', (context, kept) => {
    expect(counting(graph('Ar', 'A2 commitment, A3 commitment', '', context))).toEqual([`A2 A3 |  | ${kept}`]);
  });

  test('are the same object where it may state all of them', () => {
    const whole = graph('Ac', 'A2 commitment, A3 patch', 'A2 led_to A3', 'A1 goal');
    const list = [whole];
    expect(countingGraphs(list).graphs).toBe(list);
    expect(ownNodes(whole)).toEqual({ nodes: whole.nodes, context: whole.context });
    expect(ownNodes(graph('Ac', 'A2 commitment'))).toEqual({ nodes: [node('A2 commitment')] });
    const two = [whole, graph('Bc', 'B1 goal')];
    expect(countingGraphs(two).graphs).toBe(two);
    expect(countingGraphs([])).toEqual({ graphs: [], disputed: { prefixes: new Set(), nodes: new Set() } });
  });

  test('keep the standing of the graph when some do not count', () => {
    const [one] = countingGraphs([graph('Av', 'A1 goal, B1 goal')]).graphs;
    expect([one && standingOfGraph(one), 'context' in one!]).toEqual(['vouched', false]);
  });

  test.each([
    [undefined, graph('Ac', 'A2 commitment, A3 patch', 'A2 led_to A3', 'A1 goal')],
    ['nodes', graph('Ac', 'A2 commitment, B1 goal', 'B2 led_to B3', 'B1 goal')],
    ['context', graph('Ac', 'A2 commitment', 'B2 led_to B3', 'B1 goal')],
    ['edges', graph('Ac', 'A2 commitment', 'B2 led_to B3', 'A1 goal')],
    ['edges', graph('Ac', 'A2 commitment', 'B2 led_to B3')],
    [undefined, graph('Ac', 'A2 commitment', 'A2 led_to B3 declared')], // a trusted graph may
  ])('overreach: %s', (part, one) => {
    expect(overreach(one)).toBe(part);
  });
});

describe('of two sessions with one prefix', () => {
  const t = (standing: string) => graph(`T${standing}`, 'T1 goal');
  const u = (standing: string) => graph(`U${standing}`, 'U2 goal');

  test.each([
    ['the recorded one counts', [t('r'), u('c')], ['T1'], []],
    ['the recorded one counts in any order', [u('c'), t('r')], ['T1'], []],
    ['the vouched one counts', [t('c'), u('v'), t('c')], ['T2'], []],
    ['none counts where both are recorded', [t('r'), u('r'), graph('Ac', 'A1 goal')], ['A1'], ['72d9d9bb-']],
    ['none counts where both are claimed', [t('c'), u('c')], [], ['72d9d9bb-']],
    ['a third one of a higher standing counts', [t('c'), u('c'), u('r')], ['', 'T2'], []],
    ['a lower one adds no dispute', [t('r'), u('c'), u('c')], ['T1'], []],
    ['two graphs of one session are no dispute', [t('c'), graph('Tc', 'T2 patch')], ['T1', 'T2'], []],
    ['an equal one is a dispute also behind a lower one', [t('r'), u('c'), u('r')], [], ['72d9d9bb-']],
  ])('%s', (_, graphs, nodes, disputes) => {
    expect(counting(...graphs).map((one) => one.split(' | ')[0])).toEqual(nodes);
    expect(disputed(...graphs)).toEqual(disputes);
  });
});

describe('of two contents of one node', () => {
  const [one, other] = ['A1 goal - one', 'A1 goal - other'];

  test.each([
    ['the recorded one counts', [graph('Ar', one), graph('Ac', other)], ['A1', ''], []],
    ['the recorded one counts in any order', [graph('Ac', other), graph('Ar', one)], ['', 'A1'], []],
    ['none counts where both are vouched', [graph('Av', one), graph('Av', `${other}, A2 patch`)], ['', 'A2'], ['A1']],
    [
      'a recorded one settles the dispute',
      [graph('Ac', one), graph('Ac', other), graph('Ar', one)],
      ['', '', 'A1'],
      [],
    ],
    ['equal ones count', [graph('Ac', one), graph('Ac', one)], ['A1', 'A1'], []],
    ['two imports count', [graph('Ac', 'A1 patch imported a'), graph('Ac', 'A1 patch imported b')], ['A1', 'A1'], []],
    ['one import does not', [graph('Ac', 'A1 patch imported a'), graph('Ac', 'A1 patch')], ['', ''], ['A1']],
    ['the other import does not', [graph('Ac', 'A1 patch'), graph('Ac', 'A1 patch imported a')], ['', ''], ['A1']],
  ])('%s', (_, graphs, nodes, disputes) => {
    expect(counting(...graphs).map((words) => words.split(' | ')[0])).toEqual(nodes);
    expect(disputed(...graphs)).toEqual(disputes);
  });

  test('nothing is stated about a disputed node', () => {
    const graphs = [graph('Ac', `${one}, A2 patch`, 'A1 led_to A2, A2 led_to A1, A2 led_to A3'), graph('Ac', other)];
    expect(counting(...graphs)).toEqual(['A2 | A2 led_to A3', ' | ']);
  });
});

describe('a graph beside one of a higher standing', () => {
  const base = graph('Br codex', 'B1 decision, B2 commitment', 'B2 decided_by B1');

  test.each([
    // graph, what counts of it
    [graph('Ac', 'A1 goal', 'A1 supports B1 declared'), 'A1 | '],
    [graph('Ac', 'A1 goal', 'B1 supports A1 declared'), 'A1 | '],
    [graph('Ac', 'A1 goal', 'A1 supports B3 declared'), 'A1 | A1 supports B3'],
    [graph('Av', 'A1 goal', 'A1 supports B1 declared'), 'A1 | A1 supports B1'],
    [graph('Av', 'A1 goal', 'A1 supports B1'), 'A1 | '],
    [graph('Ar', 'A1 goal', 'A1 supports B1'), 'A1 | A1 supports B1'],
    [graph('Bc', 'B2 commitment, B3 patch', 'B2 led_to B3, B3 led_to B4'), 'B3 | B3 led_to B4'],
  ])('%#: its edges', (one, counts) => {
    expect(counting(one, base)[0]).toBe(counts);
    expect(counting(base, one)[1]).toBe(counts);
    expect(counting(base, one)[0]).toBe('B1 B2 | B2 decided_by B1');
  });

  const subject = (review: Graph, ...others: Graph[]) =>
    countingGraphs([review, ...others]).graphs[0]!.nodes.at(-1)!.detail;
  const about = { event: 'accepted', subject: id('B1') };
  test.each([
    ['a claimed review has no subject', graph('Ac', 'A1 goal, A2 accepts B1'), { event: 'accepted' }],
    ['a vouched review has', graph('Av', 'A1 goal, A2 accepts B1'), about],
    ['a recorded review has', graph('Ar', 'A2 accepts B1'), about],
    ['a claimed review of what is not there has', graph('Ac', 'A2 accepts B7'), { ...about, subject: id('B7') }],
  ])('%s', (_, review, detail) => {
    expect(subject(review, base)).toEqual(detail);
    expect(subject(review, graph('Bc', 'B9 decision'))).toEqual({
      ...about,
      subject: (review.nodes.at(-1)!.detail as typeof about).subject,
    });
  });

  test('an entry that is no review keeps its subject', () => {
    const one = graph('Ac', 'A1 goal');
    const entry: Node = { ...node('A2 decision'), detail: { subject: id('B1') } };
    expect(subject({ ...one, nodes: [entry] }, base)).toEqual({ subject: id('B1') });
  });

  test('does not name the agent of the session', () => {
    const later = graph('Bc eve', 'B3 patch');
    const agents = (...graphs: Graph[]) => countingGraphs(graphs).graphs.map(({ session }) => session.agent);
    expect(agents(base, later)).toEqual(['codex', 'codex']);
    expect(agents(later, base)).toEqual(['codex', 'codex']);
    expect(agents(graph('Br eve', 'B3 patch'), base, later)).toEqual(['eve', 'codex', 'eve']);
    expect(agents(graph('Bv bob', 'B4 patch'), base, later)).toEqual(['codex', 'codex', 'codex']);
    expect(countingGraphs([base, later]).graphs.map(standingOfGraph)).toEqual(['recorded', 'claimed']);
  });

  test('repeats a goal only where the original is missing', () => {
    const later = graph('Ac', 'A3 patch', '', 'A1 goal, A2 decision declared');
    expect(counting(later, graph('Ac', 'A1 goal'))).toEqual(['A3 |  | A2', 'A1 | ']);
    expect(counting(later, graph('Bc', 'B1 goal'))[0]).toBe('A3 |  | A1 A2');
  });
});

test('a claimed event changes no link of a trusted graph, even where the link starts from a claimed entry', () => {
  const linking = graph('Ar', 'A1 links B1 supports B2', 'B1 supports B2 declared');
  const entries = graph('Bc', 'B1 claim declared, B2 claim declared');
  const forged = graph('Cc', 'C1 links B1 supports B2, C2 links B2 supports B1', 'B2 supports B1 declared');
  const subjects = (graphs: readonly Graph[]): unknown[] =>
    countingGraphs(graphs)
      .graphs.filter(({ session }) => session.id === SESSIONS['C'])
      .flatMap(({ nodes }) => nodes.map(({ detail }) => detail?.['subject']));
  expect(subjects([linking, entries, forged])).toEqual([undefined, id('B2')]);
  expect(subjects([{ ...linking, edges: [] }, entries, forged])).toEqual([id('B1'), id('B2')]);
});
