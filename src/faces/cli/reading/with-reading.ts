import { parseArguments } from '../../../ask/blame/arguments.ts';
import { startBlame, startsEarly } from '../../../ask/blame/git-blame.ts';
import type { CliContext } from '../context.ts';
import type { OpenHistory } from './open-history.ts';

/** Runs a reading command on the repository of `ctx.cwd`, and closes what it opened. */
export async function withReading(
  ctx: CliContext,
  work: (read: OpenHistory & CliContext) => Promise<number>,
): Promise<number> {
  const { openReading } = await import('./open-history.ts');
  const reading = await openReading(ctx);
  try {
    return await work({ ...reading, ...ctx });
  } finally {
    await reading.store.close();
  }
}

/**
 * `git prov blame` with the notes of the repository of `ctx.cwd`. Starts git before anything else is loaded or known. Stops
 * it again when nothing is known about any line.
 */
export async function blameHere(given: readonly string[], ctx: CliContext): Promise<number> {
  const argv = given.some((arg) => arg.startsWith('--symbol'))
    ? await (await import('./blame-symbol.ts')).withSymbolLines(given, ctx)
    : given;
  const args = parseArguments(argv);
  const running = startsEarly(args) ? startBlame(args, ctx) : undefined;
  const opened = import('./open-history.ts').then(({ openReading }) => openReading(ctx));
  try {
    const [{ runBlame }, reading] = await Promise.all([import('../commands/ask/blame.ts'), opened]);
    const notesRead = (): void => void reading.store.close();
    return await runBlame(argv, { ...reading, ...ctx, ...(running ? { running } : {}), notesRead });
  } finally {
    running?.stop();
    // Also where git refused. A server continues after this command, and would keep the process that reads objects.
    opened.then(
      ({ store }) => store.close(),
      () => undefined,
    );
  }
}
