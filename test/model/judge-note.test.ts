import { describe, expect, test } from 'vitest';
import { ProvError } from '../../src/errors.ts';
import { FORGOTTEN } from '../../src/model/format/forgotten-path.ts';
import { nodeId, oid, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import type { Attribution, Graph, Note } from '../../src/model/model.ts';
import { joinAll } from '../../src/model/graph/join.ts';
import { joinRanked } from '../../src/model/standing/limits.ts';
import { type Covered, judgeNote, UNCOVERED } from '../../src/model/standing/note.ts';
import { isReadAsClaimed, standingOfGraph, type RecordStanding } from '../../src/model/standing/standing.ts';

const COMMIT = oid('a'.repeat(40));
const PATH = 'f' as RepoPath;
const [OURS, THEIRS] = [sessionId('ours'), sessionId('theirs')];
const graph = (session: typeof OURS): Graph => ({
  session: { id: session, agent: 'claude-code' },
  nodes: [
    { id: nodeId(`${sessionPrefix({ id: session })}-1`), kind: 'commitment', at: 1, summary: 'edit' },
    {
      id: nodeId(`${sessionPrefix({ id: session })}-2`),
      kind: 'patch',
      at: 1,
      summary: 'commit',
      detail: { commit: COMMIT },
    },
  ],
  edges: [],
  explains: [COMMIT],
  previous: null,
  chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
});
const claim = (session: typeof OURS, start: number): Attribution => ({
  start,
  count: 1,
  node: nodeId(`${sessionPrefix({ id: session })}-1`),
  evidence: 'exact',
});
const [ours, theirs] = [graph(OURS), graph(THEIRS)];
const note: Note = {
  commit: COMMIT,
  graphs: [ours, theirs],
  lines: new Map([[PATH, [claim(OURS, 1), claim(THEIRS, 2)]]]),
  carried: [],
};
const covered: Covered = {
  ...UNCOVERED,
  standingOf: (one) => (one === ours ? 'vouched' : 'claimed'),
  isVouched: (session) => session === sessionPrefix({ id: OURS }),
};

test('a note that counts as a whole is the same object', () => {
  expect(judgeNote(COMMIT, note, UNCOVERED)).toEqual({ note, conflicts: [] });
  expect(judgeNote(COMMIT, note, UNCOVERED).note).toBe(note);
});

test('claimed graphs and lines are hidden where only vouched ones are wanted', () => {
  const { note: seen } = judgeNote(COMMIT, note, covered, { hidesClaimed: true });
  expect(seen.graphs).toEqual([ours]);
  expect(seen.lines.get(PATH)).toEqual([claim(OURS, 1), { start: 2, count: 1, node: null, evidence: 'unsure' }]);
  expect(judgeNote(COMMIT, note, covered, { hidesClaimed: true, keepsGraphs: true }).note.graphs).toBe(note.graphs);
});

test('each line has its standing where it is marked', () => {
  const { note: seen } = judgeNote(COMMIT, note, covered, { marks: true });
  expect(seen.lines.get(PATH)?.map(({ standing }) => standing)).toEqual(['vouched', 'claimed']);
});

test('claims in the name of a session that did not work for the commit, or of a step that writes nothing, give no owner', () => {
  const writers = (commit: typeof COMMIT, of: Note): unknown =>
    judgeNote(commit, of, covered, { marks: true })
      .note.lines.get(PATH)
      ?.map(({ node }) => node);
  const [first, second] = [claim(OURS, 1).node, claim(THEIRS, 2).node];
  expect(writers(COMMIT, note)).toEqual([first, second]);
  const other = oid('b'.repeat(40));
  expect(writers(other, { ...note, commit: other })).toEqual([first, null]); // the first is signed
  expect(writers(other, { ...note, commit: other, carried: [{ from: COMMIT, how: 'rebase' }] })).toEqual([
    first,
    second,
  ]);
  const patch = { ...claim(THEIRS, 2), node: nodeId(`${sessionPrefix({ id: OURS })}-2`) };
  const byPatch = { ...note, lines: new Map([[PATH, [patch]]]) };
  const unsigned = { ...covered, isVouched: () => false };
  expect(judgeNote(COMMIT, byPatch, unsigned, { marks: true }).note.lines.get(PATH)?.[0]?.node).toBe(null);
});

test('a graph that is only claimed, and its sources, are left out where the commit has a trusted record', () => {
  const trusted: Covered = { ...covered, silence: 'vouched', carried: [] };
  const lines = new Map([[PATH, [claim(OURS, 1)]]]);
  const carried = [{ from: oid('c'.repeat(40)), how: 'rebase' as const }];
  const { note: seen } = judgeNote(COMMIT, { ...note, lines, carried }, trusted);
  expect([seen.graphs, seen.carried]).toEqual([[ours], []]);
  expect(judgeNote(COMMIT, { ...note, lines, carried }, covered).note.graphs).toEqual([ours, theirs]);
});

test('a note with missing signed data is partial', () => {
  expect(judgeNote(COMMIT, note, { ...UNCOVERED, isBroken: true }).note.partial).toBe(true);
});

test('lines under a forgotten name stay, so that readers know that a name is missing', () => {
  const path = `src/${FORGOTTEN}` as RepoPath;
  const list = [claim(THEIRS, 1)];
  const { note: seen } = judgeNote(COMMIT, { ...note, lines: new Map([[path, list]]) }, covered, {
    hidesClaimed: true,
  });
  expect(seen.lines.get(path)).toBe(list);
});

test('the readers of a graph learn its standing', () => {
  judgeNote(COMMIT, note, covered);
  expect([ours, theirs, { ...ours }].map(standingOfGraph)).toEqual(['vouched', 'claimed', 'claimed']);
  expect([ours, theirs, { ...theirs }].map(isReadAsClaimed)).toEqual([false, true, false]);
  judgeNote(COMMIT, note, UNCOVERED);
  expect(isReadAsClaimed(ours)).toBe(true);
});

// Two writers of each line, and who counts.
const both = { ...note, lines: new Map([[PATH, [claim(OURS, 1), claim(THEIRS, 1)]]]) };
const writers = ({ lines }: Note): unknown =>
  lines.get(PATH)?.map(({ node, evidence }) => (node === null ? evidence : node.slice(0, 8)));

test('of two writers that are only claimed, none counts', () => {
  expect(writers(judgeNote(COMMIT, both, UNCOVERED).note)).toEqual(['unsure']);
  expect(judgeNote(COMMIT, both, UNCOVERED).conflicts).toHaveLength(1);
});

test('the vouched writer counts, and no list remains for a file without any', () => {
  expect(writers(judgeNote(COMMIT, both, covered).note)).toEqual([sessionPrefix({ id: OURS })]);
  const person = { ...covered, isVouched: () => false, silence: 'vouched' } as const;
  expect(judgeNote(COMMIT, both, person).note.lines).toEqual(new Map());
});

test('a step with two contents is no writer, and others are', () => {
  const twice = { ...ours, nodes: [{ ...ours.nodes[0]!, summary: 'another edit' }] };
  const { note: seen } = judgeNote(COMMIT, { ...note, graphs: [ours, twice, theirs] }, UNCOVERED);
  expect(writers(seen)).toEqual(['unsure', sessionPrefix({ id: THEIRS })]);
  expect(seen.graphs.map(({ nodes }) => nodes.length)).toEqual([1, 0, 2]);
});

test('a step of a disputed prefix is no writer', () => {
  const [one, other] = [graph(sessionId('twin-72235')), graph(sessionId('twin-90705'))];
  const lines = new Map([[PATH, [claim(one.session.id, 1), claim(THEIRS, 2)]]]);
  const { note: seen } = judgeNote(COMMIT, { ...note, graphs: [one, other, theirs], lines }, UNCOVERED);
  expect(writers(seen)).toEqual(['unsure', sessionPrefix({ id: THEIRS })]);
  expect(seen.graphs).toEqual([theirs]);
});

test('graphs that do not count stay where they are written again', () => {
  const foreign = { ...ours, nodes: [...ours.nodes, ...theirs.nodes] };
  const whole = { ...note, graphs: [foreign] };
  expect(judgeNote(COMMIT, whole, UNCOVERED).note.graphs).toEqual([ours]);
  expect(judgeNote(COMMIT, whole, UNCOVERED, { keepsGraphs: true }).note).toBe(whole);
});

describe('a note that lost claims, because it was too large', () => {
  const upTo =
    (most: number) =>
    (notes: readonly Note[]): Note => {
      const joined = joinAll(notes);
      if ((joined.lines.get(PATH)?.length ?? 0) > most) throw new ProvError('data', 'too many');
      return joined;
    };
  const person: Attribution = {
    start: 1,
    count: 1,
    node: null,
    evidence: 'exact',
    from: nodeId(`${sessionPrefix({ id: OURS })}-1`),
  };
  const lacking = (standing: RecordStanding, list: readonly Attribution[], most: number): Note =>
    joinRanked([{ note: { ...note, lines: new Map([[PATH, list]]) }, standing }], upTo(most));
  const without = (start: number): Attribution => ({ ...claim(sessionId('none'), start), evidence: 'inferred' });

  test.each<[string, RecordStanding, RecordStanding | undefined, boolean]>([
    ['claimed', 'claimed', undefined, true],
    ['claimed', 'claimed', 'claimed', true],
    ['claimed', 'claimed', 'vouched', false],
    ['claimed', 'claimed', 'recorded', false],
    ['vouched', 'vouched', undefined, true],
    ['vouched', 'vouched', 'claimed', true],
    ['vouched', 'vouched', 'vouched', true],
    ['vouched', 'vouched', 'recorded', false],
    ['recorded', 'recorded', 'recorded', true],
  ])('%s ones: where the commit is %s and silence %s, it is partial: %s', (_, standing, silence, isPartial) => {
    const few = lacking(standing, [person, claim(OURS, 3)], 1);
    expect(judgeNote(COMMIT, few, { ...covered, silence }).note.partial ?? false).toBe(isPartial);
  });

  test('ones of no graph: partial where nothing says that lines without a claim are a person’s', () => {
    const few = lacking('claimed', [claim(OURS, 1), without(3)], 1);
    expect(judgeNote(COMMIT, few, covered).note.partial).toBe(true);
    expect(judgeNote(COMMIT, few, { ...covered, silence: 'claimed' }).note.partial).toBeUndefined();
  });

  test('none: it is complete', () => {
    const all = lacking('claimed', [claim(OURS, 1), without(3)], 2);
    expect(judgeNote(COMMIT, all, covered).note.partial).toBeUndefined();
  });
});

test('beside a trusted record only a person’s entries and reported runs stay, and none in the name of a trusted session', () => {
  const trusted: Covered = { ...covered, silence: 'vouched', carried: [] };
  const empty = { ...note, lines: new Map([[PATH, [claim(OURS, 1)]]]) };
  const [node] = theirs.nodes;
  const person = { ...theirs, session: { ...theirs.session, agent: 'person' } };
  const entries = { ...person, nodes: [{ ...node!, kind: 'decision' as const, detail: { source: 'declared' } }] };
  const run = { ...theirs, nodes: [{ ...node!, kind: 'verification' as const, detail: { told: 'ci' } }] };
  const inOurName = { ...entries, session: { id: OURS, agent: 'person' } };
  const kept = (added: Graph): boolean =>
    judgeNote(COMMIT, { ...empty, graphs: [ours, added] }, trusted).note.graphs.includes(added);
  expect([entries, run].map(kept)).toEqual([true, true]);
  expect(
    [theirs, person, inOurName, { ...run, nodes: [] }, { ...run, nodes: [...run.nodes, node!] }].map(kept),
  ).toEqual([false, false, false, false, false]);
});
