import { ProvError } from '../../../errors.ts';
import type { Oid } from '../../../model/ids.ts';
import { decodeCommit, readTrees, type GitReader } from '../../../git/objects/port.ts';
import { TREE_MODE, type Tree, type TreeEntry } from '../../../git/objects/tree-codec.ts';

/** The data of a commit for blame. */
export interface Commit {
  readonly oid: Oid;
  readonly tree: Oid;
  /** The parents that exist here. */
  readonly parents: readonly Commit[];
  /** Some of its parents are missing, for example at the end of a shallow clone. */
  readonly cut: boolean;
  /** The commit time in seconds. */
  readonly time: number;
}

type Head = Omit<Commit, 'parents' | 'cut'> & { readonly parentIds: readonly Oid[] };

/** Size limit of a commit object: 16 MiB. */
const MAX_COMMIT_BYTES = 16 * 1024 * 1024;
/** Size limit in bytes (64 MiB) for splitting a file into lines. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Limits of the caches. */
const MAX_CACHED_ENTRIES = 300_000;
const MAX_CACHED_COMMITS = 50_000;
const MAX_CACHED_TEXTS = 16;

/** Commits, trees and files, read through any `GitReader`. Paths are bytes: one character each (latin1). */
export class FileHistory {
  readonly #reader: GitReader;
  readonly #commits = new Map<Oid, Head>();
  readonly #trees = new Map<Oid, Tree>();
  #entries = 0;
  readonly #texts = new Map<Oid, readonly string[]>();

  constructor(reader: GitReader) {
    this.#reader = reader;
  }

  /** A commit with its parents. @throws ProvError `data` when it is missing */
  async commit(oid: Oid): Promise<Commit> {
    const head = await this.#head(oid);
    if (!head) throw new ProvError('data', `There is no commit ${oid} here.`, { hint: 'Run git fsck.' });
    const parents = await Promise.all(head.parentIds.map((id) => this.#head(id)));
    const there = parents.filter((parent) => parent !== undefined);
    return {
      ...head,
      parents: there.map((parent) => ({ ...parent, parents: [], cut: false })),
      cut: there.length < parents.length,
    };
  }

  /** The entry at a path; undefined when there is none. */
  async entry(tree: Oid, path: string): Promise<TreeEntry | undefined> {
    let at: TreeEntry = { mode: TREE_MODE, oid: tree };
    for (const part of path.split('/')) {
      if (at.mode !== TREE_MODE) return undefined;
      const next = (await this.tree(at.oid)).get(part);
      if (!next) return undefined;
      at = next;
    }
    return at;
  }

  /** A tree. @throws ProvError `data` when it cannot be read */
  async tree(oid: Oid): Promise<Tree> {
    const known = this.#trees.get(oid);
    if (known) return known;
    const [tree] = await readTrees(this.#reader, [oid]);
    if (this.#entries > MAX_CACHED_ENTRIES) {
      this.#trees.clear();
      this.#entries = 0;
    }
    this.#trees.set(oid, tree!);
    this.#entries += tree!.size;
    return tree!;
  }

  /** A file's bytes. @throws ProvError `data` when it is missing or larger than 64 MiB */
  async bytes(oid: Oid): Promise<Buffer> {
    const [object] = await this.#reader.readObjects([oid], MAX_FILE_BYTES);
    if (object && 'tooLarge' in object)
      throw new ProvError('data', `A version of the file has ${object.tooLarge} bytes, over ${MAX_FILE_BYTES}.`);
    if (object?.type !== 'blob') throw new ProvError('data', `No readable file ${oid}.`, { hint: 'Run git fsck.' });
    return object.bytes;
  }

  /** A file's lines, each with its newline: for git, the last line changes when its newline is removed. */
  async lines(oid: Oid): Promise<readonly string[]> {
    const known = this.#texts.get(oid);
    if (known) return known;
    const lines = (await this.bytes(oid)).toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
    forgetSome(this.#texts, MAX_CACHED_TEXTS);
    this.#texts.set(oid, lines);
    return lines;
  }

  async #head(oid: Oid): Promise<Head | undefined> {
    const known = this.#commits.get(oid);
    if (known) return known;
    const [object] = await this.#reader.readObjects([oid], MAX_COMMIT_BYTES);
    if (!object) return undefined; // it may arrive with the next fetch
    const head = { oid, ...headOf(decodeCommit(object)), time: timeOf(object) };
    forgetSome(this.#commits, MAX_CACHED_COMMITS);
    this.#commits.set(oid, head);
    return head;
  }
}

const headOf = ({ tree, parents }: { tree: Oid; parents: Oid[] }): Pick<Head, 'tree' | 'parentIds'> => ({
  tree,
  parentIds: [...new Set(parents)],
});

const timeOf = (object: object): number =>
  'bytes' in object && Buffer.isBuffer(object.bytes)
    ? Number(/\ncommitter [^\n]*> (-?[0-9]+)/.exec(object.bytes.toString('latin1'))?.[1] ?? 0)
    : 0;

// Drops the oldest entries.
function forgetSome(map: Map<Oid, unknown>, most: number): void {
  if (map.size < most) return;
  let left = most / 2;
  for (const key of map.keys()) if (left-- > 0) map.delete(key);
}
