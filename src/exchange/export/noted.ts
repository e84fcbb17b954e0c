import { ProvError } from '../../errors.ts';
import { changesOf, type CommitChange } from '../../git/history/diff.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { records } from '../../git/process/records.ts';
import { shallowCommits } from '../../git/history/shallow.ts';
import { isOid, sessionPrefix, type Oid, type SessionId } from '../../model/ids.ts';
import type { Graph, Note, Session } from '../../model/model.ts';
import { readCommits, type CommitInfo } from '../../ask/history/commits.ts';
import { batches, newestFirst, readable, type History } from '../../ask/history/history.ts';
import { isDamaged } from '../../notes/notes.ts';

/** A commit with its note, as exports take them. */
export interface Noted {
  readonly commit: CommitInfo;
  readonly note: Note;
  readonly change: CommitChange;
  /** The note does not cover all lines of the commit: a line that it does not name may have any author. */
  readonly partial: boolean;
}

/** What is exported. */
export interface Selection {
  /** Arguments of `git rev-list`. By default HEAD's history, or all notes if a session is named. */
  readonly revisions: readonly string[];
  /** Only the parts of this session and its sub-agents. */
  readonly session?: SessionId | undefined;
}

/** Many at a time, for few processes; few enough that their notes fit into memory whatever their size. */
const BATCH = 64;

/**
 * The commits of a selection that have a note, in git's order, in memory that does not grow with their number.
 * @param progress receives the number of commits processed
 * @throws ProvError `usage` for an invalid revision, `git` for a missing one
 */
export async function* notedCommits(
  history: History,
  selection: Selection,
  progress?: (done: number) => void,
): AsyncGenerator<Noted> {
  const objects = new ObjectReader(history.repo);
  const shallow = shallowCommits(history.repo);
  let done = 0;
  try {
    for await (const batch of batches(commitsOf(history, selection), BATCH)) {
      for (const noted of await readBatch(history, batch, objects))
        if (selection.session === undefined || hasPart(noted.note, selection.session))
          yield shallow.has(noted.commit.oid) ? { ...noted, partial: true } : noted;
      progress?.((done += batch.length));
    }
  } finally {
    await objects.close();
  }
}

/** How many commits a selection has, with notes and without. */
export async function countCommits(history: History, selection: Selection): Promise<number> {
  let count = 0;
  for await (const _ of commitsOf(history, selection)) count++;
  return count;
}

async function* commitsOf({ repo, notes }: History, { revisions, session }: Selection): AsyncGenerator<Oid> {
  const wrong = revisions.find((one) => one.startsWith('-'));
  if (wrong !== undefined)
    throw new ProvError('usage', `${JSON.stringify(wrong)} is no revision.`, { hint: 'Say for example main~5..main.' });
  if (revisions.length === 0 && session !== undefined) {
    yield* await newestFirst(repo, [...(await notes.list()).keys()]);
    return;
  }
  const args = ['rev-list', '--end-of-options', ...(revisions.length > 0 ? revisions : ['HEAD']), '--'];
  for await (const id of records(args, { cwd: repo.cwd, env: repo.env, end: '\n' })) if (isOid(id)) yield id;
}

async function readBatch(history: History, batch: readonly Oid[], objects: ObjectReader): Promise<Noted[]> {
  const notes = new Map<Oid, { note: Note; partial: boolean }>();
  for await (const [commit, found] of history.notes.each(batch)) {
    const note = readable(history, found);
    if (note) notes.set(commit, { note, partial: isDamaged(found) });
  }
  const wanted = batch.filter((commit) => notes.has(commit));
  if (wanted.length === 0) return [];
  const [changes, commits] = await Promise.all([
    changesOf(history.repo, wanted, objects),
    readCommits(history.repo, wanted),
  ]);
  return commits.flatMap((commit) => {
    const change = changes.get(commit.oid);
    return change ? [{ commit, change, ...notes.get(commit.oid)! }] : [];
  });
}

/** Whether a session is the one that is asked for, or a sub-agent of it. */
export const isOf = ({ id, parent }: Session, session: SessionId): boolean =>
  id === session || parent === session || id.startsWith(`${session}/`);

/** The graphs of a note that are of a session, or of a sub-agent of it; all when none is named. */
export const graphsOf = ({ graphs }: Note, session: SessionId | undefined): readonly Graph[] =>
  session === undefined ? graphs : graphs.filter((graph) => isOf(graph.session, session));

function hasPart(note: Note, session: SessionId): boolean {
  if (graphsOf(note, session).length > 0) return true;
  const prefix = `${sessionPrefix(session)}-`;
  return [...note.lines.values()].some((list) => list.some(({ node }) => node?.startsWith(prefix)));
}
