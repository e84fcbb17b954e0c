import { isZero } from '../../model/ids.ts';
import type { NoteLoader } from './note-loader.ts';
import { type BlamedOwners, piecesOfEntry } from './segments.ts';
import { type Segment } from './blamed.ts';
import type { Entry } from './porcelain.ts';

type File = Omit<BlamedOwners, 'notes'>;
const UNKNOWN_FILE: File = { lastChange: undefined, content: undefined, path: undefined };

/** Splits git's entries by owner as early as possible, in parallel to git's search for the rest. */
export class OwnerSplit {
  /** In the order of git's output. */
  readonly entries: Entry[] = [];
  /** The number of lines that git has found. */
  lines = 0;
  /** Whether some of them are uncommitted. */
  uncommitted = false;
  readonly #notes: NoteLoader;
  readonly #prepare: (piece: Segment) => void;
  readonly #byLine = new Map<number, Segment>();
  #waiting: Entry[] = [];
  #file: File | undefined;

  /** @param prepare receives every piece, in no order */
  constructor(notes: NoteLoader, prepare: (piece: Segment) => void) {
    this.#notes = notes;
    this.#prepare = prepare;
  }

  /** Adds an entry. Uncommitted lines wait for `finish`. */
  add(entry: Entry): void {
    const { oid } = entry.commit;
    this.entries.push(entry);
    this.lines += entry.count;
    this.uncommitted ||= isZero(oid);
    if (this.#canCut() && this.#notes.isRead(oid)) this.#cut(entry);
    else this.#waiting.push(entry);
  }

  /** Sets the present file. The note of the last commit that changed it shows whether earlier checks still count. */
  know(file: File): void {
    this.#file = file;
    this.retry();
  }

  /** Splits the entries with notes that have arrived meanwhile. */
  retry(): void {
    if (!this.#canCut()) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const entry of waiting)
      if (this.#notes.isRead(entry.commit.oid)) this.#cut(entry);
      else this.#waiting.push(entry);
  }

  /** Splits the remaining entries. @returns all pieces, in the order of lines */
  finish(): Segment[] {
    for (const entry of this.#waiting) this.#cut(entry);
    this.#waiting = [];
    const pieces: Segment[] = [];
    const first = this.entries.reduce((least, { line }) => Math.min(least, line), Number.POSITIVE_INFINITY);
    for (let line = first, piece = this.#byLine.get(line); piece; piece = this.#byLine.get(line)) {
      pieces.push(piece);
      line += piece.count;
    }
    // With `-L` there may be gaps.
    return pieces.length === this.#byLine.size ? pieces : [...this.#byLine.values()].sort((a, b) => a.line - b.line);
  }

  #canCut(): boolean {
    const last = this.#file;
    return last !== undefined && (last.lastChange === undefined || this.#notes.isRead(last.lastChange));
  }

  #cut(entry: Entry): void {
    for (const piece of piecesOfEntry({ notes: this.#notes, ...(this.#file ?? UNKNOWN_FILE) }, entry)) {
      this.#byLine.set(piece.line, piece);
      this.#prepare(piece);
    }
  }
}
