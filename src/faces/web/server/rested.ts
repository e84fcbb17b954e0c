/** An answer that took longer, in milliseconds, is not made again at every change. It then rests for ten times as long. */
const LONG_MS = 2000;
const REST_FACTOR = 10;

interface Kept<T> {
  readonly stamp: string;
  readonly data: T;
  /** When it was ready, and how long it took, in milliseconds. */
  readonly at: number;
  readonly took: number;
}

/**
 * Keeps an answer that reads everything, also through changes of the repository. A page that follows busy work would otherwise
 * use a whole core.
 */
export class RestedAnswer<T extends object> {
  readonly #now: () => number;
  #kept: Kept<T> | undefined;
  #running: Promise<T> | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * @param stamp the state of the repository
   * @returns the answer; with `again` it is of an older state, and a new one is made after so many milliseconds
   */
  async get(stamp: string, work: () => Promise<T>): Promise<T & { readonly again?: number }> {
    const kept = this.#kept;
    if (kept?.stamp === stamp) return kept.data;
    const rest = kept && kept.took > LONG_MS ? REST_FACTOR * kept.took - (this.#now() - kept.at) : 0;
    if (kept && rest > 0) return { ...kept.data, again: rest };
    return (this.#running ??= this.#make(stamp, work).finally(() => (this.#running = undefined)));
  }

  async #make(stamp: string, work: () => Promise<T>): Promise<T> {
    const since = this.#now();
    const data = await work();
    this.#kept = { stamp, data, at: this.#now(), took: this.#now() - since };
    return data;
  }
}
