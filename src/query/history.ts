import { git } from '../git/process.ts';
import { records } from '../git/records.ts';
import { inRepo, type Repo } from '../git/repo.ts';
import { isOid, type Oid } from '../graph/ids.ts';
import type { Graph, Note } from '../graph/model.ts';
import { isDamaged, type Damaged, type NoteReader } from '../store/notes.ts';
import { Places } from '../store/places.ts';

/** What the queries need of the notes' store. */
export type Notes = Pick<NoteReader, 'read' | 'each' | 'list' | 'locate' | 'at'>;

/** A repository with its notes. */
export interface History {
  readonly repo: Repo;
  readonly notes: Notes;
  /** What sessions did that no commit has taken up yet. */
  readonly localGraphs?: (() => Promise<readonly LocalGraph[]> | readonly LocalGraph[]) | undefined;
  /** What this clone keeps of an input or output, by its hash. */
  readonly contentOf?: ((hash: string) => Promise<string | undefined>) | undefined;
  /** Counts what could not be read, for a word to the user at the end. */
  readonly faults: { damaged: number };
}

/** Steps of a session since its last graph. */
export type LocalGraph = Pick<Graph, 'session' | 'nodes' | 'edges' | 'usage'>;

/** A commit with its note. */
export interface Noted {
  readonly commit: Oid;
  readonly note: Note;
  /** Its place among all commits with a note, newest first. */
  readonly rank: number;
  /** Whether a branch, a tag or HEAD leads to it: an amended commit keeps its note, and is not. */
  readonly reachable: boolean;
}

const BATCH = 256;

/** What could be read of a note, and counts it when that is not everything. */
export function readable(history: History, found: Note | Damaged): Note | undefined {
  if (!isDamaged(found)) return found;
  history.faults.damaged++;
  return found.note;
}

/** The notes of all commits, the newest commits first, in memory that does not grow with their sizes. */
export async function* allNotes(history: History): AsyncGenerator<Noted> {
  const { places, lost } = await inTime(history);
  let rank = 0;
  for (let from = 0; from < places.size; from += BATCH)
    for await (const [commit, found] of history.notes.at(places.slice(from, from + BATCH))) {
      const note = readable(history, found);
      if (note) yield { commit, note, rank, reachable: !lost.has(commit) };
      rank++;
    }
}

async function inTime({ repo, notes }: History): Promise<{ places: Places; lost: Set<string> }> {
  const located = await notes.list();
  const there = await newestFirst(repo, [...located.keys()]);
  const lost = await unreachable(repo, there);
  const known = new Set(there);
  const gone = [...located.keys()].filter((commit) => !known.has(commit)).sort();
  for (const commit of gone) lost.add(commit);
  return { places: new Places(located, [...there, ...gone]), lost };
}

/**
 * The notes along a history, in git's order of commits (a batch at a time).
 * @param revisions such as `HEAD` or `main..topic`
 * @param limit how many commits are looked at
 */
export async function* notesAlong(
  history: History,
  revisions: readonly string[],
  limit: number,
): AsyncGenerator<[Oid, Note]> {
  const args = ['rev-list', `--max-count=${limit}`, '--end-of-options', ...revisions, '--'];
  for await (const batch of batches(records(args, { cwd: history.repo.cwd, env: history.repo.env, end: '\n' }), BATCH))
    for await (const [commit, found] of history.notes.each(batch.filter(isOid))) {
      const note = readable(history, found);
      if (note) yield [commit, note];
    }
}

/** Gathers what comes into lists; the first ones are short, so that something is there soon. */
export async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let wanted = Math.min(16, size);
  for await (const item of items) {
    batch.push(item);
    if (batch.length < wanted) continue;
    yield batch;
    batch = [];
    wanted = Math.min(2 * wanted, size);
  }
  if (batch.length > 0) yield batch;
}

/** Commits by their dates, the newest first. Those that are gone (notes outlive them) are not in the answer. */
export async function newestFirst(repo: Repo, commits: readonly Oid[]): Promise<Oid[]> {
  if (commits.length === 0) return [];
  const args = ['rev-list', '--no-walk=sorted', '--ignore-missing', '--stdin'];
  const { stdout } = await git(args, inRepo(repo, { input: `${commits.join('\n')}\n` }));
  return stdout.toString('latin1').split('\n').filter(isOid);
}

async function unreachable(repo: Repo, commits: readonly Oid[]): Promise<Set<string>> {
  if (commits.length === 0) return new Set();
  const head = await git(['rev-parse', '--quiet', '--verify', 'HEAD'], inRepo(repo, { accept: [0, 1] }));
  const from = ['--branches', '--tags', '--remotes', ...(head.code === 0 ? ['HEAD'] : [])];
  const args = ['rev-list', '--stdin', '--not', ...from];
  const { stdout } = await git(args, inRepo(repo, { input: `${commits.join('\n')}\n` }));
  return new Set(stdout.toString('latin1').split('\n'));
}
