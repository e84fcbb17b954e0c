import { idLength, type Oid } from '../../model/ids.ts';
import type { GitObject, TooLarge } from '../../git/objects/objects.ts';
import { hashObject, type NewObject, writeObjects } from '../../git/objects/pack.ts';
import { binaryReader, decodeCommit, type GitReader } from '../../git/objects/port.ts';
import { isComplete } from '../../git/history/rev-list.ts';
import { type Repo } from '../../git/repository/repo.ts';
import { decodeTree, type Tree, TREE_MODE } from '../../git/objects/tree-codec.ts';
import { type Edit, editTrees } from '../fanout.ts';
import { NOTE_LIMIT } from '../note-reader.ts';
import { encodeCommit, identityOf } from '../transaction.ts';

/** The result of recovering notes with missing or corrupt objects. */
export interface RecoveredNotes {
  /** A commit with only readable notes. Its objects are written; no ref points at it yet. */
  readonly tip: Oid;
  /** Number of notes taken from another source. */
  readonly saved: number;
  /** Commits with notes that no source has any more. */
  readonly lost: readonly Oid[];
  /** The history before it has gaps, which would make git's own gc fail: the commit has no parent. */
  readonly cut: boolean;
}

const NOTES_PER_BATCH = 512;
const MAX_TREE_BYTES = 64 * 1024 * 1024;

interface Listing {
  readonly notes: ReadonlyMap<Oid, readonly Oid[]>;
  /** Prefixes of the ids of commits in unreadable folders. */
  readonly unread: readonly string[];
}

/**
 * Builds a complete commit of notes from the remains of several, the best first. The first one's notes are taken from it; only
 * its unreadable notes are searched for in the others, so that removed notes stay removed.
 * @param sources commits of notes; some may be missing
 * @returns undefined when none of them is readable
 * @throws ProvError `git` when it cannot be written
 */
export async function recoverNotes(repo: Repo, sources: Iterable<Oid>): Promise<RecoveredNotes | undefined> {
  const reader = binaryReader(repo);
  try {
    return await salvageWith(repo, reader, sources);
  } finally {
    await reader.close();
  }
}

async function salvageWith(repo: Repo, reader: GitReader, sources: Iterable<Oid>): Promise<RecoveredNotes | undefined> {
  const trees = new Map<Oid, Tree>();
  const found = new Map<Oid, readonly Oid[]>();
  const lack = new Set<Oid>();
  let base: { readonly tip: Oid; readonly root: Oid; readonly unread: readonly string[] } | undefined;
  let open: readonly string[] = [''];
  for (const tip of sources) {
    if (open.length === 0 && lack.size === 0) break;
    const root = await rootOf(reader, tip);
    const listing = root && (await list(reader, root, trees));
    if (!listing || listing.unread.includes('')) continue;
    const isOpen = (id: string): boolean => open.some((prefix) => id.startsWith(prefix));
    const wanted = [...listing.notes].filter(([commit]) => lack.has(commit) || isOpen(commit));
    const there = await readable(reader, new Set(wanted.flatMap(([, blobs]) => blobs)));
    for (const [commit, blobs] of wanted) {
      const left = blobs.filter((blob) => there.has(blob));
      if (left.length === 0) lack.add(commit);
      else {
        if (base || left.length < blobs.length) found.set(commit, left);
        lack.delete(commit);
      }
    }
    base ??= { tip, root, unread: listing.unread };
    open = listing.unread.filter(isOpen);
  }
  if (!base) return undefined;
  const edits: Edit[] = [...found].map(([commit, blobs]) => ({ commit, blobs }));
  for (const commit of lack) edits.push({ commit, blobs: [] });
  // An unreadable folder is removed, even if none of its notes was found.
  for (const prefix of base.unread) edits.push({ commit: prefix.padEnd(base.tip.length, '0') as Oid, blobs: [] });
  const cut = !(await isComplete(repo, base.tip));
  if (edits.length === 0 && !cut) return { tip: base.tip, saved: 0, lost: [], cut };
  const tip = await write(repo, editTrees(repo.hash, base.root, edits, trees), cut ? [] : [base.tip]);
  return { tip, saved: found.size, lost: [...lack], cut };
}

async function write(
  repo: Repo,
  after: { readonly root: Oid; readonly objects: readonly NewObject[] },
  parents: readonly Oid[],
): Promise<Oid> {
  const identity = await identityOf(repo, Date.now)();
  const commit = encodeCommit(after.root, parents, identity, 'git prov doctor: salvaged');
  await writeObjects(repo, [...after.objects, commit]);
  return hashObject(repo.hash, commit);
}

/** The readable ones of these blobs. */
export async function readable(reader: GitReader, blobs: ReadonlySet<Oid>): Promise<Set<Oid>> {
  const all = [...blobs];
  const there = new Set<Oid>();
  for (let at = 0; at < all.length; at += NOTES_PER_BATCH) {
    const batch = all.slice(at, at + NOTES_PER_BATCH);
    const found = await read(reader, batch, NOTE_LIMIT);
    batch.forEach((blob, i) => found[i] && there.add(blob));
  }
  return there;
}

async function rootOf(reader: GitReader, tip: Oid): Promise<Oid | undefined> {
  try {
    return decodeCommit((await read(reader, [tip], NOTE_LIMIT))[0]).tree;
  } catch {
    return undefined; // missing, corrupt, or not a commit
  }
}

async function list(reader: GitReader, root: Oid, trees: Map<Oid, Tree>): Promise<Listing> {
  const notes = new Map<Oid, Oid[]>();
  const unread: string[] = [];
  const length = idLength(reader.hash);
  let level: { readonly tree: Oid; readonly prefix: string }[] = [{ tree: root, prefix: '' }];
  const seen = new Set<Oid>([root]); // as in `listAll` of fanout.ts
  while (level.length > 0) {
    const wanted = [...new Set(level.map(({ tree }) => tree))].filter((tree) => !trees.has(tree));
    const found = await read(reader, wanted, MAX_TREE_BYTES);
    wanted.forEach((tree, i) => {
      const object = found[i];
      if (object && 'bytes' in object && object.type === 'tree') trees.set(tree, decodeTree(object.bytes, reader.hash));
    });
    const next: typeof level = [];
    for (const { tree, prefix } of level) {
      const entries = trees.get(tree);
      if (!entries) unread.push(prefix);
      for (const [name, { mode, oid }] of entries ?? []) {
        const whole = prefix + name;
        if (mode === TREE_MODE && /^[0-9a-f]{2}$/.test(name) && whole.length <= 6) {
          if (!seen.has(oid)) next.push({ tree: oid, prefix: whole });
          seen.add(oid);
        } else if (mode.startsWith('100') && whole.length === length && /^[0-9a-f]+$/.test(whole))
          notes.set(whole as Oid, [...(notes.get(whole as Oid) ?? []), oid]);
      }
    }
    level = next;
  }
  return { notes, unread };
}

// A corrupt object ends git: then each is read alone.
async function read(
  reader: GitReader,
  oids: readonly Oid[],
  limit: number,
): Promise<(GitObject | TooLarge | undefined)[]> {
  try {
    return await reader.readObjects(oids, limit);
  } catch {
    const found: (GitObject | TooLarge | undefined)[] = [];
    for (const oid of oids) found.push((await reader.readObjects([oid], limit).catch(() => []))[0]);
    return found;
  }
}
