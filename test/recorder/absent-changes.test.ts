import { expect, test } from 'vitest';
import { nodeId, type NodeId, type Oid, type RepoPath } from '../../src/model/ids.ts';
import { absentChanges, type Ran } from '../../src/recorder/step/checked/absent-changes.ts';
import type { RecordedContents } from '../../src/recorder/worktree/recorded-contents.ts';
import { WorkTreeTracker } from '../../src/recorder/worktree/worktree-tracker.ts';
import type { Owner } from '../../src/lines/owner.ts';
import { type OwnerCache, writerOf } from '../../src/recorder/worktree/blob-owners.ts';

const id = (n: number): NodeId => nodeId(`3f2a91c0-${n}`);
const FILES = ['a.ts'] as RepoPath[];
const place = (tree: string | undefined, differences: Ran['differences'] = []): Ran =>
  ({ place: { seen: { tree }, workTree: { gitDir: tree ?? '' } }, differences, mine: [] }) as unknown as Ran;

/** The absent ones of two committed changes of a file, where the work tree `with` has lines of the second one only. */
const absentIn = (...ran: Ran[]): Promise<NodeId[]> =>
  absentChanges(
    { unverified: [id(1), id(2)].map((one) => ({ id: one, files: FILES })), uncommitted: [] },
    undefined,
    ran,
    { blobAt: (tree: string) => Promise.resolve(tree as Oid) } as unknown as RecordedContents,
    {
      writersOf: (_: RepoPath, blob: Oid) => Promise.resolve(new Set(blob === ('with' as Oid) ? [id(2)] : [])),
      hadLinesOf: () => true,
    } as unknown as WorkTreeTracker,
  );

test('a change is absent where none of the work trees has a line of it', async () => {
  expect(await absentIn(place('with'))).toEqual([id(1)]);
  expect(await absentIn(place('without'))).toEqual([id(1), id(2)]);
  expect(await absentIn(place('without'), place('with'))).toEqual([id(1)]);
});

test('where a snapshot or what changed meanwhile is not known, none is absent', async () => {
  expect(await absentIn(place('without'), place(undefined))).toEqual([]);
  expect(await absentIn({ ...place('without'), differences: undefined })).toEqual([]);
});

test('a line that is likely a step’s counts as its line', () => {
  expect(writerOf({ kind: 'unsure', likely: id(3) })).toBe(id(3));
  expect([writerOf({ kind: 'unsure' }), writerOf({ kind: 'human' })]).toEqual([undefined, undefined]);
});

test.each<[string, Owner[], NodeId[] | undefined]>([
  ['lines of steps', [{ kind: 'node', node: id(1), evidence: 'exact' }, { kind: 'human' }], [id(1)]],
  ['a line that is likely a step’s', [{ kind: 'unsure', likely: id(2) }], [id(2)]],
  ['a line that may be of any step', [{ kind: 'node', node: id(1), evidence: 'exact' }, { kind: 'unsure' }], undefined],
])('the writers of %s', async (_, owners, expected) => {
  const files = { lines: () => Promise.resolve(owners.map(() => 'line')) } as unknown as RecordedContents;
  const tracker = new WorkTreeTracker(files, { get: () => owners } as unknown as OwnerCache);
  const writers = await tracker.writersOf(FILES[0]!, 'b'.repeat(40) as Oid, '');
  expect(writers && [...writers]).toEqual(expected);
});
