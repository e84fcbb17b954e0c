import type { ProvError } from '../../errors.ts';
import { textQuestion } from '../../git/repository/file-questions.ts';
import { git, type Finished } from '../../git/process/process.ts';
import { startGit } from '../../git/process/stream.ts';
import type { Arguments } from './arguments.ts';

/** Where git is run. */
export interface GitPlace {
  /** The user's folder; paths on the command line are relative to it. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A running git process. It takes most of a blame's time, so it is started first. */
export interface Running {
  /** Passes on the output of `git blame --incremental`: first what is buffered, then the rest as it comes. */
  read(take: (chunk: Buffer) => void): void;
  /** Resolves with the reason for a failure, or undefined after success. Never rejects. */
  readonly ended: Promise<ProvError | undefined>;
  /** Git's output for the blamed text, see `readFinal`. */
  readonly final: Promise<Finished>;
  /** Ends git immediately. */
  stop(): void;
}

/** Whether this command line needs the process of `startBlame` in any case. */
export const startsEarly = ({ format, plain, stdin }: Arguments): boolean =>
  (format === 'default' || format === 'json') && !plain && !stdin;

/**
 * Starts git for the lines that a command line requests. Output is buffered until it is read.
 * @param input content of standard input, for `--contents -`
 */
export function startBlame(args: Pick<Arguments, 'query'>, { cwd, env }: GitPlace, input?: Uint8Array): Running {
  const early: Buffer[] = [];
  let take = (chunk: Buffer): void => void early.push(chunk);
  // Git would flush after every entry and wake us each time, which is thousands of times for a long file.
  const buffered = { ...env, GIT_FLUSH: '0' };
  const child = startGit(['blame', '--incremental', ...args.query], { cwd, env: buffered }, (chunk) => take(chunk));
  if (input) child.write(input);
  child.end();
  return {
    read: (reader) => {
      take = reader;
      for (const chunk of early.splice(0)) reader(chunk);
    },
    ended: child.ended,
    final: printFinal(args, { cwd, env }, input),
    stop: () => child.stop(),
  };
}

/**
 * Makes git print the file of a command line as `git blame` finds it: revision, textconv, filters, `-L`, `--contents`. It
 * runs blame itself, limited to the first commit, so all lines are blamed on the requested revision.
 */
export function printFinal(
  { query }: Pick<Arguments, 'query'>,
  { cwd, env }: GitPlace,
  input: Uint8Array | undefined,
): Promise<Finished> {
  const printed = git(textQuestion(query), {
    cwd,
    env,
    ...(input ? { input } : {}),
    accept: [0, 1, 128, 129],
  });
  printed.catch(() => undefined); // reported to the caller that waits for it
  return printed;
}
