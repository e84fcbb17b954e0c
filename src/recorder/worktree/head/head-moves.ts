import type { Oid, RepoPath } from '../../../model/ids.ts';
import { hasGit } from '../../../model/shell/verdict.ts';
import type { TreeDifference, RecordedContents } from '../recorded-contents.ts';
import type { OpenStep } from '../../state/state.ts';
import type { HeadMove } from './head-move.ts';

/** Remembered moves of each work tree, the latest. */
const MAX_MOVES = 50;
/** Reflogs have a resolution of one second. */
const SECOND_MS = 1000;
/** Commands that commit the content of the work tree. */
const COMMITS = /\bcommit\b|--continue\b/;

/** Finds out what git did to the files of a work tree when HEAD moved to other commits. */
export class HeadMoves {
  readonly #files: RecordedContents;
  readonly #moves: Record<string, HeadMove[]>;
  /** How many of the moves after the marks of the reflogs were taken, by git dir. */
  readonly #taken = new Map<string, number>();
  /** Moves after those that are kept. */
  #later: ReadonlyMap<string, readonly HeadMove[]> = new Map();
  readonly #blobs = new Map<string, Promise<Oid | null>>();

  /** @param moves by git dir, the oldest first; `take` adds to them */
  constructor(files: RecordedContents, moves: Record<string, HeadMove[]>) {
    this.#files = files;
    this.#moves = moves;
  }

  /**
   * Takes over the new entries of the reflogs. They may grow and be read again: an entry that was taken before is
   * not taken twice.
   */
  take(read: ReadonlyMap<string, readonly HeadMove[]>): void {
    for (const [gitDir, moves] of read) {
      const fresh = moves.slice(this.#taken.get(gitDir) ?? 0);
      this.#taken.set(gitDir, moves.length);
      if (fresh.length > 0) this.#moves[gitDir] = [...(this.#moves[gitDir] ?? []), ...fresh].slice(-MAX_MOVES);
    }
  }

  /**
   * Uses the moves that follow those of `take` too, until the end of this drain. They are not kept: the next drain reads them again,
   * with their commits.
   */
  takeLater(moves: ReadonlyMap<string, readonly HeadMove[]>): void {
    this.#later = moves;
  }

  /** Whether git itself made a difference, by checking out another commit's file. */
  async made(gitDir: string, { path, from, to }: TreeDifference): Promise<boolean> {
    if (this.#of(gitDir).length === 0) return false;
    return from !== to && (await this.after(gitDir, path, from)) === to;
  }

  /**
   * The blob that a path has after the moves, when it had this one before: git leaves a file alone that both commits share.
   */
  async after(gitDir: string, path: RepoPath, blob: Oid | null): Promise<Oid | null> {
    return this.#follow(this.#of(gitDir), path, blob);
  }

  /**
   * The blob that a path had before HEAD became `commit`, when it was seen with this one at some time: null if that was
   * later, after git had checked out another.
   */
  async before(commit: Oid, gitDir: string, path: RepoPath, blob: Oid | null): Promise<Oid | null> {
    const all = this.#of(gitDir);
    const at = all.findLastIndex(({ to }) => to === commit);
    if (at < 0) return blob;
    for (const { from, to, brings } of all.slice(at + 1)) {
      if (!brings) continue;
      const was = await this.#at(from, path);
      if (was !== blob && was !== (await this.#at(to, path))) return null;
    }
    return this.#follow(all.slice(0, at), path, blob);
  }

  /**
   * The blobs that a path has in the commits between which HEAD moved while a step was running, without the commits that the
   * step made itself: the step did not write their lines.
   */
  async brought(gitDir: string, path: RepoPath, { at, command = '', verdict }: OpenStep): Promise<Oid[]> {
    const mixed = verdict !== undefined && hasGit(verdict.writes);
    const during = this.#of(gitDir).filter(({ time }) =>
      time === undefined ? mixed : mixed || time >= Math.floor(at / SECOND_MS),
    );
    const commits = COMMITS.test(command);
    const mine = during.filter(
      ({ hand, time }) => hand && (time === undefined ? commits : time >= Math.floor(at / SECOND_MS)),
    );
    // A commit that git rewrote after it may contain lines of it.
    const own = new Set((mine.length > 0 ? during.slice(during.indexOf(mine[0]!)) : []).map(({ to }) => to));
    const others = new Set(during.flatMap(({ from, to }) => [from, to]).filter((commit) => !own.has(commit)));
    const blobs = new Set<Oid>();
    for (const commit of others) {
      const blob = await this.#at(commit, path);
      if (blob) blobs.add(blob);
    }
    return [...blobs];
  }

  #of(gitDir: string): readonly HeadMove[] {
    return [...(this.#moves[gitDir] ?? []), ...(this.#later.get(gitDir) ?? [])];
  }

  async #follow(moves: readonly HeadMove[], path: RepoPath, blob: Oid | null): Promise<Oid | null> {
    let now = blob;
    for (const { from, to, brings } of moves)
      if (brings && (await this.#at(from, path)) === now) now = await this.#at(to, path);
    return now;
  }

  #at(commit: Oid, path: RepoPath): Promise<Oid | null> {
    const key = `${commit}:${path}`;
    const found = this.#blobs.get(key) ?? this.#files.blobAt(commit, path);
    this.#blobs.set(key, found);
    return found;
  }
}
