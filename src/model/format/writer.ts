import { hexInto } from '../hex.ts';
import { UINT, NINT, BYTES, TEXT, ARRAY, MAP } from './cbor-types.ts';

const HASH_BYTES = 32;
const FIRST_BUFFER_BYTES = 4096;
/** Bytes. A larger buffer is released before the next value. */
const MAX_KEPT_BYTES = 1 << 18;
/** Bytes. Views of shorter output are cached; most steps are shorter. */
const MAX_CACHED_VIEW_BYTES = 1024;
/** Characters. Shorter text is written character by character; for longer text the encoder is faster. */
const MAX_SHORT_CHARACTERS = 256;
const utf8 = new TextEncoder();

/** Makes text well-formed for the format: lone surrogates become U+FFFD, and U+FEFF at the start is removed. */
export function textOf(text: string): string {
  if (text.isWellFormed() && text.charCodeAt(0) !== 0xfeff) return text;
  return text.toWellFormed().replace(/^\ufeff+/, '');
}

/**
 * Writes canonical CBOR (RFC 8949, 4.2.1) item by item into a reused buffer. Hashing hundreds of thousands of steps spent
 * half its time on trees and buffers before. The caller must write the keys of a map in ascending order (`keyAscends`).
 */
export class CborWriter {
  #bytes = new Uint8Array(FIRST_BUFFER_BYTES);
  #at = 0;
  /** Cached views of the first n bytes, by n. Creating a view takes as long as writing twenty of them. */
  readonly #views: (Uint8Array | undefined)[] = Array.from({ length: MAX_CACHED_VIEW_BYTES });

  /** Discards what was written. */
  clear(): void {
    this.#at = 0;
    if (this.#bytes.length > MAX_KEPT_BYTES) this.#replace(new Uint8Array(FIRST_BUFFER_BYTES));
  }

  /** The offset of the next byte. */
  get at(): number {
    return this.#at;
  }

  /** Discards everything from offset `at` on. */
  backTo(at: number): void {
    this.#at = at;
  }

  /** The bytes written so far: a view that is valid until the next item. */
  get written(): Uint8Array {
    const at = this.#at;
    return at < MAX_CACHED_VIEW_BYTES ? (this.#views[at] ??= this.#bytes.subarray(0, at)) : this.#bytes.subarray(0, at);
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
   * Writes a hash, given in hex, as 32 bytes.
   * @returns false for an invalid hash; then nothing is written
   */
  hash(hex: string): boolean {
    const start = this.#at;
    this.#head(BYTES, HASH_BYTES, HASH_BYTES);
    const isHash = hexInto(this.#bytes, this.#at, hex, HASH_BYTES);
    this.#at = isHash ? this.#at + HASH_BYTES : start;
    return isHash;
  }

  /** Writes text, made well-formed with `textOf`. */
  text(text: string): void {
    if (this.ascii(text)) return;
    const value = utf8.encode(textOf(text));
    this.#head(TEXT, value.length, value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /**
   * Writes short ASCII text.
   * @returns false for other text; then nothing is written
   */
  ascii(text: string): boolean {
    const { length } = text;
    if (length > MAX_SHORT_CHARACTERS) return false;
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

  /** Whether the key written at `key` sorts bytewise after the key at `before`. */
  keyAscends(before: number, beforeEnd: number, key: number): boolean {
    const bytes = this.#bytes;
    for (let a = before, b = key; a < beforeEnd && b < this.#at; a++, b++)
      if (bytes[a] !== bytes[b]) return bytes[a]! < bytes[b]!;
    return false;
  }

  // Writes the head of an item in its shortest form and reserves `more` bytes after it.
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
    const high = Math.floor(count / 2 ** 32); // shifts work on 32 bits only
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
