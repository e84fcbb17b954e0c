import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { withFault } from '../facts.ts';
import type { ReadContent } from '../store/code-store.ts';
import { encodeFacts } from '../store/encode-facts.ts';
import { CodeParser } from './parser.ts';
import { readContents, type RawContent } from './read-contents.ts';

/** Files. With fewer, threads are not worth it: starting one takes as long as parsing some dozen files. */
const MIN_FILES_FOR_THREADS = 150;
/** More threads would only wait for the writer. */
const MAX_THREADS = 8;
/** Time for a batch of files in a thread, in milliseconds. Each file has a limit of its own; this is for a thread that hangs. */
const MAX_BATCH_MS = 60_000;

/** Turns contents into facts. */
export interface Parsing {
  read(contents: readonly RawContent[]): Promise<readonly ReadContent[]>;
  /** How many batches can be read at a time. */
  readonly width: number;
  close(): Promise<void>;
}

/**
 * Parses in this thread, or in other threads when there are many files and cores.
 * @param count the number of files to expect
 */
export function openParsing(count: number): Parsing {
  const program = new URL('code-worker.js', import.meta.url); // beside the bundle; missing when the sources run directly
  const cores = Math.min(MAX_THREADS, availableParallelism());
  if (count < MIN_FILES_FOR_THREADS || cores < 2 || !existsSync(program)) {
    const parser = new CodeParser();
    return { read: (contents) => readContents(parser, contents), width: 1, close: async () => {} };
  }
  const threads = Array.from({ length: cores }, () => new Thread(program));
  return {
    read: (contents) => threads.reduce((a, b) => (b.waiting < a.waiting ? b : a)).read(contents),
    width: 2 * cores,
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
  };
}

interface Batch {
  readonly contents: readonly RawContent[];
  readonly resolve: (read: readonly ReadContent[]) => void;
  readonly reject: (error: Error) => void;
}

/** What a thread answers: the facts, or why it could not read them. */
interface Answer {
  readonly read?: readonly ReadContent[];
  readonly error?: string;
}

/**
 * A thread that parses. One that ends or hangs is replaced, and the files of its batch are read again one by one: that with
 * which it happens again gets a fault.
 */
class Thread {
  readonly #program: URL;
  readonly #batches: Batch[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(program: URL) {
    this.#program = program;
  }

  get waiting(): number {
    return this.#batches.length;
  }

  read(contents: readonly RawContent[]): Promise<readonly ReadContent[]> {
    return new Promise((resolve, reject) => {
      this.#batches.push({ contents, resolve, reject });
      if (this.#batches.length === 1) this.#next();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #next(): void {
    const batch = this.#batches[0];
    if (!batch) return;
    this.#worker ??= this.#start();
    this.#timer = setTimeout(() => this.#lost(), MAX_BATCH_MS);
    this.#worker.postMessage(batch.contents);
  }

  #start(): Worker {
    const worker = new Worker(this.#program);
    worker.on('message', (answer: Answer) => this.#answered(answer));
    worker.on('error', () => worker === this.#worker && this.#lost());
    worker.on('exit', () => worker === this.#worker && this.#lost());
    return worker;
  }

  #answered({ read, error }: Answer): void {
    clearTimeout(this.#timer);
    const batch = this.#batches.shift();
    if (read) batch?.resolve(read);
    else batch?.reject(new Error(`A thread that parses files failed: ${error}`));
    this.#next();
  }

  #lost(): void {
    clearTimeout(this.#timer);
    void this.#worker?.terminate();
    this.#worker = undefined;
    const batch = this.#batches.shift();
    if (batch) this.#batches.unshift(...onePerFile(batch));
    this.#next();
  }
}

// The last file of a batch that is read one by one settles the batch.
function onePerFile({ contents, resolve, reject }: Batch): Batch[] {
  const [only] = contents;
  if (only && contents.length === 1) {
    const lost = { ...only, facts: encodeFacts(withFault('not parsed')), names: { defined: '', used: '' } };
    resolve([lost]);
    return [];
  }
  const parts = contents.map((content) => {
    let part: Omit<Batch, 'contents'> | undefined;
    const read = new Promise<readonly ReadContent[]>((done, failed) => (part = { resolve: done, reject: failed }));
    return { batch: { contents: [content], ...part! }, read };
  });
  Promise.all(parts.map(({ read }) => read)).then((all) => resolve(all.flat()), reject);
  return parts.map(({ batch }) => batch);
}
