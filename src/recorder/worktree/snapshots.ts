import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { snapshotNames, snapshotTree } from './snapshot-trees.ts';
import { Spool } from '../spool/spool.ts';
import { loadState } from '../state/load-state.ts';
import { sourcesOf } from '../../notes/repair/notes-commits.ts';
import { findPrivateNotes, moveHome } from '../../notes/repair/private-notes.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** Younger files may belong to a running hook. */
const MIN_AGE_MS = 60 * 60_000;
/** A snapshot index that is older, and not the latest, belongs to no running hook. */
const MIN_INDEX_AGE_MS = 10 * 60_000;
/** From about this many objects on, they are cleared in passing; one folder of 256 is counted, like git gc --auto. */
const MANY_OBJECTS = 8000;

/** The folders of the private indexes, one for each work tree. */
export function indexFolders(dir: string): string[] {
  const linked = localFiles(dir).linkedWorkTrees;
  const names = existsSync(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [];
  return [localFiles(dir).mainWorkTree, ...names].filter((folder) => existsSync(folder));
}

/** Whether there are so many snapshots that it is time to clear them. */
export function hasManySnapshots(dir: string): boolean {
  const one = join(localFiles(dir).objects, '17');
  return existsSync(one) && readdirSync(one).length > MANY_OBJECTS / 256;
}

/** Removes the objects of snapshots that neither the state, nor the owners of lines, nor a private index refers to. */
export async function pruneSnapshots(repo: Repo, dir: string, now: number): Promise<void> {
  if (new Spool(dir).names().length > 0) return;
  if (!(await bringNotesHome(repo))) return;
  const kept = await referred(repo, dir);
  for (const { id, file } of snapshotObjects(dir)) {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat && !kept.has(id) && now - stat.mtimeMs > MIN_AGE_MS) rmSync(file, { force: true });
  }
}

// Earlier versions wrote notes among these objects, and they are nowhere else. Without an answer nothing is removed.
async function bringNotesHome(repo: Repo): Promise<boolean> {
  try {
    const notes = await findPrivateNotes(
      repo,
      (await sourcesOf(repo)).map(({ tip }) => tip),
    );
    if (notes) await moveHome(repo, notes);
    return true;
  } catch {
    return false;
  }
}

/** Removes the snapshot indexes that no event names any more. The latest of each work tree stays: the next may be equal. */
export function clearSnapshotIndexes(dir: string, now: number): void {
  const names = snapshotNames(dir);
  const kept = new Set(latestSnapshots(dir));
  if (names.length <= 2 * kept.size || new Spool(dir).names().length > 0) return;
  for (const name of names) {
    const file = join(localFiles(dir).snapshots, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat && !kept.has(name.replace(/\.tree$/, '')) && now - stat.mtimeMs > MIN_INDEX_AGE_MS)
      rmSync(file, { force: true });
  }
}

// The hooks overwrite the name in place: the rest of a longer one may follow the line break.
function latestSnapshots(dir: string): string[] {
  const files = indexFolders(dir).map((wt) => join(wt, 'look'));
  return files.flatMap((file) => (existsSync(file) ? (readFileSync(file, 'utf8').split('\n', 1)[0] ?? '') : []));
}

async function referred(repo: Repo, dir: string): Promise<Set<string>> {
  const env = { ...repo.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: localFiles(dir).objects };
  const state = loadState(dir);
  const kept = new Set<string>();
  const trees = [
    ...Object.values(state.workTrees).map(({ tree }) => String(tree)),
    ...latestSnapshots(dir).flatMap((snapshot) => snapshotTree(dir, snapshot) ?? []),
  ];
  for (const { overlay } of Object.values(state.workTrees))
    for (const blob of Object.values(overlay)) if (blob) kept.add(blob);
  for (const wt of indexFolders(dir)) {
    const { stdout } = await git(
      ['ls-files', '-s', '-z'],
      inRepo(repo, { env: { ...env, GIT_INDEX_FILE: join(wt, 'index') }, accept: [0, 128] }),
    );
    for (const [, id] of stdout.toString('latin1').matchAll(/(?:^|\0)\d{6} ([0-9a-f]+) /g)) kept.add(id!);
  }
  for (const tree of new Set(trees)) {
    kept.add(tree);
    const { stdout } = await git(
      ['ls-tree', '-r', '-t', '-z', '--full-tree', tree, '--'],
      inRepo(repo, { env, accept: [0, 128] }),
    );
    for (const [, id] of stdout.toString('latin1').matchAll(/(?:^|\0)\d{6} (?:blob|tree) ([0-9a-f]+)\t/g))
      kept.add(id!);
  }
  const owners = localFiles(dir).owners;
  for (const [id] of existsSync(owners) ? readFileSync(owners, 'latin1').matchAll(/[0-9a-f]{40,64}/g) : [])
    kept.add(id);
  return kept;
}

/** One object of a snapshot, and its file. */
export interface SnapshotObject {
  readonly id: string;
  readonly file: string;
}

/** All objects of snapshots. */
export function* snapshotObjects(dir: string): Generator<SnapshotObject> {
  for (const { prefix, folder } of snapshotFolders(dir))
    for (const name of readdirSync(folder))
      if (/^[0-9a-f]{38,62}$/.test(name)) yield { id: prefix + name, file: join(folder, name) };
}

/** The folders of these objects. */
export function snapshotFolders(dir: string): { prefix: string; folder: string }[] {
  const top = localFiles(dir).objects;
  const names = existsSync(top) ? readdirSync(top).filter((name) => /^[0-9a-f]{2}$/.test(name)) : [];
  return names.map((prefix) => ({ prefix, folder: join(top, prefix) }));
}
