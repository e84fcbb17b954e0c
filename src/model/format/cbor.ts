import { argumentAt, argumentSize } from './head.ts';
import { Decoder } from 'cbor-x/decode';
import { ProvError } from '../../errors.ts';
import { scan, SCAN_LIMITS, type ScanLimits } from './scan.ts';
import { CborWriter, textOf } from './writer.ts';
import { BYTES, TEXT, ARRAY, MAP } from './cbor-types.ts';

export { textOf } from './writer.ts';

/** Values that the format can hold. Maps are Maps, bytes are Uint8Arrays, and integers are within ±(2^53 - 1). */
export type Cbor = string | number | boolean | null | Uint8Array | readonly Cbor[] | CborMap;
export type CborKey = string | number | Uint8Array;
export type CborMap = ReadonlyMap<CborKey, Cbor>;

// `cbor-x/decode` is `cbor-x` without its native addon, so that only JavaScript parses notes. `int64AsNumber` is missing in
// its types.
const OPTIONS = { useRecords: false, mapsAsObjects: false, copyBuffers: true, int64AsNumber: true };
const decoder = new Decoder(OPTIONS);
const writer = new CborWriter();
const utf8 = new TextEncoder();
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Encodes a value as canonical CBOR (RFC 8949, 4.2.1). Text is made well-formed first, see `textOf`.
 * @throws ProvError `bug` for a value that the format cannot hold
 */
export function encode(value: Cbor): Uint8Array {
  writer.clear();
  write(writer, value);
  return writer.written.slice();
}

/** Writes a value like `encode`. */
export function write(to: CborWriter, value: Cbor): void {
  if (typeof value === 'string') to.text(value);
  else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new ProvError('bug', `A note cannot hold the number ${value}.`);
    to.integer(value);
  } else if (value === null || typeof value === 'boolean') to.simple(value);
  else if (value instanceof Uint8Array) to.bytes(value);
  else if (Array.isArray(value)) {
    to.array(value.length);
    for (const item of value) write(to, item);
  } else if (value instanceof Map) {
    to.map(value.size);
    writeEntries(to, value);
  } else throw new ProvError('bug', `A note cannot hold a value of type ${typeof value}.`);
}

/** Writes the entries of a map in the bytewise order of their keys, without the map's head. */
export function writeEntries(to: CborWriter, map: CborMap): void {
  const start = to.at;
  let [before, beforeEnd] = [-1, -1];
  for (const [key, value] of map) {
    const at = to.at;
    write(to, key);
    if (before >= 0 && !to.keyAscends(before, beforeEnd, at)) {
      to.backTo(start);
      return writeEntries(to, sortedByKey(map));
    }
    [before, beforeEnd] = [at, to.at];
    write(to, value);
  }
}

/**
 * Decodes bytes that contain exactly one canonical item. Maps never become plain objects.
 * @throws ProvError `data` for any other bytes
 */
export function decode(bytes: Uint8Array, limits: ScanLimits = SCAN_LIMITS): Cbor {
  const end = scan(bytes, limits);
  if (end !== bytes.length) {
    const cause = `${bytes.length - end} bytes after the item`;
    throw new ProvError('data', 'Note is not canonical CBOR.', { cause, hint: 'Run git prov doctor.' });
  }
  return decodeScanned(bytes);
}

/** Decodes bytes that `scan` accepted completely. The value shares no memory with them. */
export function decodeScanned(bytes: Uint8Array): Cbor {
  // A separate view, because cbor-x adds a property to its argument.
  return decoder.decode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)) as Cbor;
}

/** The canonical bytes of an array, given its encoded items. */
export const encodedList = (items: readonly Uint8Array[]): Uint8Array => concat([headOf(4, items.length), ...items]);

/** The canonical bytes of a map, given its encoded values. */
export function encodedMap(map: ReadonlyMap<CborKey, Uint8Array>): Uint8Array {
  const entries = [...map].sort(([a], [b]) => compareKeys(a, b));
  return concat([headOf(5, entries.length), ...entries.flatMap(([key, value]) => [encode(key), value])]);
}

/** The number of entries of the scanned array or map at `at`, and the offset of its first item. */
export function headAt(bytes: Uint8Array, at: number): { readonly count: number; readonly next: number } {
  return { count: argumentAt(bytes, at), next: at + 1 + argumentSize(bytes[at]!) };
}

/** The offset after the scanned item at `at`. */
export function endOf(bytes: Uint8Array, at: number): number {
  let end = at;
  for (let left = 1; left > 0; left--) {
    const head = bytes[end]!;
    const count = argumentAt(bytes, end);
    const major = head >> 5;
    end += 1 + argumentSize(head);
    if (major === BYTES || major === TEXT) end += count;
    else if (major === ARRAY) left += count;
    else if (major === MAP) left += 2 * count;
  }
  return end;
}

function headOf(major: number, count: number): Uint8Array {
  if (count < 24) return Uint8Array.of((major << 5) | count);
  if (count < 0x100) return Uint8Array.of((major << 5) | 24, count);
  if (count < 0x10000) return Uint8Array.of((major << 5) | 25, count >> 8, count & 0xff);
  return Uint8Array.of((major << 5) | 26, count >>> 24, (count >> 16) & 0xff, (count >> 8) & 0xff, count & 0xff);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Compares two encodings bytewise. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

function sortedByKey(map: CborMap): CborMap {
  const entries = [...map].map(([key, value]) => [typeof key === 'string' ? textOf(key) : key, value] as const);
  entries.sort(([a], [b]) => compareKeys(a, b));
  const twice = entries.some(([key], i) => i > 0 && compareKeys(entries[i - 1]![0], key) === 0);
  if (twice) throw new ProvError('bug', 'A map of a note has one key twice.');
  return new Map(entries);
}

/** Compares two keys by their encodings: the type, then the length or magnitude, then the bytes. */
export function compareKeys(a: CborKey, b: CborKey): number {
  const kind = majorType(a) - majorType(b);
  if (kind !== 0) return kind;
  if (typeof a === 'number' || typeof b === 'number') return Math.abs(Number(a)) - Math.abs(Number(b));
  if (typeof a === 'string' && typeof b === 'string' && ASCII.test(a) && ASCII.test(b))
    return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
  const x = typeof a === 'string' ? utf8.encode(a) : a;
  const y = typeof b === 'string' ? utf8.encode(b) : b;
  return x.length - y.length || compareBytes(x, y);
}

const majorType = (key: CborKey): number =>
  typeof key === 'number' ? (key < 0 ? 1 : 0) : typeof key === 'string' ? 3 : 2;
