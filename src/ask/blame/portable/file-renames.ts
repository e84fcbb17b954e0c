import type { Oid } from '../../../model/ids.ts';
import { TREE_MODE, type TreeEntry } from '../../../git/objects/tree-codec.ts';
import type { FileHistory } from './file-history.ts';

/** A file at a path of a commit's parent. Paths are bytes (latin1). */
export interface ParentFile {
  readonly path: string;
  readonly blob: Oid;
}

/** Former paths of a file that one parent lacks at its current path. */
export interface Renamed {
  readonly sources: readonly ParentFile[];
  /** Whether it may also be new. */
  readonly maybeNew: boolean;
}

const NEW: Renamed = { sources: [], maybeNew: true };
/** Removed files, or changed folders, between two commits; above this limit renames stay undecided. */
const MAX_PATHS = 5000;
/** Files compared by content. With more candidates none are compared. */
const MAX_COMPARED_FILES = 100;
/** Git calls a file renamed from a similarity of one half on. Close to that limit the result stays open. */
const MAX_UNLIKE_SIMILARITY = 0.45;
const MIN_ALIKE_SIMILARITY = 0.55;
/** Two sources with at most this difference in similarity count as equal. */
const MAX_CLOSE_DIFFERENCE = 0.1;
const CHUNK_BYTES = 64;

/**
 * Finds the former names of a file that git's blame could choose: one source when that is certain, otherwise several. Blame
 * follows only this file (`single_follow`), so other uses of a source do not matter.
 * @returns undefined when any source is possible
 */
export async function renamesOf(
  history: FileHistory,
  trees: { readonly parent: Oid; readonly child: Oid },
  file: ParentFile,
): Promise<Renamed | undefined> {
  const removed = await removedFiles(history, trees.parent, trees.child);
  if (!removed) return undefined;
  const equal = removed.filter(({ blob }) => blob === file.blob);
  if (equal.length > 0) return { sources: equal, maybeNew: false };
  if (removed.length > MAX_COMPARED_FILES) return undefined;
  const likeness = new Likeness(history);
  const found: (ParentFile & { alike: number })[] = [];
  for (const one of removed) {
    const alike = await likeness.of(one.blob, file.blob);
    if (alike > MAX_UNLIKE_SIMILARITY) found.push({ ...one, alike });
  }
  found.sort((a, b) => b.alike - a.alike);
  const best = found[0];
  if (!best) return NEW;
  // Git may prefer a source of the same name to a more similar one.
  const rivals = found.filter(
    (one) => one !== best && (one.alike > best.alike - MAX_CLOSE_DIFFERENCE || isNamed(one, file)),
  );
  return { sources: [best, ...rivals], maybeNew: best.alike < MIN_ALIKE_SIMILARITY };
}

const isNamed = (a: ParentFile, b: ParentFile): boolean => nameOf(a.path) === nameOf(b.path);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

// The files of the parent that the child lacks.
async function removedFiles(history: FileHistory, parent: Oid, child: Oid): Promise<ParentFile[] | undefined> {
  const removed: ParentFile[] = [];
  const none: ReadonlyMap<string, TreeEntry> = new Map();
  const waiting: { old: Oid; next: Oid | undefined; prefix: string }[] = [{ old: parent, next: child, prefix: '' }];
  for (const { old, next, prefix } of waiting) {
    if (removed.length + waiting.length > MAX_PATHS) return undefined;
    const after = next ? await history.tree(next) : none;
    for (const [name, was] of await history.tree(old)) {
      const is = after.get(name);
      if (was.oid === is?.oid) continue;
      const isTree = is?.mode === TREE_MODE;
      if (was.mode === TREE_MODE)
        waiting.push({ old: was.oid, next: isTree ? is.oid : undefined, prefix: `${prefix}${name}/` });
      else if (isFile(was) && (!is || isTree)) removed.push({ path: prefix + name, blob: was.oid });
    }
  }
  return removed;
}

/** Whether an entry is a regular file. */
export const isFile = ({ mode }: TreeEntry): boolean => mode.startsWith('100');

// Estimates the similarity of two files like git: bytes of equal lines, with long lines split, relative to the larger file.
class Likeness {
  readonly #history: FileHistory;
  readonly #chunks = new Map<Oid, { readonly size: number; readonly counts: ReadonlyMap<string, number> }>();

  constructor(history: FileHistory) {
    this.#history = history;
  }

  async of(a: Oid, b: Oid): Promise<number> {
    const [x, y] = [await this.#chunksOf(a), await this.#chunksOf(b)];
    const [small, large] = x.size < y.size ? [x, y] : [y, x];
    if (small.size < MAX_UNLIKE_SIMILARITY * large.size || large.size === 0) return 0;
    let shared = 0;
    for (const [chunk, count] of small.counts) shared += Math.min(count, large.counts.get(chunk) ?? 0) * chunk.length;
    return shared / large.size;
  }

  async #chunksOf(blob: Oid): Promise<{ size: number; counts: ReadonlyMap<string, number> }> {
    const known = this.#chunks.get(blob);
    if (known) return known;
    const counts = new Map<string, number>();
    let size = 0;
    for (const line of await this.#history.lines(blob)) {
      size += line.length;
      for (let at = 0; at < line.length; at += CHUNK_BYTES) {
        const chunk = line.slice(at, at + CHUNK_BYTES);
        counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
      }
    }
    const chunks = { size, counts };
    this.#chunks.set(blob, chunks);
    return chunks;
  }
}
