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

const wanted = Buffer.alloc(HASH);

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
    this.#rows.write(link.id, at + ID, 'hex');
    this.#put(at + START, link.start);
    this.#put(at + HEAD, link.head);
    this.#rows.write(link.commit, at + COMMIT, 'hex');
    if (link.previous !== null) this.#rows.write(link.previous, at + PREVIOUS, 'hex');
    if (link.parent !== undefined) this.#put(at + PARENT, link.parent);
    if (link.last !== undefined) this.#put(at + LAST, link.last);
    const has =
      (link.previous === null ? 0 : HAS_PREVIOUS) |
      (link.parent === undefined ? 0 : HAS_PARENT) |
      (link.last === undefined ? 0 : HAS_LAST) |
      (link.commit.length > 40 ? LONG : 0);
    this.#rows.writeUInt32LE(this.#sessionPlace(link.session), at + NUMBERS);
    this.#rows.writeUInt32LE(link.from ?? NONE, at + NUMBERS + 4);
    this.#rows.writeUInt32LE(link.to ?? NONE, at + NUMBERS + 8);
    this.#rows.writeUInt32LE(has, at + NUMBERS + 12);
    this.#slots[this.#slotOf(this.#rows, at)] = this.#size++;
  }

  /** The place of a graph, undefined when it is not there. */
  find(id: GraphId): number | undefined {
    wanted.write(id, 0, 'hex');
    return this.#placeOf(wanted, 0);
  }

  /** The place of the graph that one names as the one before it; undefined when it names none, or one that is not there. */
  previous(place: number): number | undefined {
    return this.#number(place, 3) & HAS_PREVIOUS ? this.#placeOf(this.#rows, place * ROW + PREVIOUS) : undefined;
  }

  /** Whether a graph names none before it, and no step. */
  isFirst(place: number): boolean {
    return (this.#number(place, 3) & (HAS_PREVIOUS | HAS_PARENT)) === 0;
  }

  /** Whether a graph goes on where another ended: in its session, its ledger and the numbers of its steps. */
  goesOn(place: number, before: number): boolean {
    const [from, to] = [this.#number(place, 1), this.#number(before, 2)];
    const [has, had] = [this.#number(place, 3), this.#number(before, 3)];
    return (
      this.#number(place, 0) === this.#number(before, 0) &&
      this.#isSame(place * ROW + START, before * ROW + HEAD) &&
      (has & HAS_PARENT) !== 0 &&
      (had & HAS_LAST) !== 0 &&
      this.#isSame(place * ROW + PARENT, before * ROW + LAST) &&
      from !== NONE &&
      to !== NONE &&
      from > to
    );
  }

  /** The graph at a place from 0 to `size - 1`. */
  at(place: number): Known {
    const at = place * ROW;
    const [session, from] = [this.#number(place, 0), this.#number(place, 1)];
    const [to, has] = [this.#number(place, 2), this.#number(place, 3)];
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
    const rank = (place: number): number => ranks[this.#number(place, 0)]!;
    const first = (place: number): number => (this.#number(place, 1) === NONE ? 0 : this.#number(place, 1));
    return Uint32Array.from({ length: this.#size }, (_, place) => place).sort(
      (a, b) => rank(a) - rank(b) || first(a) - first(b) || a - b,
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

  #placeOf(bytes: Buffer, at: number): number | undefined {
    const place = this.#slots[this.#slotOf(bytes, at)]!;
    return place === NONE ? undefined : place;
  }

  #number(place: number, i: number): number {
    return this.#rows.readUInt32LE(place * ROW + NUMBERS + 4 * i);
  }

  #isSame(a: number, b: number): boolean {
    return this.#rows.compare(this.#rows, a, a + HASH, b, b + HASH) === 0;
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
