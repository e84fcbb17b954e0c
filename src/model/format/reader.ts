import { argumentAt, argumentSize } from './head.ts';
import { decodeScanned, endOf, type Cbor } from './cbor.ts';
import type { Oid, RepoPath } from '../ids.ts';
import { fail, inside } from './fields.ts';
import { pathFromCbor } from './paths.ts';
import { UINT, NINT, BYTES, TEXT, ARRAY, MAP } from './cbor-types.ts';

const HASH_BYTES = 32;

/**
 * Reads canonical CBOR item by item when the structure is known. Nodes make up most of a note, and decoding them into a
 * tree first would spend more time on maps and hashes than on the result. The bytes must have passed `scan`: heads are
 * complete, text is UTF-8, lengths are within the bytes.
 */
export class CborReader {
  readonly #bytes: Buffer;
  #at: number;

  /** @param at offset of the first item; -1 for a missing item, which every read method rejects */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#at = at;
  }

  /** Moves to another offset. */
  to(at: number): this {
    this.#at = at;
    return this;
  }

  /** Skips the head of a map and returns its number of entries. */
  map(field: string): number {
    return this.#major === MAP ? this.#argument() : fail(field, 'not a map');
  }

  /** Skips the head of an array of at most `most` items and returns its length. */
  array(field: string, most: number): number {
    if (this.#major !== ARRAY) return fail(field, 'not an array');
    const count = this.#argument();
    return count > most ? fail(field, `${count} entries, at most ${most} are allowed`) : count;
  }

  /** Whether the next item is an array. */
  get isArray(): boolean {
    return this.#major === ARRAY;
  }

  /** Whether the next item is a map. */
  get isMap(): boolean {
    return this.#major === MAP;
  }

  /** Whether the next item is text or bytes. */
  get isString(): boolean {
    return this.#major === TEXT || this.#major === BYTES;
  }

  /**
   * Reads every item of an array. An error names the index of the item.
   * @param given further arguments for `read`, after the reader, see `within`
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

  /** A number, text, a copy of bytes, a boolean or null. */
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

  /** The key of a map as a number. Returns -1 for any other key and does not consume it. */
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
    if (this.#major !== BYTES || this.#argument() !== HASH_BYTES) return fail(field, 'not a hash of 32 bytes');
    return this.#bytes.toString('hex', this.#at, (this.#at += HASH_BYTES));
  }

  /** An object id. */
  oid(field: string): Oid {
    const length = this.#major === BYTES ? this.#argument() : 0;
    if (length !== 20 && length !== 32) return fail(field, 'not an object id of 20 or 32 bytes');
    return this.#bytes.toString('hex', this.#at, (this.#at += length)) as Oid;
  }

  /** Any item, decoded into a tree. */
  value(): Cbor {
    const start = this.#at;
    this.skip();
    return decodeScanned(this.#bytes.subarray(start, this.#at));
  }

  /** Skips an item. */
  skip(): void {
    this.#at = endOf(this.#bytes, this.#at);
  }

  // At the end this is the type of a float, which scanned bytes never contain.
  get #major(): number {
    return (this.#bytes[this.#at] ?? 0xff) >> 5;
  }

  #argument(): number {
    const value = argumentAt(this.#bytes, this.#at);
    this.#at += 1 + argumentSize(this.#bytes[this.#at]!);
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
