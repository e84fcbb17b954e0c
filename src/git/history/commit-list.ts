import { idLength, type Oid } from '../../model/ids.ts';
import { git } from '../process/process.ts';
import { inRepo, type Repo } from '../repository/repo.ts';

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

  /** @param wanted only these are in the list, each once, and no longer there then: git also names the commit that a tag points at */
  constructor(text: Buffer, id: number, wanted: Set<Oid>) {
    this.#text = text;
    this.#id = id;
    const starts = new Uint32Array(wanted.size);
    let size = 0;
    for (let at = 0; at < text.length;) {
      if (wanted.delete(this.#idAt(at + HEAD.length))) starts[size++] = at;
      const line = text.indexOf(NEWLINE, at + HEAD.length + id + 1);
      at = line < 0 ? text.length : line + 1;
    }
    this.#starts = starts.slice(0, size);
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

const SHOWN = ['--format=%T %P', '--no-color'] as const;

/**
 * Commits with their trees and parents, by one git process.
 * @param wanted the ids to list. Found commits are removed from the set; the remaining ids are missing or not commits
 * @param order newest first by date, or as given
 */
export async function listCommits(repo: Repo, wanted: Set<Oid>, order: 'newest first' | 'given'): Promise<CommitList> {
  if (wanted.size === 0) return new CommitList(Buffer.alloc(0), 0, wanted);
  const walk = `--no-walk=${order === 'given' ? 'unsorted' : 'sorted'}`;
  const args = ['rev-list', walk, '--ignore-missing', ...SHOWN, '--stdin'];
  const { stdout } = await git(args, inRepo(repo, { input: `${[...wanted].join('\n')}\n` }));
  return new CommitList(stdout, idLength(repo.hash), wanted);
}

/**
 * Those of the newest commits that HEAD leads to, likewise: much sooner than all are put in order.
 * @param most how many commits are looked at
 */
export async function listNewest(repo: Repo, wanted: Set<Oid>, most: number): Promise<CommitList> {
  const args = ['rev-list', `--max-count=${most}`, ...SHOWN, 'HEAD', '--'];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] })); // HEAD may name nothing
  return new CommitList(stdout, idLength(repo.hash), wanted);
}
