import { isDataError } from '../../errors.ts';
import type { Oid } from '../../model/ids.ts';
import { isSifted } from '../../model/format/note.ts';
import type { Note } from '../../model/model.ts';
import { hashObject, type NewObject, writeObjects } from '../../git/objects/pack.ts';
import { ForgottenTexts, isRevived } from '../../redact/forgotten.ts';
import { isForgottenIn } from './forgotten-blobs.ts';
import { areSame, differing, editTrees, locate, MAX_BLOBS, type Edit } from '../fanout.ts';
import { leave, refuse } from '../withheld.ts';
import { isDamaged, NoteStore, type NotesState } from '../notes.ts';
import { NOTE_LIMIT } from '../note-reader.ts';
import { markArrival } from './arrivals.ts';
import { Budget, type Limits, partOf } from './budget.ts';
import type { Publication, PublishOptions } from './publication.ts';
import type { Fetched } from './tracking.ts';
import { messageFor } from '../message.ts';
import { encodeCommit } from '../transaction.ts';
import { provDirOf } from '../../git/repository/local-files.ts';

/** The result of joining fetched notes. */
export interface Absorbed {
  /** Notes that are new here, or have new content. */
  readonly notes: number;
  /** Notes that were left out: they contain a text that was forgotten here. */
  readonly refused: number;
  /** Notes beyond the limits: the next call takes them. */
  readonly left: number;
}

interface Joined {
  readonly edits: readonly Edit[];
  readonly blobs: readonly NewObject[];
  /** The commits beyond the budget. */
  readonly left: ReadonlySet<Oid>;
}

/**
 * The notes of one repository, for exchange with others. Here all notes share one history; a remote gets a
 * history of its own that begins with its notes, and to which only notes of commits that it may know are added. So a
 * push is never forced, and work on an unpublished branch stays here.
 */
export class NoteExchange extends NoteStore {
  /**
   * Joins fetched notes with the local ones. Nothing is removed: a note that the remote has deleted
   * stays, and a note that was in the previous join and was removed here since does not come back.
   * Notes without a local counterpart are taken unchanged and unread. The next call takes the notes beyond the limits.
   * @throws ProvError `data` when the remote's trees cannot be read, `git` when the notes could not be written
   */
  async absorb(fetched: Fetched, limits: Limits = {}): Promise<Absorbed> {
    let notes = 0;
    let refused = 0;
    let left = 0;
    const dir = provDirOf(this.repo);
    const forgotten = new ForgottenTexts(dir);
    await this.transact(async (now) => {
      const root = (await this.root(fetched.tip))!;
      const budget = new Budget(limits);
      const { incoming, base } = await this.#incoming(fetched, root, now);
      const all = new Map(incoming);
      const unlooked = new Set<Oid>();
      refused = forgotten.isEmpty ? 0 : await this.#refuse(incoming, now, { forgotten, budget, unlooked });
      const joined = await this.#join(now, incoming, { budget });
      for (const commit of [...joined.left, ...unlooked]) all.delete(commit);
      notes = joined.edits.length;
      left = joined.left.size + unlooked.size;
      const next = left > 0 ? await this.#part(base, all, now.trees) : fetched.tip;
      if (left > 0) leave(dir, fetched.name, left); // first: a push that ends in the middle must not hide it
      if (notes > 0) markArrival(dir); // first as well: what ends in the middle may have joined them
      const also = [{ ref: fetched.joinedRef, next }];
      // If notes were left out, the fetched commit must not become part of the history here: it would make them reachable.
      return { ...joined, also, other: refused + left > 0 ? undefined : { tip: fetched.tip, root } };
    }, `joined with ${fetched.name}`);
    if (refused > 0) refuse(dir, fetched.name, refused);
    leave(dir, fetched.name, left);
    if (notes > 0) markArrival(dir); // again: another process may have looked in between
    return { notes, refused, left };
  }

  // A commit of the remote's notes that were joined. The difference to it is still to be joined.
  async #part(
    base: Oid | undefined,
    joined: ReadonlyMap<Oid, readonly Oid[]>,
    trees: NotesState['trees'],
  ): Promise<Oid> {
    const old = base ? await locate(this.reader, base, joined.keys(), trees) : new Map<Oid, Oid[]>();
    const edits = [...joined].map(([commit, blobs]) => ({
      commit,
      blobs: [...new Set([...blobs, ...(old.get(commit) ?? [])])].slice(0, MAX_BLOBS),
    }));
    const { root, objects } = editTrees(this.repo.hash, base, edits, trees);
    const commit = encodeCommit(root, [], await this.identity(), 'a part of what was fetched');
    await writeObjects(this.repo, [...objects, commit]);
    return hashObject(this.repo.hash, commit);
  }

  /**
   * Makes the commit of notes to push to a remote. Its objects are written; no ref points at it yet.
   * @param theirs the remote's newest commit of notes; undefined without notes
   * @returns undefined when the remote lacks nothing
   * @throws ProvError `data` when trees cannot be read, `git` when objects could not be written
   */
  async publish(theirs: Oid | undefined, options: PublishOptions): Promise<Publication | undefined> {
    const [ours, target] = [await this.root(await this.tip()), await this.root(theirs)];
    if (!ours) return undefined;
    const now: NotesState = { tip: theirs, root: target, trees: this.knownTrees() };
    const more = await differing(this.reader, ours, target, now.trees);
    const allowed = await options.allowed([...more.keys()]);
    const outgoing = new Map([...more].filter(([commit]) => allowed.has(commit)));
    const { damaged, sifted, unlooked } = await this.#sift(await this.#urgentFirst(outgoing, now), options);
    const joined = await this.#join(now, sifted.outgoing, { budget: new Budget(options), sifted: sifted.cut });
    const { edits, blobs } = joined;
    const left = joined.left.size + unlooked;
    if (edits.length === 0) return left > 0 ? { tip: undefined, notes: 0, damaged, left } : undefined;
    const after = editTrees(this.repo.hash, target, edits, now.trees);
    const message = await this.#messageFor(edits.map((edit) => edit.commit));
    const commit = encodeCommit(after.root, theirs ? [theirs] : [], await this.identity(), message);
    await writeObjects(this.repo, [...blobs, ...after.objects, commit]);
    return { tip: hashObject(this.repo.hash, commit), notes: edits.length, damaged, left };
  }

  // Its words are in the note, which was scanned before.
  async #messageFor(commits: readonly Oid[]): Promise<string> {
    const notes = new Map<Oid, Note | undefined>(commits.map((commit) => [commit, undefined]));
    for (const [commit, found] of await this.read(commits.slice(0, 1))) if (!isDamaged(found)) notes.set(commit, found);
    return messageFor(notes);
  }

  // The difference to `base`, the commit that was joined last. Without any notes here, all are taken: they were lost, or removed on
  // purpose.
  async #incoming(
    { joined }: Fetched,
    root: Oid,
    now: NotesState,
  ): Promise<{ incoming: Map<Oid, Oid[]>; base: Oid | undefined }> {
    if (joined && now.root) {
      try {
        const base = (await this.root(joined))!;
        const incoming = await differing(this.reader, root, base, now.trees);
        // An entry in another fan-out was joined too.
        for (const [commit, known] of await locate(this.reader, base, incoming.keys(), now.trees)) {
          const fresh = incoming.get(commit)!.filter((blob) => !known.includes(blob));
          if (fresh.length > 0) incoming.set(commit, fresh);
          else incoming.delete(commit);
        }
        return { incoming, base };
      } catch {
        // It may be incomplete: the joined notes are among the local ones.
      }
    }
    return { incoming: await differing(this.reader, root, now.root, now.trees), base: undefined };
  }

  // Removes notes with a text that was forgotten here, even if unreadable as a note, and older versions of notes that were
  // rewritten then.
  async #refuse(
    incoming: Map<Oid, Oid[]>,
    { root, trees }: NotesState,
    { forgotten, budget, unlooked }: { forgotten: ForgottenTexts; budget: Budget; unlooked: Set<Oid> },
  ): Promise<number> {
    const located = root ? await locate(this.reader, root, incoming.keys(), trees) : new Map<Oid, Oid[]>();
    const both = [...incoming].map(([commit, blobs]) => [commit, [...(located.get(commit) ?? []), ...blobs]] as const);
    let refused = 0;
    for (const [commit] of both) unlooked.add(commit);
    for await (const [commit, found] of this.at(new Map(both))) {
      if (budget.isSpent) break;
      unlooked.delete(commit);
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
    for (const commit of unlooked) incoming.delete(commit);
    return refused;
  }

  // Notes that the remote lacks completely go first, so that its content cannot delay them. The others are shuffled: some may be slow
  // every time.
  async #urgentFirst(outgoing: ReadonlyMap<Oid, Oid[]>, { root, trees }: NotesState): Promise<Map<Oid, Oid[]>> {
    const theirs = root ? await locate(this.reader, root, outgoing.keys(), trees) : new Map<Oid, Oid[]>();
    const order = [...outgoing].map((entry) => [theirs.has(entry[0]) ? 1 + Math.random() : 0, entry] as const);
    return new Map(order.toSorted(([a], [b]) => a - b).map(([, entry]) => entry));
  }

  // Drops unreadable notes, notes that must stay here, and notes that were made for other commits: those may belong to an
  // unpublished branch. Does not read notes that the gate knows.
  async #sift(
    outgoing: Map<Oid, Oid[]>,
    { progress, gate, deadline, ...limits }: PublishOptions,
  ): Promise<{
    damaged: number;
    sifted: { outgoing: ReadonlyMap<Oid, Oid[]>; cut: ReadonlySet<Oid> };
    unlooked: number;
  }> {
    const all = outgoing.size;
    const budget = new Budget({ ...limits, deadline: partOf(deadline, 1 / 2) });
    const cleared = new Map(
      [...outgoing].filter(
        ([commit, [blob, ...more]]) => gate && blob && more.length === 0 && gate.isCleared(commit, blob),
      ),
    );
    const going = new Map<Oid, Oid[]>();
    const cut = new Set<Oid>();
    let damaged = 0;
    let done = cleared.size;
    for await (const [commit, note] of this.at(new Map([...outgoing].filter(([commit]) => !cleared.has(commit))))) {
      if (budget.isSpent) break;
      budget.spend();
      done++;
      progress?.(done, all);
      const sound = isDamaged(note) ? note.note : note;
      const bad = isDamaged(note) ? note.blobs : [];
      const blobs = outgoing.get(commit)!;
      const only = bad.length === 0 && blobs.length === 1 && sound && !isSifted(sound) ? blobs[0] : undefined;
      if (sound && gate && !(await gate.mayLeave(commit, sound, only))) continue;
      if (sound && isSifted(sound)) cut.add(commit);
      if (isDamaged(note)) damaged++;
      const rest = blobs.filter((blob) => !bad.includes(blob));
      if (rest.length > 0) going.set(commit, rest);
    }
    // In the order of `outgoing`, because time may be short.
    const sifted = [...outgoing.keys()].flatMap((commit) => {
      const blobs = cleared.get(commit) ?? going.get(commit);
      return blobs ? [[commit, blobs] as const] : [];
    });
    return { damaged, sifted: { outgoing: new Map(sifted), cut }, unlooked: all - done };
  }

  /**
   * The notes of `now` joined with these blobs. Reads only notes that are on both sides, and notes with a part to leave
   * out.
   */
  async #join(
    { root, trees }: NotesState,
    incoming: ReadonlyMap<Oid, readonly Oid[]>,
    { budget, sifted = new Set() }: { budget: Budget; sifted?: ReadonlySet<Oid> },
  ): Promise<Joined> {
    const located = root ? await locate(this.reader, root, incoming.keys(), trees) : new Map<Oid, Oid[]>();
    const edits: Edit[] = [];
    const both = new Map<Oid, readonly Oid[]>();
    const left = new Set<Oid>();
    for (const [commit, theirs] of incoming) {
      const ours = located.get(commit) ?? [];
      const all = [...new Set([...ours, ...theirs])];
      if (all.length === new Set(ours).size) continue;
      if (all.length > 1 || sifted.has(commit)) both.set(commit, all);
      else if (budget.isSpent) left.add(commit);
      else {
        budget.spend();
        edits.push({ commit, blobs: all });
      }
    }
    const blobs: NewObject[] = [];
    for (const commit of both.keys()) left.add(commit);
    for await (const [commit, found] of this.at(both)) {
      if (budget.isSpent) break;
      left.delete(commit);
      const note = isDamaged(found) ? found.note : found;
      const bytes = note && this.#encoded(note);
      budget.spend(bytes?.length);
      const fits = bytes !== undefined;
      // An unreadable blob may be of a newer version: it stays beside the note. Existing blobs come first, then new ones; all clones
      // use the same order.
      const ours = located.get(commit) ?? [];
      const beside = fits ? (isDamaged(found) ? found.blobs : []) : both.get(commit)!;
      const joined: NewObject[] = fits ? [{ type: 'blob', bytes }] : [];
      const kept = [...beside.filter((blob) => ours.includes(blob)), ...beside.filter((blob) => !ours.includes(blob))]
        .slice(0, MAX_BLOBS - joined.length)
        .toSorted();
      const list = [...joined.map((blob) => hashObject(this.repo.hash, blob)), ...kept];
      if (areSame(list, located.get(commit))) continue;
      edits.push({ commit, blobs: list });
      blobs.push(...joined);
    }
    return { edits, blobs, left };
  }

  // Undefined for notes that are too large together: one hostile note must not stop all others from being joined.
  #encoded(note: Note): Uint8Array | undefined {
    try {
      const bytes = this.codec.encode(note);
      return bytes.length <= NOTE_LIMIT ? bytes : undefined;
    } catch (error) {
      if (isDataError(error)) return undefined;
      throw error;
    }
  }
}
