import { expect, test } from 'vitest';
import type { CommitChange, FileChange, LineRange } from '../../src/git/history/commit-changes.ts';
import { type NodeId, type Oid, type RepoPath, sessionPrefix } from '../../src/model/ids.ts';
import type { Graph, Note } from '../../src/model/model.ts';
import { type Filtered, transplant } from '../../src/recorder/rewrite/transplant.ts';

const id = (n: number): Oid => n.toString(16).padStart(40, '0') as Oid;
const NODE = `${sessionPrefix({ id: 's' as never })}-1` as NodeId;

type Files = Readonly<Record<string, LineRange>>;

/** A commit that a filter made: the lines of its old note, and the lines that it adds, each by file. */
function filtered(n: number, noted: Files, added: Files, graphs: readonly Graph[] = []): Filtered {
  const lines = new Map(
    Object.entries(noted).map(([path, [start, count]]) => [
      path as RepoPath,
      [{ start, count, node: NODE, evidence: 'exact' as const }],
    ]),
  );
  const files = Object.entries(added).map(
    ([path, range]) =>
      ({ path, added: [range], removed: [], binary: false, newBlob: id(90 + n) }) as unknown as FileChange,
  );
  const change = { commit: id(n), parents: [{ parent: id(80), files }] } as unknown as CommitChange;
  const note: Note = { commit: id(40 + n), graphs, lines, carried: [] };
  return { commit: id(n), old: id(40 + n), note, change, oldChange: undefined };
}

/** The evidence of the lines in the note of the first commit, by file. */
async function evidence(...all: Filtered[]): Promise<Record<string, string[]>> {
  const notes = await transplant(all, () => Promise.resolve(false));
  const { lines } = notes.get(all[0]!.commit)!;
  return Object.fromEntries([...lines].map(([path, list]) => [path, list.map((one) => one.evidence)]));
}

/** A graph with a step for the commit, which lists all files of that commit. */
const listing = (old: Oid, files: readonly string[]): Graph =>
  ({ nodes: [{ id: NODE, kind: 'patch', at: 1, summary: '', detail: { commit: old, files } }] }) as unknown as Graph;

test('a part of a new file needs another commit of the file that fits, and none that does not', async () => {
  const part = filtered(1, { a: [1, 1] }, { a: [1, 2] });
  const fits = filtered(2, { a: [9, 2] }, { a: [9, 2] });
  const isNew = filtered(3, { a: [1, 2] }, { a: [1, 2] });
  const differs = filtered(4, { a: [9, 2] }, { a: [20, 2] });
  expect(await evidence(part)).toEqual({ a: ['unsure'] });
  expect(await evidence(part, fits)).toEqual({ a: ['carried'] });
  expect(await evidence(part, isNew)).toEqual({ a: ['unsure'] });
  expect(await evidence(part, fits, differs)).toEqual({ a: ['unsure'] });
});

test('a file was renamed only where the old note lists all files of its commit', async () => {
  const whole = (n: number, noted: Files, added: Files): Filtered =>
    filtered(n, noted, added, [listing(id(40 + n), Object.keys(noted))]);
  expect(await evidence(whole(1, { a: [1, 2] }, { b: [1, 2] }))).toEqual({ b: ['carried'] });
  expect(await evidence(filtered(1, { a: [1, 2] }, { b: [1, 2] }))).toEqual({});
  const moved: [Files, Files] = [
    { 'x/a': [1, 2], 'x/c': [1, 2] },
    { 'y/a': [1, 2], 'y/c': [1, 2] },
  ];
  expect(Object.keys(await evidence(whole(1, ...moved)))).toEqual(['y/a', 'y/c']);
  expect(await evidence(filtered(1, ...moved))).toEqual({});
});
