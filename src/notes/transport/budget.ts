/** What one exchange with a remote may cost. */
export interface Limits {
  /** When it has to end, in milliseconds since the epoch; as long as the other limits allow when undefined. */
  readonly deadline?: number | undefined;
  /** Bytes of the notes that joining makes. */
  readonly bytes?: number;
  /** Notes that it brings. */
  readonly notes?: number;
}

const BYTES = 64 * 1024 * 1024;
const NOTES = 250_000;

/** Counts what an exchange has cost. A remote may hold any number of notes that are slow to join: the rest waits for the next one. */
export class Budget {
  readonly #deadline: number;
  #bytes: number;
  #notes: number;

  constructor({ deadline, bytes = BYTES, notes = NOTES }: Limits = {}) {
    this.#deadline = deadline ?? Number.POSITIVE_INFINITY;
    this.#bytes = bytes;
    this.#notes = notes;
  }

  /** Counts one note, and the bytes that were made for it. */
  spend(bytes = 0): void {
    this.#notes--;
    this.#bytes -= bytes;
  }

  get isSpent(): boolean {
    return this.#notes <= 0 || this.#bytes <= 0 || Date.now() > this.#deadline;
  }
}

/** The moment when this part of the time until a deadline is over; undefined without a deadline. */
export const partOf = (deadline: number | undefined, part: number): number | undefined =>
  deadline === undefined ? undefined : Date.now() + Math.max(0, deadline - Date.now()) * part;
