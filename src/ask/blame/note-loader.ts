import { isZero, type Oid } from '../../model/ids.ts';
import { NoteLookup, type NoteData } from './note-lookup.ts';

/** A note that is partly or wholly unreadable; `note` is the readable part. */
export interface Unreadable {
  readonly damaged: unknown;
  readonly note?: NoteData;
}

/** Reads the notes of some commits. Commits without a note are missing in the result. */
export type LoadNotes = (commits: readonly Oid[]) => Promise<ReadonlyMap<Oid, NoteData | Unreadable>>;

/** Notes for `git blame --reverse`, which names another commit than the one that added a line: what a note does not cover is unknown. */
export const inReverse =
  (read: LoadNotes): LoadNotes =>
  async (commits) => {
    const notes = [...(await read(commits))];
    return new Map(notes.map(([commit, note]) => [commit, 'graphs' in note ? { ...note, partial: true } : note]));
  };

/** Commits per request after the first one. Fewer cause many small answers; more leave us idle. */
const COMMITS_PER_REQUEST = 64;

/** Reads the notes of commits while git still looks for more commits. Only one request is active at a time. */
export class NoteLoader {
  /** The number of notes that could not be read completely. */
  damaged = 0;
  readonly #read: LoadNotes;
  readonly #arrived: () => void;
  readonly #seen = new Set<string>();
  readonly #done = new Set<string>();
  readonly #lookups = new Map<string, NoteLookup>();
  #wanted: Oid[] = [];
  #reading: Promise<void> | undefined;

  /** @param arrived called each time some notes have arrived, so that work on them overlaps with git's run */
  constructor(read: LoadNotes, arrived: () => void = () => undefined) {
    this.#read = read;
    this.#arrived = arrived;
  }

  /** Requests the note of a commit, once. Uncommitted lines (all zeros) have no note. */
  want(commit: string): void {
    if (this.#seen.has(commit) || isZero(commit)) return;
    this.#seen.add(commit);
    this.#wanted.push(commit as Oid);
    if (this.#seen.size === 1 || this.#wanted.length >= COMMITS_PER_REQUEST) this.#start();
  }

  /** Resolves when all requested notes are read. @throws the error of a failed read */
  async settled(): Promise<void> {
    if (this.#wanted.length > 0) this.#start();
    while (this.#reading) await this.#reading;
  }

  /** Uses the records of uncommitted lines as their note. */
  set(commit: string, data: NoteData): void {
    this.#lookups.set(commit, new NoteLookup(data));
  }

  /** Whether a commit's note was read or is known to be missing. */
  isRead(commit: string): boolean {
    return this.#done.has(commit);
  }

  /** The note of a commit, once read; undefined when the commit has no note. */
  lookup(commit: string): NoteLookup | undefined {
    return this.#lookups.get(commit);
  }

  #start(): void {
    this.#reading ??= this.#readOn();
    this.#reading.catch(() => undefined); // reported by `settled`
  }

  async #readOn(): Promise<void> {
    await Promise.resolve(); // waits for the other commits of the same output
    while (this.#wanted.length > 0) {
      const batch = this.#wanted;
      this.#wanted = [];
      for (const [commit, note] of await this.#read(batch)) {
        const data = 'graphs' in note ? note : note.note && { ...note.note, partial: true };
        if (data) this.#lookups.set(commit, new NoteLookup(data, commit));
        if (!('graphs' in note)) this.damaged++;
      }
      for (const commit of batch) this.#done.add(commit);
      this.#arrived();
    }
    this.#reading = undefined;
  }
}
