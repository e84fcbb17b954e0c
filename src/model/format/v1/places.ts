import { encode, endOf, headAt } from '../cbor.ts';
import type { GraphPlace } from './graph.ts';
import { ARRAY, MAP } from '../cbor-types.ts';

const NULL = 0xf6;
const GRAPHS = encode('graphs');
/** The parts of a graph that are read directly from the bytes. */
const PARTS = (['chain', 'nodes', 'context', 'explains', 'previous'] as const).map(
  (name) => [name, encode(name)] as const,
);

/**
 * The offsets of the graphs in a version 1 body, and the body without the parts that `readGraph` reads directly. These
 * parts (nodes and hashes) are most of the bytes; null replaces them. Invalid data is left for the readers to reject.
 * @param bytes scanned bytes
 * @param at offset of the body
 */
export function placesIn(bytes: Uint8Array, at: number): { places: GraphPlace[]; rest: Uint8Array } {
  const places: GraphPlace[] = [];
  const rest = new Rest(bytes, at);
  let { count, next } = itemsAt(bytes, at, MAP);
  for (; count > 0; count--) {
    const value = endOf(bytes, next);
    next = isAt(bytes, next, GRAPHS) ? graphsAt(bytes, value, rest, places) : endOf(bytes, value);
  }
  return { places, rest: rest.end(next) };
}

function graphsAt(bytes: Uint8Array, at: number, rest: Rest, places: GraphPlace[]): number {
  let { count, next } = itemsAt(bytes, at, ARRAY);
  for (; count > 0; count--) {
    const place = placeOf(bytes, next, rest);
    places.push(place);
    next = place.end;
  }
  return next;
}

function placeOf(bytes: Uint8Array, start: number, rest: Rest): GraphPlace {
  const place = { start, end: 0, chain: -1, nodes: -1, context: -1, explains: -1, previous: -1 };
  let { count, next } = itemsAt(bytes, start, MAP);
  for (; count > 0; count--) {
    const value = endOf(bytes, next);
    const after = endOf(bytes, value);
    for (const [name, encoded] of PARTS) {
      if (!isAt(bytes, next, encoded)) continue;
      place[name] = value;
      rest.cut(value, after);
    }
    next = after;
  }
  place.end = next;
  return place;
}

// The number of items in an array or map and the offset of the first. Any other item is skipped.
const itemsAt = (bytes: Uint8Array, at: number, major: number): { count: number; next: number } =>
  bytes[at]! >> 5 === major ? headAt(bytes, at) : { count: 0, next: endOf(bytes, at) };

function isAt(bytes: Uint8Array, at: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return false;
  return true;
}

/** A copy of bytes with some parts replaced by null. */
class Rest {
  readonly #bytes: Uint8Array;
  readonly #kept: Uint8Array;
  #from: number;
  #length = 0;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#from = from;
    this.#kept = bytes.length > scratch.length ? new Uint8Array(bytes.length) : scratch;
  }

  /** Replaces a part by null. Parts must come in order. */
  cut(start: number, end: number): void {
    this.#keep(start);
    this.#kept[this.#length++] = NULL;
    this.#from = end;
  }

  /** The result up to `end`. It is valid until the next `Rest` is created. */
  end(end: number): Uint8Array {
    this.#keep(end);
    return this.#kept.subarray(0, this.#length);
  }

  #keep(end: number): void {
    this.#kept.set(this.#bytes.subarray(this.#from, end), this.#length);
    this.#length += end - this.#from;
  }
}

// A reused buffer that is large enough for most notes.
const scratch = new Uint8Array(1 << 14);
