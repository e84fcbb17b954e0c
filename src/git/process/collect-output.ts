import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** What git printed until it ended. */
export interface Finished {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Where git runs. */
export interface Place {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: Uint8Array | string | undefined;
}

/**
 * Starts git and collects what it prints. Nothing else is imported here, because the loader needs it before the program.
 * Rejects with Node's own error when git cannot be started.
 */
export function collectOutput(args: readonly string[], { cwd, env = process.env, input }: Place): Promise<Finished> {
  return new Promise((resolve, reject) => {
    // Without input there is no pipe for it, which makes the start cheaper.
    const child = spawn('git', args, {
      cwd,
      env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin?.on('error', () => undefined); // git may exit before it has read everything; its exit code shows success or failure
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code: code ?? 255, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') }),
    );
    child.stdin?.end(input);
  });
}
