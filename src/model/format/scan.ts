import { argumentAt, argumentSize } from './head.ts';
import { ProvError } from '../../errors.ts';
import { UINT, NINT, BYTES, TEXT, ARRAY, MAP, TAG } from './cbor-types.ts';

/**
 * Limits for a scanned item. Maps and arrays have limits of their own, because decoding one takes a hundred times its size
 * in memory.
 */
export interface ScanLimits {
  readonly bytes: number;
  readonly depth: number;
  readonly items: number;
  readonly arrays: number;
  readonly maps: number;
}

export const SCAN_LIMITS: ScanLimits = { bytes: 4 << 20, depth: 16, items: 1 << 20, arrays: 1 << 18, maps: 1 << 16 };

/** Counts against the limits. Several items may share one. */
export interface Scanned {
  items: number;
  arrays: number;
  maps: number;
}

// An array or a map in progress. For a map `left` counts keys and values, so a key is next when it is even.
interface Frame {
  left: number;
  map: boolean;
  keyStart: number;
  keyEnd: number;
}

// Frames by depth, reused for every item. A note has one for each list and map.
const frames: Frame[] = [];

function frameAt(depth: number, left: number, map: boolean): Frame {
  const frame = (frames[depth] ??= { left: 0, map: false, keyStart: 0, keyEnd: 0 });
  frame.left = left;
  frame.map = map;
  frame.keyStart = frame.keyEnd = 0;
  return frame;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * Checks the first CBOR item in `bytes` without building anything, so that no general decoder sees hostile bytes. Accepts
 * the core deterministic encoding (RFC 8949, 4.2.1) of maps, arrays, text, bytes, integers within ±(2^53 - 1), booleans and
 * null. Keys are integers, text or bytes. Text must not start with U+FEFF, because many decoders drop it.
 * @param used counts that this call increases
 * @returns the offset after the item; later bytes are not checked
 * @throws ProvError `data` for anything else, and when `limits` are exceeded
 */
export function scan(
  bytes: Uint8Array,
  limits: ScanLimits = SCAN_LIMITS,
  used: Scanned = { items: 0, arrays: 0, maps: 0 },
): number {
  if (bytes.length > limits.bytes) refuse(0, `${bytes.length} bytes, at most ${limits.bytes} are read`);
  const cursor: Cursor = { bytes, at: 0 };
  let depth = 0;
  let frame = frameAt(depth, 1, false);
  for (;;) {
    const start = cursor.at;
    if (++used.items > limits.items) refuse(start, `more than ${limits.items} items`);
    const count = passHead(cursor);
    if (frame.map && frame.left % 2 === 0) checkKey(bytes, frame, start, cursor.at);
    frame.left--;
    if (count >= 0) {
      const map = bytes[start]! >> 5 === MAP;
      if (depth >= limits.depth) refuse(start, `nested deeper than ${limits.depth}`);
      if (map && ++used.maps > limits.maps) refuse(start, `more than ${limits.maps} maps`);
      if (!map && ++used.arrays > limits.arrays) refuse(start, `more than ${limits.arrays} arrays`);
      frame = frameAt(++depth, count, map);
    }
    while (frame.left === 0) {
      if (depth === 0) return cursor.at;
      frame = frames[--depth]!;
    }
  }
}

// Skips a scalar and returns -1, or skips the head of an array or map and returns the number of its items.
function passHead(cursor: Cursor): number {
  const { bytes } = cursor;
  const start = cursor.at;
  if (start >= bytes.length) refuse(start, 'the bytes end inside an item');
  const head = bytes[cursor.at++]!;
  const major = head >> 5;
  if (major === TAG) refuse(start, 'a tag');
  if (major > TAG) {
    if (head < 0xf4 || head > 0xf6) refuse(start, 'a float, or a simple value other than false, true and null');
    return -1;
  }
  const value = (head & 31) < 24 ? head & 31 : passArgument(cursor, head);
  if (major === UINT) return -1;
  const left = bytes.length - cursor.at;
  switch (major) {
    case NINT:
      if (value >= Number.MAX_SAFE_INTEGER) refuse(start, 'an integer beyond 2^53');
      return -1;
    case BYTES:
    case TEXT:
      if (value > left) refuse(start, 'a string longer than the bytes left');
      if (major === TEXT) checkText(bytes, cursor.at, cursor.at + value);
      cursor.at += value;
      return -1;
    case ARRAY:
    case MAP: {
      const count = major === MAP ? value * 2 : value;
      if (count > left) refuse(start, 'more entries than bytes left');
      return count;
    }
    default:
      return refuse(start, `major type ${major}`);
  }
}

// Reads the argument after a head (RFC 8949, 3). It must have its shortest form.
function passArgument(cursor: Cursor, head: number): number {
  const start = cursor.at;
  const info = head & 31;
  if (info > 27) refuse(start, info === 31 ? 'an indefinite length' : 'a reserved head');
  const size = argumentSize(head);
  if (size > cursor.bytes.length - start) refuse(start, 'the bytes end inside a head');
  const value = argumentAt(cursor.bytes, start - 1);
  cursor.at += size;
  if (value < (info === 24 ? 24 : 256 ** (size / 2))) refuse(start, 'a head that is not the shortest');
  if (value > Number.MAX_SAFE_INTEGER) refuse(start, 'an integer beyond 2^53');
  return value;
}

function checkKey(bytes: Uint8Array, map: Frame, start: number, end: number): void {
  if (bytes[start]! >> 5 > TEXT) refuse(start, 'a map key that is neither an integer, text nor bytes');
  if (map.keyEnd > 0 && !ascends(bytes, map.keyStart, map.keyEnd, start, end))
    refuse(start, 'map keys out of order, or one twice');
  map.keyStart = start;
  map.keyEnd = end;
}

// Whether the bytes [a, aEnd) sort before [b, bEnd). Neither is a prefix of the other unless they are equal.
function ascends(bytes: Uint8Array, a: number, aEnd: number, b: number, bEnd: number): boolean {
  for (; a < aEnd && b < bEnd; a++, b++) if (bytes[a] !== bytes[b]) return bytes[a]! < bytes[b]!;
  return false;
}

function checkText(bytes: Uint8Array, start: number, end: number): void {
  if (end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf)
    refuse(start, 'text that starts with U+FEFF');
  for (let i = start; i < end;) {
    if (bytes[i]! < 0x80) i++;
    else {
      const size = sequenceLength(bytes, i, end);
      if (size === 0) refuse(i, 'text that is not UTF-8');
      i += size;
    }
  }
}

/** The length of the well-formed UTF-8 sequence (Unicode, table 3-7) at `i` and before `end`, or 0. */
export function sequenceLength(bytes: Uint8Array, i: number, end: number): number {
  const head = bytes[i]!;
  if (head < 0x80) return 1;
  const size = head < 0xc2 ? 0 : head < 0xe0 ? 2 : head < 0xf0 ? 3 : head < 0xf5 ? 4 : 0;
  if (size === 0 || i + size > end) return 0;
  const second = bytes[i + 1]!;
  const low = head === 0xe0 ? 0xa0 : head === 0xf0 ? 0x90 : 0x80;
  const high = head === 0xed ? 0x9f : head === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let k = 2; k < size; k++) if (bytes[i + k]! >> 6 !== 2) return 0;
  return size;
}

function refuse(at: number, why: string): never {
  throw new ProvError('data', 'Note is not canonical CBOR.', {
    cause: `${why}, at byte ${at}`,
    hint: 'Run git prov doctor.',
  });
}
