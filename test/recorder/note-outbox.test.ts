import { expect, test } from 'vitest';
import { sendNotes } from '../../src/recorder/commit/note-outbox.ts';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { encodeNote } from '../../src/model/format/note.ts';
import { nodeId, type Oid, type RepoPath } from '../../src/model/ids.ts';
import type { Graph, Note } from '../../src/model/model.ts';
import { SCAN_LIMITS } from '../../src/model/format/scan.ts';
import { notesOf } from '../helpers/judge.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';
import { session } from '../model/steps.ts';

/** A graph of this many nodes, each about a quarter of a KiB. */
const graphOf = (first: number, count: number): Graph => ({
  session,
  nodes: Array.from({ length: count }, (_, i) => ({
    id: nodeId(`${session.id.slice(0, 8)}-${first + i}`),
    kind: 'exploration' as const,
    at: 1_700_000_000_000,
    summary: `${first + i} `.padEnd(240, 'x'),
  })),
  edges: [],
  explains: [],
  previous: null,
  chain: { start: '0'.repeat(64), head: '1'.repeat(64) },
});

const noteOf = (...graphs: Graph[]): Note => ({ graphs, lines: new Map([['f' as RepoPath, []]]), carried: [] });

async function send(repo: TestRepo, notes: readonly { commit: Oid; note: Note; joins?: true }[]): Promise<string[]> {
  const opened = await repo.open();
  const objects = new ObjectReader(opened);
  const outgoing = notes.map(({ note, ...rest }) => ({
    ...rest,
    note: Buffer.from(encodeNote(note)).toString('base64'),
  }));
  const { left, faults } = await sendNotes(opened, outgoing, objects);
  await objects.close();
  expect(left).toEqual([]);
  return faults.map(({ what }) => what);
}

const sizes = (repo: TestRepo, commit: Oid): number[] =>
  (notesOf(repo).get(commit)?.graphs ?? []).map(({ nodes }) => nodes.length).sort((a, b) => a - b);

test('late entries join the note of their commit, in the same transaction and later', () =>
  withRepo({ files: { f: 'f\n' } }, async (repo) => {
    const commit = repo.oid('HEAD');
    const other = repo.commit('other');
    const late = { commit, note: noteOf(graphOf(10, 2)), joins: true } as const;
    expect(await send(repo, [late, { commit, note: noteOf(graphOf(1, 1)) }])).toEqual([]);
    expect(await send(repo, [{ ...late, note: noteOf(graphOf(20, 3)) }, late, { ...late, commit: other }])).toEqual([]);
    expect(sizes(repo, commit)).toEqual([1, 2, 3]);
    expect(notesOf(repo).has(other)).toBe(false);
    expect(repo.git('rev-list', '--count', 'refs/notes/provenance')).toBe('2');
  }));

test('late entries that would make a note too large lose no note', () =>
  withRepo({ files: { f: 'f\n' } }, async (repo) => {
    const commit = repo.oid('HEAD');
    const other = repo.commit('other');
    const large = noteOf(graphOf(1, Math.floor(SCAN_LIMITS.bytes / 252)));
    const faults = await send(repo, [
      { commit, note: large },
      { commit, note: noteOf(graphOf(50_000, 900)), joins: true },
      { commit: other, note: noteOf(graphOf(1, 1)) },
    ]);
    expect(faults).toEqual([expect.stringMatching(/would (be|have)/)]);
    expect(sizes(repo, commit)).toEqual([large.graphs[0]!.nodes.length]);
    expect(sizes(repo, other)).toEqual([1]);
  }));
