import { signNotes } from '../recorder/ledger/sign-notes.ts';
import { isDataError } from '../errors.ts';
import type { ObjectReader } from '../git/objects/objects.ts';
import type { Repo } from '../git/repository/repo.ts';
import { encodeNote } from '../model/format/note.ts';
import type { Oid } from '../model/ids.ts';
import type { Note } from '../model/model.ts';
import type { NoteStore } from '../notes/notes.ts';
import { joined } from './merge-imported.ts';
import { NOTE_LIMIT } from '../notes/note-reader.ts';

/** A note as bytes; undefined for a note that is larger than readers accept. */
export function noteBytes(note: Note): Uint8Array | undefined {
  try {
    const bytes = encodeNote(note);
    return bytes.length <= NOTE_LIMIT ? bytes : undefined;
  } catch (cause) {
    if (isDataError(cause)) return undefined; // more than the format allows
    throw cause;
  }
}

/**
 * Joins notes with those of their commits, in one transaction.
 * @param signs whether they are signed where `prov.sign` asks for it
 * @param about what the transaction brings, for the log of the notes
 * @returns why they are not signed
 */
export async function writeImported(
  repo: Repo,
  store: NoteStore,
  fresh: ReadonlyMap<Oid, Note>,
  { objects, signs, about }: { readonly objects: ObjectReader; readonly signs: boolean; readonly about: string },
): Promise<string | undefined> {
  const signed = signs ? await signNotes(repo, fresh, objects, store) : undefined;
  const changes = [...(signed?.notes ?? fresh)].map(
    ([commit, note]) => [commit, (old: Note | undefined) => joined(old, note)] as const,
  );
  await store.update(new Map(changes), `provenance of ${changes.length} commits ${about}`);
  return signed?.fault;
}
