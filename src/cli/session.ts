import { setFlagsFromString } from 'node:v8';
import { parseArguments } from '../blame/arguments.ts';
import { startBlame, startsEarly } from '../blame/running.ts';
import type { CliContext } from './context.ts';
import type { Reading } from './opening.ts';

/** Runs a reading command on the repository of `ctx.cwd`, and closes what it opened. */
export async function withReading(
  ctx: CliContext,
  work: (read: Reading & CliContext) => Promise<number>,
): Promise<number> {
  const { openReading } = await import('./opening.ts');
  const reading = await openReading(ctx);
  try {
    return await work({ ...reading, ...ctx });
  } finally {
    await reading.store.close();
  }
}

/**
 * How much of a function runs before the optimising compiler takes it up: fifteen times what V8 has by default. A blame is
 * over before most of what it compiles pays, and meanwhile the compiler takes a core from git.
 */
const PATIENT_COMPILER = '--interrupt-budget=1000000';

/**
 * `git prov blame` with the notes of the repository of `ctx.cwd`. Git is started before anything else is loaded or
 * known; where nothing is known of any line, it is stopped again.
 */
export async function blameHere(argv: readonly string[], ctx: CliContext): Promise<number> {
  const args = parseArguments(argv);
  const running = startsEarly(args) ? startBlame(args, ctx) : undefined;
  setFlagsFromString(PATIENT_COMPILER);
  try {
    const opened = import('./opening.ts').then(({ openReading }) => openReading(ctx));
    const [{ runBlame }, reading] = await Promise.all([import('./commands/blame.ts'), opened]);
    const notesRead = (): void => void reading.store.close();
    return await runBlame(argv, { ...reading, ...ctx, ...(running ? { running } : {}), notesRead });
  } finally {
    running?.stop();
  }
}
