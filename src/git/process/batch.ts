import { ProvError } from '../../errors.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { pathToBytes } from '../../model/path.ts';
import { startGit, type GitStream, type StreamOptions } from './stream.ts';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

/** What git knows of an object without its content. `size` is in bytes, uncompressed. */
export interface ObjectInfo {
  readonly oid: Oid;
  readonly type: ObjectType;
  readonly size: number;
}

/** An answer of `git cat-file`: undefined for a missing object; `bytes` only where contents were asked for, and within the limit. */
export type CatFileAnswer = (ObjectInfo & { readonly bytes: Buffer | undefined }) | undefined;

/** Why nothing was answered: an object is so large that git would be kept busy with it. */
export const TOO_MUCH = new ProvError('data', 'An object is too large to be read.');

/** The content of a larger object than this, in bytes, is not waited for even to throw it away: git is ended. */
const MAX_SKIPPED_BYTES = 16 * 1024 * 1024;

type Asked = 'contents' | 'info';

interface WaitingRequest {
  readonly asked: Asked;
  readonly names: readonly string[];
  readonly answers: CatFileAnswer[];
  readonly limit: number;
  resolve(answers: CatFileAnswer[]): void;
  reject(error: ProvError): void;
}

const HEADER = /^([0-9a-f]{40}|[0-9a-f]{64}) (blob|tree|commit|tag) ([0-9]+)$/;
const NEWLINE = 10;

/** How git is asked: for both in one process (from git 2.36), or for contents or sizes alone. */
type Mode = '--batch-command' | '--batch' | '--batch-check';

/** Git ends with this code where it does not know an option. */
const UNKNOWN_OPTION = / ended with 129\b/;
/** Older versions of git that were met, by the PATH that leads to them. */
const old = new Set<string | undefined>();

/** A name that git finds nothing at. An empty one would end `--batch-command`. */
const NOTHING = '^';

/**
 * One long-lived `git cat-file`. Requests are pipelined: git answers in request order. The first request starts the process, and the
 * next request restarts it after it died.
 */
export class BatchProcess {
  #mode: Mode;
  readonly #options: StreamOptions;
  #child: GitStream | undefined;
  #queue: WaitingRequest[] = [];
  #lastAnswer: Promise<unknown> = Promise.resolve();
  #head: Buffer[] = [];
  #body: { info: ObjectInfo; bytes: Buffer | undefined; filled: number } | undefined;
  /** With an older git, a process of its own answers for sizes. */
  #sizes: BatchProcess | undefined;

  constructor(options: StreamOptions, mode?: Mode) {
    this.#options = options;
    this.#mode = mode ?? (old.has(options.env['PATH']) ? '--batch' : '--batch-command');
  }

  /**
   * Asks for objects by name, one answer for each. Names hold no newline and do not end with CR.
   * @param limit bytes; a larger object's content is not given
   * @throws `TOO_MUCH` where one is very much larger, ProvError `git` when git died
   */
  contents(names: readonly string[], limit = Number.POSITIVE_INFINITY): Promise<CatFileAnswer[]> {
    return this.#ask('contents', names, limit);
  }

  /** The same for types and sizes only. @throws ProvError `git` when git died */
  info(names: readonly string[]): Promise<CatFileAnswer[]> {
    return this.#ask('info', names, 0);
  }

  #ask(asked: Asked, names: readonly string[], limit: number): Promise<CatFileAnswer[]> {
    if (names.length === 0) return Promise.resolve([]);
    const answer = new Promise<CatFileAnswer[]>((resolve, reject) => {
      this.#send({ asked, names, answers: [], limit, resolve, reject });
    });
    this.#lastAnswer = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the process once it has answered what was asked. */
  async close(): Promise<void> {
    while (this.#queue.length > 0) await this.#lastAnswer;
    const child = this.#child;
    this.#child = undefined;
    child?.hold(true);
    child?.end();
    await Promise.all([child?.ended, this.#sizes?.close()]);
  }

  #send(waiting: WaitingRequest): void {
    const { asked, names, resolve, reject } = waiting;
    if (asked === 'info' && this.#mode === '--batch') {
      this.#sizes ??= new BatchProcess(this.#options, '--batch-check');
      this.#sizes.info(names).then(resolve, reject);
      return;
    }
    const child = (this.#child ??= this.#start());
    this.#queue.push(waiting);
    child.hold(true);
    const start = this.#mode === '--batch-command' ? `${asked} ` : '';
    child.write(pathToBytes(names.map((name) => `${start}${name || NOTHING}\n`).join('') as RepoPath));
  }

  #start(): GitStream {
    const child = startGit(['cat-file', this.#mode], this.#options, (chunk) => {
      if (child === this.#child) this.#take(chunk);
    });
    void child.ended.then((error) => {
      if (child === this.#child) this.#fail(error);
    });
    return child;
  }

  // What git was about to answer is what it ended over. The others, who asked behind that, are asked for again.
  #fail(error: ProvError | undefined): void {
    const [first, ...others] = this.#queue;
    this.#child = undefined;
    this.#queue = [];
    this.#head = [];
    this.#body = undefined;
    if (first && this.#mode === '--batch-command' && UNKNOWN_OPTION.test(error?.message ?? '')) {
      this.#mode = '--batch';
      old.add(this.#options.env['PATH']);
      for (const waiting of [first, ...others]) this.#send(waiting);
      return;
    }
    first?.reject(error ?? new ProvError('git', 'git cat-file ended before it had answered.'));
    for (const waiting of others) this.#send({ ...waiting, answers: [] });
  }

  #take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#body ? this.#takeBody(chunk, at) : this.#takeHead(chunk, at);
  }

  #takeHead(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(NEWLINE, at);
    if (end < 0) {
      this.#head.push(chunk.subarray(at));
      return chunk.length;
    }
    this.#head.push(chunk.subarray(at, end));
    const line = (this.#head.length === 1 ? this.#head[0]! : Buffer.concat(this.#head)).toString('latin1');
    this.#head = [];
    const found = HEADER.exec(line);
    if (!found) this.#answer(undefined);
    else {
      const info = { oid: found[1] as Oid, type: found[2] as ObjectType, size: Number(found[3]) };
      if (this.#queue[0]?.asked !== 'contents') this.#answer({ ...info, bytes: undefined });
      else if (info.size <= this.#queue[0]!.limit)
        this.#body = { info, bytes: Buffer.allocUnsafe(info.size), filled: 0 };
      else if (info.size <= MAX_SKIPPED_BYTES) this.#body = { info, bytes: undefined, filled: 0 };
      else {
        this.#child?.stop();
        this.#fail(TOO_MUCH);
        return chunk.length;
      }
    }
    return end + 1;
  }

  #takeBody(chunk: Buffer, at: number): number {
    const body = this.#body!;
    const taken = Math.min(chunk.length - at, body.info.size - body.filled);
    if (body.bytes) chunk.copy(body.bytes, body.filled, at, at + taken);
    body.filled += taken;
    if (at + taken === chunk.length) return chunk.length; // the newline after the content is still to come
    this.#body = undefined;
    this.#answer({ ...body.info, bytes: body.bytes });
    return at + taken + 1;
  }

  #answer(answer: CatFileAnswer): void {
    const first = this.#queue[0];
    if (!first) return;
    first.answers.push(answer);
    if (first.answers.length < first.names.length) return;
    this.#queue.shift();
    if (this.#queue.length === 0) this.#child?.hold(false);
    first.resolve(first.answers);
  }
}
