import { expect, test } from 'vitest';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { claimsHash } from '../../src/model/lines-hash.ts';
import { nodeId, oid, type RepoPath, sessionId } from '../../src/model/ids.ts';
import { GENESIS } from '../../src/model/graph/ledger.ts';
import { IMPORTED } from '../../src/model/standing/imported.ts';
import type { Attribution, Detail, Note } from '../../src/model/model.ts';
import { checkLines } from '../../src/trust/checks/lines.ts';
import { verifyNotes } from '../../src/trust/verify.ts';
import { makeRepo } from '../helpers/repo.ts';
import { storeOf } from './golden.ts';
import { cpuMs } from '../helpers/cpu.ts';

const COMMIT = oid('a'.repeat(40));
const SESSION = sessionId('s1'); // its nodes begin with e8bc163c

/** A note that a stranger may forge: very many steps that name its commit, each with the right hash over very many lines. */
function crowded(more: Detail): Note {
  const list = Array.from({ length: 50_000 }, (_, i): Attribution => ({
    start: 2 * i + 1,
    count: 1,
    node: nodeId('e8bc163c-1'),
    evidence: 'exact',
  }));
  const lines = new Map([['f' as RepoPath, list]]);
  const detail = { commit: COMMIT, lines: claimsHash(lines, { id: SESSION })!, ...more };
  const nodes = Array.from({ length: 20_000 }, (_, i) => ({
    id: nodeId(`e8bc163c-${i + 1}`),
    kind: 'patch' as const,
    at: i,
    summary: 'commit',
    detail,
  }));
  const chain = { start: GENESIS, head: GENESIS };
  const graph = { session: { id: SESSION, agent: 'x' }, nodes, edges: [], explains: [COMMIT], previous: null, chain };
  return { commit: COMMIT, graphs: [graph], lines, carried: [] };
}

test.each([
  ['recorded', {}],
  ['imported', { [IMPORTED]: 'git-ai' }],
])('a note with very many %s steps that name its commit is checked quickly', async (_, more) => {
  const note = crowded(more);
  const check = (): void => expect(checkLines(COMMIT, note, undefined)?.kind).toBe('gap');
  expect(await cpuMs(check)).toBeLessThan(5000); // it was a quarter of an hour
});

// Until 2026-11-26 a session without words had no hash of its lines, so honest notes lack it.
test.each([
  ['without words and without the hash is a gap', 'commit aaaaaaaa', {}, 'gap'],
  ['without words and with another hash is a fault', 'commit aaaaaaaa', { lines: '0'.repeat(32) }, 'fault'],
  ['with words and without the hash is a fault', 'Add a lamp', {}, 'fault'],
  ['with the words of another commit and without the hash is a fault', 'commit bbbbbbbb', {}, 'fault'],
])('a step of a commit %s', (_, summary, lines, kind) => {
  const { commit, graphs, ...note } = crowded({});
  const [graph] = graphs;
  const nodes = [{ ...graph!.nodes[0]!, summary, detail: { commit: COMMIT, ...lines } }];
  const one = { ...note, commit, graphs: [{ ...graph!, nodes }], lines: new Map([[...note.lines][0]!]) };
  expect(checkLines(COMMIT, one as Note, undefined)).toMatchObject({ kind, field: 'lines', session: SESSION });
});

test('a note with very many foreign steps is checked like any other', async () => {
  const repo = makeRepo({ files: { f: 'x\n'.repeat(260_000) } });
  try {
    const commit = repo.oid('HEAD');
    const list = Array.from({ length: 130_000 }, (_, i): Attribution => ({
      start: 2 * i + 1,
      count: 1,
      node: nodeId(`${i.toString(16).padStart(8, '0')}-1`),
      evidence: 'exact',
    }));
    const opened = await repo.open();
    const objects = new ObjectReader(opened);
    const notes = new Map([[commit, { graphs: [], lines: new Map([['f' as RepoPath, list]]), carried: [] }]]);
    const kinds = new Map<string, number>();
    for await (const { kind } of verifyNotes(opened, storeOf(notes), objects, {}))
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    await objects.close();
    expect([...kinds]).toEqual([['gap', list.length]]); // more than a call takes as arguments
  } finally {
    repo.cleanup();
  }
});
