import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCode, ProvError } from '../errors.ts';
import type { CliContext } from './context.ts';
import { BROKEN_PIPE } from './output.ts';
import { term } from './render/term.ts';

/**
 * Runs the command line.
 * @returns the exit code: 0 fine, 1 the user or the data, 2 usage, 3 broken pipe, 255 a bug of ours
 */
export async function runCli(argv: readonly string[]): Promise<number> {
  try {
    const { cwd, rest } = leading(argv);
    const context = contextHere(cwd);
    // Blame's options are git's: git judges them, not our parser.
    if (rest[0] === 'blame' && !rest.includes('--help')) {
      const { blameHere } = await import('./session.ts');
      return await blameHere(rest.slice(1), context);
    }
    const { parse } = await import('./parser.ts');
    return await parse(rest, context);
  } catch (error) {
    return report(error);
  }
}

/** What a command, or a hook, is run with in this process. */
export const contextHere = (cwd: string): CliContext => ({
  cwd,
  env: process.env,
  home: process.env['HOME'] ?? homedir(),
  packageDir: resolve(dirname(fileURLToPath(import.meta.url)), '..'),
  warn: (message) => tell(message),
});

// `-C DIR`, as git has it: before the command, several times, each relative to the one before.
function leading(argv: readonly string[]): { cwd: string; rest: readonly string[] } {
  let cwd = process.cwd();
  let at = 0;
  while (argv[at] === '-C') {
    const dir = argv[at + 1];
    if (dir === undefined) throw new ProvError('usage', '-C needs a folder.', { hint: 'Say git prov -C DIR COMMAND.' });
    cwd = resolve(cwd, dir);
    at += 2;
  }
  return { cwd, rest: argv.slice(at) };
}

function report(error: unknown): number {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return BROKEN_PIPE;
  if (!(error instanceof ProvError)) {
    tell(`a fault of git prov itself: ${(error as Error).stack ?? String(error)}`);
    return exitCode('bug');
  }
  const cause = error.cause instanceof Error ? error.cause.message : error.cause;
  const why = typeof cause === 'string' && cause ? `\n  why: ${cause}` : '';
  tell(`${error.message}${why}${error.hint ? `\n  hint: ${error.hint}` : ''}`);
  return exitCode(error.kind);
}

// What went wrong is often told with words of a note, a path or a remote.
const tell = (message: string): void =>
  void process.stderr.write(
    `git prov: ${message
      .split('\n')
      .map((line) => term(line))
      .join('\n')}\n`,
  );
