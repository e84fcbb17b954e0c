import { isZero } from '../../model/ids.ts';
import type { NoteFeed } from './note-loader.ts';
import { piecesOfEntry } from './lines.ts';
import { type Piece } from './blamed.ts';
import type { Entry } from './porcelain.ts';

/** Splits git's entries by owner as early as possible, in parallel to git's search for the rest. */
export class Cutting {
  /** In the order of git's output. */
  readonly entries: Entry[] = [];
  /** The number of lines that git has found. */
  lines = 0;
  /** Whether some of them are uncommitted. */
  uncommitted = false;
  readonly #notes: NoteFeed;
  readonly #prepare: (piece: Piece) => void;
  readonly #byLine = new Map<number, Piece>();
  #waiting: Entry[] = [];
  #lastChange: { readonly commit: string | undefined } | undefined;

  /** @param prepare receives every piece, in no order */
  constructor(notes: NoteFeed, prepare: (piece: Piece) => void) {
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

  /** Sets the last commit that changed the file. Its note shows whether earlier checks still count. */
  know(lastChange: string | undefined): void {
    this.#lastChange = { commit: lastChange };
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
  finish(): Piece[] {
    for (const entry of this.#waiting) this.#cut(entry);
    this.#waiting = [];
    const pieces: Piece[] = [];
    const first = this.entries.reduce((least, { line }) => Math.min(least, line), Number.POSITIVE_INFINITY);
    for (let line = first, piece = this.#byLine.get(line); piece; piece = this.#byLine.get(line)) {
      pieces.push(piece);
      line += piece.count;
    }
    // With `-L` there may be gaps.
    return pieces.length === this.#byLine.size ? pieces : [...this.#byLine.values()].sort((a, b) => a.line - b.line);
  }

  #canCut(): boolean {
    const last = this.#lastChange;
    return last !== undefined && (last.commit === undefined || this.#notes.isRead(last.commit));
  }

  #cut(entry: Entry): void {
    for (const piece of piecesOfEntry({ notes: this.#notes, lastChange: this.#lastChange?.commit }, entry)) {
      this.#byLine.set(piece.line, piece);
      this.#prepare(piece);
    }
  }
}
