import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import type { Oid } from '../../model/ids.ts';
import { decodeParts, isSifted } from '../../model/format/note.ts';
import type { Note } from '../../model/model.ts';
import { hashObject, type NewObject, writeObjects } from '../../git/objects/pack.ts';
import { ForgottenTexts, isRevived } from '../../redact/forgotten.ts';
import { areSame, differing, editTrees, locate, MOST_BLOBS, type Edit } from '../fanout.ts';
import { refuse } from '../withheld.ts';
import { isDamaged, NoteStore, type Now } from '../notes.ts';
import { NOTE_LIMIT } from '../note-reader.ts';
import type { Fetched } from './tracking.ts';
import { encodeCommit } from '../transaction.ts';

/** What became of notes that were fetched. */
export interface Absorbed {
  /** Notes that are new here, or say more than before. */
  readonly notes: number;
  /** Notes that were left out: they say a text that was forgotten here. */
  readonly refused: number;
}

/** A commit of notes that may be pushed: it stands upon what the remote has. */
export interface Publication {
  readonly tip: Oid;
  /** Notes that it has and the remote has not, or not so much of. */
  readonly notes: number;
  /** Notes that stay here because they cannot be read. */
  readonly damaged: number;
}

export interface PublishOptions {
  /** Those of the commits whose notes may leave this clone. */
  readonly allowed: (commits: readonly Oid[]) => Promise<ReadonlySet<Oid>>;
  /** Whether a note may leave it, whatever commit it is of; all may when absent. */
  readonly mayLeave?: (commit: Oid, note: Note) => Promise<boolean>;
  /** Is told how many notes were looked at, and of how many. */
  readonly progress?: (done: number, all: number) => void;
}

interface Joined {
  readonly edits: readonly Edit[];
  readonly blobs: readonly NewObject[];
}

/**
 * The notes of one repository as they are exchanged with others. Here all notes lie in one history; a remote gets a
 * history of its own that begins with what it has, and to which only notes are added of commits that it may know. So a
 * push is never forced, and what was done on a branch that nobody has seen stays here.
 */
export class NoteExchange extends NoteStore {
  /**
   * Joins what was fetched from a remote with the notes here. Nothing is taken away: a note that the remote has no more
   * stays, and one that it had already when it was last joined, and that was removed here since, does not come back.
   * Notes of which there is none here are taken as they are, unread.
   * @throws ProvError `data` when the remote's trees cannot be read, `git` when the notes could not be written
   */
  async absorb(fetched: Fetched): Promise<Absorbed> {
    let notes = 0;
    let refused = 0;
    const forgotten = new ForgottenTexts(join(this.repo.commonDir, 'prov'));
    await this.transact(async (now) => {
      const root = (await this.root(fetched.tip))!;
      const incoming = await this.#incoming(fetched, root, now);
      refused = forgotten.isEmpty ? 0 : await this.#refuse(incoming, now, forgotten);
      const joined = await this.#join(now, incoming);
      notes = joined.edits.length;
      const also = [{ ref: fetched.joinedRef, next: fetched.tip }];
      // Without what was left out it is no part of the history here: all of that could be had from it.
      return { ...joined, also, other: refused > 0 ? undefined : { tip: fetched.tip, root } };
    }, `joined with ${fetched.name}`);
    if (refused > 0) refuse(join(this.repo.commonDir, 'prov'), fetched.name, refused);
    return { notes, refused };
  }

  /**
   * Makes the commit of notes that a remote is to get. Its objects are written; no ref points at it yet.
   * @param theirs the remote's newest commit of notes; undefined when it has none
   * @returns undefined when the remote lacks nothing
   * @throws ProvError `data` when trees cannot be read, `git` when objects could not be written
   */
  async publish(theirs: Oid | undefined, options: PublishOptions): Promise<Publication | undefined> {
    const [ours, target] = [await this.root(await this.tip()), await this.root(theirs)];
    if (!ours) return undefined;
    const now: Now = { tip: theirs, root: target, trees: this.knownTrees() };
    const more = await differing(this.reader, ours, target, now.trees);
    const allowed = await options.allowed([...more.keys()]);
    const outgoing = new Map([...more].filter(([commit]) => allowed.has(commit)));
    const { damaged, sifted } = await this.#sift(outgoing, options);
    const { edits, blobs } = await this.#join(now, outgoing, sifted);
    if (edits.length === 0) return undefined;
    const after = editTrees(this.repo.hash, target, edits, now.trees);
    const message = edits.length === 1 ? `provenance of ${edits[0]!.commit}` : `provenance of ${edits.length} commits`;
    const commit = encodeCommit(after.root, theirs ? [theirs] : [], await this.identity(), message);
    await writeObjects(this.repo, [...blobs, ...after.objects, commit]);
    return { tip: hashObject(this.repo.hash, commit), notes: edits.length, damaged };
  }

  // What differs from what was joined last. Without any notes here all is taken: they were lost, or taken away on purpose.
  async #incoming({ joined }: Fetched, root: Oid, now: Now): Promise<Map<Oid, Oid[]>> {
    if (joined && now.root) {
      try {
        return await differing(this.reader, root, await this.root(joined), now.trees);
      } catch {
        // It need not be whole: what was joined lies among the notes here.
      }
    }
    return differing(this.reader, root, now.root, now.trees);
  }

  // Takes out what says a text that was forgotten here, also where it cannot be read as a note, and older versions of what
  // was made anew then.
  async #refuse(incoming: Map<Oid, Oid[]>, { root, trees }: Now, forgotten: ForgottenTexts): Promise<number> {
    const located = root ? await locate(this.reader, root, incoming.keys(), trees) : new Map<Oid, Oid[]>();
    const both = [...incoming].map(([commit, blobs]) => [commit, [...(located.get(commit) ?? []), ...blobs]] as const);
    let refused = 0;
    for await (const [commit, found] of this.at(new Map(both))) {
      const note = isDamaged(found) ? found.note : found;
      const unread = isDamaged(found) ? found.blobs : isSifted(found) ? incoming.get(commit)! : [];
      const bad = await this.reader.readObjects(unread, NOTE_LIMIT);
      const isHere =
        (note !== undefined && (forgotten.isInNote(note) || isRevived(note))) ||
        bad.some((one) => one && 'bytes' in one && isForgottenIn(one.bytes, forgotten));
      if (!isHere) continue;
      refused++;
      incoming.delete(commit);
    }
    return refused;
  }

  // What cannot be read here is not sent to others, nor what is to stay, nor what was made for other commits: those may be of
  // a branch that nobody has seen.
  async #sift(
    outgoing: Map<Oid, Oid[]>,
    { progress, mayLeave }: PublishOptions,
  ): Promise<{ damaged: number; sifted: ReadonlySet<Oid> }> {
    const all = outgoing.size;
    const sifted = new Set<Oid>();
    let damaged = 0;
    let done = 0;
    for await (const [commit, note] of this.at(new Map(outgoing))) {
      progress?.(++done, all);
      const sound = isDamaged(note) ? note.note : note;
      if (sound && mayLeave && !(await mayLeave(commit, sound))) {
        outgoing.delete(commit);
        continue;
      }
      if (sound && isSifted(sound)) sifted.add(commit);
      if (!isDamaged(note)) continue;
      damaged++;
      const rest = outgoing.get(commit)!.filter((blob) => !note.blobs.includes(blob));
      if (rest.length > 0) outgoing.set(commit, rest);
      else outgoing.delete(commit);
    }
    return { damaged, sifted };
  }

  /**
   * The notes of `now` joined with these blobs. Only notes that are on both sides are read, and those of which a part is to be left
   * out.
   */
  async #join(
    { root, trees }: Now,
    incoming: ReadonlyMap<Oid, readonly Oid[]>,
    sifted: ReadonlySet<Oid> = new Set(),
  ): Promise<Joined> {
    const located = root ? await locate(this.reader, root, incoming.keys(), trees) : new Map<Oid, Oid[]>();
    const edits: Edit[] = [];
    const both = new Map<Oid, readonly Oid[]>();
    for (const [commit, theirs] of incoming) {
      const ours = located.get(commit) ?? [];
      const all = [...new Set([...ours, ...theirs])];
      if (all.length === new Set(ours).size) continue;
      if (all.length === 1 && !sifted.has(commit)) edits.push({ commit, blobs: all });
      else both.set(commit, all);
    }
    const blobs: NewObject[] = [];
    for await (const [commit, found] of this.at(both)) {
      const note = isDamaged(found) ? found.note : found;
      const bytes = note && this.#encoded(note);
      const fits = bytes !== undefined;
      // What nobody here can read may be of a newer version: it stays beside the note. What is here already goes before
      // what comes; in the same order for everybody.
      const ours = located.get(commit) ?? [];
      const beside = fits ? (isDamaged(found) ? found.blobs : []) : both.get(commit)!;
      const joined: NewObject[] = fits ? [{ type: 'blob', bytes }] : [];
      const kept = [...beside.filter((blob) => ours.includes(blob)), ...beside.filter((blob) => !ours.includes(blob))]
        .slice(0, MOST_BLOBS - joined.length)
        .toSorted();
      const list = [...joined.map((blob) => hashObject(this.repo.hash, blob)), ...kept];
      if (areSame(list, located.get(commit))) continue;
      edits.push({ commit, blobs: list });
      blobs.push(...joined);
    }
    return { edits, blobs };
  }

  // Undefined for what is too large together: one hostile note is not to keep all others from being joined.
  #encoded(note: Note): Uint8Array | undefined {
    try {
      const bytes = this.codec.encode(note);
      return bytes.length <= NOTE_LIMIT ? bytes : undefined;
    } catch (error) {
      if (error instanceof ProvError && error.kind === 'data') return undefined;
      throw error;
    }
  }
}

// What is no note of the commit that it lies on is looked through as far as it can be read.
function isForgottenIn(bytes: Buffer, forgotten: ForgottenTexts): boolean {
  try {
    return decodeParts(bytes).some((part) => forgotten.isInNote(part) || isRevived(part));
  } catch {
    return forgotten.isIn(bytes.toString('utf8'));
  }
}
