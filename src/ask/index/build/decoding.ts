import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Oid } from '../../../model/ids.ts';
import { rowsOf, type NoteRows, type RawNote } from './rows.ts';

/** Notes. With fewer, threads are not worth it: starting one takes as long as decoding some hundred notes. */
const MIN_NOTES_FOR_THREADS = 1500;
/** More threads would only wait for the writer. */
const MAX_THREADS = 3;
/** MB for new objects of a thread between collections. Most objects belong to one note and are soon useless. */
const YOUNG_HEAP_MIB = 64;

/** Turns notes into rows. */
export interface Decoding {
  rows(notes: readonly RawNote[]): Promise<readonly NoteRows[]>;
  close(): Promise<void>;
}

/**
 * Decodes in this thread, or in other threads when there are many notes and cores.
 * @param count the number of notes to expect
 */
export function openDecoding(count: number): Decoding {
  const file = new URL('index-worker.js', import.meta.url); // beside the bundle; missing when the sources run directly
  const threads = Math.min(MAX_THREADS, availableParallelism());
  if (count < MIN_NOTES_FOR_THREADS || threads < 2 || !existsSync(file))
    return { rows: async (notes) => notes.map(rowsOf), close: async () => {} };
  const workers = Array.from(
    { length: threads },
    () => new Thread(new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MIB } })),
  );
  return {
    rows: (notes) => workers.reduce((a, b) => (b.waiting < a.waiting ? b : a)).rows(notes),
    close: async () => void (await Promise.all(workers.map((worker) => worker.close()))),
  };
}

interface DecodingRequest {
  resolve(rows: readonly NoteRows[]): void;
  reject(error: unknown): void;
}

class Thread {
  readonly #worker: Worker;
  readonly #asked: DecodingRequest[] = [];

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (rows: readonly NoteRows[]) => this.#asked.shift()?.resolve(rows));
    const fail = (error: unknown): void => {
      for (const { reject } of this.#asked.splice(0)) reject(error);
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('A thread that decodes notes has ended.')));
  }

  get waiting(): number {
    return this.#asked.length;
  }

  rows(notes: readonly RawNote[]): Promise<readonly NoteRows[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      const packed = pack(notes);
      this.#worker.postMessage(packed, [packed.bytes.buffer]);
    });
  }

  close(): Promise<number> {
    return this.#worker.terminate();
  }
}

/** Notes in one block of memory, which moves between threads without a copy. */
export interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly notes: readonly {
    readonly commit: Oid;
    readonly blobs: string;
    readonly sizes: readonly (number | null)[];
  }[];
}

function pack(notes: readonly RawNote[]): Packed {
  const all = notes.flatMap(({ bytes }) => bytes);
  const bytes = new Uint8Array(all.reduce((sum, one) => sum + (one?.length ?? 0), 0));
  let at = 0;
  for (const one of all) {
    if (!one) continue;
    bytes.set(one, at);
    at += one.length;
  }
  return {
    bytes,
    notes: notes.map(({ commit, blobs, bytes: parts }) => ({
      commit,
      blobs,
      sizes: parts.map((one) => one?.length ?? null),
    })),
  };
}

/** The inverse of packing. */
export function unpack({ bytes, notes }: Packed): RawNote[] {
  let at = 0;
  const next = (size: number | null): Uint8Array | null => (size === null ? null : bytes.subarray(at, (at += size)));
  return notes.map(({ commit, blobs, sizes }) => ({ commit, blobs, bytes: sizes.map(next) }));
}
