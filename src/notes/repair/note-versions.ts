import type { ObjectReader } from '../../git/objects/objects.ts';
import { git } from '../../git/process/process.ts';
import { records } from '../../git/process/records.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { decodeNote } from '../../model/format/note.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { NOTE_LIMIT, NOTES_REF } from '../note-reader.ts';

/** Fetched notes, and the part of them that was joined last. */
const FOLDERS = ['refs/prov/remotes', 'refs/prov/joined'];
const BATCH = 256;

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
  const not = current[0] ? [`^${current[0].oid}`] : [];
  const places: { commit: Oid; blob: Oid }[] = [];
  const args = ['--no-replace-objects', 'rev-list', '--objects', '--ignore-missing', ...tips, ...not];
  try {
    for await (const line of records(args, { cwd: repo.cwd, env: repo.env, end: '\n' })) {
      const space = line.indexOf(' ');
      const [blob, commit] = [line.slice(0, Math.max(0, space)), line.slice(space + 1).replaceAll('/', '')];
      if (isOid(blob) && isOid(commit)) places.push({ commit, blob });
    }
  } catch {
    // A reflog entry leads to objects that `git gc` deleted: keep the earlier results.
  }
  for (let at = 0; at < places.length; at += BATCH) {
    const some = places.slice(at, at + BATCH);
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
  const refs = await git(['for-each-ref', '--format=%(objectname)', NOTES_REF, ...FOLDERS], options);
  const ids = `${log.stdout.toString('latin1')}\n${refs.stdout.toString('latin1')}`.split('\n').filter(isOid);
  return [...new Set(ids)];
}
