import type { Oid } from '../../graph/ids.ts';
import { TREE_MODE, type TreeEntry } from '../../git/tree.ts';
import type { FileHistory } from './file-history.ts';

/** A file at a path of a commit's parent. Paths are bytes (latin1). */
export interface Source {
  readonly path: string;
  readonly blob: Oid;
}

/** Where a file of a commit may have been in a parent that has nothing at its path. */
export interface Renamed {
  readonly sources: readonly Source[];
  /** Whether it may also be new. */
  readonly maybeNew: boolean;
}

const NEW: Renamed = { sources: [], maybeNew: true };
/** Files that came or went between two commits; with more of them nothing is said of renames. */
const MOST_PATHS = 5000;
/** Files that are compared by their content; of more, none. */
const MOST_COMPARED = 100;
/** Git calls a file renamed from a likeness of one half on; near to that we do not say. */
const UNLIKE = 0.45;
const ALIKE = 0.55;
const CHUNK = 64;

/**
 * Finds what git's rename detection (`-M`, with its likeness of a half) could take for the earlier name of a file: only
 * one source where it is sure, several where it is not.
 * @returns undefined when it could be anything
 */
export async function renamesOf(
  history: FileHistory,
  trees: { readonly parent: Oid; readonly child: Oid },
  file: Source,
): Promise<Renamed | undefined> {
  const changed = await pathsBetween(history, trees.parent, trees.child);
  if (!changed) return undefined;
  const { gone, come } = changed;
  if (gone.length === 0) return NEW;
  const equal = gone.filter(({ blob }) => blob === file.blob);
  if (equal.length > 0) {
    const rivals = come.filter(({ blob }) => blob === file.blob).length;
    if (rivals > equal.length && gone.length > equal.length) return undefined; // then it may be another's
    return { sources: equal, maybeNew: rivals > equal.length };
  }
  const isTaken = ({ blob }: Source): boolean => {
    const takers = come.filter((other) => other.blob === blob).length;
    return takers > 0 && takers >= gone.filter((other) => other.blob === blob).length;
  };
  const left = gone.filter((one) => !isTaken(one));
  const rivals = come.filter(({ path, blob }) => path !== file.path && !gone.some((one) => one.blob === blob));
  if (left.length === 0) return NEW;
  if (left.length > MOST_COMPARED || rivals.length > MOST_COMPARED) return undefined;
  const likeness = new Likeness(history);
  const sources: Source[] = [];
  let sure = true;
  for (const one of left) {
    const alike = await likeness.of(one.blob, file.blob);
    if (alike < UNLIKE) continue;
    sources.push(one);
    sure &&= alike >= ALIKE;
    for (const rival of rivals) sure &&= (await likeness.of(one.blob, rival.blob)) < UNLIKE;
  }
  return { sources, maybeNew: sources.length !== 1 || !sure };
}

async function pathsBetween(
  history: FileHistory,
  parent: Oid,
  child: Oid,
): Promise<{ gone: Source[]; come: Source[] } | undefined> {
  const gone: Source[] = [];
  const come: Source[] = [];
  const none: ReadonlyMap<string, TreeEntry> = new Map();
  const waiting: { old: Oid | undefined; next: Oid | undefined; prefix: string }[] = [
    { old: parent, next: child, prefix: '' },
  ];
  for (const { old, next, prefix } of waiting) {
    if (gone.length + come.length > MOST_PATHS || waiting.length > MOST_PATHS) return undefined;
    const [before, after] = [old ? await history.tree(old) : none, next ? await history.tree(next) : none];
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(name), after.get(name)];
      if (was?.oid === is?.oid && was?.mode === is?.mode) continue;
      const path = prefix + name;
      const [wasTree, isTree] = [was?.mode === TREE_MODE, is?.mode === TREE_MODE];
      if (wasTree || isTree)
        waiting.push({ old: wasTree ? was!.oid : undefined, next: isTree ? is!.oid : undefined, prefix: `${path}/` });
      if (was && isFile(was) && !(is && !isTree)) gone.push({ path, blob: was.oid });
      if (is && isFile(is) && !(was && !wasTree)) come.push({ path, blob: is.oid });
    }
  }
  return { gone, come };
}

/** Whether an entry is a regular file. */
export const isFile = ({ mode }: TreeEntry): boolean => mode.startsWith('100');

// How much of the larger of two files stands in both, as git estimates it: by bytes of lines, of long ones in pieces.
class Likeness {
  readonly #history: FileHistory;
  readonly #chunks = new Map<Oid, { readonly size: number; readonly counts: ReadonlyMap<string, number> }>();

  constructor(history: FileHistory) {
    this.#history = history;
  }

  async of(a: Oid, b: Oid): Promise<number> {
    const [x, y] = [await this.#chunksOf(a), await this.#chunksOf(b)];
    const [small, large] = x.size < y.size ? [x, y] : [y, x];
    if (small.size < UNLIKE * large.size || large.size === 0) return 0;
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
      for (let at = 0; at < line.length; at += CHUNK) {
        const chunk = line.slice(at, at + CHUNK);
        counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
      }
    }
    const chunks = { size, counts };
    this.#chunks.set(blob, chunks);
    return chunks;
  }
}
