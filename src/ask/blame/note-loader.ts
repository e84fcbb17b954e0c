import { isZero, type Oid } from '../../model/ids.ts';
import { NoteView, type Told } from './note-lookup.ts';

/** A note that is partly or wholly unreadable; `note` is the readable part. */
export interface Unreadable {
  readonly damaged: unknown;
  readonly note?: Told;
}

/** The notes of some commits; a commit that has none is not in the answer. */
export type ReadNotes = (commits: readonly Oid[]) => Promise<ReadonlyMap<Oid, Told | Unreadable>>;

/** Commits per request after the first ones; fewer cause many small answers, more leave us idle. */
const BATCH = 64;

/** Reads the notes of commits while git still looks for more commits. One question is under way at a time. */
export class NoteFeed {
  /** How many notes could not be read, or not wholly. */
  damaged = 0;
  readonly #read: ReadNotes;
  readonly #arrived: () => void;
  readonly #seen = new Set<string>();
  readonly #done = new Set<string>();
  readonly #views = new Map<string, NoteView>();
  #wanted: Oid[] = [];
  #reading: Promise<void> | undefined;

  /** @param arrived called each time some notes have arrived, so that work on them overlaps with git's run */
  constructor(read: ReadNotes, arrived: () => void = () => undefined) {
    this.#read = read;
    this.#arrived = arrived;
  }

  /** Asks for the note of a commit, once. What is not committed (all zeros) has none. */
  want(commit: string): void {
    if (this.#seen.has(commit) || isZero(commit)) return;
    this.#seen.add(commit);
    this.#wanted.push(commit as Oid);
    if (this.#seen.size === 1 || this.#wanted.length >= BATCH) this.#start();
  }

  /** Resolves when every note that was asked for is there. @throws what reading threw */
  async settled(): Promise<void> {
    if (this.#wanted.length > 0) this.#start();
    while (this.#reading) await this.#reading;
  }

  /** Puts what is known of the lines that are not committed in the place of their note. */
  set(commit: string, told: Told): void {
    this.#views.set(commit, new NoteView(told));
  }

  /** Whether a commit's note was read or is known to be missing. */
  isRead(commit: string): boolean {
    return this.#done.has(commit);
  }

  /** The note of a commit, once read; undefined when the commit has no note. */
  view(commit: string): NoteView | undefined {
    return this.#views.get(commit);
  }

  #start(): void {
    this.#reading ??= this.#readOn();
    this.#reading.catch(() => undefined); // reported by `settled`
  }

  async #readOn(): Promise<void> {
    await Promise.resolve(); // lets the commits of one piece of output come together
    while (this.#wanted.length > 0) {
      const batch = this.#wanted;
      this.#wanted = [];
      for (const [commit, note] of await this.#read(batch)) {
        const told = 'graphs' in note ? note : note.note && { ...note.note, partial: true };
        if (told) this.#views.set(commit, new NoteView(told, commit));
        if (!('graphs' in note)) this.damaged++;
      }
      for (const commit of batch) this.#done.add(commit);
      this.#arrived();
    }
    this.#reading = undefined;
  }
}
