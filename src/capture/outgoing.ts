import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../errors.ts';
import type { Repo } from '../git/repo.ts';
import { decodeNote } from '../graph/format/note.ts';
import { oid, type Oid } from '../graph/ids.ts';
import { joinNotes } from '../graph/join.ts';
import type { Note } from '../graph/model.ts';
import { NoteStore, NOTES_REF } from '../store/notes.ts';
import { binaryReader } from '../git/port.ts';
import type { ObjectReader } from '../git/objects.ts';
import type { Outgoing } from './state.ts';

/** No process of git's holds the lock of a ref for so long, in milliseconds. */
const STALE_LOCK_MS = 30_000;

/** What became of notes that were to be written: those to be tried again, and what went wrong. */
export interface Sent {
  readonly left: Outgoing[];
  readonly faults: readonly string[];
}

/**
 * Writes notes in one transaction. When one of them cannot be written whatever is done (it is too large, or damaged), it is
 * given up, and the others are written; when none can be now, all are left for the next time.
 */
export async function sendNotes(repo: Repo, outgoing: readonly Outgoing[], objects: ObjectReader): Promise<Sent> {
  const { notes, faults } = decoded(outgoing);
  const lock = join(repo.commonDir, `${NOTES_REF}.lock`);
  const lockedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  // Waiting for the lock of a process that is gone would only hold up the user's commit.
  if (lockedAt !== undefined && Date.now() - lockedAt > STALE_LOCK_MS)
    return {
      left: [...outgoing],
      faults: [`Notes could not be written yet: ${lock} was left behind; git prov doctor --fix removes it.`],
    };
  const store = new NoteStore(repo, { reader: binaryReader(repo, objects) });
  try {
    await write(store, notes);
    return { left: [], faults };
  } catch (cause) {
    if (!isHopeless(cause)) return { left: [...outgoing], faults: [`Notes could not be written yet: ${why(cause)}`] };
    return await writeEach(store, notes, outgoing, faults);
  } finally {
    await store.close();
  }
}

async function writeEach(
  store: NoteStore,
  notes: ReadonlyMap<Oid, Note>,
  outgoing: readonly Outgoing[],
  faults: string[],
): Promise<Sent> {
  const left: Outgoing[] = [];
  for (const [commit, note] of notes) {
    try {
      await write(store, new Map([[commit, note]]));
    } catch (cause) {
      faults.push(why(cause));
      if (!isHopeless(cause)) left.push(...outgoing.filter((one) => one.commit === commit));
    }
  }
  return { left, faults };
}

function write(store: NoteStore, notes: ReadonlyMap<Oid, Note>): Promise<unknown> {
  const changes = new Map(
    [...notes].map(([commit, note]) => [commit, (old: Note | undefined) => (old ? joinNotes(old, note) : note)]),
  );
  const [first] = notes.keys();
  return store.update(changes, notes.size === 1 ? `provenance of ${first}` : `provenance of ${notes.size} commits`);
}

// A commit may be there twice, when it was looked at again before its first note was written.
function decoded(outgoing: readonly Outgoing[]): { notes: Map<Oid, Note>; faults: string[] } {
  const notes = new Map<Oid, Note>();
  const faults: string[] = [];
  for (const { commit, note } of outgoing) {
    try {
      const one = decodeNote(Buffer.from(note, 'base64'));
      const other = notes.get(oid(commit));
      notes.set(commit, other ? joinNotes(other, one) : one);
    } catch (cause) {
      faults.push(`The note for ${commit} could not be written: ${why(cause)}`);
    }
  }
  return { notes, faults };
}

const isHopeless = (cause: unknown): boolean =>
  cause instanceof ProvError && (cause.kind === 'data' || cause.kind === 'bug');
const why = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
