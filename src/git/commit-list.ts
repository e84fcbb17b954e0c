import { idLength, type Oid } from '../graph/ids.ts';
import { git } from './process.ts';
import { inRepo, type Repo } from './repo.ts';

/** A commit with what it is compared with. */
export interface ListedCommit {
  readonly commit: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
}

/** What git prints before a commit's id. */
const HEAD = 'commit ';
const NEWLINE = 10;

/** Very many commits with their trees and parents, as git has printed them: outside of the heap. */
export class CommitList {
  readonly #text: Buffer;
  readonly #starts: Uint32Array;
  /** How many bytes an id takes. */
  readonly #id: number;
  /** Commits that were asked for and are not here. */
  readonly missing: readonly Oid[];

  /** @param asked only these are in the list, each once: git names the commit that a tag points at, too */
  constructor(text: Buffer, id: number, asked: Iterable<Oid>) {
    this.#text = text;
    this.#id = id;
    const left = new Set(asked);
    const starts = new Uint32Array(left.size);
    let size = 0;
    for (let at = 0; at < text.length;) {
      if (left.delete(this.#idAt(at + HEAD.length))) starts[size++] = at;
      const line = text.indexOf(NEWLINE, at + HEAD.length + id + 1);
      at = line < 0 ? text.length : line + 1;
    }
    this.#starts = starts.subarray(0, size);
    this.missing = [...left].sort();
  }

  get size(): number {
    return this.#starts.length;
  }

  /** The commits' ids, in order. */
  *ids(): Generator<Oid> {
    for (const start of this.#starts) yield this.#idAt(start + HEAD.length);
  }

  /** Some of the commits, in order. */
  slice(from: number, to: number): ListedCommit[] {
    const listed: ListedCommit[] = [];
    for (const start of this.#starts.subarray(from, to)) listed.push(this.#at(start));
    return listed;
  }

  #at(start: number): ListedCommit {
    const line = start + HEAD.length + this.#id + 1;
    const end = this.#text.indexOf(NEWLINE, line);
    const parents: Oid[] = [];
    for (let at = line + this.#id + 1; at < end; at += this.#id + 1) parents.push(this.#idAt(at));
    return { commit: this.#idAt(start + HEAD.length), tree: this.#idAt(line), parents };
  }

  #idAt(at: number): Oid {
    return this.#text.toString('latin1', at, at + this.#id) as Oid;
  }
}

/**
 * Commits with their trees and parents, by one git process. What is not there, and what is no commit, is not in the list.
 * @param order by their dates, the newest first, or as they are given
 */
export async function listCommits(
  repo: Repo,
  commits: readonly Oid[],
  order: 'newest first' | 'given',
): Promise<CommitList> {
  const id = idLength(repo.hash);
  if (commits.length === 0) return new CommitList(Buffer.alloc(0), id, commits);
  const walk = `--no-walk=${order === 'given' ? 'unsorted' : 'sorted'}`;
  const args = ['rev-list', walk, '--ignore-missing', '--format=%T %P', '--no-color', '--stdin'];
  const { stdout } = await git(args, inRepo(repo, { input: `${commits.join('\n')}\n` }));
  return new CommitList(stdout, id, commits);
}
