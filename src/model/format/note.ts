import { ProvError } from '../../errors.ts';
import { encode, encodedList } from './cbor.ts';
import { joinAll, normalise } from '../graph/join.ts';
import type { Oid } from '../ids.ts';
import type { Note } from '../model.ts';
import { scan, SCAN_LIMITS, type Scanned } from './scan.ts';
import { encodeBody, readBody } from './v1/root.ts';
import { versionFor } from './version.ts';

export { encodeGraph, graphIdOf } from './graph-id.ts';

/** What to do about a note of a newer version. It is a part of the message, which outlives the error. */
export const UPGRADE = 'Upgrade git-prov to read it.';
/** The first byte of a note: the head of an array of two. */
const ARRAY_OF_TWO = 0x82;
/** Notes read from one blob. */
const MAX_NOTES_PER_BLOB = 1024;

/**
 * The canonical bytes of a note: an array of the version and the body. The note is normalised first (joined with itself).
 * @throws ProvError `data` for a note that could not be read again: a field out of range, or more than 4 MiB
 */
export function encodeNote(note: Note): Uint8Array {
  const written = normalise(note);
  const bytes = encodedList([encode(versionFor(written)), encodeBody(written)]);
  if (bytes.length > SCAN_LIMITS.bytes)
    throw new ProvError('data', `Note would have ${bytes.length} bytes, at most ${SCAN_LIMITS.bytes} are allowed.`, {
      hint: 'Make smaller commits, or leave generated files out (.gitattributes).',
    });
  scan(bytes);
  return bytes;
}

/** A note on a commit that it was not made for. Git's `notes.rewriteRef` or a user copied it there. */
export class StrayNote extends ProvError {
  /** The commit that the note was made for. */
  readonly of: Oid;

  constructor(of: Oid) {
    super('data', `Note was made for the commit ${of}.`, { hint: 'Run git prov reconcile.' });
    this.name = 'StrayNote';
    this.of = of;
  }
}

/**
 * Decodes a note's blob. Git's own commands may combine several notes in one blob (append, concatenate, union), separated
 * by one or two newlines. Such notes are joined, and share the limits.
 * @param commit the commit that has the blob. Notes made for another commit are dropped; without this argument all are kept
 * @throws StrayNote when no note remains; ProvError `data` when the bytes are not notes or have an unknown version
 */
export const decodeNote = (bytes: Uint8Array, commit?: Oid): Note => own(decodeParts(bytes), commit);

/**
 * Decodes a blob once, however many commits it lies on.
 * @returns a function that gives the note of each of these commits, and throws StrayNote as `decodeNote` does
 * @throws ProvError as `decodeNote`
 */
export function openNote(bytes: Uint8Array): (commit: Oid) => Note {
  const parts = decodeParts(bytes);
  return (commit) => own(parts, commit);
}

/** Decodes the notes in one blob without joining them. @throws ProvError like `decodeNote` */
export function decodeParts(bytes: Uint8Array): Note[] {
  if (bytes.length > SCAN_LIMITS.bytes) return notNote(`${bytes.length} bytes, at most ${SCAN_LIMITS.bytes} are read`);
  const notes: Note[] = [];
  const used: Scanned = { items: 0, arrays: 0, maps: 0 };
  for (let at = 0; ;) {
    if (notes.length === MAX_NOTES_PER_BLOB) return notNote(`more than ${MAX_NOTES_PER_BLOB} notes in it`);
    const { note, size } = decodeFirst(bytes.subarray(at), used);
    notes.push(note);
    at += size;
    if (at === bytes.length) return notes;
    at = nextNote(bytes, at);
  }
}

const sifted = new WeakSet<Note>();

/** Whether notes for other commits were dropped from the blobs that this note was read from. */
export const isSifted = (note: Note): boolean => sifted.has(note);

/** Marks a note because other notes in its blob were dropped. @returns the note */
export function sift(note: Note): Note {
  sifted.add(note);
  return note;
}

function own(notes: readonly Note[], commit: Oid | undefined): Note {
  const [only] = notes;
  if (notes.length === 1 && (commit === undefined || (only!.commit ?? commit) === commit)) return only!;
  const kept = commit === undefined ? notes : notes.filter((note) => (note.commit ?? commit) === commit);
  if (kept.length === 0) throw new StrayNote(notes[0]!.commit!);
  const note = kept.length === 1 ? kept[0]! : joinAll(kept);
  return kept.length < notes.length ? sift(note) : note;
}

function decodeFirst(bytes: Uint8Array, used: Scanned): { note: Note; size: number } {
  const version = versionOf(bytes);
  switch (version) {
    case 1:
    case 2: {
      const size = scan(bytes, SCAN_LIMITS, used);
      if (bytes[0] !== ARRAY_OF_TWO) return notNote('not an array of a version and a body');
      const note = readBody(bytes.subarray(0, size), 2);
      const needed = versionFor(note);
      if (needed !== version) return notNote(`it says version ${version}, and its ids are those of version ${needed}`);
      return { note, size };
    }
    default:
      throw new ProvError(
        'data',
        `Note has format version ${version}, and this git-prov reads versions 1 and 2. ${UPGRADE}`,
        { hint: UPGRADE },
      );
  }
}

// The version is in the first bytes, in a form that later versions must keep: an array that starts with an unsigned integer
// below 256, encoded in its shortest form.
function versionOf(bytes: Uint8Array): number {
  const [head = 0, first = 0xff, second = 0] = bytes;
  if (head < 0x81 || head > 0x97) return notNote('the first byte does not start an array of 1 to 23 entries');
  if (first < 24) return first;
  if (first === 24 && second >= 24) return second;
  return notNote('the first entry is no version');
}

function nextNote(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at < end + 2 && bytes[at] === 0x0a) at++;
  if (at === end || at === bytes.length) return notNote(`${bytes.length - end} bytes after the note`);
  return at;
}

function notNote(cause: string): never {
  throw new ProvError('data', 'Blob is not a note of git prov.', { cause, hint: 'Run git prov doctor.' });
}
