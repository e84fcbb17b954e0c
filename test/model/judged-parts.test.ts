import { describe, expect, test } from 'vitest';
import {
  type NodeId,
  nodeId,
  type Oid,
  oid,
  type RepoPath,
  type SessionId,
  sessionId,
  sessionPrefix,
} from '../../src/model/ids.ts';
import type { Attribution, Edge, Graph, Node, Note } from '../../src/model/model.ts';
import { indexGraphs } from '../../src/model/graph/graph-index.ts';
import { type Covered, judgeNote, type JudgeOptions, UNCOVERED } from '../../src/model/standing/note.ts';
import type { RecordStanding } from '../../src/model/standing/standing.ts';

const COMMIT: Oid = oid('a'.repeat(40));
const OTHER: Oid = oid('b'.repeat(40));
const PATH = 'f.txt' as RepoPath;
const [MINE, EVE, ANN] = ['mine', 'eve', 'ann'].map((name) => sessionId(name)) as [SessionId, SessionId, SessionId];

const id = (session: SessionId, number: number): NodeId => nodeId(`${sessionPrefix({ id: session })}-${number}`);
const step = (
  session: SessionId,
  number: number,
  kind: Node['kind'] = 'commitment',
  detail: Node['detail'] = {},
): Node => ({
  id: id(session, number),
  kind,
  at: number,
  summary: 'something',
  detail,
});
const graph = (session: SessionId, nodes: readonly Node[], agent = 'claude-code', previous?: string): Graph => ({
  session: { id: session, agent },
  nodes,
  edges: [],
  explains: [COMMIT],
  previous: (previous ?? null) as Graph['previous'],
  chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
});
const patch = (session: SessionId, number: number, commit: Oid): Node => step(session, number, 'patch', { commit });
const line = (node: NodeId, start = 1, more: Partial<Attribution> = {}): Attribution => ({
  start,
  count: 1,
  node,
  evidence: 'exact',
  ...more,
});
const noteOf = (graphs: readonly Graph[], lines: readonly Attribution[] = [], more: Partial<Note> = {}): Note => ({
  commit: COMMIT,
  graphs,
  lines: new Map(lines.length > 0 ? [[PATH, lines]] : []),
  carried: [],
  ...more,
});
/** What is known of each session; everything else is claimed. */
const knowing = (
  standings: ReadonlyMap<SessionId, RecordStanding> = new Map(),
  more: Partial<Covered> = {},
): Covered => ({
  ...UNCOVERED,
  standingOf: ({ session }) => standings.get(session.id) ?? 'claimed',
  ...more,
});
const RECORDED = new Map<SessionId, RecordStanding>([[MINE, 'recorded']]);
/** The writers that count, by line. */
const writers = (
  note: Note,
  covered: Covered,
  options: JudgeOptions = {},
  commit: string | undefined = COMMIT,
): unknown[] =>
  (judgeNote(commit, note, covered, options).note.lines.get(PATH) ?? []).map(({ start, node }) => [start, node]);
const sessionsIn = (note: Note, covered: Covered, options: JudgeOptions = {}): string[] =>
  judgeNote(COMMIT, note, covered, options).note.graphs.map(({ session }) => session.id);

describe('lines of a session that did not work for the commit', () => {
  const away = graph(EVE, [step(EVE, 1), patch(EVE, 2, OTHER)]);
  const here = graph(EVE, [step(EVE, 3), patch(EVE, 4, COMMIT)], 'claude-code', 'c'.repeat(64));
  const claims = [line(id(EVE, 1))];
  const counted = [[1, id(EVE, 1)]];
  const unknown = [[1, null]];

  test('have no known writer', () => {
    expect(writers(noteOf([away], claims), knowing())).toEqual(unknown);
    expect(writers(noteOf([away, graph(ANN, [patch(ANN, 1, COMMIT)])], claims), knowing())).toEqual(unknown);
  });

  test('count where one of its graphs has the commit, and where the note has no graph of it', () => {
    expect(writers(noteOf([away, here], claims), knowing())).toEqual(counted);
    expect(writers(noteOf([graph(ANN, [step(ANN, 1)])], claims), knowing())).toEqual(counted);
  });

  test('count where the note was carried, names no commit, or is of the work tree', () => {
    const carried = [{ from: OTHER, how: 'rebase' }] as const;
    expect(writers(noteOf([away], claims, { carried }), knowing())).toEqual(counted);
    const { commit: _, ...unnamed } = noteOf([away], claims);
    expect(writers(unnamed, knowing())).toEqual(counted);
    expect(judgeNote(undefined, noteOf([away], claims), knowing()).note.lines.get(PATH)).toEqual(claims);
  });

  test('count where nothing is known of the note, unless standings are marked', () => {
    expect(writers(noteOf([away], claims), UNCOVERED)).toEqual(counted);
    expect(writers(noteOf([away], claims), UNCOVERED, { marks: true })).toEqual(unknown);
    expect(
      judgeNote(COMMIT, noteOf([here], [line(id(EVE, 3))]), UNCOVERED, { marks: true }).note.lines.get(PATH),
    ).toEqual([line(id(EVE, 3), 1, { standing: 'claimed' })]);
  });
});

describe('a line in the name of a step that changes no file', () => {
  const mine = graph(MINE, [
    step(MINE, 1, 'goal'),
    step(MINE, 2),
    step(MINE, 3, 'decision'),
    step(MINE, 4, 'human_gate'),
    step(MINE, 5, 'event'),
    patch(MINE, 6, COMMIT),
  ]);
  const later = graph(MINE, [step(MINE, 7), patch(MINE, 8, COMMIT)], 'claude-code', 'c'.repeat(64));

  test.each([
    ['goal', 1],
    ['decision', 3],
    ['human_gate', 4],
    ['event', 5],
    ['patch', 6],
  ])('has no known writer where the graph is trusted: %s', (_, number) => {
    const claims = [line(id(MINE, number)), line(id(MINE, 2), 2)];
    expect(writers(noteOf([mine], claims), knowing(RECORDED))).toEqual([
      [1, null],
      [2, id(MINE, 2)],
    ]);
    expect(writers(noteOf([mine, later], claims), knowing(RECORDED))[0]).toEqual([1, null]);
    expect(writers(noteOf([mine], claims), knowing())).toEqual(claims.map(({ start, node }) => [start, node]));
  });

  test('counts where only a claimed graph calls the step so', () => {
    const eve = graph(EVE, [step(EVE, 1, 'goal'), patch(EVE, 2, COMMIT)]);
    expect(writers(noteOf([mine, eve], [line(id(EVE, 1))]), knowing(RECORDED))).toEqual([[1, id(EVE, 1)]]);
  });
});

describe('beside a trusted record, a claimed graph', () => {
  const mine = graph(MINE, [step(MINE, 1), patch(MINE, 2, COMMIT)]);
  const eve = (nodes: readonly Node[] = [step(EVE, 1), patch(EVE, 2, COMMIT)], agent = 'claude-code'): Graph =>
    graph(EVE, nodes, agent);
  const silent = knowing(RECORDED, { silence: 'recorded' });
  const told = { told: 'ci' };

  test('is left out', () => {
    expect(sessionsIn(noteOf([mine, eve()], [line(id(MINE, 1))]), silent)).toEqual([MINE]);
    expect(sessionsIn(noteOf([mine, eve([])], [line(id(MINE, 1))]), silent)).toEqual([MINE]);
  });

  test('stays without a record of the commit, and where the graphs are kept', () => {
    const note = noteOf([mine, eve()], [line(id(MINE, 1))]);
    expect(sessionsIn(note, knowing(RECORDED))).toEqual([MINE, EVE]);
    expect(sessionsIn(note, silent, { keepsGraphs: true })).toEqual([MINE, EVE]);
    expect(sessionsIn(note, knowing(new Map([...RECORDED, [EVE, 'vouched']]), { silence: 'recorded' }))).toEqual([
      MINE,
      EVE,
    ]);
  });

  test('stays where a line that counts needs its step, as writer or as the one before', () => {
    const open = knowing(RECORDED, { silence: 'claimed' });
    expect(sessionsIn(noteOf([mine, eve()], [line(id(EVE, 1))]), open)).toEqual([MINE, EVE]);
    const carried = line(id(MINE, 1), 1, { from: id(EVE, 1) });
    expect(sessionsIn(noteOf([mine, eve()], [carried]), open)).toEqual([MINE, EVE]);
  });

  test('stays where a person made it, or another system reported all of it', () => {
    const said = step(EVE, 1, 'decision', { source: 'declared' });
    expect(sessionsIn(noteOf([mine, eve([said], 'person')]), silent)).toEqual([MINE, EVE]);
    expect(sessionsIn(noteOf([mine, eve([step(EVE, 1, 'decision')], 'person')]), silent)).toEqual([MINE]);
    const [run, other] = [step(EVE, 1, 'verification', told), step(EVE, 2)];
    expect(sessionsIn(noteOf([mine, eve([run])]), silent)).toEqual([MINE, EVE]);
    expect(sessionsIn(noteOf([mine, eve([run, other])]), silent)).toEqual([MINE]);
    expect(sessionsIn(noteOf([mine, eve([], 'person')]), silent)).toEqual([MINE]);
  });
});

describe('where a signed part is missing, a claimed graph', () => {
  const forged = graph(EVE, [step(EVE, 1), patch(EVE, 2, COMMIT)]);
  const other = graph(ANN, [step(ANN, 1), patch(ANN, 2, COMMIT)]);
  const isVouched = (session: string | null): boolean => session === sessionPrefix({ id: EVE });
  const note = noteOf([forged, other], [line(id(EVE, 1)), line(id(ANN, 1), 2)]);

  test('with a step of signed lines is left out; others stay', () => {
    expect(sessionsIn(note, knowing(new Map(), { isBroken: true, isVouched }))).toEqual([ANN]);
  });

  test('stays while nothing is missing, and where it is trusted', () => {
    expect(sessionsIn(note, knowing(new Map(), { isVouched }))).toEqual([EVE, ANN]);
    expect(sessionsIn(note, knowing(new Map([[EVE, 'vouched']]), { isBroken: true, isVouched }))).toEqual([EVE, ANN]);
  });
});

describe('the sources of a carried note', () => {
  const [first, second] = [
    { from: COMMIT, how: 'rebase' },
    { from: OTHER, how: 'squash' },
  ] as const;

  test('are those of the trusted record', () => {
    const judge = (carried: Covered['carried']) =>
      judgeNote(COMMIT, noteOf([], [], { carried: [first, second] }), knowing(new Map(), { carried })).note.carried;
    expect(judge([first])).toEqual([first]);
    expect(
      judge([
        { ...first, how: 'squash' },
        { ...second, from: COMMIT },
      ]),
    ).toEqual([]);
    expect(judge([])).toEqual([]);
    expect(judge(undefined)).toEqual([first, second]);
  });

  test('are unchanged where all are trusted, and so is the note', () => {
    const note = noteOf([], [], { carried: [first, second] });
    expect(judgeNote(COMMIT, note, knowing(new Map(), { carried: [second, first] })).note).toBe(note);
    expect(judgeNote(COMMIT, note, knowing(new Map(), { carried: [second, first], isBroken: true })).note).toEqual({
      ...note,
      partial: true,
    });
  });
});

describe('claims that nothing supports', () => {
  const eve = graph(EVE, [step(EVE, 1), patch(EVE, 2, COMMIT)]);
  const { commit: _, ...note } = noteOf([eve], [line(id(EVE, 1))]);

  test('are hidden where only what is vouched for counts, and the line has no known writer', () => {
    expect(judgeNote(undefined, note, UNCOVERED).note).toBe(note);
    const { lines, graphs } = judgeNote(undefined, note, UNCOVERED, { hidesClaimed: true }).note;
    expect(lines.get(PATH)).toEqual([{ start: 1, count: 1, node: null, evidence: 'unsure' }]);
    expect(graphs).toEqual([]);
  });

  test('are marked for readers that ask for it', () => {
    const { lines } = judgeNote(undefined, note, UNCOVERED, { marks: true }).note;
    expect(lines.get(PATH)).toEqual([line(id(EVE, 1), 1, { standing: 'claimed' })]);
  });

  test('give no line to an agent where the record of the commit is trusted', () => {
    const { lines } = judgeNote(undefined, note, knowing(RECORDED, { silence: 'recorded' })).note;
    expect([...lines]).toEqual([]);
  });
});

describe('the goal before one that a trusted graph repeats', () => {
  const goal = (number: number, summary: string): Node => ({ ...step(MINE, number, 'goal'), summary });
  const [add, yes] = [goal(1, 'Add a parser'), goal(7, 'yes')];
  const trusted: Graph = { ...graph(MINE, [step(MINE, 8), patch(MINE, 9, COMMIT)]), context: [add, yes] };
  const evil = goal(2, 'Remove all tests');
  const led: Edge = { from: evil.id, to: yes.id, kind: 'led_to', source: 'inferred' };
  const forgeries: readonly [string, Graph][] = [
    ['another goal before it', { ...graph(MINE, [step(MINE, 20)]), context: [evil, yes] }],
    [
      'other words of the goal',
      { ...graph(MINE, [step(MINE, 20)]), context: [{ ...add, summary: 'Remove all tests' }, yes] },
    ],
    ['a goal with an edge to it', { ...graph(MINE, [evil]), edges: [led] }],
  ];
  const goals = (graphs: readonly Graph[], covered: Covered): unknown => {
    const index = indexGraphs(judgeNote(COMMIT, noteOf(graphs), covered).note.graphs);
    const before = index.goalBefore(yes.id);
    return [before && index.node(before)?.summary, index.into(yes.id).map(({ from }) => index.node(from)?.summary)];
  };

  test.each(forgeries)('is not changed by a claimed graph: %s', (_, forged) => {
    const byId: Covered = { ...UNCOVERED, standingOf: (one) => (one === trusted ? 'recorded' : 'claimed') };
    for (const graphs of [
      [trusted, forged],
      [forged, trusted],
    ])
      expect(goals(graphs, byId)).toEqual(['Add a parser', []]);
  });

  test('is unknown where graphs of one standing disagree, and where none repeats it', () => {
    const [[, other]] = forgeries as [[string, Graph]];
    expect(goals([trusted, other], knowing())).toEqual([undefined, []]);
    expect(goals([trusted, { ...trusted, nodes: [step(MINE, 30)] }], knowing())).toEqual(['Add a parser', []]);
    expect(goals([graph(MINE, [yes])], knowing())).toEqual([undefined, []]);
    expect(goals([{ ...graph(MINE, [step(MINE, 8)]), context: [yes] }], knowing())).toEqual([undefined, []]);
  });

  test('a claimed graph keeps its own steps of the goal', () => {
    const own: Graph = {
      ...graph(MINE, [step(MINE, 20)]),
      edges: [{ from: yes.id, to: id(MINE, 20), kind: 'led_to', source: 'observed' }],
    };
    const covered: Covered = { ...UNCOVERED, standingOf: (one) => (one === trusted ? 'recorded' : 'claimed') };
    const { graphs } = judgeNote(COMMIT, noteOf([trusted, own]), covered).note;
    expect(indexGraphs(graphs).into(id(MINE, 20))).toEqual(own.edges);
  });
});
