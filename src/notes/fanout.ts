import { push } from '../model/multimap.ts';
import { ProvError } from '../errors.ts';
import { idLength, isOid, type Oid } from '../model/ids.ts';
import { hashObject, type NewObject } from '../git/objects/pack.ts';
import { readTrees, type GitReader } from '../git/objects/port.ts';
import { encodeTree, FILE_MODE, TREE_MODE, type Tree, type TreeEntry } from '../git/objects/tree-codec.ts';

/**
 * The places of notes in their tree. Git names a note's blob by the commit's id, split after any number of pairs of digits
 * (`fan-out`). We write `2/38`, and read everything down to three levels; deeper entries are left alone as foreign.
 */
const MAX_FANOUT_LEVELS = 3;
/** More notes than this are refused: identical nested folders can fake any number. */
const MAX_NOTES = 5_000_000;
/** Trees per batch, where all are read. */
const TREES_PER_BATCH = 64;

/** Trees by id. They never change, so they can be cached. */
export type Trees = Map<Oid, Tree>;

/**
 * Sets the note of `commit` to these blobs, or removes it. The first blob is the note; others, which could not be joined with
 * it, are stored beside it in other fan-outs, as many as fit.
 */
export interface Edit {
  readonly commit: Oid;
  readonly blobs: readonly Oid[];
}

/** The depth of each blob of an edit: the note at `2/38`, the next one flat, the others deeper. */
const PLACES = [1, 0, 2, 3] as const;
/** Blobs that fit for one commit. */
export const MAX_BLOBS = PLACES.length;

interface Folder {
  readonly tree: Oid;
  readonly prefix: string;
  readonly commits: readonly Oid[];
}

/**
 * Finds the blobs of the notes on `commits`, in every fan-out. Reads only the trees that lead to them, a level at a
 * time, into `trees`.
 */
export async function locate(
  reader: GitReader,
  root: Oid,
  commits: Iterable<Oid>,
  trees: Trees,
): Promise<Map<Oid, Oid[]>> {
  const found = new Map<Oid, Oid[]>();
  let level: Folder[] = [{ tree: root, prefix: '', commits: [...commits] }];
  while (level.length > 0) {
    await load(reader, level, trees);
    const next = new Map<string, { tree: Oid; prefix: string; commits: Oid[] }>();
    for (const folder of level) {
      const entries = trees.get(folder.tree)!;
      for (const commit of folder.commits) {
        const blob = entries.get(commit.slice(folder.prefix.length));
        if (blob && isBlob(blob)) push(found, commit, blob.oid);
        const prefix = commit.slice(0, folder.prefix.length + 2);
        const below = entries.get(prefix.slice(-2));
        if (below?.mode !== TREE_MODE || prefix.length > 2 * MAX_FANOUT_LEVELS) continue;
        const to = next.get(prefix) ?? { tree: below.oid, prefix, commits: [] };
        to.commits.push(commit);
        next.set(prefix, to);
      }
    }
    level = [...next.values()];
  }
  return found;
}

/** The blobs of all notes, by commit. Trees are read in batches. @throws ProvError `data` for an unreasonable number of notes */
export async function listAll(reader: GitReader, root: Oid): Promise<Map<Oid, Oid[]>> {
  const found = new Map<Oid, Oid[]>();
  let level: Omit<Folder, 'commits'>[] = [{ tree: root, prefix: '' }];
  let count = 0;
  // The same folder in two places would mean commits with nearly equal ids: a few trees that fake millions of notes.
  const seen = new Set<Oid>([root]);
  while (level.length > 0) {
    const next: typeof level = [];
    for (let first = 0; first < level.length; first += TREES_PER_BATCH) {
      const some = level.slice(first, first + TREES_PER_BATCH);
      const trees = await readTrees(
        reader,
        some.map(({ tree }) => tree),
      );
      for (const [i, tree] of trees.entries())
        for (const [name, entry] of tree) {
          const whole = some[i]!.prefix + name;
          if (isBlob(entry) && isNoteName(reader, whole)) push(found, whole, entry.oid);
          else if (isFolder(name, entry) && whole.length <= 2 * MAX_FANOUT_LEVELS && !seen.has(entry.oid)) {
            seen.add(entry.oid);
            next.push({ tree: entry.oid, prefix: whole });
          } else continue;
          if (++count > MAX_NOTES) throw tooMany();
        }
    }
    level = next;
  }
  return found;
}

/**
 * The blobs of notes that one tree has and another lacks in the same place, by commit. Only the trees that differ are
 * read, a level at a time.
 * @param root the tree with the notes
 * @param base the tree to compare with; undefined for an empty one
 * @throws ProvError `data` for an unreadable tree, or an unreasonable number of notes
 */
export async function differing(
  reader: GitReader,
  root: Oid,
  base: Oid | undefined,
  trees: Trees,
): Promise<Map<Oid, Oid[]>> {
  const found = new Map<Oid, Oid[]>();
  let level: { tree: Oid; base: Oid | undefined; prefix: string }[] = [{ tree: root, base, prefix: '' }];
  let count = 0;
  const seen = new Set<Oid>([root]); // as in `listAll`
  while (level.length > 0) {
    await loadTrees(
      reader,
      level.flatMap((folder) => (folder.base ? [folder.tree, folder.base] : [folder.tree])),
      trees,
    );
    const next: typeof level = [];
    for (const folder of level) {
      const others = folder.base && trees.get(folder.base);
      for (const [name, entry] of trees.get(folder.tree)!) {
        const other = others?.get(name);
        if (other?.oid === entry.oid && isBlob(other) === isBlob(entry)) continue;
        const whole = folder.prefix + name;
        if (isBlob(entry) && isNoteName(reader, whole)) push(found, whole, entry.oid);
        else if (isFolder(name, entry) && whole.length <= 2 * MAX_FANOUT_LEVELS && !seen.has(entry.oid)) {
          seen.add(entry.oid);
          next.push({ tree: entry.oid, base: other?.mode === TREE_MODE ? other.oid : undefined, prefix: whole });
        } else continue;
        if (++count > MAX_NOTES) throw tooMany();
      }
    }
    level = next;
  }
  return found;
}

/**
 * The trees after `edits`, pure. Each edited note ends up in its places only. All other entries stay,
 * whatever their names; an entry in the way is renamed to `<name>.foreign`.
 * @param trees all trees that `locate` read for the edited commits
 * @returns the new root and the tree objects to write
 */
export function editTrees(
  hash: 'sha1' | 'sha256',
  root: Oid | undefined,
  edits: readonly Edit[],
  trees: ReadonlyMap<Oid, Tree>,
): { root: Oid; objects: NewObject[] } {
  const objects: NewObject[] = [];
  const put = (entries: Tree): Oid => {
    const object: NewObject = { type: 'tree', bytes: encodeTree(entries) };
    objects.push(object);
    return hashObject(hash, object);
  };

  const edit = (tree: Oid | undefined, depth: number, edits: readonly Edit[]): Map<string, TreeEntry> => {
    const entries = new Map(tree && trees.get(tree));
    const below = new Map<string, Edit[]>();
    for (const change of edits) {
      const rest = change.commit.slice(2 * depth);
      const old = entries.get(rest);
      if (old && isBlob(old)) entries.delete(rest);
      const blob = change.blobs[PLACES.indexOf(depth as (typeof PLACES)[number])];
      if (blob) {
        displace(entries, rest);
        entries.set(rest, { mode: FILE_MODE, oid: blob });
      }
      push(below, rest.slice(0, 2), change);
    }
    for (const [name, changes] of below) {
      const old = entries.get(name);
      const folder = old?.mode === TREE_MODE && depth < MAX_FANOUT_LEVELS ? old.oid : undefined;
      if (!folder && changes.every((change) => !goesDeeper(change, depth))) continue;
      const inside = edit(folder, depth + 1, changes);
      if (!folder) displace(entries, name);
      if (inside.size === 0) entries.delete(name);
      else entries.set(name, { mode: TREE_MODE, oid: put(inside) });
    }
    return entries;
  };

  return { root: put(edit(root, 0, edits)), objects };
}

const goesDeeper = ({ blobs }: Edit, depth: number): boolean => blobs.some((_, i) => PLACES[i]! > depth);

const load = (reader: GitReader, level: readonly Folder[], trees: Trees): Promise<void> =>
  loadTrees(
    reader,
    level.map((folder) => folder.tree),
    trees,
  );

async function loadTrees(reader: GitReader, oids: Iterable<Oid>, trees: Trees): Promise<void> {
  const wanted = [...new Set(oids)].filter((tree) => !trees.has(tree));
  const found = await readTrees(reader, wanted);
  for (const [i, tree] of found.entries()) trees.set(wanted[i]!, tree);
}

const tooMany = (): ProvError =>
  new ProvError('data', `The tree of notes claims more than ${MAX_NOTES} notes.`, { hint: 'Run git prov doctor.' });

function displace(entries: Map<string, TreeEntry>, name: string): void {
  const old = entries.get(name);
  if (!old) return;
  entries.delete(name);
  let other = `${name}.foreign`;
  while (entries.has(other)) other += '.foreign';
  entries.set(other, old);
}

const isBlob = (entry: TreeEntry): boolean => entry.mode.startsWith('100');
const isFolder = (name: string, entry: TreeEntry): boolean => entry.mode === TREE_MODE && /^[0-9a-f]{2}$/.test(name);
const isNoteName = (reader: GitReader, name: string): name is Oid =>
  name.length === idLength(reader.hash) && isOid(name);

/** Whether a commit's note consists of the same blobs, in any order. */
export const areSame = (a: readonly Oid[], b: readonly Oid[] = []): boolean =>
  a.length === b.length && a.every((blob) => b.includes(blob));
