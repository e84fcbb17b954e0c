/** The limits of one exchange with a remote. */
export interface Limits {
  /** When it must end, in milliseconds since the epoch; undefined for no time limit. */
  readonly deadline?: number | undefined;
  /** Total size of the joined notes. */
  readonly bytes?: number;
  /** Number of notes to process. */
  readonly notes?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_NOTES = 250_000;

/** Counts the cost of an exchange. A remote may hold any number of notes that are slow to join: the rest waits for the next exchange. */
export class Budget {
  readonly #deadline: number;
  #bytes: number;
  #notes: number;

  constructor({ deadline, bytes = MAX_BYTES, notes = MAX_NOTES }: Limits = {}) {
    this.#deadline = deadline ?? Number.POSITIVE_INFINITY;
    this.#bytes = bytes;
    this.#notes = notes;
  }

  /** Counts one note, and the bytes written for it. */
  spend(bytes = 0): void {
    this.#notes--;
    this.#bytes -= bytes;
  }

  get isSpent(): boolean {
    return this.#notes <= 0 || this.#bytes <= 0 || Date.now() > this.#deadline;
  }
}

/** The moment when this share of the time until a deadline has passed; undefined without a deadline. */
export const partOf = (deadline: number | undefined, part: number): number | undefined =>
  deadline === undefined ? undefined : Date.now() + Math.max(0, deadline - Date.now()) * part;
