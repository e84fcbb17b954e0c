import { statSync } from 'node:fs';
import { ProvError } from '../../errors.ts';
import { isOwn } from './ask-once.ts';
import { takeAhead } from './ask-ahead.ts';
import { collectOutput, type Finished, type Place } from './collect-output.ts';

export type { Finished } from './collect-output.ts';

/** How git runs. The environment is that of the process when absent. */
export interface RunOptions extends Place {
  /** Exit codes that are an answer and not a failure; only 0 by default. */
  readonly accept?: readonly number[];
}

/**
 * Runs git once and collects what it prints. The only place that starts git for a single answer.
 * @param args git's arguments, never a shell string
 * @throws ProvError `git` when git is not there or exits with a code outside `accept`
 */
export async function git(args: readonly string[], options: RunOptions): Promise<Finished> {
  const ahead = options.input === undefined && isOwn(options.env) ? takeAhead(args, options.cwd) : undefined;
  const done = (ahead && (await ahead)) ?? (await run(args, options));
  if (!(options.accept ?? [0]).includes(done.code)) throw failure(args, done);
  return done;
}

async function run(args: readonly string[], options: RunOptions): Promise<Finished> {
  try {
    return await collectOutput(args, options);
  } catch (cause) {
    throw startFailure(cause as Error, options.cwd);
  }
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
