import { decodeScanned, endOf, type Cbor } from './cbor.ts';
import type { Oid, RepoPath } from '../ids.ts';
import { fail, inside } from './fields.ts';
import { pathFromCbor } from './paths.ts';
import { UINT, NINT, BYTES, TEXT, ARRAY, MAP } from './cbor-types.ts';

const HASH = 32;

/**
 * Reads canonical CBOR item by item, where it is known what has to come: the nodes are nearly all of a note, and of a tree that
 * is made of them first, each map and each hash cost more than what is read out of it. It takes only bytes that `scan` has
 * walked, and relies on that: heads are whole, text is UTF-8, lengths are within the bytes.
 */
export class CborReader {
  readonly #bytes: Buffer;
  #at: number;

  /** @param at where to begin; -1 where there is nothing, which every way of reading refuses */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#at = at;
  }

  /** Goes to another place in the bytes. */
  to(at: number): this {
    this.#at = at;
    return this;
  }

  /** Passes over the head of a map, and gives how many entries follow. */
  map(field: string): number {
    return this.#major === MAP ? this.#argument() : fail(field, 'not a map');
  }

  /** Passes over the head of an array of at most `most` items, and gives how many follow. */
  array(field: string, most: number): number {
    if (this.#major !== ARRAY) return fail(field, 'not an array');
    const count = this.#argument();
    return count > most ? fail(field, `${count} entries, at most ${most} are allowed`) : count;
  }

  /** Whether an array is next. */
  get isArray(): boolean {
    return this.#major === ARRAY;
  }

  /** Whether a map is next. */
  get isMap(): boolean {
    return this.#major === MAP;
  }

  /** Whether text or bytes are next. */
  get isString(): boolean {
    return this.#major === TEXT || this.#major === BYTES;
  }

  /**
   * Reads every item of an array; a fault is named by its place.
   * @param given what `read` is called with after the reader, as in `within`
   */
  each<Given extends readonly unknown[], T>(
    field: string,
    most: number,
    read: (from: CborReader, ...given: Given) => T,
    ...given: Given
  ): T[] {
    const count = this.array(field, most);
    const out: T[] = [];
    try {
      while (out.length < count) out.push(read(this, ...given));
    } catch (error) {
      throw inside(inside(error, `[${out.length}]`), field);
    }
    return out;
  }

  /** A number, text, bytes of its own, a boolean or null. */
  scalar(field: string): number | string | Uint8Array | boolean | null {
    switch (this.#major) {
      case UINT:
        return this.#argument();
      case NINT:
        return -1 - this.#argument();
      case BYTES:
        return new Uint8Array(this.#span());
      case TEXT:
        return this.#text(this.#argument());
      case ARRAY:
      case MAP:
        return fail(field, 'an array or a map');
      default: {
        const simple = this.#bytes[this.#at++];
        return simple === 0xf6 ? null : simple === 0xf5;
      }
    }
  }

  /** The key of a map: a number from 0, or -1 before any other key, which is left to be read. */
  code(): number {
    return this.#major === UINT ? this.#argument() : -1;
  }

  /** Text of at most `most` bytes. */
  text(field: string, most: number): string {
    if (this.#major !== TEXT) return fail(field, 'not text');
    const length = this.#argument();
    return length > most ? fail(field, `text of more than ${most} bytes`) : this.#text(length);
  }

  /** Text that may be a path, see `pathFromCbor`. */
  path(field: string, most: number): RepoPath {
    return this.#major === BYTES ? pathFromCbor(this.#span(), field, most) : (this.text(field, most) as RepoPath);
  }

  /** A hash of 32 bytes, as hex. */
  hash(field: string): string {
    if (this.#major !== BYTES || this.#argument() !== HASH) return fail(field, 'not a hash of 32 bytes');
    return this.#bytes.toString('hex', this.#at, (this.#at += HASH));
  }

  /** An object id. */
  oid(field: string): Oid {
    const length = this.#major === BYTES ? this.#argument() : 0;
    if (length !== 20 && length !== 32) return fail(field, 'not an object id of 20 or 32 bytes');
    return this.#bytes.toString('hex', this.#at, (this.#at += length)) as Oid;
  }

  /** Any item, as a tree of its own. */
  value(): Cbor {
    const start = this.#at;
    this.skip();
    return decodeScanned(this.#bytes.subarray(start, this.#at));
  }

  /** Passes over an item. */
  skip(): void {
    this.#at = endOf(this.#bytes, this.#at);
  }

  // Of nothing, that of a float, which no scanned bytes have.
  get #major(): number {
    return (this.#bytes[this.#at] ?? 0xff) >> 5;
  }

  #argument(): number {
    const bytes = this.#bytes;
    const info = bytes[this.#at++]! & 31;
    if (info < 24) return info;
    let value = 0;
    for (const end = this.#at + (1 << (info - 24)); this.#at < end; this.#at++) value = value * 256 + bytes[this.#at]!;
    return value;
  }

  #text(length: number): string {
    return this.#bytes.toString('utf8', this.#at, (this.#at += length));
  }

  #span(): Uint8Array {
    const length = this.#argument();
    return this.#bytes.subarray(this.#at, (this.#at += length));
  }
}
