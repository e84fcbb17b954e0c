import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { pathFromBytes } from '../../model/path.ts';
import { dropDamaged } from '../../git/objects/damaged-snapshots.ts';
import { type GitObject, ObjectReader, type TooLarge } from '../../git/objects/objects.ts';
import { hashObject } from '../../git/objects/pack.ts';
import { git } from '../../git/process/process.ts';
import { mayHaveRefs } from '../../git/repository/refs-here.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { isBinary, splitLines } from '../../lines/text.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';
import { FETCHED_REFS } from '../../notes/refs.ts';

/** Owners are kept for files up to this size. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const GITLINK = '160000';

/** One path that differs between two trees; null on a side without a file. */
export interface TreeDifference {
  readonly path: RepoPath;
  readonly from: Oid | null;
  readonly to: Oid | null;
}

/** The contents that steps and commits made: in the repository and in the snapshots beside it. */
export class RecordedContents {
  readonly #repo: Repo;
  readonly #env: NodeJS.ProcessEnv;
  /** Reads objects of the repository and of the snapshots. */
  readonly objects: ObjectReader;
  /** Whether an object of a snapshot was found damaged, and removed. */
  isDamaged = false;
  readonly #lines = new Map<Oid, readonly string[] | undefined>();
  readonly #differences = new Map<string, readonly TreeDifference[] | undefined>();

  constructor(repo: Repo) {
    this.#repo = repo;
    this.#env = {
      ...repo.env,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: [filesOf(repo).objects, repo.env['GIT_ALTERNATE_OBJECT_DIRECTORIES']]
        .filter((dir) => dir && existsSync(dir))
        .join(':'),
    };
    this.objects = new ObjectReader(repo, this.#env, (error) => this.#dropDamaged(error));
  }

  /** Whether notes of other clones may be here. */
  get mayHaveFetchedNotes(): boolean {
    return mayHaveRefs(this.#repo, FETCHED_REFS);
  }

  /** The lines of a blob; undefined when it is binary, too large or missing. Null means the empty file. */
  async lines(blob: Oid | null): Promise<readonly string[] | undefined> {
    if (blob === null) return [];
    if (!this.#lines.has(blob)) {
      const [found] = await this.objects.read([blob], { limit: MAX_FILE_BYTES });
      this.#lines.set(blob, linesOf(found));
    }
    return this.#lines.get(blob);
  }

  /** Reads many blobs in one request; `lines` then has them cached. */
  async load(blobs: Iterable<Oid>): Promise<void> {
    const wanted = [...new Set(blobs)].filter((blob) => !this.#lines.has(blob));
    const found = await this.objects.read(wanted, { limit: MAX_FILE_BYTES });
    wanted.forEach((blob, i) => this.#lines.set(blob, linesOf(found[i])));
  }

  /** Whether a blob is missing: its lines can no longer be read. */
  async isGone(blob: Oid): Promise<boolean> {
    if (await this.lines(blob)) return false;
    const [found] = await this.objects.info([blob]);
    return found === undefined;
  }

  /** Whether a blob is too large to attribute its lines. */
  async isTooLarge(blob: Oid): Promise<boolean> {
    const [found] = await this.objects.info([blob]);
    return found !== undefined && found.size > MAX_FILE_BYTES;
  }

  /** The blob at a path of a tree or commit; null for a missing path. */
  async blobAt(tree: string, path: RepoPath): Promise<Oid | null> {
    if (/[\n\udc80-\udcff]/.test(path)) return this.#blobByListing(tree, path);
    const [found] = await this.objects.info([`${tree}:${path}`]);
    return found?.type === 'blob' ? found.oid : null;
  }

  /** The tree of a commit or of another name; undefined for a missing object. */
  async treeOf(name: string): Promise<Oid | undefined> {
    const [found] = await this.objects.info([`${name}^{tree}`]);
    return found?.oid;
  }

  /** Whether a tree can be read. Git reports the size of a damaged object, too. */
  async hasTree(tree: Oid): Promise<boolean> {
    const [found] = await this.objects.read([tree]);
    return found !== undefined;
  }

  /** The id of the empty tree. */
  emptyTree(): Oid {
    return hashObject(this.#repo.hash, { type: 'tree', bytes: new Uint8Array() });
  }

  /** Marks these trees as unreadable: git fails each time it is asked. */
  giveUp(pairs: readonly (readonly [Oid, Oid])[]): void {
    for (const [a, b] of pairs) if (!this.#differences.has(`${a} ${b}`)) this.#differences.set(`${a} ${b}`, undefined);
  }

  /**
   * Compares pairs of trees in one process; `differences` then has them cached.
   * @throws ProvError `git` when git cannot compare trees that exist
   */
  async prepare(pairs: readonly (readonly [Oid, Oid])[]): Promise<void> {
    await this.#compare(pairs);
    // Git prints nothing for a missing tree, and nothing for a tree that it could not open at that moment.
    const failed = pairs.filter(([a, b]) => a !== b && !this.#differences.get(`${a} ${b}`));
    for (const [a, b] of failed) {
      if (!(await this.hasTree(a)) || !(await this.hasTree(b))) continue;
      this.#differences.delete(`${a} ${b}`);
      throw new ProvError('git', `The trees ${a} and ${b} could not be compared.`);
    }
  }

  async #compare(pairs: readonly (readonly [Oid, Oid])[]): Promise<void> {
    const todo = pairs.filter(([a, b]) => a !== b && !this.#differences.has(`${a} ${b}`));
    if (todo.length === 0) return;
    const { code, stdout, stderr } = await git(
      ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-renames', '--no-abbrev'],
      {
        cwd: this.#repo.cwd,
        env: { ...this.#env, LC_ALL: 'C', LANGUAGE: '' },
        input: todo.map(([a, b]) => `${a} ${b}\n`).join(''),
        accept: [0, 128],
      },
    );
    if (isShort(stderr)) throw new ProvError('git', `git diff-tree failed: ${stderr.trim().split('\n').at(-1) ?? ''}`);
    if (code !== 0) this.#dropDamaged(stderr);
    const found = parseDifferences(stdout);
    if (code !== 0) found.delete([...found.keys()].at(-1) ?? ''); // git crashed on a damaged object, in the middle of this entry
    for (const [key, list] of found) this.#differences.set(key, list);
    const answered = code === 0 ? todo.length : todo.findLastIndex(([a, b]) => found.has(`${a} ${b}`)) + 2;
    for (const [a, b] of todo.slice(0, answered))
      // git prints nothing for a missing tree
      if (!this.#differences.has(`${a} ${b}`)) this.#differences.set(`${a} ${b}`, undefined);
    await this.#compare(todo.slice(answered));
  }

  /** The paths that differ between two trees; undefined when one of them is unreadable. */
  async differences(a: Oid, b: Oid): Promise<readonly TreeDifference[] | undefined> {
    if (a === b) return [];
    if (!this.#differences.has(`${a} ${b}`)) await this.prepare([[a, b]]);
    return this.#differences.get(`${a} ${b}`);
  }

  /** The blob id of a file; its content is written beside the snapshots. Null where no file is: git would wait for a pipe. */
  async store(path: RepoPath, workTree: string): Promise<Oid | null> {
    if (!statSync(join(workTree, path), { throwIfNoEntry: false })?.isFile()) return null;
    const { code, stdout } = await git(['hash-object', '-w', '--', path], {
      cwd: workTree,
      env: {
        ...this.#env,
        GIT_OBJECT_DIRECTORY: filesOf(this.#repo).objects,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: join(this.#repo.commonDir, 'objects'),
      },
      accept: [0, 128],
    });
    return code === 0 ? (stdout.toString('utf8').trim() as Oid) : null;
  }

  async close(): Promise<void> {
    await this.objects.close();
  }

  #dropDamaged(error: unknown): boolean {
    const isDropped = dropDamaged(provDirOf(this.#repo), error);
    this.isDamaged ||= isDropped;
    return isDropped;
  }

  async #blobByListing(tree: string, path: RepoPath): Promise<Oid | null> {
    const { stdout } = await git(['ls-tree', '-r', '-z', '--full-tree', tree], { cwd: this.#repo.cwd, env: this.#env });
    for (const entry of splitNul(stdout)) {
      const tab = entry.indexOf(9);
      const [, type, oid] = entry.subarray(0, tab).toString('latin1').split(' ');
      if (type === 'blob' && pathFromBytes(entry.subarray(tab + 1)) === path) return oid as Oid;
    }
    return null;
  }
}

// Git reports that the machine is short of a resource, or a disk fault: objects that it does not return may still exist.
const isShort = (stderr: string): boolean =>
  /: (?:No space left on device|Input\/output error|Too many open files|Cannot allocate memory)/.test(stderr);

const linesOf = (found: GitObject | TooLarge | undefined): readonly string[] | undefined =>
  found && 'bytes' in found && found.type === 'blob' && !isBinary(found.bytes) ? splitLines(found.bytes) : undefined;

function* splitNul(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start);
    yield bytes.subarray(start, end < 0 ? bytes.length : end);
    start = end < 0 ? bytes.length : end + 1;
  }
}

// A line "<tree> <tree>", then its raw records: ":<modes, ids, status>" NUL path NUL.
function parseDifferences(bytes: Buffer): Map<string, TreeDifference[]> {
  const all = new Map<string, TreeDifference[]>();
  let current: TreeDifference[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes[at] !== 0x3a) {
      let end = at;
      while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 0) end++;
      current = [];
      all.set(bytes.toString('latin1', at, end), current);
      at = end + 1;
      continue;
    }
    const metaEnd = bytes.indexOf(0, at);
    const [oldMode, newMode, from, to] = bytes.toString('latin1', at + 1, metaEnd).split(' ') as [
      string,
      string,
      Oid,
      Oid,
    ];
    const pathEnd = bytes.indexOf(0, metaEnd + 1);
    if (metaEnd < 0 || pathEnd < 0) break; // git was killed
    const path = pathFromBytes(bytes.subarray(metaEnd + 1, pathEnd));
    const file = (mode: string, blob: Oid): Oid | null => (mode === '000000' || mode === GITLINK ? null : blob);
    current.push({ path, from: file(oldMode, from), to: file(newMode, to) });
    at = pathEnd + 1;
  }
  return all;
}
