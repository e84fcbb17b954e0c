import { setTimeout as sleep } from 'node:timers/promises';
import { ProvError } from '../errors.ts';
import type { Oid } from '../graph/ids.ts';
import type { Note } from '../graph/model.ts';
import { hashObject, writeObjects, type NewObject } from '../git/pack.ts';
import { binaryReader, type GitReader } from '../git/port.ts';
import { compareAndSwap, type AlsoSet } from '../git/refs.ts';
import type { Repo } from '../git/repo.ts';
import { editTrees, locate, type Edit } from './fanout.ts';
import { isDamaged, NOTE_LIMIT, NoteReader, NOTES_REF, type Damaged, type NoteCodec } from './reading.ts';
import { encodeCommit, identityOf, type Clock } from './transaction.ts';

export { isDamaged, NoteReader, NOTES_REF, type Damaged, type NoteCodec } from './reading.ts';

/** What becomes of a commit's note: given the old one, the new one; undefined for none. May be called several times. */
export type Change = (old: Note | undefined) => Note | undefined;

export interface StoreOptions {
  readonly codec?: NoteCodec;
  readonly reader?: GitReader;
  readonly clock?: Clock;
  /** How long an update is tried again while others move the ref, in milliseconds; 10,000 by default. */
  readonly patience?: number;
}

/** Below it, a ref for every damaged note that was replaced: `<commit>/<blob>`. */
export const QUARANTINE = 'refs/prov/quarantine';
const DEFAULT_PATIENCE = 10_000;
/** How long another's lock on the ref is waited for, in milliseconds. */
const LOCK_PATIENCE = 3000;
/** The longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 250;

interface Plan {
  readonly edits: readonly Edit[];
  readonly blobs: readonly NewObject[];
  readonly quarantined: readonly AlsoSet[];
}

/** The notes of one repository. */
export class NoteStore extends NoteReader {
  readonly #repo: Repo;
  readonly #identity: () => Promise<string>;
  readonly #patience: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(repo: Repo, { codec, reader = binaryReader(repo), clock = Date.now, patience }: StoreOptions = {}) {
    super(reader, codec);
    this.#repo = repo;
    this.#identity = identityOf(repo, clock);
    this.#patience = patience ?? DEFAULT_PATIENCE;
  }

  /**
   * Changes any number of notes in one transaction: all of them, or none. When it returns, they are on the disk. When
   * another process has written meanwhile, everything is read and written again. A note that was damaged is replaced,
   * and its bytes stay reachable through `refs/prov/quarantine/<commit>/<blob>`; when its change gives undefined, it is
   * left as it is.
   * @param message one line, for the commit and the reflog
   * @returns the newest commit of the notes; the old one when nothing changed
   * @throws ProvError `data` when a note is too large, `git` when it could not be written in time
   */
  update(changes: ReadonlyMap<Oid, Change>, message: string): Promise<Oid | undefined> {
    const done = this.#last.then(() => this.#retry(changes, message));
    this.#last = done.catch(() => undefined); // updates of one store wait for each other instead of racing
    return done;
  }

  async #retry(changes: ReadonlyMap<Oid, Change>, message: string): Promise<Oid | undefined> {
    for (const commit of changes.keys())
      if (commit.length !== (this.#repo.hash === 'sha1' ? 40 : 64))
        throw new ProvError('bug', `${commit} is not an id of this repository.`);
    const until = Date.now() + this.#patience;
    for (let pause = 10; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const written = await this.#attempt(changes, message);
      if (written.kind === 'done') return written.tip;
      if (Date.now() > until)
        throw new ProvError('git', `The notes could not be written: others kept moving ${NOTES_REF}.`, {
          hint: 'Try again; if it stays so, run git prov doctor.',
        });
      await sleep(Math.random() * pause);
    }
  }

  async #attempt(
    changes: ReadonlyMap<Oid, Change>,
    message: string,
  ): Promise<{ kind: 'done'; tip: Oid | undefined } | { kind: 'lost' }> {
    const [tip, identity] = await Promise.all([this.tip(), this.#identity()]);
    const root = await this.root(tip);
    const trees = this.knownTrees();
    const located = root ? await locate(this.reader, root, changes.keys(), trees) : new Map<Oid, readonly Oid[]>();
    const { edits, blobs, quarantined } = await this.#plan(changes, located);
    if (edits.length === 0) return { kind: 'done', tip };
    const after = editTrees(this.#repo.hash, root, edits, trees);
    const commit = encodeCommit(after.root, tip, identity, message);
    const next = hashObject(this.#repo.hash, commit);
    await writeObjects(this.#repo, [...blobs, ...after.objects, commit]);
    try {
      const swap = await compareAndSwap(this.#repo, NOTES_REF, next, tip, message, {
        also: quarantined,
        patience: Math.min(LOCK_PATIENCE, this.#patience),
      });
      return swap.kind === 'done' ? { kind: 'done', tip: next } : swap;
    } catch (error) {
      const [there] = await this.reader.readObjects([next], NOTE_LIMIT);
      if (there) throw error;
      return { kind: 'lost' }; // `gc --prune=now` took it before the ref pointed at it
    }
  }

  async #plan(changes: ReadonlyMap<Oid, Change>, located: ReadonlyMap<Oid, readonly Oid[]>): Promise<Plan> {
    const olds = new Map<Oid, Note | Damaged>();
    for await (const [commit, note] of this.decodeAll(located)) olds.set(commit, note);
    const edits: Edit[] = [];
    const blobs: NewObject[] = [];
    const quarantined: AlsoSet[] = [];
    for (const [commit, change] of changes) {
      const found = olds.get(commit);
      const damaged = found && isDamaged(found) ? found : undefined;
      const old = found && isDamaged(found) ? found.note : found;
      const next = change(old);
      const places = located.get(commit) ?? [];
      if (next === undefined ? old === undefined : next === old && places.length === 1) continue;
      const blob = next && this.#encode(commit, next);
      const id = blob && hashObject(this.#repo.hash, blob);
      if (id && places.length === 1 && places[0] === id) continue;
      edits.push({ commit, blob: id });
      if (blob) blobs.push(blob);
      if (damaged) quarantined.push(...(await this.#quarantine(commit, damaged)));
    }
    return { edits, blobs, quarantined };
  }

  #encode(commit: Oid, note: Note): NewObject {
    const bytes = this.codec.encode(note);
    if (bytes.length <= NOTE_LIMIT) return { type: 'blob', bytes };
    throw new ProvError('data', `The note on ${commit} would be ${bytes.length} bytes, over ${NOTE_LIMIT}.`, {
      hint: 'Commit in smaller steps, or set prov.capture to hashes.',
    });
  }

  // Only what is there can be kept. Reading with no room at all tells that, without the content.
  async #quarantine(commit: Oid, { blobs }: Damaged): Promise<AlsoSet[]> {
    const found = await this.reader.readObjects(blobs, 0).catch(() => []);
    const kept = blobs.filter((_, i) => found[i] !== undefined);
    return kept.map((blob) => ({ ref: `${QUARANTINE}/${commit}/${blob}`, next: blob }));
  }
}
