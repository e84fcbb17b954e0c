import { oid, graphId, type GraphId, type Oid, type SessionId } from '../graph/ids.ts';

/** What is known of a graph, but for what its steps say. Hashes are strings of 32 characters, a byte each. */
export interface Known {
  readonly id: GraphId;
  readonly commit: Oid;
  readonly session: SessionId;
  readonly previous: GraphId | null;
  readonly start: string;
  readonly parent: string | undefined;
  readonly head: string;
  /** The hash of its last step, or what it was before it when it has none. */
  readonly last: string | undefined;
  /** The numbers of its first and last node; none when it has no nodes. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** A hash in hexadecimal digits as a string of bytes: half the room. */
export const packed = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');
const unpacked = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('hex');

// A row: the hashes one after the other, then the length of the commit's id and numbers.
const HASH = 32;
const ID = 0;
const PREVIOUS = HASH;
const START = 2 * HASH;
const PARENT = 3 * HASH;
const HEAD = 4 * HASH;
const LAST = 5 * HASH;
const COMMIT = 6 * HASH;
const NUMBERS = 7 * HASH;
const ROW = NUMBERS + 16;
const NONE = 0xffff_ffff;
/** Bits of what a row has. */
const [HAS_PREVIOUS, HAS_PARENT, HAS_LAST, LONG] = [1, 2, 4, 8] as const;
const FIRST_ROWS = 1024;

/**
 * The graphs of very many notes, by their ids, in a quarter of a kilobyte each and outside of the heap, so that it stays as
 * large as it was.
 */
export class Links {
  #rows = Buffer.alloc(FIRST_ROWS * ROW);
  #slots = new Uint32Array(4 * FIRST_ROWS).fill(NONE);
  #size = 0;
  readonly #sessions: SessionId[] = [];
  readonly #places = new Map<SessionId, number>();

  get size(): number {
    return this.#size;
  }

  /** Adds a graph that is not there. */
  add(link: Known): void {
    if ((this.#size + 1) * ROW > this.#rows.length) this.#grow();
    const at = this.#size * ROW;
    this.#put(at + ID, packed(link.id));
    this.#put(at + START, link.start);
    this.#put(at + HEAD, link.head);
    this.#put(at + COMMIT, packed(link.commit));
    if (link.previous !== null) this.#put(at + PREVIOUS, packed(link.previous));
    if (link.parent !== undefined) this.#put(at + PARENT, link.parent);
    if (link.last !== undefined) this.#put(at + LAST, link.last);
    const has =
      (link.previous === null ? 0 : HAS_PREVIOUS) |
      (link.parent === undefined ? 0 : HAS_PARENT) |
      (link.last === undefined ? 0 : HAS_LAST) |
      (link.commit.length > 40 ? LONG : 0);
    const numbers = [this.#sessionPlace(link.session), link.from ?? NONE, link.to ?? NONE, has];
    for (const [i, number] of numbers.entries()) this.#rows.writeUInt32LE(number, at + NUMBERS + 4 * i);
    this.#slots[this.#slotOf(this.#rows, at)] = this.#size++;
  }

  /** The place of a graph, undefined when it is not there. */
  find(id: GraphId): number | undefined {
    const place = this.#slots[this.#slotOf(Buffer.from(id, 'hex'), 0)]!;
    return place === NONE ? undefined : place;
  }

  /** The graph at a place from 0 to `size - 1`. */
  at(place: number): Known {
    const at = place * ROW;
    const [session, from, to, has] = [0, 1, 2, 3].map((i) => this.#rows.readUInt32LE(at + NUMBERS + 4 * i)) as [
      number,
      number,
      number,
      number,
    ];
    return {
      id: graphId(unpacked(this.#get(at + ID))),
      commit: oid(unpacked(this.#get(at + COMMIT, has & LONG ? 32 : 20))),
      session: this.#sessions[session]!,
      previous: has & HAS_PREVIOUS ? graphId(unpacked(this.#get(at + PREVIOUS))) : null,
      start: this.#get(at + START),
      parent: has & HAS_PARENT ? this.#get(at + PARENT) : undefined,
      head: this.#get(at + HEAD),
      last: has & HAS_LAST ? this.#get(at + LAST) : undefined,
      from: from === NONE ? undefined : from,
      to: to === NONE ? undefined : to,
    };
  }

  /** The places in the order of the sessions' ids, and of the numbers of their first nodes. */
  ordered(): Uint32Array {
    const ranks = new Uint32Array(this.#sessions.length);
    const sorted = [...this.#sessions.keys()].sort((a, b) => (this.#sessions[a]! < this.#sessions[b]! ? -1 : 1));
    for (const [rank, session] of sorted.entries()) ranks[session] = rank;
    const number = (place: number, i: number): number => this.#rows.readUInt32LE(place * ROW + NUMBERS + 4 * i);
    const first = (place: number): number => (number(place, 1) === NONE ? 0 : number(place, 1));
    return Uint32Array.from({ length: this.#size }, (_, place) => place).sort(
      (a, b) => ranks[number(a, 0)]! - ranks[number(b, 0)]! || first(a) - first(b) || a - b,
    );
  }

  // Ids are hashes: their first bytes say where to look, and the next free slot is taken.
  #slotOf(bytes: Buffer, at: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = bytes.readUInt32LE(at) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot]!;
      if (place === NONE) return slot;
      const start = place * ROW + ID;
      if (this.#rows.compare(bytes, at, at + HASH, start, start + HASH) === 0) return slot;
    }
  }

  #grow(): void {
    const rows = Buffer.alloc(2 * this.#rows.length);
    this.#rows.copy(rows);
    this.#rows = rows;
    this.#slots = new Uint32Array(2 * this.#slots.length).fill(NONE);
    for (let place = 0; place < this.#size; place++) this.#slots[this.#slotOf(rows, place * ROW)] = place;
  }

  #sessionPlace(session: SessionId): number {
    const known = this.#places.get(session);
    if (known !== undefined) return known;
    this.#places.set(session, this.#sessions.length);
    return this.#sessions.push(session) - 1;
  }

  #put(at: number, bytes: string): void {
    this.#rows.write(bytes, at, 'latin1');
  }

  #get(at: number, length = HASH): string {
    return this.#rows.toString('latin1', at, at + length);
  }
}
