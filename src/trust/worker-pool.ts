import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Repo } from '../git/repository/repo.ts';
import type { Examined, Examiner, NotesPart, Search } from './note-checker.ts';

/** What a worker is started with. */
export interface WorkerTask {
  readonly repo: Repo;
  readonly search: Search;
}

/** What a worker is asked. */
export interface Question {
  readonly number: number;
  readonly part: NotesPart;
}

/** What it answers; nothing where it could not. */
export interface WorkerAnswer {
  readonly number: number;
  readonly examined: Examined | undefined;
}

/** New objects of a worker have so much room, in MB, before they are looked through: most are of one note and of no more use. */
const YOUNG_HEAP_MIB = 32;
/** And all others. A worker that needs more ends, and the thread that asked does its part. */
const OLD_HEAP_MIB = 128;

/**
 * Checks notes in several threads, including this one: each reads them for itself. If another thread fails or cannot be started, this
 * one does its work and reports the error.
 */
export class WorkerPool implements Examiner {
  readonly #here: () => Examiner;
  readonly #first: Examiner;
  #load = 0;
  readonly #members: Member[];

  /**
   * @param here gives an examiner in this thread: a new one each time, because those that have met graphs leave them out, and
   * what failed comes in no order
   * @param size how many threads, with this one
   * @param program the worker's
   */
  constructor(size: number, task: WorkerTask, here: () => Examiner, program: URL = WORKER) {
    this.#here = here;
    this.#first = here();
    this.#members = Array.from({ length: size - 1 }, () => new Member(program, task));
  }

  async examine(part: NotesPart): Promise<Examined> {
    const [able] = this.#members.filter(({ isWorking }) => isWorking).sort((a, b) => a.load - b.load);
    if (able && able.load <= this.#load) return (await able.ask(part)) ?? this.#instead(part);
    this.#load++;
    try {
      return await this.#first.examine(part);
    } finally {
      this.#load--;
    }
  }

  async #instead(part: NotesPart): Promise<Examined> {
    const other = this.#here();
    try {
      return await other.examine(part);
    } finally {
      await other.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#first.close(), ...this.#members.map((member) => member.dismiss())]);
  }
}

// Beside the built program; it does not exist when running from the sources.
const WORKER = new URL('verify-worker.js', import.meta.url);

/** Whether there is a program for workers. */
export const canHire = (): boolean => existsSync(fileURLToPath(WORKER));

class Member {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (examined: Examined | undefined) => void>();
  #asked = 0;
  isWorking = true;

  constructor(program: URL, { repo, search }: WorkerTask) {
    const task: WorkerTask = { repo: { ...repo, env: { ...repo.env } }, search }; // process.env itself does not travel
    this.#worker = new Worker(program, {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MIB, maxOldGenerationSizeMb: OLD_HEAP_MIB },
    });
    this.#worker.unref();
    this.#worker.on('message', ({ number, examined }: WorkerAnswer) => this.#answer(number, examined));
    this.#worker.on('messageerror', () => this.#end());
    this.#worker.on('error', () => this.#end());
    this.#worker.on('exit', () => this.#end());
  }

  /** How much it was asked that it has not answered. */
  get load(): number {
    return this.#waiting.size;
  }

  /** @returns undefined when it could not do it */
  ask(part: NotesPart): Promise<Examined | undefined> {
    const question: Question = { number: this.#asked++, part };
    return new Promise((resolve) => {
      this.#waiting.set(question.number, resolve);
      this.#worker.ref();
      this.#worker.postMessage(question, []);
    });
  }

  async dismiss(): Promise<void> {
    await this.#worker.terminate();
  }

  #answer(number: number, examined: Examined | undefined): void {
    const resolve = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (this.load === 0) this.#worker.unref();
    resolve?.(examined);
  }

  #end(): void {
    this.isWorking = false;
    for (const number of this.#waiting.keys()) this.#answer(number, undefined);
  }
}
