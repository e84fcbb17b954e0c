import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { ProvError } from '../../errors.ts';

export interface Finished {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** The whole environment of the process; `process.env` when absent. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly input?: Uint8Array | string;
  /** Exit codes that are an answer and not a failure; only 0 by default. */
  readonly accept?: readonly number[];
}

/**
 * Runs git once and collects what it prints. The only place that starts git for a single answer.
 * @param args git's arguments, never a shell string
 * @throws ProvError `git` when git is not there or exits with a code outside `accept`
 */
export function git(args: readonly string[], options: RunOptions): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd: options.cwd, env: options.env ?? process.env, windowsHide: true });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => undefined); // git may exit before it has read everything; its exit code shows success or failure
    child.on('error', (cause) => reject(startFailure(cause, options.cwd)));
    child.on('close', (code) => {
      const done = { code: code ?? 255, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') };
      if ((options.accept ?? [0]).includes(done.code)) resolve(done);
      else reject(failure(args, done));
    });
    child.stdin.end(options.input ?? '');
  });
}

/** Like `git`, but gives standard output as text without its last newline. */
export async function gitText(args: readonly string[], options: RunOptions): Promise<string> {
  const { stdout } = await git(args, options);
  return stdout.toString('utf8').replace(/\n$/, '');
}

function failure(args: readonly string[], done: Finished): ProvError {
  const why = done.stderr.trim().split('\n').at(-1) ?? '';
  return new ProvError('git', `git ${subCommand(args)} failed with exit code ${done.code}${why ? `: ${why}` : '.'}`);
}

/** Git's own options that take the next word, and may stand before the sub-command. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  '-c',
  '-C',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--config-env',
]);

/** Which of git's commands a command line runs; empty when none. */
export function subCommand(args: readonly string[]): string {
  let at = 0;
  while (args[at]?.startsWith('-')) at += WITH_VALUE.has(args[at]!) ? 2 : 1;
  return args[at] ?? '';
}

function startFailure(cause: Error & { code?: string }, cwd: string): ProvError {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    return new ProvError('git', `There is no folder ${cwd}.`, { hint: 'Go to a repository, or name one with -C DIR.' });
  if (cause.code === 'ENOENT')
    return new ProvError('git', 'git could not be started.', {
      cause,
      hint: 'Install git 2.30 or newer and put it on PATH.',
    });
  return new ProvError('git', 'git could not be started.', { cause });
}
