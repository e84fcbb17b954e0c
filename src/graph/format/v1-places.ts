import { encode, endOf, headAt } from '../cbor.ts';
import type { GraphPlace } from './v1-graph.ts';
import { ARRAY, MAP } from '../major.ts';

const NULL = 0xf6;
const GRAPHS = encode('graphs');
/** The parts of a graph that are read where they are. */
const PARTS = (['chain', 'nodes', 'context', 'explains', 'previous'] as const).map(
  (name) => [name, encode(name)] as const,
);

/**
 * Where the graphs of a version 1 body stand, and the body with null in the place of the parts that `readGraph` reads where they
 * are: nodes and hashes, which are most of its bytes. What is not as the format says is left for its readers to refuse.
 * @param bytes scanned bytes
 * @param at where the body stands in them
 */
export function placesIn(bytes: Uint8Array, at: number): { places: GraphPlace[]; rest: Uint8Array } {
  const places: GraphPlace[] = [];
  const rest = new Rest(bytes, at);
  const end = eachEntry(bytes, at, (key, value) => {
    if (!isAt(bytes, key, GRAPHS) || bytes[value]! >> 5 !== ARRAY) return endOf(bytes, value);
    let { count, next } = headAt(bytes, value);
    for (; count > 0; count--) {
      const place = placeOf(bytes, next, rest);
      places.push(place);
      next = place.end;
    }
    return next;
  });
  return { places, rest: rest.end(end) };
}

function placeOf(bytes: Uint8Array, start: number, rest: Rest): GraphPlace {
  const place = { start, end: 0, chain: -1, nodes: -1, context: -1, explains: -1, previous: -1 };
  place.end = eachEntry(bytes, start, (key, value) => {
    const after = endOf(bytes, value);
    for (const [name, encoded] of PARTS) {
      if (!isAt(bytes, key, encoded)) continue;
      place[name] = value;
      rest.cut(value, after);
    }
    return after;
  });
  return place;
}

// Visits the entries of a map, and gives where it ends; anything else is passed over.
function eachEntry(bytes: Uint8Array, at: number, visit: (key: number, value: number) => number): number {
  if (bytes[at]! >> 5 !== MAP) return endOf(bytes, at);
  let { count, next } = headAt(bytes, at);
  for (; count > 0; count--) {
    const value = endOf(bytes, next);
    next = visit(next, value);
  }
  return next;
}

function isAt(bytes: Uint8Array, at: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return false;
  return true;
}

/** Bytes without some parts of them. */
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

  /** Has null in the place of a part; parts come in their order. */
  cut(start: number, end: number): void {
    this.#keep(start);
    this.#kept[this.#length++] = NULL;
    this.#from = end;
  }

  /** What is left, up to `end`; it holds until the next one is made. */
  end(end: number): Uint8Array {
    this.#keep(end);
    return this.#kept.subarray(0, this.#length);
  }

  #keep(end: number): void {
    this.#kept.set(this.#bytes.subarray(this.#from, end), this.#length);
    this.#length += end - this.#from;
  }
}

// Most notes fit into it.
const scratch = new Uint8Array(1 << 14);
