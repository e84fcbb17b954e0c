import { FileHistory } from '../../ask/blame/portable/file-history.ts';
import { ProvError } from '../../errors.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { JoinedNotes } from '../../notes/merged-notes.ts';
import { isDamaged, type Damaged } from '../../notes/note-reader.ts';
import { counting, readLineInfos } from './file-lines.ts';
import { commitNote } from './commit-note.ts';
import { readNodeStory, readSessionStory, listSessions } from './note-queries.ts';
import type { LibrarySource } from './library-source.ts';
import type { CommitNote, Repository } from './types.ts';

/** Notes per read. */
const NOTES_PER_READ = 256;

/** A repository that is read through `source`. */
export function repositoryOf(source: LibrarySource, remotes: boolean): Repository {
  const notes = new JoinedNotes(source.reader, remotes);
  const history = new FileHistory(source.reader);
  const resolve = (revision: string): Promise<Oid> => resolveOrThrow(source, revision);
  // The commit of a note may be deleted.
  const resolveNoted = async (revision: string): Promise<Oid> =>
    isOid(revision) ? ((await source.resolve(revision)) ?? revision) : resolve(revision);
  const whole = () => readable(allNotes(notes));
  const lines: Repository['lines'] = async ({ path, revision = 'HEAD', start, count }) =>
    readLineInfos({ source, history, notes }, { commit: await resolve(revision), path, start, count });
  return {
    reader: source.kind,
    commit: resolve,
    note: async (revision) => {
      const commit = await resolveNoted(revision);
      for await (const [, found] of notes.each([commit])) return commitNote(commit, found);
      return undefined;
    },
    notes: async function* (commits): AsyncGenerator<CommitNote> {
      for (const batch of batches(commits)) {
        const ids: Oid[] = [];
        for (const revision of batch) ids.push(await resolveNoted(revision));
        for await (const [commit, found] of notes.each(ids)) yield commitNote(commit, found);
      }
    },
    allNotes: async function* (): AsyncGenerator<CommitNote> {
      for await (const [commit, found] of allNotes(notes)) yield commitNote(commit, found);
    },
    lines,
    whoWrote: async ({ line, ...question }) => (await lines({ ...question, start: line, count: 1 })).lines[0]!,
    sessions: () => listSessions(whole(), source.reached),
    session: (id) => readSessionStory(whole(), id, source.reached),
    node: (id) => readNodeStory(whole(), id),
    close: () => source.reader.close(),
  };
}

async function resolveOrThrow(source: LibrarySource, revision: string): Promise<Oid> {
  const commit = await source.resolve(revision);
  if (commit) return commit;
  const unborn = revision === 'HEAD' || revision === '@';
  throw new ProvError('data', `There is no revision ${JSON.stringify(revision)} here.`, {
    hint: unborn ? 'The branch has no commit yet.' : 'Name a branch, a tag or a commit.',
  });
}

async function* allNotes(notes: JoinedNotes): AsyncGenerator<readonly [Oid, Note | Damaged]> {
  for (const batch of batches((await notes.commits()).sort())) yield* notes.each(batch);
}

async function* readable(found: AsyncIterable<readonly [Oid, Note | Damaged]>): AsyncGenerator<readonly [Oid, Note]> {
  for await (const [commit, all] of found) {
    const note = counting(commit, all);
    const what = isDamaged(note) ? note.note : note;
    if (what) yield [commit, what];
  }
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < NOTES_PER_READ) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
