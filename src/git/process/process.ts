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
  if (!(options.accept ?? [0]).includes(done.code)) throw gitFailure(args, done.code, done.stderr);
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

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^bad revision /, 'Use a commit, a branch or a range such as main~5..main; git fetch may bring missing commits.'],
  [
    /\bunable to (?:read|find) |\bcould not (?:read|parse|get) (?:object|tree|commit)|\b(?:bad|missing|loose|corrupt\w*) (?:\w+ )?(?:object|blob|tree|commit)\b/,
    'An object of this repository is missing or damaged. git fsck names all of them, and git fetch may bring them back.',
  ],
];

/**
 * The error of a git that failed: which command, git's own reason, and what to do where that is known.
 * @param end its exit code, or the signal that ended it
 * @param errorText what it printed on standard error
 */
export function gitFailure(args: readonly string[], end: number | string | null, errorText: string): ProvError {
  const lines = errorText.trim().split('\n');
  const fatal = lines.find((line) => line.startsWith('fatal: '))?.slice('fatal: '.length);
  const why = fatal ?? lines.at(-1)!;
  const hint = HINTS.find(([reason]) => reason.test(why))?.[1];
  const ended = fatal === undefined ? ` ended with ${end}` : ''; // 128 says no more than "fatal"
  const what = `git ${subCommand(args)}${ended}${why ? `: ${why}` : '.'}`;
  return new ProvError('git', what, hint === undefined ? {} : { hint });
}

/** The error of a git that did not start. */
export const gitDidNotStart = (cause: unknown): ProvError =>
  new ProvError('git', 'git could not be started.', { cause, hint: 'Put git 2.30 or newer on PATH.' });

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
  if (cause.code === 'ENOENT') return gitDidNotStart(cause);
  return new ProvError('git', 'git could not be started.', { cause });
}
