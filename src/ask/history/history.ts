import { listCommits } from '../../git/history/commit-list.ts';
import { unreachableCommits } from '../../git/history/reachable.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { type Oid } from '../../model/ids.ts';
import type { Graph, Note } from '../../model/model.ts';
import type { GraphSource } from '../index/graph-source.ts';
import { isDamaged, type Damaged, type NoteReader } from '../../notes/notes.ts';
import { revList } from '../../git/history/rev-list.ts';

/** The part of the notes store that queries need. */
export type Notes = Pick<NoteReader, 'read' | 'each' | 'list' | 'locate' | 'at'>;

/** A repository with its notes. */
export interface History {
  readonly repo: Repo;
  readonly notes: Notes;
  /** Reads the objects of the repository, where one process for this is at hand. */
  readonly objects?: ObjectReader | undefined;
  /** Steps of sessions that are in no commit yet. */
  readonly localGraphs?: (() => Promise<readonly LocalGraph[]> | readonly LocalGraph[]) | undefined;
  /** The stored input or output with a hash. */
  readonly contentOf?: ((hash: string) => Promise<string | undefined>) | undefined;
  /** Whether notes are signed here, or signers are known. */
  readonly signs?: (() => Promise<boolean>) | undefined;
  /** Counts unreadable data, for a warning at the end. */
  readonly faults: { damaged: number };
}

/** A history that supports queries for sessions and nodes without reading all notes. */
export interface Sourced extends History {
  /** The notes, and steps that are in no commit yet. */
  readonly sources: readonly GraphSource[];
  /** Whether what is only claimed is marked. */
  readonly marks?: boolean;
}

/** Steps of a session since its last graph. */
export type LocalGraph = Pick<Graph, 'session' | 'nodes' | 'edges' | 'usage'>;

/** A commit among others that have notes. */
export interface PlacedCommit {
  readonly commit: Oid;
  /** Its position among them, newest first. */
  readonly rank: number;
  /** Whether it is reachable from a branch, a tag or HEAD. An amended commit keeps its note but is not reachable. */
  readonly reachable: boolean;
}

/** A commit with its note. */
export interface NotedCommit extends PlacedCommit {
  readonly note: Note;
}

const NOTES_PER_BATCH = 256;

/** The readable part of a note. Counts a damaged note. */
export function readable(history: History, found: Note | Damaged): Note | undefined {
  if (!isDamaged(found)) return found;
  history.faults.damaged++;
  return found.note;
}

/** The notes on these commits, newest commits first. Memory use does not depend on their sizes. */
export async function* notesOn(history: History, commits: readonly Oid[]): AsyncGenerator<NotedCommit> {
  const [located, placed] = await Promise.all([history.notes.locate(commits), inTime(history.repo, commits)]);
  const all = placed.filter(({ commit }) => located.has(commit));
  for (let from = 0; from < all.length; from += NOTES_PER_BATCH) {
    const batch = all.slice(from, from + NOTES_PER_BATCH);
    const notes = history.notes.at(new Map(batch.map(({ commit }) => [commit, located.get(commit)!])));
    let at = 0;
    for await (const [, found] of notes) {
      const note = readable(history, found);
      if (note) yield { ...batch[at]!, note };
      at++;
    }
  }
}

/** Commits by date, newest first; missing commits come last, because notes outlive them. */
export async function inTime(repo: Repo, commits: readonly Oid[]): Promise<PlacedCommit[]> {
  const sorted = [...commits].sort();
  const [there, lost] = await Promise.all([newestFirst(repo, sorted), unreachableCommits(repo, sorted)]);
  const known = new Set(there);
  const missing = sorted.filter((commit) => !known.has(commit));
  return [...there, ...missing].map((commit, rank) => ({
    commit,
    rank,
    reachable: known.has(commit) && !lost.has(commit),
  }));
}

/**
 * The notes along a history, in git's order of commits, one batch at a time.
 * @param revisions such as `HEAD` or `main..topic`
 * @param limit maximum number of commits
 */
export async function* notesAlong(
  history: History,
  revisions: readonly string[],
  limit: number,
): AsyncGenerator<[Oid, Note]> {
  const commits = revList(history.repo, { flags: [`--max-count=${limit}`], revisions });
  for await (const batch of batches(commits, NOTES_PER_BATCH))
    for await (const [commit, found] of history.notes.each(batch)) {
      const note = readable(history, found);
      if (note) yield [commit, note];
    }
}

/** Groups items into lists, as `regroup` does. */
export async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  yield* regroup(alone(items), size);
}

async function* alone<T>(items: AsyncIterable<T>): AsyncGenerator<[T]> {
  for await (const item of items) yield [item];
}

/**
 * Groups lists of items into lists of about one size. The first ones are short, so that results appear soon.
 * @param size a function is asked again before each list
 */
export async function* regroup<T>(
  lists: AsyncIterable<readonly T[]>,
  size: number | (() => number),
): AsyncGenerator<T[]> {
  const most = typeof size === 'number' ? (): number => size : size;
  let batch: T[] = [];
  let wanted = Math.min(16, most());
  for await (const list of lists)
    for (const item of list) {
      batch.push(item);
      if (batch.length < wanted) continue;
      yield batch;
      batch = [];
      wanted = Math.min(2 * wanted, most());
    }
  if (batch.length > 0) yield batch;
}

/** Commits by date, newest first. Missing commits are left out (notes outlive them). */
export async function newestFirst(repo: Repo, commits: readonly Oid[]): Promise<Oid[]> {
  return [...(await listCommits(repo, new Set(commits), 'newest first')).ids()];
}
