import { FETCHED_REFS, JOINED_REFS, NOTES_REF } from '../refs.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { decodeNote } from '../../model/format/note.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { NOTE_LIMIT } from '../note-reader.ts';
import { reachedObjects } from '../../git/history/rev-list.ts';

/** Fetched notes, and the part of them that was joined last. */
const NOTES_PER_BATCH = 256;

/** A former note, and its commit. */
export interface NoteVersion {
  readonly commit: Oid;
  readonly note: Note;
}

/**
 * Former versions of notes, from the ref's history, its reflog, and fetched refs.
 * Unreadable and deleted ones are left out.
 */
export async function* noteVersions(repo: Repo, objects: ObjectReader): AsyncGenerator<NoteVersion> {
  const tips = await tipsOf(repo);
  const current = await objects.info([`${NOTES_REF}^{tree}`]);
  if (tips.length === 0) return;
  const places: { commit: Oid; blob: Oid }[] = [];
  const not = current[0] ? [current[0].oid] : [];
  const walk = { flags: ['--ignore-missing'], from: tips, not, replace: false } as const;
  try {
    for await (const { oid: blob, path = '' } of reachedObjects(repo, walk)) {
      const commit = path.replaceAll('/', '');
      if (isOid(commit)) places.push({ commit, blob });
    }
  } catch {
    // A reflog entry leads to objects that `git gc` deleted: keep the earlier results.
  }
  for (let at = 0; at < places.length; at += NOTES_PER_BATCH) {
    const some = places.slice(at, at + NOTES_PER_BATCH);
    const found = await objects.read(
      some.map(({ blob }) => blob),
      { limit: NOTE_LIMIT },
    );
    for (const [i, object] of found.entries()) {
      const { commit } = some[i]!;
      const note = object && 'bytes' in object ? read(object.bytes, commit) : undefined;
      if (note) yield { commit, note };
    }
  }
}

function read(bytes: Uint8Array, commit: Oid): Note | undefined {
  try {
    return decodeNote(bytes, commit);
  } catch {
    return undefined;
  }
}

async function tipsOf(repo: Repo): Promise<Oid[]> {
  const options = inRepo(repo, { accept: [0, 128] });
  const log = await git(['log', '--walk-reflogs', '--format=%H', NOTES_REF, '--'], options);
  const refs = await git(['for-each-ref', '--format=%(objectname)', NOTES_REF, FETCHED_REFS, JOINED_REFS], options);
  const ids = `${log.stdout.toString('latin1')}\n${refs.stdout.toString('latin1')}`.split('\n').filter(isOid);
  return [...new Set(ids)];
}
