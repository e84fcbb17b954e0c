import type { Oid } from '../../model/ids.ts';
import { joinNotes } from '../../model/graph/join.ts';
import type { Note } from '../../model/model.ts';
import { type Damaged, isDamaged, type NoteReader } from '../../notes/notes.ts';
import type { Outgoing } from '../state/state.ts';
import { outgoingNote } from '../commit/note-outbox.ts';

/** Steps, edges and claims of the notes that are kept between calls: those of some hundred usual notes. */
const MAX_KEPT_PARTS = 50_000;

/**
 * The notes of commits, as written and with those that wait to be written. Any number of commits can have large notes of strangers, so
 * only some of them are kept.
 */
export class KnownNotes {
  readonly #reader: Pick<NoteReader, 'tip' | 'each'>;
  readonly #outgoing: readonly Outgoing[];
  #tip: Promise<Oid | undefined> | undefined;
  readonly #kept = new Map<Oid, Note>();
  #parts = 0;
  readonly #missing = new Set<Oid>();
  /** Commits with a note that cannot be read or belongs to another commit. */
  readonly damaged = new Map<Oid, Damaged>();

  /** @param outgoing notes that are made and not written yet; the list may grow */
  constructor(reader: Pick<NoteReader, 'tip' | 'each'>, outgoing: readonly Outgoing[]) {
    this.#reader = reader;
    this.#outgoing = outgoing;
  }

  /** The newest commit of the notes, at the first call. */
  tip(): Promise<Oid | undefined> {
    return (this.#tip ??= this.#reader.tip());
  }

  /** The notes of commits. An unreadable note is left out. */
  readonly read = async (commits: readonly Oid[]): Promise<Map<Oid, Note>> => {
    const notes = new Map<Oid, Note>();
    for await (const [id, note] of this.each(commits)) notes.set(id, note);
    return notes;
  };

  /** The same in turn and in no order. Holds few notes at a time. */
  async *each(commits: readonly Oid[]): AsyncGenerator<[Oid, Note]> {
    for await (const [id, written] of this.#written(commits)) {
      if (written) this.#keep(id, written);
      const note = this.#whole(id, written);
      if (note) yield [id, note];
    }
  }

  async *#written(commits: readonly Oid[]): AsyncGenerator<[Oid, written: Note | undefined]> {
    const tip = await this.tip();
    const unread = new Set(tip ? commits.filter((id) => !this.#kept.has(id) && !this.#missing.has(id)) : []);
    for (const id of commits) if (!unread.has(id)) yield [id, this.#kept.get(id)];
    if (unread.size === 0) return;
    for await (const [id, found] of this.#reader.each([...unread], tip)) {
      unread.delete(id);
      const note = isDamaged(found) ? found.note : found;
      if (isDamaged(found) && !note) this.damaged.set(id, found);
      if (!note) this.#missing.add(id);
      yield [id, note];
    }
    for (const id of unread) {
      this.#missing.add(id);
      yield [id, undefined];
    }
  }

  #whole(id: Oid, written: Note | undefined): Note | undefined {
    const { own, late } = this.#waiting();
    const note = joined(written, own.get(id));
    return note && joined(note, late.get(id));
  }

  // Keeps the notes that were read last.
  #keep(id: Oid, note: Note): void {
    if (this.#kept.has(id)) return;
    this.#kept.set(id, note);
    this.#parts += partsOf(note);
    for (const [old, other] of this.#kept) {
      if (this.#parts <= MAX_KEPT_PARTS || old === id) return;
      this.#kept.delete(old);
      this.#parts -= partsOf(other);
    }
  }

  // Outgoing notes are decoded once. Late graphs count only for commits with a note.
  readonly #own = new Map<Oid, Note>();
  readonly #late = new Map<Oid, Note>();
  #seen = 0;

  #waiting(): { own: ReadonlyMap<Oid, Note>; late: ReadonlyMap<Oid, Note> } {
    for (; this.#seen < this.#outgoing.length; this.#seen++) {
      const one = this.#outgoing[this.#seen]!;
      const notes = one.joins ? this.#late : this.#own;
      try {
        notes.set(one.commit, joined(notes.get(one.commit), outgoingNote(one))!);
      } catch {
        // reported when it is written
      }
    }
    return { own: this.#own, late: this.#late };
  }
}

const joined = (a: Note | undefined, b: Note | undefined): Note | undefined => (a && b ? joinNotes(a, b) : (a ?? b));

function partsOf({ graphs, lines, carried }: Note): number {
  let count = carried.length;
  for (const { nodes, edges, context } of graphs) count += nodes.length + edges.length + (context?.length ?? 0);
  for (const list of lines.values()) count += list.length;
  return count;
}
