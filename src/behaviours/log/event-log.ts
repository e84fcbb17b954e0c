import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_TYPES, type FoundEvent, type LogEvent } from '../../model/behaviours/event.ts';
import { appendSynced, replaceFile } from '../../git/repository/replace-file.ts';
import { isObject } from '../../recorder/spool/json-fields.ts';

/** How far each source of events was read. */
export interface Sources {
  /** By file name: the bytes that were read of a ledger, and its last step. */
  readonly ledgers: Readonly<Record<string, { readonly at: number; readonly last: string }>>;
  /** The commit of the notes that was read; empty for none. */
  readonly notes: string;
  /** The steps that notes brought, as ranges of numbers: by standing and session prefix. */
  readonly seen: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>>;
  /** The commits that HEAD was at, the last few, newest first. */
  readonly heads: readonly string[];
}

/** Events that wait for a behaviour, at most. Older ones are dropped. */
export const MAX_WAITING_EVENTS = 10_000;
/** From this size on, in bytes, the file is written again without the events that all behaviours have read. */
const COMPACT_BYTES = 64 * 1024;
/** A larger file is damaged. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * The events of this clone in one order, an append-only file of lines. A batch of events ends with a line that says how far their
 * sources were read. It is written with one call, and an incomplete batch at the end does not count: so no event is lost or read
 * twice, whenever the process is killed.
 */
export class EventLog {
  readonly #file: string;
  #events: LogEvent[];
  #sources: Sources | undefined;
  #next: number;

  /** @param least the number that the next event has at least: behaviours have read all events before it */
  constructor(dir: string, least = 1) {
    this.#file = join(dir, 'events.jsonl');
    const { events, sources, next, bytes } = read(this.#file);
    this.#events = events;
    this.#sources = sources;
    this.#next = Math.max(next, least);
    if (existsSync(this.#file) && statSync(this.#file).size > bytes) this.#cut = bytes;
  }

  #cut: number | undefined;

  /** How far the sources were read; undefined before the first time. */
  get sources(): Sources | undefined {
    return this.#sources;
  }

  /** The number of the next event. */
  get next(): number {
    return this.#next;
  }

  /** The number of the first event that is still here. */
  get first(): number {
    return this.#events[0]?.n ?? this.#next;
  }

  /** The events from a number on, in order. */
  since(n: number): LogEvent[] {
    return this.#events.filter((event) => event.n >= n);
  }

  /**
   * Appends events, and how far their sources were read. On disk when this returns.
   * @param isDry keeps both in memory only
   */
  append(found: readonly FoundEvent[], sources: Sources, isDry = false): void {
    const events = found.map((event, i): LogEvent => ({ n: this.#next + i, ...event }));
    const next = this.#next + events.length;
    if (!isDry) {
      if (this.#cut !== undefined) truncateSync(this.#file, this.#cut);
      this.#cut = undefined;
      if (!existsSync(this.#file)) closeSync(openSync(this.#file, 'w', 0o600));
      appendSynced(this.#file, linesOf(events, sources, next));
    }
    this.#events.push(...events);
    this.#sources = sources;
    this.#next = next;
  }

  /**
   * Removes events that every behaviour has read.
   * @param before the lowest number that a behaviour has not read
   */
  compact(before: number): void {
    if (!this.#sources || !existsSync(this.#file) || statSync(this.#file).size < COMPACT_BYTES) return;
    const kept = this.#events.filter(({ n }) => n >= before).slice(-MAX_WAITING_EVENTS);
    if (kept.length > this.#events.length / 2) return;
    this.#events = kept;
    replaceFile(this.#file, linesOf(kept, this.#sources, this.#next));
  }
}

const linesOf = (events: readonly LogEvent[], sources: Sources, next: number): string =>
  `${[...events, { sources, next }].map((one) => JSON.stringify(one)).join('\n')}\n`;

interface ReadLog {
  readonly events: LogEvent[];
  readonly sources: Sources | undefined;
  readonly next: number;
  /** The length of the complete batches. */
  readonly bytes: number;
}

function read(file: string): ReadLog {
  const empty: ReadLog = { events: [], sources: undefined, next: 1, bytes: 0 };
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > MAX_BYTES) return empty;
  const content = readFileSync(file);
  let [sources, next, bytes]: [Sources | undefined, number, number] = [undefined, 1, 0];
  const events: LogEvent[] = [];
  let batch: LogEvent[] = [];
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(10, at);
    if (end < 0) break;
    const one = parsed(content.toString('utf8', at, end));
    at = end + 1;
    if (isEvent(one)) batch.push(one);
    else if (isEnd(one)) {
      events.push(...batch);
      batch = [];
      [sources, next, bytes] = [one.sources, one.next, at];
    }
  }
  return { events: events.slice(-MAX_WAITING_EVENTS), sources, next, bytes };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const TYPES: ReadonlySet<unknown> = new Set(EVENT_TYPES);

const isEvent = (one: unknown): one is LogEvent =>
  isObject(one) &&
  TYPES.has(one['type']) &&
  ['n', 'at', 'depth'].every((name) => Number.isFinite(one[name])) &&
  ['id', 'subject'].every((name) => typeof one[name] === 'string');

function isEnd(one: unknown): one is { sources: Sources; next: number } {
  if (!isObject(one) || !Number.isSafeInteger(one['next']) || !isObject(one['sources'])) return false;
  const { ledgers, notes, seen, heads } = one['sources'];
  return isObject(ledgers) && typeof notes === 'string' && isObject(seen) && Array.isArray(heads);
}
