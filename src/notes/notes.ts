import { NOTES_REF, QUARANTINE_REFS } from './refs.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProvError } from '../errors.ts';
import { idLength, type Oid } from '../model/ids.ts';
import type { Note } from '../model/model.ts';
import { hashObject, writeObjects, type NewObject } from '../git/objects/pack.ts';
import { binaryReader, type GitReader } from '../git/objects/port.ts';
import { compareAndSwap, setRefs, type AlsoSet } from '../git/history/ref-updates.ts';
import type { Repo } from '../git/repository/repo.ts';
import { outlastPruning } from './repair/gc-race.ts';
import { editTrees, locate, type Edit, type Trees } from './fanout.ts';
import { isDamaged, NOTE_LIMIT, NoteReader, type Damaged, type NoteCodec } from './note-reader.ts';
import { encodeCommit, identityOf, type Clock } from './transaction.ts';
import { readUsable } from './usable-notes.ts';
import { WriterQueue } from './writer-queue.ts';

export { isDamaged, NoteReader, type Damaged, type NoteCodec } from './note-reader.ts';

/** A change of a commit's note: maps the old one to the new one; undefined for none. May be called several times. */
export type ChangeNote = (old: Note | undefined) => Note | undefined;

export interface StoreOptions {
  readonly codec?: NoteCodec;
  readonly reader?: GitReader;
  readonly clock?: Clock;
  /** Name and address of the committer, one character a byte. Git is asked where it is absent. */
  readonly committer?: string | undefined;
  /** Called for every note that an update wrote, or found already written. */
  readonly wrote?: (commit: Oid, before: readonly Oid[], after: Oid) => void;
  /** How long an update is retried while other processes move the ref, in milliseconds; 10,000 by default. */
  readonly patience?: number;
}

/** Refs below this name keep every damaged note that was replaced: `<commit>/<blob>`. */
const UPDATE_TIMEOUT_MS = 10_000;
/** How long to wait for another process's lock on the ref, in milliseconds. */
const LOCK_TIMEOUT_MS = 3000;
/** How long to wait in the queue of writers, in milliseconds. */
const QUEUE_TIMEOUT_MS = 3000;
/** The longest pause between two attempts, in milliseconds. */
const MAX_PAUSE_MS = 250;

/** The notes at the start of a transaction. */
export interface NotesState {
  readonly tip: Oid | undefined;
  readonly root: Oid | undefined;
  /** Trees that were read; these must include the trees on the way to the changed notes. */
  readonly trees: Trees;
}

/** The changes of a transaction. */
export interface Plan {
  readonly edits: readonly Edit[];
  readonly blobs: readonly NewObject[];
  /** Refs to set in the same transaction, even when no note changes. */
  readonly also?: readonly AlsoSet[];
  /** A commit of notes to use instead of a new one if it has the resulting tree; otherwise it becomes a parent of the new one. */
  readonly other?: { readonly tip: Oid; readonly root: Oid } | undefined;
}

type WrittenNotes = { readonly kind: 'done'; readonly tip: Oid | undefined } | { readonly kind: 'lost' };

/** The notes of one repository. */
export class NoteStore extends NoteReader {
  protected readonly repo: Repo;
  protected readonly identity: () => Promise<string>;
  readonly #patience: number;
  readonly #turns: WriterQueue;
  readonly #wrote: StoreOptions['wrote'];
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    repo: Repo,
    { codec, reader = binaryReader(repo), clock = Date.now, committer, patience, wrote }: StoreOptions = {},
  ) {
    super(reader, codec);
    this.repo = repo;
    this.identity = identityOf(repo, clock, committer);
    this.#patience = patience ?? UPDATE_TIMEOUT_MS;
    this.#turns = new WriterQueue(repo);
    this.#wrote = wrote;
  }

  /**
   * Changes any number of notes in one transaction: all of them, or none. When it returns, they are on disk. If
   * another process has written meanwhile, everything is read and written again. A damaged note is replaced,
   * and its bytes stay reachable through `refs/prov/quarantine/<commit>/<blob>`; if its change returns undefined, it is
   * left unchanged. A note that was made for another commit does not count, and is removed.
   * @param message one line, for the commit and the reflog
   * @returns the newest commit of the notes; the old one when nothing changed
   * @throws ProvError `data` when a note is too large, `git` when it could not be written in time
   */
  update(changes: ReadonlyMap<Oid, ChangeNote>, message: string): Promise<Oid | undefined> {
    for (const commit of changes.keys())
      if (commit.length !== idLength(this.repo.hash))
        throw new ProvError('bug', `${commit} is not an id of this repository.`);
    const written = new Map<Oid, readonly [before: readonly Oid[], after: Oid]>();
    const done = this.transact((now) => this.#plan(changes, now, written), message);
    return this.#wrote ? done.then((tip) => this.#notify(tip, written)) : done;
  }

  /**
   * Carries out `plan`, which is called again when another process has written meanwhile.
   * @returns the newest commit of the notes
   * @throws ProvError `git` when it could not be written in time
   */
  protected transact(plan: (now: NotesState) => Promise<Plan>, message: string): Promise<Oid | undefined> {
    const done = this.#last.then(() => this.#retry(plan, message));
    this.#last = done.catch(() => undefined); // updates of one store wait for each other instead of racing
    return done;
  }

  async #retry(plan: (now: NotesState) => Promise<Plan>, message: string): Promise<Oid | undefined> {
    const until = Date.now() + this.#patience;
    for (let pause = 10; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      const attempt = (): Promise<WrittenNotes> => this.#attempt(plan, message);
      // A single writer needs no queue; with several, simultaneous attempts would mostly fail.
      const crowded = pause > 10 || this.#turns.taken();
      const written = crowded
        ? await this.#turns.wait(Math.min(until - Date.now(), QUEUE_TIMEOUT_MS), attempt)
        : await attempt();
      if (written.kind === 'done') return written.tip;
      if (Date.now() > until)
        throw new ProvError('git', `The notes could not be written: others kept moving ${NOTES_REF}.`, {
          hint: 'Try again; if it keeps failing, run git prov doctor.',
        });
      await sleep(Math.random() * pause);
    }
  }

  async #attempt(plan: (now: NotesState) => Promise<Plan>, message: string): Promise<WrittenNotes> {
    const [tip, identity] = await Promise.all([this.tip(), this.identity()]);
    const root = await readUsable(() => this.root(tip));
    const trees = this.knownTrees();
    const { edits, blobs, also = [], other } = await plan({ tip, root, trees });
    if (edits.length === 0 && (!other || other.root !== root || other.tip === tip)) {
      if (also.length > 0) await setRefs(this.repo, also, message);
      return { kind: 'done', tip };
    }
    const after = editTrees(this.repo.hash, root, edits, trees);
    const { next, objects } = this.#commit(after, { tip, other, identity, message });
    if (objects.length > 0) await writeObjects(this.repo, [...blobs, ...objects]);
    try {
      const swap = await compareAndSwap(this.repo, NOTES_REF, next, tip, message, {
        also,
        patience: Math.min(LOCK_TIMEOUT_MS, this.#patience),
      });
      if (swap.kind === 'lost') return swap;
    } catch (error) {
      const [there] = await this.reader.readObjects([next], NOTE_LIMIT);
      if (there) throw error;
      return { kind: 'lost' }; // `gc --prune=now` deleted it before the ref pointed at it
    }
    await outlastPruning(this.repo, this.reader, [...blobs, ...objects], this.#patience);
    return { kind: 'done', tip: next };
  }

  #commit(
    after: { readonly root: Oid; readonly objects: readonly NewObject[] },
    by: { tip: Oid | undefined; other: Plan['other']; identity: string; message: string },
  ): { next: Oid; objects: readonly NewObject[] } {
    const { tip, other, identity, message } = by;
    if (other?.root === after.root) return { next: other.tip, objects: [] };
    const parents = [tip, other?.tip].filter((parent) => parent !== undefined);
    const commit = encodeCommit(after.root, parents, identity, message);
    return { next: hashObject(this.repo.hash, commit), objects: [...after.objects, commit] };
  }

  #notify(tip: Oid | undefined, written: ReadonlyMap<Oid, readonly [before: readonly Oid[], after: Oid]>): typeof tip {
    for (const [commit, [before, after]] of written) this.#wrote!(commit, before, after);
    return tip;
  }

  async #plan(
    changes: ReadonlyMap<Oid, ChangeNote>,
    { root, trees }: NotesState,
    written: Map<Oid, readonly [before: readonly Oid[], after: Oid]>,
  ): Promise<Plan> {
    const located = root
      ? await readUsable(() => locate(this.reader, root, changes.keys(), trees))
      : new Map<Oid, readonly Oid[]>();
    const olds = new Map<Oid, Note | Damaged>();
    for await (const [commit, note] of this.at(located)) olds.set(commit, note);
    const edits: Edit[] = [];
    const blobs: NewObject[] = [];
    const also: AlsoSet[] = [];
    for (const [commit, change] of changes) {
      const found = olds.get(commit);
      const damaged = found && isDamaged(found) ? found : undefined;
      const old = found && isDamaged(found) ? found.note : found;
      const next = change(old);
      const places = located.get(commit) ?? [];
      if (next === undefined ? old === undefined && !damaged?.stray : next === old && places.length === 1) continue;
      const blob = next && this.#encode(commit, next);
      const id = blob && hashObject(this.repo.hash, blob);
      if (id) written.set(commit, [places, id]);
      if (id && places.length === 1 && places[0] === id) continue;
      edits.push({ commit, blobs: id ? [id] : [] });
      if (blob) blobs.push(blob);
      if (damaged && !damaged.stray) also.push(...(await this.#quarantine(commit, damaged)));
    }
    return { edits, blobs, also };
  }

  #encode(commit: Oid, note: Note): NewObject {
    const bytes = this.codec.encode(note);
    if (bytes.length <= NOTE_LIMIT) return { type: 'blob', bytes };
    throw new ProvError('data', `The note on ${commit} would be ${bytes.length} bytes, over ${NOTE_LIMIT}.`, {
      hint: 'Commit in smaller steps, or set prov.capture to hashes.',
    });
  }

  // Only existing objects can be kept. Reading with a limit of 0 shows which exist, without the content.
  async #quarantine(commit: Oid, { blobs }: Damaged): Promise<AlsoSet[]> {
    const found = await this.reader.readObjects(blobs, 0).catch(() => []);
    const kept = blobs.filter((_, i) => found[i] !== undefined);
    return kept.map((blob) => ({ ref: `${QUARANTINE_REFS}/${commit}/${blob}`, next: blob }));
  }
}
