import type { Row } from '../../../sqlite/sqlite.ts';

/** Ids of names kept in memory while an index is built. */
const MAX_REMEMBERED_NAMES = 100_000;

/** The ids of a table's rows by their names, the last ones. */
export class KnownIds {
  readonly #ids = new Map<string, number>();
  readonly #limit: number;
  /** All rows of the table are here, so another name has no row. */
  #isComplete: boolean;

  /** @param isEmpty whether the table has no row yet @param limit most names that are kept */
  constructor(isEmpty: boolean, limit = MAX_REMEMBERED_NAMES) {
    this.#isComplete = isEmpty;
    this.#limit = limit;
  }

  /** The id of a name. @param find looks for its row @param add makes its row, and gives the id */
  get(name: string, find: () => Row | undefined, add: () => number): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const row = this.#isComplete ? undefined : find();
    const id = row ? Number(row['id']) : add();
    if (this.#ids.size >= this.#limit) {
      this.#ids.clear();
      this.#isComplete = false;
    }
    this.#ids.set(name, id);
    return id;
  }
}
