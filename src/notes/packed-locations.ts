import { hexInto } from '../model/hex.ts';
import type { Oid } from '../model/ids.ts';

const HASH_BYTES = 32;
const ROW_BYTES = 2 * HASH_BYTES;

/** The places of very many notes, in 64 bytes each and outside the heap. */
export class PackedLocations {
  readonly #rows: Buffer;
  /** The length of an id in bytes. */
  readonly #length: number;
  /** The blobs of commits with several. */
  readonly #several = new Map<number, readonly Oid[]>();
  readonly size: number;

  /**
   * @param located the blobs of notes, by commit
   * @param order the commits in the wanted order; some may have no notes
   */
  constructor(located: ReadonlyMap<Oid, readonly Oid[]>, order: Iterable<Oid> = located.keys()) {
    const wanted = new Set(order);
    this.#rows = Buffer.alloc(Math.min(wanted.size, located.size) * ROW_BYTES);
    let place = 0;
    let length = 0;
    for (const commit of wanted) {
      const blobs = located.get(commit);
      if (!blobs) continue;
      length = commit.length / 2;
      hexInto(this.#rows, place * ROW_BYTES, commit, length);
      if (blobs.length === 1) hexInto(this.#rows, place * ROW_BYTES + HASH_BYTES, blobs[0]!, length);
      else this.#several.set(place, blobs);
      place++;
    }
    this.#length = length;
    this.size = place;
  }

  /** The blobs of a range of the notes, by commit, in order. */
  slice(from: number, to: number): Map<Oid, readonly Oid[]> {
    const some = new Map<Oid, readonly Oid[]>();
    for (let place = from; place < Math.min(to, this.size); place++)
      some.set(this.#get(place * ROW_BYTES), this.#several.get(place) ?? [this.#get(place * ROW_BYTES + HASH_BYTES)]);
    return some;
  }

  #get(at: number): Oid {
    return this.#rows.toString('hex', at, at + this.#length) as Oid;
  }
}
