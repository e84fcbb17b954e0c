import { expect, test } from 'vitest';
import { FORGOTTEN } from '../../src/model/format/forgotten-path.ts';
import { nodeId, oid, type RepoPath, sessionId, sessionPrefix } from '../../src/model/ids.ts';
import type { Attribution, Graph, Note } from '../../src/model/model.ts';
import { type Covered, judgeNote, UNCOVERED } from '../../src/model/standing/note.ts';

const COMMIT = oid('a'.repeat(40));
const PATH = 'f' as RepoPath;
const [OURS, THEIRS] = [sessionId('ours'), sessionId('theirs')];
const graph = (session: typeof OURS): Graph => ({
  session: { id: session, agent: 'claude-code' },
  nodes: [{ id: nodeId(`${sessionPrefix(session)}-1`), kind: 'commitment', at: 1, summary: 'edit' }],
  edges: [],
  explains: [COMMIT],
  previous: null,
  chain: null as unknown as Graph['chain'],
});
const claim = (session: typeof OURS, start: number): Attribution => ({
  start,
  count: 1,
  node: nodeId(`${sessionPrefix(session)}-1`),
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
  isVouched: (session) => session === sessionPrefix(OURS),
};

test('a note of which everything counts is the same object', () => {
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
