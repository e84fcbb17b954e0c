import { hexInto } from '../hex.ts';
import { UINT, NINT, BYTES, TEXT, ARRAY, MAP } from './cbor-types.ts';

const HASH = 32;
const START = 4096;
/** A larger buffer is not kept for the next value, in bytes. */
const KEPT = 1 << 18;
/** Of fewer bytes than this a view is kept: most steps are shorter. */
const VIEWS = 1024;
/** The longest text that is written character by character; longer ones are quicker in one go. */
const SHORT = 256;
const utf8 = new TextEncoder();

/** Text as the format keeps it: lone surrogates replaced by U+FFFD, and no U+FEFF at the start. */
export function textOf(text: string): string {
  if (text.isWellFormed() && text.charCodeAt(0) !== 0xfeff) return text;
  return text.toWellFormed().replace(/^\ufeff+/, '');
}

/**
 * Writes canonical CBOR (RFC 8949, 4.2.1), item by item, into one buffer that is used again: of the hashes of hundreds of
 * thousands of steps, making a tree of each and a buffer for it was half of the time. That the keys of a map ascend is for the
 * caller to see to (`keyAscends`).
 */
export class CborWriter {
  #bytes = new Uint8Array(START);
  #at = 0;
  /** Views of the first bytes, by their number: making one takes as long as writing twenty of them. */
  readonly #views: (Uint8Array | undefined)[] = Array.from({ length: VIEWS });

  /** Forgets what was written. */
  clear(): void {
    this.#at = 0;
    if (this.#bytes.length > KEPT) this.#replace(new Uint8Array(START));
  }

  /** Where the next byte goes. */
  get at(): number {
    return this.#at;
  }

  /** Takes back what was written from `at` on. */
  backTo(at: number): void {
    this.#at = at;
  }

  /** What was written: a view that holds until the next item. */
  get written(): Uint8Array {
    const at = this.#at;
    return at < VIEWS ? (this.#views[at] ??= this.#bytes.subarray(0, at)) : this.#bytes.subarray(0, at);
  }

  array(count: number): void {
    this.#head(ARRAY, count, 0);
  }

  map(count: number): void {
    this.#head(MAP, count, 0);
  }

  /** A safe integer. */
  integer(value: number): void {
    if (value < 0) this.#head(NINT, -1 - value, 0);
    else this.#head(UINT, value, 0);
  }

  /** False, true or null. */
  simple(value: boolean | null): void {
    this.#room(1);
    this.#bytes[this.#at++] = value === null ? 0xf6 : value ? 0xf5 : 0xf4;
  }

  bytes(value: Uint8Array): void {
    this.#head(BYTES, value.length, value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /**
   * The 32 bytes of a hash in hex.
   * @returns false when it is none; nothing is written then
   */
  hash(hex: string): boolean {
    const start = this.#at;
    this.#head(BYTES, HASH, HASH);
    const isHash = hexInto(this.#bytes, this.#at, hex, HASH);
    this.#at = isHash ? this.#at + HASH : start;
    return isHash;
  }

  /** Text as the format keeps it, see `textOf`. */
  text(text: string): void {
    if (this.ascii(text)) return;
    const value = utf8.encode(textOf(text));
    this.#head(TEXT, value.length, value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /**
   * Text that is short and of ASCII alone.
   * @returns false for any other; nothing is written then
   */
  ascii(text: string): boolean {
    const { length } = text;
    if (length > SHORT) return false;
    const start = this.#at;
    this.#head(TEXT, length, length);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        this.#at = start;
        return false;
      }
      bytes[at++] = code;
    }
    this.#at = at;
    return true;
  }

  /** Whether the key from `key` on sorts behind the one from `before` on: bytewise, as the format orders them. */
  keyAscends(before: number, beforeEnd: number, key: number): boolean {
    const bytes = this.#bytes;
    for (let a = before, b = key; a < beforeEnd && b < this.#at; a++, b++)
      if (bytes[a] !== bytes[b]) return bytes[a]! < bytes[b]!;
    return false;
  }

  // The head of an item, in its shortest form, with room for `more` bytes behind it.
  #head(major: number, count: number, more: number): void {
    this.#room(more + 9);
    const bytes = this.#bytes;
    const type = major << 5;
    if (count < 24) bytes[this.#at++] = type | count;
    else if (count < 0x100) {
      bytes[this.#at++] = type | 24;
      bytes[this.#at++] = count;
    } else if (count < 0x10000) this.#sized(type | 25, count, 2);
    else if (count < 0x100000000) this.#sized(type | 26, count, 4);
    else this.#sized(type | 27, count, 8);
  }

  #sized(head: number, count: number, size: number): void {
    const bytes = this.#bytes;
    bytes[this.#at++] = head;
    const high = Math.floor(count / 2 ** 32); // where shifts do not reach
    for (let i = size - 1; i >= 4; i--) bytes[this.#at++] = high >>> (8 * (i - 4));
    for (let i = Math.min(size, 4) - 1; i >= 0; i--) bytes[this.#at++] = count >>> (8 * i);
  }

  #room(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#at + more));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#replace(larger);
  }

  #replace(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#views.fill(undefined);
  }
}
