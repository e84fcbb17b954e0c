import { hexInto } from '../../model/hex.ts';
import { oid, graphId, type GraphId, type Oid, type PrefixedSession } from '../../model/ids.ts';

/** The data of a graph without the content of its steps. Hashes are in hex. */
export interface KnownGraph {
  readonly id: GraphId;
  readonly commit: Oid;
  readonly session: PrefixedSession;
  readonly previous: GraphId | null;
  readonly start: string;
  readonly parent: string | undefined;
  readonly head: string;
  /** The hash of its last step, or of the step before it when it has none. */
  readonly last: string | undefined;
  /** The numbers of its first and last node; undefined without nodes. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** The number of its nodes. */
  readonly steps: number;
}

/** Graphs in the form that is passed to another thread. */
export interface PackedLinks {
  readonly rows: Uint8Array;
  readonly sessions: readonly PrefixedSession[];
}

// A row: six consecutive hashes, the commit's id, then numbers.
const HASH_BYTES = 32;
/** Index of each hash in a row. */
const [ID, PREVIOUS, START, PARENT, HEAD, LAST] = [0, 1, 2, 3, 4, 5] as const;
const COMMIT = 6 * HASH_BYTES;
const NUMBERS = 7 * HASH_BYTES;
/**
 * The numbers of a row: the session's index, the first and last node's number, flags for existing fields, the number of
 * steps.
 */
const [SESSION, FROM, TO, HAS, STEPS] = [0, 1, 2, 3, 4] as const;
const ROW = NUMBERS + 20;
const NONE = -1;
/** The bit after those for the row's hashes: the commit's id has the length of a hash. */
const LONG_ID = 1 << 6;
const FIRST_ROWS = 1024;

const wanted = Buffer.alloc(HASH_BYTES);

/** The number of packed graphs. */
export const countOf = ({ rows }: PackedLinks): number => rows.length / ROW;

/**
 * The graphs of very many notes, by id, in a quarter of a kilobyte each and outside the heap, so that the heap does not grow.
 */
export class GraphLinks {
  #rows = Buffer.alloc(FIRST_ROWS * ROW);
  #slots = new Int32Array(4 * FIRST_ROWS).fill(NONE);
  #size = 0;
  /** A session that has node ids with both prefixes counts as two. */
  readonly #sessions: PrefixedSession[] = [];
  readonly #places = new Map<string, number>();

  get size(): number {
    return this.#size;
  }

  /** Adds a graph that is not here yet. */
  add(link: KnownGraph): void {
    const at = this.#room();
    const { id, previous, start, parent, head, last, commit } = link;
    const hashes = [id, previous, start, parent, head, last];
    let has = commit.length > 2 * 20 ? LONG_ID : 0;
    for (let i = 0; i < hashes.length; i++)
      if (hexInto(this.#rows, at + i * HASH_BYTES, hashes[i] ?? '', HASH_BYTES)) has |= 1 << i;
    hexInto(this.#rows, at + COMMIT, commit, commit.length / 2);
    this.#put(at, SESSION, this.#sessionPlace(link.session));
    this.#put(at, FROM, link.from ?? NONE);
    this.#put(at, TO, link.to ?? NONE);
    this.#put(at, HAS, has);
    this.#put(at, STEPS, link.steps);
    this.#slots[this.#slotOf(this.#rows, at)] = this.#size++;
  }

  /** Packs all of them, to join them with others. */
  pack(): PackedLinks {
    return { rows: new Uint8Array(this.#rows.subarray(0, this.#size * ROW)), sessions: this.#sessions };
  }

  /**
   * Adds one of the packed graphs.
   * @param place its index among them
   * @returns its number of nodes; undefined when it is here already
   */
  join({ rows, sessions }: PackedLinks, place: number): number | undefined {
    const at = this.#room();
    this.#rows.set(rows.subarray(place * ROW, (place + 1) * ROW), at);
    const slot = this.#slotOf(this.#rows, at);
    if (this.#slots[slot] !== NONE) return undefined;
    this.#put(at, SESSION, this.#sessionPlace(sessions[this.#number(this.#size, SESSION)]!));
    this.#slots[slot] = this.#size;
    return this.#number(this.#size++, STEPS);
  }

  /** The index of a graph; undefined when it is not here. */
  find(id: GraphId): number | undefined {
    hexInto(wanted, 0, id, HASH_BYTES);
    return this.#placeOf(wanted, 0);
  }

  /** The index of a graph's predecessor; undefined when it names none, or the predecessor is not here. */
  previous(place: number): number | undefined {
    return this.#has(place, PREVIOUS) ? this.#placeOf(this.#rows, place * ROW + PREVIOUS * HASH_BYTES) : undefined;
  }

  /** Whether a graph names neither a predecessor nor an earlier step. */
  isFirst(place: number): boolean {
    return !this.#has(place, PREVIOUS) && !this.#has(place, PARENT);
  }

  /** Whether a graph continues another: in its session, its ledger and the numbers of its steps. */
  goesOn(place: number, before: number): boolean {
    const [from, to] = [this.#number(place, FROM), this.#number(before, TO)];
    return (
      this.#number(place, SESSION) === this.#number(before, SESSION) &&
      this.#isSame(place, START, before, HEAD) &&
      this.#has(place, PARENT) &&
      this.#has(before, LAST) &&
      this.#isSame(place, PARENT, before, LAST) &&
      from !== NONE &&
      to !== NONE &&
      from > to
    );
  }

  /** The sessions of the graphs. */
  get sessions(): readonly PrefixedSession[] {
    return this.#sessions;
  }

  /** The graph at an index from 0 to `size - 1`. */
  at(place: number): KnownGraph {
    const [from, to] = [this.#number(place, FROM), this.#number(place, TO)];
    const previous = this.#get(place, PREVIOUS);
    const commit = place * ROW + COMMIT;
    return {
      id: graphId(this.#get(place, ID)!),
      commit: oid(this.#rows.toString('hex', commit, commit + (this.#number(place, HAS) & LONG_ID ? 32 : 20))),
      session: this.#sessions[this.#number(place, SESSION)]!,
      previous: previous === undefined ? null : graphId(previous),
      start: this.#get(place, START)!,
      parent: this.#get(place, PARENT),
      head: this.#get(place, HEAD)!,
      last: this.#get(place, LAST),
      from: from === NONE ? undefined : from,
      to: to === NONE ? undefined : to,
      steps: this.#number(place, STEPS),
    };
  }

  /** The indexes in the order of the sessions' ids, then of the numbers of their first nodes. */
  ordered(): Uint32Array {
    const ranks = new Uint32Array(this.#sessions.length);
    const sorted = [...this.#sessions.keys()].sort((a, b) =>
      keyOf(this.#sessions[a]!) < keyOf(this.#sessions[b]!) ? -1 : 1,
    );
    for (const [rank, session] of sorted.entries()) ranks[session] = rank;
    const rank = (place: number): number => ranks[this.#number(place, SESSION)]!;
    const first = (place: number): number => (this.#number(place, FROM) === NONE ? 0 : this.#number(place, FROM));
    return Uint32Array.from({ length: this.#size }, (_, place) => place).sort(
      (a, b) => rank(a) - rank(b) || first(a) - first(b) || a - b,
    );
  }

  /** The indexes of graphs of one session with nodes of the same numbers: each with the longest before it. */
  overlaps(): [place: number, other: number][] {
    const found: [number, number][] = [];
    let longest = NONE;
    for (const place of this.ordered()) {
      const [from, to] = [this.#number(place, FROM), this.#number(place, TO)];
      if (from === NONE || to === NONE) continue;
      const isSame = longest !== NONE && this.#number(longest, SESSION) === this.#number(place, SESSION);
      const end = isSame ? this.#number(longest, TO) : NONE;
      if (from <= end) found.push([place, longest]);
      if (to > end) longest = place;
    }
    return found;
  }

  // A hash table. Ids are hashes, so their first bytes give the slot; the next free slot is taken.
  #slotOf(bytes: Buffer, at: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = bytes.readUInt32LE(at) & mask; ; slot = (slot + 1) & mask) {
      const place = this.#slots[slot]!;
      if (place === NONE) return slot;
      const start = place * ROW;
      if (this.#rows.compare(bytes, at, at + HASH_BYTES, start, start + HASH_BYTES) === 0) return slot;
    }
  }

  #placeOf(bytes: Buffer, at: number): number | undefined {
    const place = this.#slots[this.#slotOf(bytes, at)]!;
    return place === NONE ? undefined : place;
  }

  #number(place: number, i: number): number {
    return this.#rows.readInt32LE(place * ROW + NUMBERS + 4 * i);
  }

  #put(at: number, i: number, value: number): void {
    this.#rows.writeInt32LE(value, at + NUMBERS + 4 * i);
  }

  #has(place: number, hash: number): boolean {
    return (this.#number(place, HAS) & (1 << hash)) !== 0;
  }

  #isSame(place: number, hash: number, other: number, its: number): boolean {
    const [a, b] = [place * ROW + hash * HASH_BYTES, other * ROW + its * HASH_BYTES];
    return this.#rows.compare(this.#rows, b, b + HASH_BYTES, a, a + HASH_BYTES) === 0;
  }

  // Makes room for another row and returns its offset.
  #room(): number {
    const at = this.#size * ROW;
    if (at + ROW > this.#rows.length) this.#grow();
    return at;
  }

  #grow(): void {
    const rows = Buffer.alloc(2 * this.#rows.length);
    this.#rows.copy(rows);
    this.#rows = rows;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(NONE);
    for (let place = 0; place < this.#size; place++) this.#slots[this.#slotOf(rows, place * ROW)] = place;
  }

  #sessionPlace(session: PrefixedSession): number {
    const key = keyOf(session);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.#sessions.length);
    return this.#sessions.push(session) - 1;
  }

  #get(place: number, hash: number): string | undefined {
    const at = place * ROW + hash * HASH_BYTES;
    return this.#has(place, hash) ? this.#rows.toString('hex', at, at + HASH_BYTES) : undefined;
  }
}

// No session id contains a NUL.
const keyOf = ({ id, digits }: PrefixedSession): string => `${id}\0${digits ?? ''}`;
