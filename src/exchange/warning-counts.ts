import type { Unread } from './foreign.ts';

/** Faults of one kind. */
export interface Counted {
  readonly what: string;
  readonly count: number;
  /** The place of the first one. */
  readonly example: string;
}

/** Counts unreadable or unusable parts by kind, with an example for each. */
export class Tally {
  readonly #kinds = new Map<string, { what: string; count: number; example: string }>();

  /** @param count how many to add at once, such as lines of a range */
  add({ what, where }: Unread, count = 1): void {
    const known = this.#kinds.get(what);
    if (known) known.count += count;
    else this.#kinds.set(what, { what, count, example: where });
  }

  /** The most frequent first. */
  all(): Counted[] {
    return [...this.#kinds.values()].sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1));
  }
}
