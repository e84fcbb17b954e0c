import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { ProvError } from '../../errors.ts';

/** Where and with which environment a streaming git runs. */
export interface StreamOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A git process with streamed output. */
export interface GitStream {
  /** Writes to its standard input. Node keeps what git does not take yet, so a long input cannot deadlock. */
  write(bytes: Uint8Array): void;
  /** Ends its input; git then finishes by itself. */
  end(): void;
  /** Whether this process may keep ours alive: yes while an answer is awaited. */
  hold(on: boolean): void;
  /** Kills it: its answer is no longer needed. */
  stop(): void;
  /** The reason of its end: undefined after exit code 0. Never rejects. */
  readonly ended: Promise<ProvError | undefined>;
}

/**
 * Git frees the memory of one object before it reads the next. The C library then returns the memory to the system and requests it
 * again, page by page: a third of the time of comparing commits of long files. glibc reads these variables; other libraries ignore
 * them. Both are in bytes and both are needed: with the first alone, blocks above 128 KB are returned each time, and `git blame` of a
 * long file takes a quarter longer than with neither. The second is the largest value that glibc accepts.
 */
const KEEP_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
};

/** Starts git and hands each piece of its standard output to `take`, which must not throw. */
export function startGit(args: readonly string[], options: StreamOptions, take: (chunk: Buffer) => void): GitStream {
  const env = { ...KEEP_MEMORY, ...options.env };
  const child = spawn('git', args, { cwd: options.cwd, env, windowsHide: true });
  const errors: Buffer[] = [];
  child.stdout.on('data', take);
  child.stderr.on('data', (chunk: Buffer) => keepLast(errors, chunk));
  child.stdin.on('error', () => undefined); // the exit code shows the reason
  const ended = new Promise<ProvError | undefined>((resolve) => {
    child.on('error', (cause) =>
      resolve(new ProvError('git', 'git could not be started.', { cause, hint: 'Put git 2.30 or newer on PATH.' })),
    );
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : failure(args, code ?? signal, errors)));
  });
  let isHeld = true;
  return {
    write: (bytes) => void child.stdin.write(bytes),
    end: () => void child.stdin.end(),
    hold: (on) => {
      if (on !== isHeld) hold(child, on);
      isHeld = on;
    },
    stop: () => void child.kill(),
    ended,
  };
}

function hold(child: ChildProcessWithoutNullStreams, on: boolean): void {
  for (const held of [child, child.stdin, child.stdout, child.stderr] as { ref?(): void; unref?(): void }[]) {
    if (on) held.ref?.();
    else held.unref?.();
  }
}

function keepLast(errors: Buffer[], chunk: Buffer): void {
  errors.push(chunk);
  if (errors.length > 64) errors.splice(0, 32); // a long-lived process may warn for ever
}

function failure(args: readonly string[], end: number | string | null, errors: Buffer[]): ProvError {
  const why = Buffer.concat(errors).toString('utf8').trim().split('\n').at(-1) ?? '';
  const name = args.find((arg) => /^[a-z]+-?[a-z]+$/.test(arg)) ?? '';
  return new ProvError('git', `git ${name} ended with ${end}${why ? `: ${why}` : '.'}`);
}
