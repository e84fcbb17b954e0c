import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { ProvError } from '../../errors.ts';
import { takeObjects } from './ask-ahead.ts';
import { isOwn } from './ask-once.ts';
import { KEEP_MEMORY } from './keep-memory.ts';
import { gitDidNotStart, gitFailure } from './process.ts';

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

/** Starts git and hands each piece of its standard output to `take`, which must not throw. */
export function startGit(args: readonly string[], options: StreamOptions, take: (chunk: Buffer) => void): GitStream {
  const started = isOwn(options.env) ? takeObjects(args, options.cwd) : undefined;
  const child = started ?? start(args, options);
  const errors: Buffer[] = [];
  child.stdout.on('data', take);
  child.stderr.on('data', (chunk: Buffer) => keepLast(errors, chunk));
  child.stdin.on('error', () => undefined); // the exit code shows the reason
  const ended = new Promise<ProvError | undefined>((resolve) => {
    child.on('error', (cause) => resolve(gitDidNotStart(cause)));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? undefined : gitFailure(args, code ?? signal, Buffer.concat(errors).toString('utf8'))),
    );
  });
  let isHeld = started === undefined;
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

const start = (args: readonly string[], { cwd, env }: StreamOptions): ChildProcessWithoutNullStreams =>
  spawn('git', args, { cwd, env: { ...KEEP_MEMORY, ...env }, windowsHide: true });

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
