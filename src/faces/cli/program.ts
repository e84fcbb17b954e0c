import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { exitCode, ProvError } from '../../errors.ts';
import { keepAnswers } from '../../git/process/ask-once.ts';
import { handInAgents } from '../../recorder/agent-port.ts';
import { fileFault } from './reading/file-fault.ts';
import { type CliContext, stderrOf, type Surroundings } from './context.ts';
import { BROKEN_PIPE } from './output/output.ts';
import { term } from './render/term.ts';

handInAgents(() => import('../../agents/registry.ts'));

/**
 * Runs a command line. It uses nothing of the process except the streams that `around` leaves out.
 * @returns the exit code: 0 success, 1 wrong input or data, 2 usage, 3 broken pipe, 255 a bug of ours
 */
export async function runCli(argv: readonly string[], around: Surroundings): Promise<number> {
  const warn = (message: string): void => print(message, around);
  try {
    const { cwd, rest } = leading(argv, around.cwd);
    const env = keepAnswers(around.env);
    const context: CliContext = { ...around, env, cwd, home: env['HOME'] ?? homedir(), warn };
    // Blame's options are git's: git parses them, not our parser.
    if (rest[0] === 'blame' && !rest.includes('--help')) {
      const { blameHere } = await import('./reading/with-reading.ts');
      return await blameHere(rest.slice(1), context);
    }
    const { parse } = await import('./parser.ts');
    return await parse(rest, context);
  } catch (error) {
    return report(error, warn);
  }
}

// `-C DIR`, as in git: before the command, repeatable, each relative to the previous one.
function leading(argv: readonly string[], start: string): { cwd: string; rest: readonly string[] } {
  let cwd = start;
  let at = 0;
  while (argv[at] === '-C') {
    const dir = argv[at + 1];
    if (dir === undefined) throw new ProvError('usage', '-C needs a folder.', { hint: 'Run git prov -C DIR COMMAND.' });
    cwd = resolve(cwd, dir);
    at += 2;
  }
  return { cwd, rest: argv.slice(at) };
}

function report(error: unknown, warn: CliContext['warn']): number {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return BROKEN_PIPE;
  if (!(error instanceof ProvError)) {
    const known = fileFault(error);
    if (known) return report(known, warn);
    warn(`an internal error of git prov: ${(error as Error).stack ?? String(error)}`);
    return exitCode('bug');
  }
  const cause = error.cause instanceof Error ? error.cause.message : error.cause;
  const why = typeof cause === 'string' && cause ? `\n  why: ${cause.trimEnd().replaceAll('\n', '\n       ')}` : '';
  warn(`${error.message}${why}${error.hint ? `\n  hint: ${error.hint}` : ''}`);
  return exitCode(error.kind);
}

// The message may quote a note, a path or a remote.
const print = (message: string, around: Surroundings): void =>
  void stderrOf(around).write(
    `git prov: ${message
      .split('\n')
      .map((line) => term(line))
      .join('\n')}\n`,
  );
