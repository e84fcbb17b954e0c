import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** How a program ended, or that it did not in its time. */
export interface Ended {
  /** Undefined when it was killed, or could not be started. */
  readonly code: number | undefined;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Why there is no exit code. */
  readonly fault: 'late' | 'absent' | 'loud' | undefined;
}

export interface BoundedOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: Uint8Array;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes of standard output, at most: a program that prints more is killed. */
  readonly maxOutput?: number;
  /** Whether it may ask the person at the terminal. Otherwise it has none. */
  readonly interactive?: boolean;
  /** Whether every other program goes first. */
  readonly isLow?: boolean;
}

/**
 * Runs a helper program (ssh-keygen, gpg, a command of the user) with a time limit; at the limit the program and its children are killed.
 * Unless it is interactive it runs in a session of its own, without a terminal that a passphrase could be asked on. Never throws.
 */
export function runBounded(program: string, args: readonly string[], options: BoundedOptions): Promise<Ended> {
  const { cwd, env, input, timeout, maxOutput, interactive = false, isLow = false } = options;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, detached: !interactive, windowsHide: true });
    if (isLow) lower(child.pid);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const end = (code: number | undefined, fault: Ended['fault']): void => {
      clearTimeout(clock);
      resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8'), fault });
    };
    const stop = (fault: Ended['fault']): void => {
      kill(child.pid, !interactive);
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      child.unref();
      end(undefined, fault);
    };
    const clock = setTimeout(() => stop('late'), timeout);
    let size = 0;
    const add = (to: Buffer[], chunk: Buffer): void => {
      size += chunk.length;
      if (maxOutput !== undefined && size > maxOutput) stop('loud');
      else to.push(chunk);
    };
    child.stdout.on('data', (chunk: Buffer) => add(out, chunk));
    child.stderr.on('data', (chunk: Buffer) => add(err, chunk));
    child.stdin.on('error', () => undefined); // it may end before it has read everything
    child.on('error', () => end(undefined, 'absent'));
    child.on('close', (code) => end(code ?? undefined, code === null ? 'late' : undefined));
    child.stdin.end(input ?? '');
  });
}

function lower(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended meanwhile, or the system has no priorities.
  }
}

function kill(pid: number | undefined, group: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(group && process.platform !== 'win32' ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
