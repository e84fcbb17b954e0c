import { NOTES_REF } from './refs.ts';
import { ProvError } from '../errors.ts';
import { encodeNote, isSifted, openNote, sift, StrayNote } from '../model/format/note.ts';
import type { Oid } from '../model/ids.ts';
import { joinNotes } from '../model/graph/join.ts';
import type { Note } from '../model/model.ts';
import { SCAN_LIMITS } from '../model/format/scan.ts';
import type { GitObject, TooLarge } from '../git/objects/objects.ts';
import { decodeCommit, type GitReader } from '../git/objects/port.ts';
import { listAll, locate, type Trees } from './fanout.ts';
import { readUsable } from './usable-notes.ts';

/** The largest note that is read or written: 4 MiB. */
export const NOTE_LIMIT = SCAN_LIMITS.bytes;

/**
 * Turns notes into bytes and back, and joins two notes on one commit. `decode` throws ProvError `data` for anything but a note; its
 * result is a function giving the note of the commit that holds the bytes. It throws StrayNote if they were made for another commit.
 */
export interface NoteCodec {
  encode(note: Note): Uint8Array;
  decode(bytes: Uint8Array): (commit: Oid) => Note;
  join(a: Note, b: Note): Note;
}

const CBOR: NoteCodec = { encode: encodeNote, decode: openNote, join: joinNotes };

/** A note with unreadable parts. */
export interface Damaged {
  readonly damaged: ProvError;
  /** The unreadable blobs. */
  readonly blobs: readonly Oid[];
  /** The readable part of the commit's other entries. */
  readonly note?: Note;
  /** All of it was made for other commits: removing it loses nothing. */
  readonly stray?: true;
}

/** Whether a read note is damaged. */
export const isDamaged = (found: Note | Damaged): found is Damaged => 'damaged' in found;

/** A decoded blob. */
export interface OpenedNote {
  readonly blob: Oid;
  readonly note: Note;
}

/** A blob without a note, or that does not fit beside the others. */
export interface UnreadBlob {
  readonly blob: Oid;
  readonly error: unknown;
}

/** Blobs up to this size are read in batches, larger ones singly, so that memory stays bounded. */
const MAX_BATCHED_BYTES = 64 * 1024;
const NOTES_PER_BATCH = 64;
/** Decoded blobs that several commits share are cached up to this total size. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;
/** Tree entries that are cached between calls. */
const MAX_CACHED_ENTRIES = 200_000;

/** Reads notes through any `GitReader`, so also without a git binary. */
export class NoteReader {
  protected readonly reader: GitReader;
  protected readonly codec: NoteCodec;
  #trees: Trees = new Map();
  readonly #roots = new Map<Oid, Oid>();
  #tip: Oid | undefined;

  constructor(reader: GitReader, codec: NoteCodec = CBOR) {
    this.reader = reader;
    this.codec = codec;
  }

  /** The newest commit of the notes; undefined without notes. */
  async tip(): Promise<Oid | undefined> {
    return (this.#tip = await this.reader.resolveRef(NOTES_REF));
  }

  /**
   * The notes on `commits`; a commit without a note is missing from the result.
   * @param tip a commit of notes, such as a remote's; the newest of ours when absent
   */
  async read(commits: Iterable<Oid>, tip?: Oid): Promise<Map<Oid, Note | Damaged>> {
    const notes = new Map<Oid, Note | Damaged>();
    for await (const [commit, note] of this.each(commits, tip)) notes.set(commit, note);
    return notes;
  }

  /** Like `read`, but yields the notes in turn, in memory that does not grow with their number. */
  async *each(commits: Iterable<Oid>, tip?: Oid): AsyncGenerator<[Oid, Note | Damaged]> {
    yield* this.at(await this.locate(commits, tip));
  }

  /** The blobs of all notes, by commit; several where a commit has entries in more than one fan-out. */
  list(tip?: Oid): Promise<Map<Oid, Oid[]>> {
    return this.#below(tip, (root) => listAll(this.reader, root));
  }

  /** The blobs of the notes on `commits`, likewise. */
  locate(commits: Iterable<Oid>, tip?: Oid): Promise<Map<Oid, Oid[]>> {
    return this.#below(tip, (root) => locate(this.reader, root, commits, this.knownTrees()));
  }

  async #below(tip: Oid | undefined, read: (root: Oid) => Promise<Map<Oid, Oid[]>>): Promise<Map<Oid, Oid[]>> {
    const find = async (): Promise<Map<Oid, Oid[]>> => {
      const root = await this.root(tip ?? (await this.tip()));
      return root ? read(root) : new Map<Oid, Oid[]>();
    };
    return tip && tip !== this.#tip ? find() : readUsable(find);
  }

  /** Ends the processes that reading started. */
  close(): Promise<void> {
    return this.reader.close();
  }

  /** The root tree of a commit of notes. */
  protected async root(tip: Oid | undefined): Promise<Oid | undefined> {
    if (!tip) return undefined;
    const known = this.#roots.get(tip);
    if (known) return known;
    const [object] = await this.reader.readObjects([tip], NOTE_LIMIT);
    if (!object)
      throw new ProvError('git', `The commit ${tip} of the notes is missing.`, { hint: 'Run git prov doctor --fix.' });
    const { tree } = decodeCommit(object);
    this.#roots.clear();
    this.#roots.set(tip, tree);
    return tree;
  }

  /** The trees read so far. The caller keeps the map, which may be replaced here but is never emptied. */
  protected knownTrees(): Trees {
    let entries = 0;
    for (const tree of this.#trees.values()) entries += tree.size;
    if (entries > MAX_CACHED_ENTRIES) this.#trees = new Map();
    return this.#trees;
  }

  /** The notes in these blobs, in turn. */
  async *at(located: ReadonlyMap<Oid, readonly Oid[]>): AsyncGenerator<[Oid, Note | Damaged]> {
    const entries = [...located];
    const shared = new SharedBlobs(located);
    const ask = (first: number): Promise<Map<Oid, FoundNote>> => {
      const blobs = new Set<Oid>();
      for (const [, own] of entries.slice(first, first + NOTES_PER_BATCH)) for (const blob of own) blobs.add(blob);
      return this.#readBlobs([...blobs]);
    };
    let ahead = ask(0);
    for (let first = 0; first < entries.length; first += NOTES_PER_BATCH) {
      const read = await ahead;
      ahead = ask(first + NOTES_PER_BATCH); // git reads ahead while these notes are processed
      for (const [commit, blobs] of entries.slice(first, first + NOTES_PER_BATCH))
        yield [commit, await this.#noteOf(commit, blobs, read, shared)];
    }
  }

  async #noteOf(
    commit: Oid,
    blobs: readonly Oid[],
    read: ReadonlyMap<Oid, FoundNote>,
    shared: SharedBlobs,
  ): Promise<Note | Damaged> {
    let stray: StrayNote | undefined;
    let isCut = false;
    const opened: OpenedNote[] = [];
    const bad: UnreadBlob[] = [];
    for (const blob of blobs) {
      try {
        const more = (await this.#opened(blob, read, shared))(commit);
        isCut ||= isSifted(more);
        opened.push({ blob, note: more });
      } catch (error) {
        if (error instanceof StrayNote) stray ??= error;
        else bad.push({ blob, error });
      }
    }
    const joined = opened.length > 1 ? await this.combine(commit, opened) : { note: opened[0]?.note, bad: [] };
    let { note } = joined;
    bad.push(...joined.bad);
    if (note && (isCut || stray)) note = sift({ ...note }); // the readable note may belong to other commits too
    if (bad.length > 0) {
      const unread = { damaged: unreadable(commit, bad[0]!.error), blobs: bad.map(({ blob }) => blob) };
      return note ? { ...unread, note } : unread;
    }
    return note ?? strayOn(commit, blobs, stray!);
  }

  /**
   * Joins the notes of one commit that lie beside each other.
   * @returns the joined note, and the blobs that were left out
   */
  protected async combine(
    _commit: Oid,
    opened: readonly OpenedNote[],
  ): Promise<{ note: Note | undefined; bad: readonly UnreadBlob[] }> {
    let note: Note | undefined;
    const bad: UnreadBlob[] = [];
    for (const { blob, note: more } of opened) {
      try {
        note = note ? this.codec.join(note, more) : more;
      } catch (error) {
        bad.push({ blob, error });
      }
    }
    return { note, bad };
  }

  async #opened(blob: Oid, read: ReadonlyMap<Oid, FoundNote>, shared: SharedBlobs): Promise<(commit: Oid) => Note> {
    const known = shared.get(blob);
    if (known) return known;
    const found = read.get(blob);
    const bytes = content(isSmall(found) ? found : (await this.#readAlone(blob, NOTE_LIMIT))[1]);
    const opened = this.codec.decode(bytes);
    shared.keep(blob, opened, bytes.length);
    return opened;
  }

  async #readBlobs(blobs: readonly Oid[]): Promise<Map<Oid, FoundNote>> {
    try {
      const found = new Map<Oid, FoundNote>();
      for (const [i, object] of (await this.reader.readObjects(blobs, MAX_BATCHED_BYTES)).entries())
        found.set(blobs[i]!, object);
      return found;
    } catch {
      // One corrupt object ends git; each is read alone then, so that the others succeed and the bad one is named.
      const found: [Oid, FoundNote][] = [];
      for (const blob of blobs) found.push(await this.#readAlone(blob, MAX_BATCHED_BYTES));
      return new Map(found);
    }
  }

  async #readAlone(blob: Oid, limit: number): Promise<[Oid, FoundNote]> {
    try {
      return [blob, (await this.reader.readObjects([blob], limit))[0]];
    } catch (error) {
      return [blob, error instanceof ProvError ? error : new ProvError('git', reason(error), { cause: error })];
    }
  }
}

/** The decoded blobs that several commits share, the latest ones: none of them is decoded for each commit. */
class SharedBlobs {
  readonly #several = new Set<Oid>();
  readonly #kept = new Map<Oid, { opened: (commit: Oid) => Note; size: number }>();
  #size = 0;

  constructor(located: ReadonlyMap<Oid, readonly Oid[]>) {
    const seen = new Set<Oid>();
    for (const blobs of located.values()) for (const blob of blobs) (seen.has(blob) ? this.#several : seen).add(blob);
  }

  get(blob: Oid): ((commit: Oid) => Note) | undefined {
    return this.#kept.get(blob)?.opened;
  }

  keep(blob: Oid, opened: (commit: Oid) => Note, size: number): void {
    if (!this.#several.has(blob)) return;
    this.#kept.set(blob, { opened, size });
    this.#size += size;
    for (const [old, { size: freed }] of this.#kept) {
      if (this.#size <= MAX_CACHED_BYTES || old === blob) return;
      this.#kept.delete(old);
      this.#size -= freed;
    }
  }
}

const unreadable = (commit: Oid, cause: unknown): ProvError =>
  new ProvError('data', `The note on ${commit} cannot be read: ${reason(cause)}`, {
    cause,
    hint: 'Run git prov doctor.',
  });

const strayOn = (commit: Oid, blobs: readonly Oid[], { of, hint }: StrayNote): Damaged => ({
  damaged: new ProvError('data', `The note on ${commit} was made for the commit ${of}.`, {
    ...(hint && { hint }),
  }),
  blobs,
  stray: true,
});

type FoundNote = GitObject | TooLarge | ProvError | undefined;

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isSmall = (found: FoundNote): boolean => !(found && 'tooLarge' in found && found.tooLarge <= NOTE_LIMIT);

function content(found: FoundNote): Buffer {
  if (found instanceof ProvError) throw found;
  if (!found) throw new ProvError('data', 'its blob is missing.', { hint: 'Run git fsck.' });
  if ('tooLarge' in found) throw new ProvError('data', `it is ${found.tooLarge} bytes, over ${NOTE_LIMIT}.`);
  if (found.type !== 'blob') throw new ProvError('data', `it is a ${found.type}.`);
  return found.bytes;
}
